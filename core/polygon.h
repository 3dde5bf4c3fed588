// Cutting a face with many corners into triangles.
#pragma once

#include "core/mesh.h"

#include <span>

namespace flotsam {

inline constexpr std::size_t most_corners = 1000;

// Appends triangles with the same orientation that use every corner, convex or not. False if the
// face has fewer than three corners, more than most_corners, or crosses itself.
bool cut_polygon(std::span<const Index> corners, Mesh& mesh);

} // namespace flotsam
