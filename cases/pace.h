// How long a run will take, roughly: time steps from the highest speed to be expected, and a
// measured rate of particles per second.
#pragma once

#include "cases/estimate.h"
#include "rigid/prescribed.h"
#include "sph/time_step.h"

#include <string>

namespace flotsam::cases {

// Fluid particles times steps a second on two idle cores, from the times of whole runs in README.md
// (2026-11-18). Measured over guessed: 0.65 to 1.45 for eight flows of two dimensions, 0.7 to 1.4
// for four of three. Steps are as guessed here too: jets make for more of them.
constexpr double particle_steps_per_second_2d = 7.8e5;
constexpr double particle_steps_per_second_3d = 6.9e5;
// Bodies times steps without water, by processor time of whole runs: block-stack 1.1e5, dominoes
// 3.3e4, so within a factor of two. Piles with many contacts a body take longer.
constexpr double body_steps_per_second = 6.0e4;

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
