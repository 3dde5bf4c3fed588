// Settling of one body through a time step, [D21] Fig. 1, from landing to landing:
//
//   fall   until the lowest corner touches; the bounding box says cheaply when none can
//   land   settling_landing.h
//   turn   until another corner touches, or a corner would have to pull: then it lets go
//   stop   once the centre of mass stands over the contact points
//
// Print takes a corner into contact once it is closer than epsilon, and the body stays that far
// above the surface. Here the time is found at which it touches, so that nothing overlaps and
// nothing hovers; epsilon says which other corners touch with it.
#pragma once

#include "contact/settling_landing.h"
#include "rigid/bodies.h"

namespace flotsam::contact {

// In the body's frame; spheres and ellipsoids are smooth. `spacing`: how fine curved faces are.
SettlingShape settling_shape(const rigid::BodyModel& body, double spacing);

// Mass, inertia, shape; epsilon = 1e-3 L, a line's residual as wide as epsilon, no rebound below
// what a fall through epsilon gives.
SettlingModel settling_model(const rigid::BodyModel& body,
                             std::shared_ptr<const SettlingShape> shape,
                             const SettlingSurface& surface, const Vec3& gravity);

// Work space of a thread.
struct SettlingWork {
    SettlingSupport support;
};

void settle(const SettlingModel& m, SettlingBody& b, double dt, SettlingBook& book,
            SettlingWork& work);

} // namespace flotsam::contact
