// A union of any parts.
//
// From outside, its nearest point is the nearest of the parts' nearest points. From inside, a
// part's nearest point does not count where another part covers it. Then the nearest uncovered
// point of that part is looked for: first on triangles of its uncovered surface, next, by bisection
// on the part's true surface between the covered point and the one found, at the seam where the
// cover ends.
#include "core/box_tree.h"
#include "core/directions.h"
#include "core/error.h"
#include "core/mass_properties.h"
#include "core/shape.h"
#include "core/shape_box_union.h"
#include "core/surface_mesh.h"
#include "core/triangle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flotsam {

namespace {

double middle_extent(const Shape& shape)
{
    const Vec3 s = shape.bounds().size();
    std::array<double, 3> e{s.x(), s.y(), s.z()};
    std::sort(e.begin(), e.end());
    return e[1];
}

class Union final : public Shape {
public:
    explicit Union(std::vector<ShapePtr> parts) : parts_(std::move(parts)), open_(parts_.size())
    {
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            const double size = middle_extent(*parts_[k]);
            if (size >= 1e8)
                continue; // a half-space
            step_ = std::min(step_, 1e-7 * size);
        }
        for (std::size_t k = 0; k < parts_.size(); ++k)
            if (middle_extent(*parts_[k]) < 1e8)
                find_uncovered(k);
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        SurfacePoint best;
        best.distance = std::numeric_limits<double>::infinity();
        for (const ShapePtr& part : parts_) {
            const SurfacePoint s = part->nearest(x);
            if (s.distance < best.distance)
                best = s;
        }
        if (best.distance <= 0.0)
            best = from_inside(x);
        best.face = -1;
        best.faces = 0;
        return best;
    }

    double distance(const Vec3& x) const override
    {
        double least = std::numeric_limits<double>::infinity();
        for (const ShapePtr& part : parts_)
            least = std::min(least, part->distance(x));
        return least <= 0.0 ? from_inside(x).distance : least;
    }

    Bounds bounds() const override
    {
        Bounds all = parts_[0]->bounds();
        for (const ShapePtr& part : parts_) {
            const Bounds b = part->bounds();
            all = {all.min.cwiseMin(b.min), all.max.cwiseMax(b.max)};
        }
        return all;
    }

    // The closed surfaces of all parts, covered places included.
    Mesh triangles(double edge) const override
    {
        Mesh all;
        for (const ShapePtr& part : parts_) {
            const Mesh m = part->triangles(edge);
            const auto start = static_cast<Index>(all.vertex.size());
            all.vertex.insert(all.vertex.end(), m.vertex.begin(), m.vertex.end());
            for (const auto& t : m.triangle)
                all.triangle.push_back({start + t[0], start + t[1], start + t[2]});
        }
        return all;
    }

    std::optional<MassProperties> exact() const override
    {
        std::vector<MassProperties> all;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            const Bounds b = parts_[k]->bounds();
            for (std::size_t j = 0; j < k; ++j) {
                const Bounds c = parts_[j]->bounds();
                if ((b.min.array() <= c.max.array()).all() &&
                    (c.min.array() <= b.max.array()).all())
                    return std::nullopt;
            }
            const auto m = parts_[k]->exact();
            if (!m)
                return std::nullopt;
            all.push_back(*m);
        }
        return combined(all);
    }

    std::vector<ShapePtr> parts() const override { return parts_; }

private:
    // Uncovered triangles of one part.
    struct Surface {
        Mesh mesh;
        BoxTree tree;
    };

    // Another part reaches over the surface point p of part k with outward normal n; -1 if none
    // does.
    int covers(std::size_t k, const Vec3& p, const Vec3& n) const
    {
        for (std::size_t j = 0; j < parts_.size(); ++j)
            if (j != k && parts_[j]->distance(p + step_ * n) < 0.0)
                return static_cast<int>(j);
        return -1;
    }

    void find_uncovered(std::size_t k)
    {
        Mesh mesh = parts_[k]->triangles(middle_extent(*parts_[k]) / 32.0);
        std::vector<std::array<Index, 3>> kept;
        std::vector<Bounds> boxes;
        for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
            const Vec3 n = area_vector(mesh, t).normalized();
            const Vec3 &a = corner(mesh, t, 0), &b = corner(mesh, t, 1), &c = corner(mesh, t, 2);
            const Vec3 middle = (a + b + c) / 3.0;
            bool open = true;
            for (const Vec3* v : {&a, &b, &c})
                open = open && covers(k, *v + 0.01 * (middle - *v), n) < 0;
            if (!open)
                continue;
            kept.push_back(mesh.triangle[t]);
            boxes.push_back({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)});
        }
        mesh.triangle = std::move(kept);
        open_[k] = {std::move(mesh), BoxTree(boxes)};
    }

    SurfacePoint from_inside(const Vec3& x) const
    {
        SurfacePoint best;
        best.distance = -std::numeric_limits<double>::infinity();
        const auto offer = [&](SurfacePoint s) {
            s.distance = -(x - s.point).norm();
            if (s.distance > best.distance)
                best = s;
        };
        std::vector<std::pair<std::size_t, SurfacePoint>> covered;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            const SurfacePoint s = parts_[k]->nearest(x);
            if (covers(k, s.point, s.normal) < 0)
                offer(s);
            else
                covered.emplace_back(k, s);
        }
        for (const auto& [k, s] : covered)
            if (-(x - s.point).norm() > best.distance)
                look_beyond_cover(x, k, s.point, offer);
        expects(std::isfinite(best.distance), "a union has a surface");
        return best;
    }

    template <class Offer>
    void look_beyond_cover(const Vec3& x, std::size_t k, const Vec3& covered, Offer&& offer) const
    {
        const Surface& open = open_[k];
        double found2 = std::numeric_limits<double>::infinity();
        Vec3 target = covered;
        open.tree.nearest(x, found2, [&](Index t, double& nearest2) {
            const auto n = static_cast<std::size_t>(t);
            const Vec3 p = nearest_on_triangle(x, corner(open.mesh, n, 0), corner(open.mesh, n, 1),
                                               corner(open.mesh, n, 2))
                               .point;
            const double d2 = (x - p).squaredNorm();
            if (d2 < nearest2) {
                nearest2 = found2 = d2;
                target = p;
            }
        });
        if (!std::isfinite(found2))
            return;
        double in = 0.0, out = 1.0; // of the way from the covered point to the target
        SurfacePoint seam;
        int cover = -1;
        for (int n = 0; n < 40; ++n) {
            const double t = n == 0 ? 1.0 : 0.5 * (in + out);
            const SurfacePoint s = parts_[k]->nearest(covered + t * (target - covered));
            const int by = covers(k, s.point, s.normal);
            if (by < 0) {
                out = t;
                seam = s;
            } else if (n == 0) {
                return; // the target itself is covered once it is put on the true surface
            } else {
                in = t;
                cover = by;
            }
        }
        if (cover >= 0) {
            const std::array<Vec3, 2> normals{
                seam.normal, parts_[static_cast<std::size_t>(cover)]->nearest(seam.point).normal};
            seam.blocked = blocked_directions(normals, seam.along);
            if ((seam.point - x).norm() > 0.0)
                seam.normal = (seam.point - x).normalized();
        }
        offer(seam);
    }

    std::vector<ShapePtr> parts_;
    std::vector<Surface> open_;
    double step_ = 1e-3; // how far above a point a cover is looked for, m
};

bool same_turn(const Quat& a, const Quat& b)
{
    double difference = 0.0;
    for (int k = 0; k < 4; ++k)
        difference = std::max(difference, std::abs(a.coeffs()[k] - b.coeffs()[k]));
    return difference < 1e-12;
}

// All boxes along the same axes: their bounds along those axes, else nothing.
std::vector<Bounds> as_boxes(const std::vector<ShapePtr>& parts)
{
    std::vector<Bounds> boxes;
    for (const ShapePtr& part : parts) {
        if (part->face_names().size() != 6 || !same_turn(part->frame(), parts[0]->frame()))
            return {};
        boxes.push_back(part->frame_bounds());
    }
    return boxes;
}

} // namespace

ShapePtr make_union(std::vector<ShapePtr> parts)
{
    expects(!parts.empty(), "a union has parts");
    if (parts.size() == 1)
        return parts[0];
    if (const std::vector<Bounds> boxes = as_boxes(parts); !boxes.empty())
        if (ShapePtr joined = make_box_union(boxes)) {
            const Quat turn = parts[0]->frame();
            const double sine = turn.vec().norm(); // of half the angle
            if (sine == 0.0)
                return joined;
            return make_turned(joined, 2.0 * std::atan2(sine, turn.w()), turn.vec(), Vec3::Zero());
        }
    return std::make_shared<Union>(std::move(parts));
}

} // namespace flotsam
