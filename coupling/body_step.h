// The rigid half of a step (docs/theory.md, contact): impacts before forces act, resting contact
// after. In between stands the water, which sees the bodies with their velocities after impact.
#pragma once

#include "coupling/state.h"

namespace flotsam::coupling {

struct BodyReport {
    contact::DetectCounts found;
    contact::CollisionReport collision;
    contact::ContactReport contact; // impulses
    contact::SoftReport soft;       // or springs
};

// Contacts at the poses of now, and impacts.
void collide_bodies(State& s, const Method& m, double dt, BodyReport& report);

// Gravity and water, resting contact, and the bodies' motion over dt.
void move_bodies(State& s, const Method& m, double dt, BodyReport& report);

// Highest speed of a surface point of a body in the domain, m/s. Those outside have left: they fly
// on, but hold nobody up.
double fastest_body(const State& s, const Method& m);

// Starts the next sum of contact impulses if the present one has run its time.
bool contacts_due(const State& s, const Method& m);
void restart_contact_sums(State& s, const Method& m);

} // namespace flotsam::coupling
