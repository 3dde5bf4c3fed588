// Bodies in the water: their particles are boundary points that move with them, and the pressure
// answers to their acceleration (sph/response.h).
//
//   pose_bodies        points where the bodies are, with their velocities after impacts
//   predict_bodies     q* = q + dt f*: everything that acts but the pressure of this step
//   respond            q* + dt y, once the pressure is known: what the corrector and the guard see
//   water_on_bodies    force and torque of the step: pair reactions or the integral over markers,
//                      drag, and what water in joints did in the last step (joints.h)
#pragma once

#include "coupling/state.h"

namespace flotsam::coupling {

// Bodies follow the walls in the list of solids, and their points those of the walls.
inline std::size_t owner_of_body(const Method& m, std::size_t body)
{
    return m.solids.size() - m.models().size() + body;
}

void pose_bodies(State& s, const Method& m);
void predict_bodies(State& s, const Method& m, double dt);
void respond(State& s, const Method& m, double dt);
void water_on_bodies(State& s, const Method& m, double dt);

} // namespace flotsam::coupling
