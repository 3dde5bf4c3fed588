// One time step of the whole system, and what it reports.
#pragma once

#include "coupling/body_step.h"

namespace flotsam::coupling {

struct StepReport {
    sph::PredictReport predict;
    sph::PressureReport pressure;
    sph::CorrectReport correct;
    sph::AdvectReport advect;
    BodyReport bodies;
};

StepReport step(State& s, const Method& m, double dt);

// Moves the boundary to its place at s.time, with its mean velocity over the next dt.
void pose_boundary(State& s, const Method& m, double dt);

} // namespace flotsam::coupling
