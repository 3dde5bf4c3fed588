// How long a run will take, roughly: time steps from the highest speed to be expected, and a
// measured rate of particles per second.
#pragma once

#include "cases/estimate.h"
#include "rigid/prescribed.h"
#include "sph/time_step.h"

#include <string>

namespace flotsam::cases {

// Fluid particles times steps a second on two cores, in the first tenths of the shipped dam breaks
// with the jacobi solver: measured on one core (5.0e5 and 2.9e5 by processor time), times 1.8.
constexpr double particle_steps_per_second_2d = 9.0e5;
constexpr double particle_steps_per_second_3d = 5.0e5;

// The limits of the time step, s; infinite where a limit does not apply.
struct StepLimits {
    double speed = 0.0; // highest expected: free fall, walls, fills, bodies, m/s
    double advection = 0.0; // at that speed
    double gravity = 0.0;
    double viscosity = 0.0;
    sph::StepChoice choice; // which of them binds
};
StepLimits step_limits(const Case& c, const CaseShapes& shapes, const Bounds& domain,
                       const std::vector<rigid::Motion>& motions);

// Wall time of the whole run, s.
double run_time(const Case& c, const ParticleEstimate& particles, const StepLimits& limits);

// "about 20 s", "about 3 min", "about 5 h"
std::string duration_text(double seconds);

} // namespace flotsam::cases
