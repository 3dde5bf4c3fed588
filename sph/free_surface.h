// Where the free surface is ([A21] sec. 2.6 detects it; here it is a number between 0 and 1).
//
// The filling c_i (position divergence over its lattice value) is 1 inside and about 1/2 in the top
// layer, but noisy where particles are disordered. Averaged over a particle and its fluid neighbours
// it separates surface and bulk well:
//
//   surface_i = 1 for <c> <= 0.85, 0 for <c> >= 0.93, linear between.
//
// <c> G0 is also how much too strong the SPH gradient is at that place (0.99 on a lattice, 1.02 in
// stirred water), so the corrector divides by it: gain_i = <c> G0 inside, 1 at the free surface.
//
// Without this gate the surface term of the pressure equation leaks pressure from every slightly
// disordered bulk particle, and deep water loses most of its pressure.
#pragma once

#include "sph/pairs.h"

namespace flotsam::sph {

void gauge_surface(Fluid& fluid, const Settings& settings, Pairs& pairs);

} // namespace flotsam::sph
