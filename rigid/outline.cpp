// The outline of a prism along y: where triangles of its far cap meet those of its sides.
#include "core/directions.h"
#include "core/mesh_topology.h"
#include "core/surface_mesh.h"
#include "rigid/make_body.h"

#include <cmath>
#include <map>

namespace flotsam::rigid {

namespace {

// One straight piece of the outline, in the plane y = 0.
struct Stretch {
    Index from = 0, to = 0; // vertices of the mesh
    Vec3 normal = Vec3::Zero();
    bool used = false;
};

class Outline {
public:
    Outline(const Shape& shape, double spacing)
        : shape_(shape), spacing_(spacing), mesh_(shape.triangles(0.5 * spacing))
    {
        for_each_edge(edge_uses(mesh_), [&](std::span<const EdgeUse> uses) {
            if (uses.size() == 2)
                consider(uses[0], uses[1]);
        });
        for (Vec3& x : mesh_.vertex)
            x.y() = 0.0;
        for (std::size_t n = 0; n < stretches_.size(); ++n) {
            at_[stretches_[n].from].push_back(n);
            at_[stretches_[n].to].push_back(n);
        }
    }

    SurfaceSample sample()
    {
        SurfaceSample out;
        for (const auto& [v, mine] : at_)
            if (is_corner(mine))
                for (const std::size_t n : mine)
                    if (!stretches_[n].used)
                        add_line(v, n, out);
        for (std::size_t n = 0; n < stretches_.size(); ++n)
            if (!stretches_[n].used)
                add_line(stretches_[n].from, n, out);
        for (const auto& [v, mine] : at_)
            if (is_corner(mine))
                add_corner(v, mine, out);
        return out;
    }

private:
    void consider(const EdgeUse& a, const EdgeUse& b)
    {
        const Vec3 na = area_vector(mesh_, static_cast<std::size_t>(a.triangle)).normalized();
        const Vec3 nb = area_vector(mesh_, static_cast<std::size_t>(b.triangle)).normalized();
        const bool a_is_cap = na.y() > 0.5, b_is_cap = nb.y() > 0.5;
        if (a_is_cap != b_is_cap)
            stretches_.push_back({a.low, a.high, a_is_cap ? nb : na, false});
    }

    Vec3 place(Index v) const { return mesh_.vertex[static_cast<std::size_t>(v)]; }

    bool is_corner(const std::vector<std::size_t>& mine) const
    {
        return mine.size() != 2 ||
               !one_face(stretches_[mine[0]].normal, stretches_[mine[1]].normal);
    }

    // Covered by another part of a union.
    bool covered(const Vec3& x) const { return shape_.distance(x) < -0.1 * spacing_; }

    void add(const Vec3& x, const Vec3& normal, double length, int feature,
             SurfaceSample& out) const
    {
        if (covered(x))
            return;
        out.position.push_back(x);
        out.normal.push_back(normal);
        out.area.push_back(length);
        out.feature.push_back(static_cast<std::uint8_t>(feature));
    }

    // Middles of equal lengths, put on the true outline.
    void add_line(Index v, std::size_t n, SurfaceSample& out)
    {
        std::vector<Vec3> points{place(v)}, normals;
        std::vector<double> length{0.0};
        while (true) {
            stretches_[n].used = true;
            normals.push_back(stretches_[n].normal);
            v = stretches_[n].from == v ? stretches_[n].to : stretches_[n].from;
            length.push_back(length.back() + (place(v) - points.back()).norm());
            points.push_back(place(v));
            const auto& mine = at_.at(v);
            if (is_corner(mine))
                break;
            n = mine[0] == n ? mine[1] : mine[0];
            if (stretches_[n].used)
                break;
        }
        const int count = std::max(1, static_cast<int>(std::lround(length.back() / spacing_)));
        std::size_t piece = 0;
        for (int k = 0; k < count; ++k) {
            const double s = length.back() * (k + 0.5) / count;
            while (piece + 2 < length.size() && length[piece + 1] < s)
                ++piece;
            const double t = (s - length[piece]) / (length[piece + 1] - length[piece]);
            const Vec3 x = points[piece] + t * (points[piece + 1] - points[piece]);
            const SurfacePoint on = shape_.nearest(x + 1e-3 * spacing_ * normals[piece]);
            const bool smooth = on.blocked == 1 && on.normal.dot(normals[piece]) > 0.5;
            add(smooth ? Vec3(on.point.x(), 0.0, on.point.z()) : x,
                smooth ? on.normal : normals[piece], length.back() / count, 1, out);
        }
    }

    void add_corner(Index v, const std::vector<std::size_t>& mine, SurfaceSample& out) const
    {
        Vec3 sum = Vec3::Zero();
        for (const std::size_t n : mine)
            sum += stretches_[n].normal;
        add(place(v), sum.normalized(), 0.0, 3, out);
    }

    const Shape& shape_;
    double spacing_;
    Mesh mesh_;
    std::vector<Stretch> stretches_;
    std::map<Index, std::vector<std::size_t>> at_; // stretches by vertex
};

} // namespace

SurfaceSample sample_outline(const Shape& shape, double spacing)
{
    return Outline(shape, spacing).sample();
}

} // namespace flotsam::rigid
