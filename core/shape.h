// Closed shapes, asked for the nearest point of their surface. (Interface only in this commit.)
#pragma once

#include "core/types.h"

namespace flotsam {

// The nearest point of a surface to a place.
struct SurfacePoint {
    double distance = 0.0;            // signed: negative inside the shape, m
    Vec3 point = Vec3::Zero();        // nearest point of the surface
    Vec3 normal = Vec3::UnitZ();      // unit, out of the shape at that point (direction to the place,
                                      // when it lies outside an edge)
    int blocked = 1;                  // 1 face, 2 edge, 3 corner: how many independent face normals
                                      // meet at `point` (faces closer than 30 degrees count as one)
    Vec3 along = Vec3::Zero();        // unit, along the edge when blocked = 2
    int face = -1;                    // box: 0..5 = x-, x+, y-, y+, z-, z+; else -1
};

} // namespace flotsam
