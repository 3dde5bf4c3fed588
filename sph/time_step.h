// The largest admissible time step, and what limits it.
#pragma once

#include "sph/fluid.h"
#include "sph/settings.h"

namespace flotsam::sph {

enum class StepLimit { advection, gravity, viscosity, depth, asked };
const char* limit_name(StepLimit limit);

struct StepChoice {
    double dt = 0.0; // s
    StepLimit limit = StepLimit::advection;
};

//   advection  cfl d / highest speed (fluid, spray counting half: projection.h; and walls)
//   gravity    0.08 sqrt(d / g): the start from rest; beyond 0.125 still water gains energy
//   viscosity  0.125 h^2 / nu: the explicit viscous term
//   depth      0.9 d / sqrt(p / rho): pressure pushes a particle back to its place on the lattice,
//   a spring of
//              at most 3.25 p / (rho d^2) for the kernel at h = 1.2 d, which an explicit step
//              follows until dt = 1.11 d / sqrt(p / rho). Binds under more than 126 layers of
//              water.
StepChoice choose_step(const Settings& settings, double max_speed, double max_nu,
                       double pressure = 0.0);

// Twice the mean pressure: that on the floor, where water stands; a few knocked particles hardly
// count.
double floor_pressure(const Fluid& fluid);

} // namespace flotsam::sph
