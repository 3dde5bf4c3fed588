// The sister step of settling bodies ([D21], contact/settling.h): they meet their surface alone,
// and each moves on its own.
#pragma once

#include "coupling/state.h"

namespace flotsam::coupling {

// Bodies begin to settle, or become rigid again, before the step of the others.
void hand_over(State& s, const Method& m);

void settle_bodies(State& s, const Method& m, double dt);

// The body as contact/settling.h knows it.
contact::SettlingBody settling_body(const State& s, const Method& m, std::size_t i);

bool has_settling(const Method& m);

} // namespace flotsam::coupling
