// Where a round solid touches another: shared by the files of round contact.
#pragma once

#include "contact/narrow.h"

#include <optional>
#include <span>

namespace flotsam::contact {

struct Sides {
    const Collider &a, &b; // a is round
    const Pose &pose_a, &pose_b;
    int wall = -1; // of a box tank: this wall alone
};

inline Sides sides(const PairView& pair, bool swapped)
{
    if (swapped)
        return {*pair.b, *pair.a, pair.pose_b, pair.pose_a, -1};
    return {*pair.a, *pair.b, pair.pose_a, pair.pose_b, -1};
}

struct Touch {
    Vec3 point = Vec3::Zero();  // on a, world
    Vec3 normal = Vec3::Zero(); // out of b, world
    double gap = 0.0;
    int face = -1; // of b
};

inline std::optional<Touch> touch_at(const Sides& s, const Vec3& x)
{
    if (s.wall >= 0) {
        const int axis = s.wall / 2;
        const double side = s.wall % 2 == 0 ? -1.0 : 1.0;
        const double inside = s.b.form.half[axis] - side * s.pose_b.to_local(x)[axis];
        return Touch{x, -side * s.pose_b.turn.col(axis), inside, s.wall};
    }
    const auto on = s.b.nearest(s.pose_b.to_local(x));
    if (!on)
        return std::nullopt;
    return Touch{x, s.pose_b.turn * on->normal, on->distance, on->face};
}

// Slides x along a to where it is deepest in b, or nearest to it: there a's surface is square to
// b's normal n. The point of a nearest to x - k n lies the closer to that place the larger k is
// when b is flat; where b is rounder than a, a large k goes too far, and a smaller one is tried
// until the gap closes. Nothing when it comes to where another point has come before.
std::optional<Touch> slide(const Sides& s, const Touch& start, std::span<const Touch> known,
                           double same);

// A ball about c against b: one touch with a convex solid; each wall of a box it is in; more than
// one in hollows and pockets.
void touch_ball(const Sides& s, const Vec3& c, double radius, const PairView& pair,
                std::vector<Touch>& touches);

// Cylinder a against b (or its wall): ends of lines of contact, and points of a rim that stands.
void touch_cylinder(const Sides& s, const PairView& pair, std::vector<Touch>& touches);

} // namespace flotsam::contact
