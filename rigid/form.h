// What a shape really is, told from what it says of itself: exact contact and exact hollow bodies
// are possible for the simple ones.
#pragma once

#include "core/shape.h"

namespace flotsam::rigid {

struct Form {
    enum class Kind : std::uint8_t {
        sphere,   // in two dimensions: a disc
        box,      // in two dimensions: a rectangle
        cylinder, // round about the axis from - to
        round,    // another convex shape with curved faces: ellipsoid, cone, half ball
        other     // mesh, union, plane
    };
    Kind kind = Kind::other;
    Vec3 center = Vec3::Zero();                  // sphere, box
    double radius = 0.0;                         // sphere, cylinder
    Quat turn = Quat::Identity();                // box: its axes
    Vec3 half = Vec3::Zero();                    // box: half its sides
    Vec3 from = Vec3::Zero(), to = Vec3::Zero(); // cylinder
};

Form form_of(const Shape& shape, int dimension);

} // namespace flotsam::rigid
