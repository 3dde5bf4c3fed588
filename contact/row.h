// A contact as both phases see it: arms, friction of this step, and where it came from.
#pragma once

#include "contact/islands.h"
#include "contact/pair_geometry.h"

namespace flotsam::contact {

struct Row {
    Vec3 arm_a, arm_b, normal; // r_A, r_B, n
    double gap = 0.0;          // phi, m
    double friction = 0.0;     // mu, dry or wet
    Index a = 0, b = 0;
    Index point = 0; // in Scene::points
    Index rule = 0;
};

// One for each contact of `islands`, in their order.
void make_rows(const Scene& scene, const Islands& islands, std::vector<Row>& rows);

inline Vec3 velocity_of(const Row& r, std::span<const Twist> twists)
{
    return velocity_at(twists[static_cast<std::size_t>(r.a)], r.arm_a) -
           velocity_at(twists[static_cast<std::size_t>(r.b)], r.arm_b);
}

// Work done on the moving body by one that is prescribed, at its velocity; 0 if both move.
inline double driven_work(const Row& r, const Vec3& impulse, const Scene& scene,
                          std::span<const Twist> twists)
{
    const auto a = static_cast<std::size_t>(r.a);
    const auto b = static_cast<std::size_t>(r.b);
    if (!moves(scene.bodies[b]))
        return impulse.dot(velocity_at(twists[b], r.arm_b));
    if (!moves(scene.bodies[a]))
        return -impulse.dot(velocity_at(twists[a], r.arm_a));
    return 0.0;
}

} // namespace flotsam::contact
