// The largest admissible time step, and what limits it.
#pragma once

#include "sph/fluid.h"
#include "sph/settings.h"

namespace flotsam::sph {

enum class StepLimit { advection, gravity, viscosity, asked };
const char* limit_name(StepLimit limit);

struct StepChoice {
    double dt = 0.0; // s
    StepLimit limit = StepLimit::advection;
};

//   advection  cfl d / highest speed (fluid, spray counting half: projection.h; and walls)
//   gravity    0.08 sqrt(d / g): the start from rest; beyond 0.125 still water gains energy
//   viscosity  0.125 h^2 / nu: the explicit viscous term
StepChoice choose_step(const Settings& settings, double max_speed, double max_nu);

} // namespace flotsam::sph
