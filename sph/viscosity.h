// Molecular and Smagorinsky viscosity ([A21] Eq. 18-20).
//
//   nu_i = nu + (C_s 2h)^2 |S|_i,   |S|_i^2 = 1/2 sum_j a_ij |v_i - v_j|^2
//
// Eq. 20 needs a minus sign before r.gradW, which is negative; a_ij contains it. A pair uses the mean
// of its two viscosities, so that it conserves momentum; a wall pair uses the fluid's.
#pragma once

#include "sph/pairs.h"

#include <span>

namespace flotsam::sph {

// Fills nu and returns its maximum. Wall velocities must have been mirrored from `velocity`.
double effective_viscosity(std::span<const Vec3> velocity, const Settings& settings,
                           const Pairs& pairs, std::vector<double>& nu);

} // namespace flotsam::sph
