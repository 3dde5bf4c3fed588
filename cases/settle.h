// Water at rest around bodies at the start. Bodies are cut out of the water's lattice; where their
// faces do not lie on it, particles next to them stand unevenly. Deep water does not bear that
// (DECISIONS 18, 55), so they are shifted, before time begins, until they stand evenly:
//
//   x += 0.1 d^2 (1 - surface) G,   G = sum_j a_ij x_ij / 2   (the shifting of sph/projection.h)
//
// Only particles within two supports of a body move. Nothing moves where lattice and bodies fit.
#pragma once

#include "coupling/state.h"

namespace flotsam::cases {

void settle_around_bodies(const coupling::Method& m, coupling::State& s);

} // namespace flotsam::cases
