// What a settling body stands on: contact points, their kind, and whether they hold it ([D21]
// sections 2.1, 2.2 and 2.4).
//
// The kind is told by the straight line that fits the points best; with d_i their distances from it
//
//   residual = sum d_i^2 / (n L^2)
//
// so that it has no dimension and does not grow with the number of points (print: sum d_i^2 < 0.1).
#pragma once

#include "contact/settling_types.h"

namespace flotsam::contact {

enum class ContactKind : int { none = 0, point = 1, line = 2, surface = 3 };

struct SettlingSupport {
    std::vector<Index> touching; // corners no higher than epsilon
    std::vector<Index> outline;  // those around all of them, counter-clockwise seen from outside
    std::vector<double> height;  // of every corner, m
    std::vector<std::array<double, 3>> flat; // work space: places in the surface
    double residual = 0.0;
    ContactKind kind = ContactKind::none;
    bool on_face = false; // the centre of mass stands over a triangle of contact points (Fig. 5a)
    bool in_outline = false; // or within their outline (Fig. 5b)

    bool stable() const { return on_face || in_outline; }
};

// Height of the lowest place of the body over the surface, m.
double lowest(const SettlingModel& m, const Vec3& position, const Quat& orientation);

// No place of it is lower than this: bounding box test ([D21] Eq. 2).
double lowest_bound(const SettlingModel& m, const Vec3& position, const Quat& orientation);

// The lowest point of a smooth body, relative to its centre, and how it moves as the body turns.
Vec3 smooth_contact(const SettlingModel& m, const Quat& orientation);
Vec3 smooth_contact_rate(const SettlingModel& m, const Quat& orientation, const Vec3& spin);

void find_support(const SettlingModel& m, const SettlingBody& b, SettlingSupport& out);

// Centre of mass moved along gravity onto the surface.
Vec3 footing(const SettlingModel& m, const Vec3& position);

} // namespace flotsam::contact
