// Closed shapes, asked for the nearest point of their surface.
#pragma once

#include "core/mesh.h"
#include "core/types.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

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
    int face = -1;                    // number in face_names(); -1 on an edge or a faceless shape
    std::uint32_t faces = 0;          // bit f: face f meets `point`, also on edges and corners
};

// Volume integrals at unit density: multiply by a density to get mass and inertia.
struct MassProperties {
    double volume = 0.0;                // m^3
    Vec3 center = Vec3::Zero();         // m
    Mat3 inertia = Mat3::Zero();        // about the centre, world axes, m^5
    double area = 0.0;                  // of the surface, m^2
};

class Shape {
public:
    virtual ~Shape() = default;
    // Safe to call from many threads at once.
    virtual SurfacePoint nearest(const Vec3& x) const = 0;
    // Signed distance only; may be cheaper.
    virtual double distance(const Vec3& x) const { return nearest(x).distance; }
    // Around the shape; +-1e9 where it has no end.
    virtual Bounds bounds() const = 0;
    // Closed surface of triangles with edges no longer than about `edge`, for pictures and points.
    virtual Mesh triangles(double edge) const = 0;
    // Exact for the primitives, meshes, unions of boxes and unions of parts that keep apart; empty
    // for planes and for other unions.
    virtual std::optional<MassProperties> exact() const { return std::nullopt; }
    // Names of the faces by number: box x- x+ y- y+ z- z+; cylinder and cone side, from, to;
    // bowl shell, rim. Empty for shapes without named faces.
    virtual std::vector<std::string> face_names() const { return {}; }
    // The frame in which the shape's faces are aligned with the axes: the lattice for sampling is
    // laid along it. Identity but for turned shapes and slanted planes.
    virtual Quat frame() const { return Quat::Identity(); }
    // Bounds of frame()^-1 x over the shape: the box around it along its own axes.
    virtual Bounds frame_bounds() const { return bounds(); }
    // Points that span a flat named face (its corners and centre), to ask whether it lies on
    // something. Empty for curved faces.
    virtual std::vector<Vec3> face_points(int /*face*/) const { return {}; }
    // The shape carried on by `length` past the faces with a bit in `faces`, as if they were not
    // there; face numbers stay. Null where that has no meaning.
    virtual std::shared_ptr<const Shape> extended(std::uint32_t /*faces*/, double /*length*/) const
    {
        return nullptr;
    }
    // What a union is made of; empty for anything else.
    virtual std::vector<std::shared_ptr<const Shape>> parts() const { return {}; }
};
using ShapePtr = std::shared_ptr<const Shape>;

ShapePtr make_box(const Vec3& min, const Vec3& max);
ShapePtr make_ellipsoid(const Vec3& center, const Vec3& radii); // a sphere has three equal radii
ShapePtr make_cylinder(const Vec3& from, const Vec3& to, double radius);
ShapePtr make_cone(const Vec3& from, const Vec3& to, double radius_from, double radius_to);
// The lower half of a ball: what a hemispherical bowl holds. Rim in the plane z = center.z.
ShapePtr make_bowl(const Vec3& center, double radius);
// The half-space behind a plane; `normal` points out of the solid.
ShapePtr make_plane(const Vec3& point, const Vec3& normal);
// Outside, and for boxes along common axes (an L, a stair) everywhere, distances are exact. Inside a
// union of other parts the point found always lies on the union's surface, so the depth is never
// too small; where the nearest point lies on the seam of two parts it is found by bisection, and
// the depth may then be too large by a few per cent of it.
ShapePtr make_union(std::vector<ShapePtr> parts);
// The inside of a closed mesh (core/mesh_check.h must have accepted it).
ShapePtr make_mesh_shape(Mesh mesh);
// The shape turned by `angle` (rad) about `axis` through `about`.
ShapePtr make_turned(ShapePtr shape, double angle, const Vec3& axis, const Vec3& about);

// The shape moved as a rigid thing: x = turn * y + shift for every y of the shape as it was.
ShapePtr make_placed(ShapePtr shape, const Quat& turn, const Vec3& shift);

} // namespace flotsam
