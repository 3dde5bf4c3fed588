// Making and mending triangle meshes: welding, splitting long edges, surfaces of revolution, boxes.
#pragma once

#include "core/mesh.h"
#include "core/shape.h"

#include <utility>
#include <vector>

namespace flotsam {

// Vertices with equal coordinates become one (numbered in order of first use); triangles that lose
// a corner by that are dropped. Returns how many were dropped.
Offset weld(Mesh& mesh);

// Triangles with edges no longer than `edge`: longer ones are halved, and since that depends on the
// edge alone, a closed mesh stays closed.
Mesh split_long_edges(Mesh mesh, double edge);

// How many pieces of at most `edge` a length is cut into. More than 10,000 means a length that
// stands for "no end" (the depth of a plane problem): it is left in one piece.
int pieces(double length, double edge);

// Pieces of a circle: at least 24, so that neighbours differ by less than the 30 degrees of a sharp
// edge.
int circle_pieces(double radius, double edge);

// A profile of points (radius, height), from the axis to the axis, turned about `axis` through
// `center`; counter-clockwise seen from outside when the profile runs upward.
Mesh revolve(const std::vector<std::pair<double, double>>& profile, const Vec3& center,
             const Vec3& axis, int around);

// Six faces of at most `edge` wide squares.
Mesh box_mesh(const Vec3& min, const Vec3& max, double edge);

// Volume, centre, inertia of the inside of a closed mesh, and the area of its surface.
MassProperties mesh_properties(const Mesh& mesh);

Bounds mesh_bounds(const Mesh& mesh);

inline const Vec3& corner(const Mesh& mesh, std::size_t t, std::size_t k)
{
    return mesh.vertex[static_cast<std::size_t>(mesh.triangle[t][k])];
}
// Normal whose length is twice the triangle's area.
inline Vec3 area_vector(const Mesh& mesh, std::size_t t)
{
    return (corner(mesh, t, 1) - corner(mesh, t, 0)).cross(corner(mesh, t, 2) - corner(mesh, t, 0));
}

} // namespace flotsam
