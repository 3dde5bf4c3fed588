// Friction of a smooth wall under a boundary layer that the particles do not resolve.
//
// The fluid slips, and the wall draws it back with the stress of the law of the wall in the form of
// H. Werner and H. Wengle (Proc. 8th Symp. Turbulent Shear Flows, 1993):
//
//   u / u_t = y u_t / nu               below y u_t / nu = 11.81: still laminar at y
//   u / u_t = 8.3 (y u_t / nu)^(1/7)   above
//
// u is the velocity past the wall at the centroid of a marker's fluid, y the height of that
// centroid, u_t^2 = the stress over rho. On a particle it acts through its wall pairs,
//
//   dv_i/dt = -sum_w a_iw n.(x_i - x_w) u_t^2 u/|u| / gain_i ,
//
// which is the flux through the surface that the pair form of nu lap v has for a gradient u_t^2 /
// nu: the sum over a flat wall is u_t^2 an area (times the lattice gain, 0.99).
#pragma once

#include "sph/pairs.h"

namespace flotsam::sph {

// u_t^2 in m^2/s^2; always along and against u.
double wall_law_stress(double speed, double height, double viscosity);

// Fills walls.friction from `velocity`, if any solid in `settings` follows the law.
void find_wall_friction(std::span<const Vec3> velocity, const Boundary& boundary,
                        const Settings& settings, Pairs& pairs);

} // namespace flotsam::sph
