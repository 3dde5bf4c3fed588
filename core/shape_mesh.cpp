// The inside of a closed mesh.
//
// The nearest triangle is found in a tree of boxes. Its sign comes from the normal of the feature
// on which the nearest point lies: of the triangle, of an edge (the sum of its two triangles'
// normals) or of a vertex (normals weighted by the angle of their triangles there), which is right
// everywhere (Baerentzen & Aanaes 2005).
#include "core/box_tree.h"
#include "core/directions.h"
#include "core/error.h"
#include "core/mesh_topology.h"
#include "core/shape.h"
#include "core/surface_mesh.h"
#include "core/triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam {

namespace {

class MeshShape final : public Shape {
public:
    explicit MeshShape(Mesh mesh) : mesh_(std::move(mesh)), by_vertex_(triangles_by_vertex(mesh_))
    {
        bounds_ = mesh_bounds(mesh_);
        on_surface_ = 1e-12 * bounds_.size().norm();
        std::vector<Bounds> boxes;
        boxes.reserve(mesh_.triangle.size());
        for (std::size_t t = 0; t < mesh_.triangle.size(); ++t) {
            const Vec3 &a = corner(mesh_, t, 0), &b = corner(mesh_, t, 1), &c = corner(mesh_, t, 2);
            boxes.push_back({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)});
            normal_.push_back(area_vector(mesh_, t).normalized());
        }
        tree_ = BoxTree(boxes);
        join_edges();
        weigh_vertices();
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        const Hit hit = search(x);
        SurfacePoint s;
        s.point = hit.on.point;
        const Vec3 from = x - s.point, outward = feature_normal(hit);
        const double length = from.norm(), sign = from.dot(outward) < 0.0 ? -1.0 : 1.0;
        s.distance = sign * length;
        const bool off = length > on_surface_;
        s.normal = hit.on.feature == 0 || !off ? outward.normalized() : Vec3(sign / length * from);
        if (hit.on.feature != 0)
            count_blocked(hit, off, s);
        return s;
    }

    double distance(const Vec3& x) const override
    {
        const Hit hit = search(x);
        const Vec3 from = x - hit.on.point;
        return std::copysign(from.norm(), from.dot(feature_normal(hit)) < 0.0 ? -1.0 : 1.0);
    }

    Bounds bounds() const override { return bounds_; }
    Mesh triangles(double edge) const override { return split_long_edges(mesh_, edge); }
    std::optional<MassProperties> exact() const override { return mesh_properties(mesh_); }

private:
    struct Hit {
        Index triangle = 0;
        OnTriangle on;
    };

    Hit search(const Vec3& x) const
    {
        Hit best;
        tree_.nearest(x, std::numeric_limits<double>::infinity(), [&](Index t, double& nearest2) {
            const auto n = static_cast<std::size_t>(t);
            const OnTriangle on = nearest_on_triangle(x, corner(mesh_, n, 0), corner(mesh_, n, 1),
                                                      corner(mesh_, n, 2));
            const double d2 = (x - on.point).squaredNorm();
            if (d2 < nearest2) {
                nearest2 = d2;
                best = {t, on};
            }
        });
        return best;
    }

    // Not of unit length on edges and vertices.
    Vec3 feature_normal(const Hit& hit) const
    {
        const auto t = static_cast<std::size_t>(hit.triangle);
        if (hit.on.feature == 0)
            return normal_[t];
        const auto k = static_cast<std::size_t>((hit.on.feature - 1) % 3);
        if (hit.on.feature > 3)
            return vertex_normal_[static_cast<std::size_t>(mesh_.triangle[t][k])];
        return normal_[t] + normal_[static_cast<std::size_t>(across_[t][k])];
    }

    // A place square above one of the faces counts as above that face.
    void count_blocked(const Hit& hit, bool off, SurfacePoint& s) const
    {
        const auto t = static_cast<std::size_t>(hit.triangle);
        const auto k = static_cast<std::size_t>((hit.on.feature - 1) % 3);
        const auto square = [&](const Vec3& n) { return off && n.dot(s.normal) > 1.0 - 1e-12; };
        if (hit.on.feature <= 3) {
            const Vec3 &n = normal_[t], &m = normal_[static_cast<std::size_t>(across_[t][k])];
            if (one_face(n, m) || square(n) || square(m))
                return;
            s.blocked = 2;
            s.along = (corner(mesh_, t, (k + 1) % 3) - corner(mesh_, t, k)).normalized();
            return;
        }
        std::array<Vec3, 32> normals; // more triangles than that at one vertex add no direction
        std::size_t count = 0;
        for (const Index f : by_vertex_.row(mesh_.triangle[t][k])) {
            const Vec3& n = normal_[static_cast<std::size_t>(f)];
            if (square(n))
                return;
            const auto end = normals.begin() + static_cast<std::ptrdiff_t>(count);
            const bool known =
                std::any_of(normals.begin(), end, [&](const Vec3& m) { return n.dot(m) > 0.999; });
            if (!known && count < normals.size() && n.squaredNorm() > 0.5)
                normals[count++] = n;
        }
        s.blocked = blocked_directions(std::span(normals.data(), count), s.along);
    }

    void join_edges()
    {
        across_.resize(mesh_.triangle.size());
        for_each_edge(edge_uses(mesh_), [&](std::span<const EdgeUse> uses) {
            expects(uses.size() == 2, "every edge of a mesh shape joins two triangles");
            for (std::size_t n = 0; n < 2; ++n)
                across_[static_cast<std::size_t>(uses[n].triangle)]
                       [static_cast<std::size_t>(uses[n].side)] = uses[1 - n].triangle;
        });
    }

    void weigh_vertices()
    {
        vertex_normal_.assign(mesh_.vertex.size(), Vec3::Zero());
        for (std::size_t t = 0; t < mesh_.triangle.size(); ++t)
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 u = corner(mesh_, t, (k + 1) % 3) - corner(mesh_, t, k);
                const Vec3 v = corner(mesh_, t, (k + 2) % 3) - corner(mesh_, t, k);
                const double angle = std::atan2(u.cross(v).norm(), u.dot(v));
                vertex_normal_[static_cast<std::size_t>(mesh_.triangle[t][k])] +=
                    angle * normal_[t];
            }
    }

    Mesh mesh_;
    VertexTriangles by_vertex_;
    Bounds bounds_;
    double on_surface_ = 0.0;  // closer than this is on the surface, m
    std::vector<Vec3> normal_; // of triangles, unit
    std::vector<Vec3> vertex_normal_;
    std::vector<std::array<Index, 3>> across_; // triangle on the other side of each edge
    BoxTree tree_;
};

} // namespace

ShapePtr make_mesh_shape(Mesh mesh)
{
    expects(!mesh.triangle.empty(), "a mesh shape has triangles");
    weld(mesh);
    return std::make_shared<MeshShape>(std::move(mesh));
}

} // namespace flotsam
