// What is wrong or doubtful about a case once it is built.
#pragma once

#include "cases/build.h"
#include "cases/estimate.h"

namespace flotsam::cases {

// Throws UserError for probes outside the domain; adds to built.warnings what may be meant but
// seldom is.
void check_built(const Case& c, const CaseShapes& shapes, const CaseMeasure& size, Built& built);

} // namespace flotsam::cases
