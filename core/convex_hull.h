// The convex hull of points: what of a body can touch a plane.
#pragma once

#include "core/mesh.h"

#include <span>

namespace flotsam {

// Closed mesh of the hull's corners, counter-clockwise seen from outside. Points that stand out by
// no more than `tolerance` are left out, so that the many points of a flat face become its corners.
// Empty if the points lie in one plane to that tolerance.
Mesh convex_hull(std::span<const Vec3> points, double tolerance);

} // namespace flotsam
