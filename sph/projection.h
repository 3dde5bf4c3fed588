// Chorin's projection ([A21] Eq. 5, 6, 8): predict without pressure, correct with it, move.
//
//   v*      = v + dt (g + sum_j nu_ij a_ij (v_j - v_i) / c_ij)        Eq. 5, 18
//   v       = v* + dt/(2 rho0) sum_j a_ij (p_i + p_j) x_ij / c_ij     Eq. 6, symmetric gradient
//   x      += dt v + shift                                           Eq. 8
//
// Pair forces are exactly opposite, so momentum is conserved to rounding for any solver tolerance.
// 1/c_ij = (1/gain_i + 1/gain_j)/2 (free_surface.h) takes out the operators' own gain, which is not in
// print: without it still water settles at a pressure that is off by that gain (-2 % when stirred).
//
// Shifting (Fick): shift = D (1 - surface) sum_j a_ij x_ij / 2, with D = C h U dt and U the larger of
// the flow's speed and sqrt(g d). It acts against voids and clumps, keeps pressure quiet, and does
// not depend on dt. The height it lifts water is booked as work. In a sealed fluid pressure is
// negative somewhere and pulls particles into pairs and lines: there the sum's terms are weighted by
// 1 + R (W(r)/W(d))^4, R = 0.2, and C is 2 instead of 0.5 (Taylor-Green decays 40 % too fast without).
//
// Wall guard: spray particles hardly feel pressure, so a particle nearer than d/4 to a wall loses
// its approaching velocity (the impulse goes to the wall's load), and none comes nearer than d/10.
// Both are counted, and the moment that a push takes is given to the wall.
#pragma once

#include "sph/pressure.h"

namespace flotsam::sph {

// Work arrays of a step; nothing here survives a restart.
struct Workspace {
    Pairs pairs;
    PressureSolver pressure;
    Response response; // of free bodies
    WallLoads loads;
    std::vector<Vec3> v_star;
    std::vector<double> nu;     // effective viscosity, m^2/s
    std::vector<Vec3> spread;   // sum a_ij x_ij / 2, 1/m
    std::vector<double> tally;  // per particle, for sums
};

struct PredictReport {
    double viscous_energy = 0.0; // kinetic energy added by viscosity (negative: lost), J
    double max_nu = 0.0;         // m^2/s
};
PredictReport predict_velocity(const Fluid& fluid, const Boundary& boundary,
                               const Settings& settings, Workspace& work, double dt);

struct CorrectReport {
    Offset guarded = 0; // approaching velocities removed at walls
};
CorrectReport correct_velocity(Fluid& fluid, const Boundary& boundary, const Settings& settings,
                               Workspace& work, double dt);

struct AdvectReport {
    double flow_speed = 0.0;       // see flow_speed()
    double max_displacement = 0.0; // by velocity and shifting, m
    double shift_energy = 0.0;     // potential energy added by shifting, J
    Offset pushed = 0;             // particles pushed back from a wall
};
AdvectReport advect(Fluid& fluid, const Boundary& boundary, const Settings& settings,
                    Workspace& work, double dt);

double max_speed(const Fluid& fluid);

// The speed that limits the time step and scales shifting: the highest, where a particle of spray (filling
// below 0.25: hardly a neighbour) counts half. It flies freely, so it may pass 0.4 spacings a step, and one
// fast drop does not slow the whole run down.
double flow_speed(const Fluid& fluid, const Settings& settings);

} // namespace flotsam::sph
