// A place where two bodies touch or may touch within the step (contact-phase notation of
// docs/theory.md): point x, unit normal n out of body B towards A, gap > 0 apart.
//
// Detection makes them, sorted by key, so that the same list comes out for any number of threads;
// the solver reads them. Walls are bodies of infinite mass with numbers from the body count on.
#pragma once

#include "core/types.h"

#include <compare>
#include <vector>

namespace flotsam::contact {

// Who touches whom, the same from step to step: carries the accumulated impulse over.
struct ContactKey {
    Index a = 0, b = 0;      // bodies, a < b: the contacts of a pair stand together
    std::uint32_t point = 0; // which surface point of a or b, or pair of edges (contact/narrow.h)
    friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

// The pair as one number that sorts like the key.
inline std::int64_t pair_number(const ContactKey& key)
{
    return (static_cast<std::int64_t>(key.a) << 32) + key.b;
}

struct ContactPoint {
    ContactKey key;
    Vec3 point = Vec3::Zero();   // x, world, m
    Vec3 normal = Vec3::UnitZ(); // n, from b to a
    double gap = 0.0;            // phi, m
    Index rule = 0;              // number of the pair rule: friction and restitution
    double curvature = 0.0;      // 1 / R* = 1 / R_a + 1 / R_b, for soft contact, 1/m
};

// Friction and restitution of a pair of named bodies (or faces of them).
struct PairRule {
    double friction = 0.0;         // dry, mu
    double wet_friction = 0.0;     // where there is water
    double restitution_rest = 0.0; // e below the resting speed
    double restitution = 0.0;      // e at impact, Stronge's
    bool sealed = false;           // no water gets between (coupling/uplift.h)
    // Of soft contact alone:
    double tangential_restitution = 0.0; // e_t
    double clearance = 0.0;              // gap at which contact begins, m
};

// What the solver needs to know of a body in this step; zero inverses for walls, fixed and
// prescribed bodies, and for locked directions.
struct Inertial {
    Vec3 center = Vec3::Zero();          // X, m
    Vec3 inverse_mass = Vec3::Zero();    // by world axis (locks), 1/kg
    Mat3 inverse_inertia = Mat3::Zero(); // world axes, 1/(kg m^2)
};

struct Twist {
    Vec3 velocity = Vec3::Zero();         // V, m/s
    Vec3 angular_velocity = Vec3::Zero(); // omega, rad/s
};

} // namespace flotsam::contact
