// How a settling body moves between landings. Each function gives the body as it is `h` seconds
// later; nothing is looked up on the way.
#pragma once

#include "contact/settling_types.h"

namespace flotsam::contact {

// Free flight: the parabola is exact.
SettlingBody fallen(const SettlingModel& m, const SettlingBody& b, double h);

// Turned about the corner or the line that carries it, without slip.
SettlingBody turned(const SettlingModel& m, const SettlingBody& b, double h);

// A smooth body rolled without slip; adds what C takes to `damped`, J.
SettlingBody rolled(const SettlingModel& m, const SettlingBody& b, double h, double& damped);

// Normal forces that a turning body needs at its corners, N; on a point all of it is at the first.
struct CarryingForces {
    double at_a = 0.0, at_b = 0.0;
};
CarryingForces carrying_forces(const SettlingModel& m, const SettlingBody& b);

// Acceleration of corner n off the surface if corner `pivot` alone carried the body, m/s^2.
double lift_of(const SettlingModel& m, const SettlingBody& b, Index n, Index pivot);

// Eqs. 10-16 of [D21], for both kinds, from L_O at the start of the step, which is renewed;
// `arm` is r_Oc at its start. The position is the caller's business.
void turn_as_printed(const SettlingModel& m, const Vec3& arm, const Vec3* axis, double h,
                     Quat& orientation, Vec3& spin, Vec3& momentum);

// Smooth: the centre stands over the contact point, does not move, and would come back.
bool rests(const SettlingModel& m, const SettlingBody& b);

} // namespace flotsam::contact
