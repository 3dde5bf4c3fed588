#include "contact/collider_edges.h"

#include "core/directions.h"
#include "core/mesh_topology.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flotsam::contact {

namespace {

struct Piece {
    Edge edge;
    bool sticks_out = false;
};

// Unit, in the triangle's plane, square to its side `side`, towards its inside.
Vec3 into_face(const Mesh& mesh, const EdgeUse& use)
{
    const auto t = static_cast<std::size_t>(use.triangle);
    const auto k = static_cast<std::size_t>(use.side);
    const Vec3 along = (corner(mesh, t, (k + 1) % 3) - corner(mesh, t, k)).normalized();
    const Vec3 off = corner(mesh, t, (k + 2) % 3) - corner(mesh, t, k);
    return (off - off.dot(along) * along).normalized();
}

Vec3 unit_normal(const Mesh& mesh, const EdgeUse& use)
{
    return area_vector(mesh, static_cast<std::size_t>(use.triangle)).normalized();
}

std::vector<Piece> sharp_pieces(const Collider& c, const Mesh& mesh)
{
    std::vector<Piece> pieces;
    for_each_edge(edge_uses(mesh), [&](std::span<const EdgeUse> uses) {
        if (uses.size() != 2)
            return;
        const Vec3 n = unit_normal(mesh, uses[0]), m = unit_normal(mesh, uses[1]);
        if (one_face(n, m))
            return;
        Piece p;
        p.edge.from = mesh.vertex[static_cast<std::size_t>(uses[0].low)];
        p.edge.to = mesh.vertex[static_cast<std::size_t>(uses[0].high)];
        p.edge.into_first = into_face(mesh, uses[0]);
        p.edge.into_second = into_face(mesh, uses[1]);
        p.sticks_out = (p.edge.into_second.dot(n) < 0.0) != c.inside_out;
        pieces.push_back(p);
    });
    return pieces;
}

bool continues(const Edge& a, const Edge& b)
{
    const Vec3 u = (a.to - a.from).normalized(), v = (b.to - b.from).normalized();
    return u.cross(v).norm() < 1e-9 && (a.into_first - b.into_first).norm() < 1e-6 &&
           (a.into_second - b.into_second).norm() < 1e-6;
}

// Pieces that lie on one line become one edge.
void join_straight(std::vector<Edge>& edges)
{
    for (bool joined = true; joined;) {
        joined = false;
        for (std::size_t i = 0; i < edges.size(); ++i)
            for (std::size_t j = i + 1; j < edges.size();) {
                Edge b = edges[j];
                if ((b.into_first - edges[i].into_first).norm() >
                    (b.into_second - edges[i].into_first).norm())
                    std::swap(b.into_first, b.into_second);
                if (!continues(edges[i], b)) {
                    ++j;
                    continue;
                }
                Edge& a = edges[i];
                if (a.to == b.from)
                    a.to = b.to;
                else if (a.to == b.to)
                    a.to = b.from;
                else if (a.from == b.to)
                    a.from = b.from;
                else if (a.from == b.from)
                    a.from = b.to;
                else {
                    ++j;
                    continue;
                }
                edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(j));
                joined = true;
            }
    }
}

double distance_to(const Edge& e, const Vec3& x)
{
    const Vec3 u = e.to - e.from;
    const double t = std::clamp(u.dot(x - e.from) / u.squaredNorm(), 0.0, 1.0);
    return (x - e.from - t * u).norm();
}

// Of the face that `into` lies in, given the other one: out of the wedge between them.
Vec3 face_normal(const Edge& e, const Vec3& into, const Vec3& other)
{
    Vec3 n = (e.to - e.from).cross(into).normalized();
    return n.dot(other) > 0.0 ? Vec3(-n) : n;
}

} // namespace

void find_edges(Collider& c)
{
    const Vec3 size = c.bounds.size();
    const Mesh mesh = c.shape->triangles(size.maxCoeff());
    for (const Piece& p : sharp_pieces(c, mesh))
        if (p.sticks_out)
            c.edges.push_back(p.edge);
    if (c.edges.size() < 5000)
        join_straight(c.edges);
    for (Edge& e : c.edges) {
        const Vec3 middle = 0.5 * (e.from + e.to);
        const double step = 1e-3 * size.minCoeff();
        e.face_first = c.shape->nearest(middle + step * e.into_first).face;
        e.face_second = c.shape->nearest(middle + step * e.into_second).face;
    }
}

void face_normals_at(const Collider& c, const Vec3& x, std::vector<Vec3>& out)
{
    const double near = 1e-6 * c.bounds.size().minCoeff();
    const auto add = [&](const Vec3& n) {
        if (std::none_of(out.begin(), out.end(), [&](const Vec3& m) { return n.dot(m) > 0.99; }))
            out.push_back(n);
    };
    if (c.dimension == 2) { // the two sides of an outline's corner, seen from a little outside
        const double step = 1e-4 * std::max(c.bounds.size().x(), c.bounds.size().z());
        for (int n = 0; n < 16; ++n) {
            const double angle = std::numbers::pi * n / 8.0;
            const Vec3 u(std::cos(angle), 0.0, std::sin(angle));
            const SurfacePoint s = c.shape->nearest(x + step * u);
            if (s.blocked == 1 && std::abs(s.normal.y()) < 0.5)
                add(c.inside_out ? Vec3(-s.normal) : s.normal);
        }
        return;
    }
    for (const Edge& e : c.edges)
        if (distance_to(e, x) < near) {
            add(face_normal(e, e.into_first, e.into_second));
            add(face_normal(e, e.into_second, e.into_first));
        }
}

bool flat_faced(const Collider& c)
{
    if (c.form.kind == rigid::Form::Kind::box)
        return true;
    if (c.dimension == 2) {
        // Flat between corners: every face point's normal is one of a corner's.
        for (std::size_t p = 0; p < c.position.size(); ++p) {
            if (c.feature[p] != 1)
                continue;
            const Vec3& n = c.normal[static_cast<std::size_t>(c.first_normal[p])];
            bool known = false;
            for (std::size_t q = 0; q < c.position.size() && c.feature[q] == 3 && !known; ++q)
                for (Index k = c.first_normal[q]; k + 1 < c.first_normal[q + 1]; ++k)
                    known = known || n.dot(c.normal[static_cast<std::size_t>(k)]) > 1.0 - 1e-9;
            if (!known)
                return false;
        }
        return !c.position.empty();
    }
    if (!c.shape->exact())
        return false;
    const Mesh mesh = c.shape->triangles(c.bounds.size().maxCoeff());
    bool flat = true;
    for_each_edge(edge_uses(mesh), [&](std::span<const EdgeUse> uses) {
        if (uses.size() != 2)
            return;
        const double cosine = unit_normal(mesh, uses[0]).dot(unit_normal(mesh, uses[1]));
        if (cosine > one_face_cosine && cosine < 1.0 - 1e-9)
            flat = false;
    });
    return flat && !c.corner_clusters.empty();
}

} // namespace flotsam::contact
