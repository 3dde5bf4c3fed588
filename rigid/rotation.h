// Free rotation of a rigid body, contact-and-bodies 1.8: the momentum in the body's frame is turned
// about its principal axes one after the other, each turn exact, in an order that reads the same
// backwards (Strang), so that the step is symmetric, of second order, and keeps |L| and a nearby
// energy for ever.
//
//   p -> R_1(h/2) R_2(h/2) R_3(h) R_2(h/2) R_1(h/2) p,   R_k(h): by the angle -h p_k / I_k
//
// The quaternion gets the same turns the other way round, so that the momentum in the world
// stays what it was.
#pragma once

#include "core/types.h"

namespace flotsam::rigid {

// Turns `orientation` through the time dt without torque; `momentum` is the angular momentum in the
// world, which does not change.
void turn_freely(Quat& orientation, const Vec3& momentum, const Vec3& inertia, double dt);

// exp(angle): the turn by |angle| about angle, unit to rounding also for tiny angles.
Quat turn_by(const Vec3& angle);

} // namespace flotsam::rigid
