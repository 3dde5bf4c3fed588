// The box a run takes place in: particles outside it have left.
#pragma once

#include "cases/estimate.h"
#include "rigid/prescribed.h"

namespace flotsam::cases {

// The case's own domain, or else the box around walls (everywhere they move) and fills, grown
//   above, against gravity   by twice its height, for splashes
//   elsewhere                by four spacings
//   without gravity          by its largest side, everywhere
// Periodic directions span exactly their range. Planes, which have no end, do not count.
Bounds choose_domain(const Case& c, const CaseShapes& shapes,
                     const std::vector<rigid::Motion>& motions);

} // namespace flotsam::cases
