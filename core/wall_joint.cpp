// The common inside edge is found by projecting in turn onto the fluid's side of every wall that
// the point lies in, until it lies in none, then sliding along the edge found to the place nearest
// to x.
#include "core/wall_joint.h"

#include "core/directions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam {

namespace {

constexpr double flush = 0.01;    // of a spacing: faces this near lie on each other
constexpr double touching = 1e-9; // of a spacing

bool in_plane(const Lattice& lattice) { return lattice.dimension == 2; }

// Puts y outside every solid; false if that did not come to an end.
bool push_out(std::span<const SolidWall> walls, double d, Vec3& y)
{
    for (int n = 0; n < 20; ++n) {
        double deepest = 0.0;
        for (const SolidWall& wall : walls) {
            const double depth = wall.depth(y);
            if (depth > touching * d)
                y = wall.nearest(y).point;
            deepest = std::max(deepest, depth);
        }
        if (deepest <= touching * d)
            return true;
        if (n == 19)
            return deepest <= flush * d;
    }
    return false;
}

} // namespace

SolidWall::SolidWall(const WallPart& part)
    : part_(&part), wetted_(part.shape), box_(part.shape->face_names().size() == 6),
      to_frame_(part.shape->frame().inverse().toRotationMatrix())
{
    for (const int face : part.open)
        open_ |= 1U << face;
}

double SolidWall::depth(const Vec3& x) const
{
    const double d = part_->lattice.spacing;
    if (part_->tank) {
        const double distance = part_->shape->distance(x);
        if (distance > 0.0 && open_ != 0 && open(part_->shape->nearest(x)))
            return -std::numeric_limits<double>::infinity();
        return distance;
    }
    // Carried on past a buried face the solid counts only as far as its own end: what it stands on
    // may be thin.
    const double own = part_->shape->distance(x);
    return !carried_on() || own > flush * d ? -own : -wetted_->distance(x);
}

double SolidWall::layer_depth(const Vec3& x, const Vec3& p) const
{
    return box_ ? (to_frame_ * (x - p)).cwiseAbs().maxCoeff() : (x - p).norm();
}

void SolidWall::add_normals(const Vec3& p, std::vector<Vec3>& normals) const
{
    const double tolerance = flush * part_->lattice.spacing;
    const SurfacePoint s = wetted_->nearest(p);
    if (std::abs(s.distance) > tolerance || (part_->tank && open(s)))
        return;
    if (!part_->tank || !box_) {
        normals.push_back(part_->tank ? Vec3(-s.normal) : s.normal);
        return;
    }
    const Bounds b = part_->shape->frame_bounds();
    const Vec3 q = to_frame_ * p;
    for (int face = 0; face < 6; ++face) {
        const double at = face % 2 == 0 ? b.min[face / 2] : b.max[face / 2];
        if ((open_ >> face & 1U) == 0 && std::abs(q[face / 2] - at) <= tolerance)
            normals.emplace_back(to_frame_.transpose() * Vec3::Unit(face / 2) *
                                 (face % 2 == 0 ? 1.0 : -1.0));
    }
}

void SolidWall::bury(std::span<const SolidWall> others, int layers)
{
    if (part_->tank)
        return;
    const double d = part_->lattice.spacing;
    std::uint32_t buried = 0;
    for (int face = 0; face < static_cast<int>(part_->shape->face_names().size()); ++face) {
        std::vector<Vec3> points = part_->shape->face_points(face);
        if (in_plane(part_->lattice)) {
            // The two ends of a plane problem's depth are no faces.
            if (std::all_of(points.begin(), points.end(),
                            [&](const Vec3& p) { return p.y() == points[0].y(); }))
                continue;
            for (Vec3& p : points)
                p.y() = 0.0;
        }
        const bool lies_on =
            !points.empty() &&
            std::any_of(others.begin(), others.end(), [&](const SolidWall& other) {
                return other.part_ != part_ &&
                       std::all_of(points.begin(), points.end(),
                                   [&](const Vec3& p) { return other.depth(p) >= -flush * d; });
            });
        if (lies_on)
            buried |= 1U << face;
    }
    const double far = (layers + 1) * d;
    if (ShapePtr carried_on = buried != 0 ? part_->shape->extended(buried, far) : nullptr)
        wetted_ = carried_on;
    for (int face = 0; face < static_cast<int>(part_->shape->face_names().size()); ++face)
        without_.push_back(wetted_->extended(1U << face, far));
}

std::optional<SurfacePoint> SolidWall::nearest_but(int face, const Vec3& x) const
{
    const auto f = static_cast<std::size_t>(face);
    if (face < 0 || f >= without_.size() || !without_[f])
        return std::nullopt;
    return without_[f]->nearest(x);
}

bool lies_in_other(std::span<const SolidWall> walls, std::size_t own, const Vec3& surface)
{
    const double deep = flush * walls[own].part().lattice.spacing;
    for (std::size_t w = 0; w < walls.size(); ++w)
        if (w != own && walls[w].depth(surface) > deep)
            return true;
    return false;
}

std::optional<Joint> join(std::span<const SolidWall> walls, double spacing, const Vec3& x,
                          const Vec3& surface)
{
    Joint joint;
    joint.surface = surface;
    std::vector<Vec3> normals;
    for (int n = 0; n < 3; ++n) {
        if (!push_out(walls, spacing, joint.surface))
            return std::nullopt;
        normals.clear();
        for (const SolidWall& wall : walls)
            wall.add_normals(joint.surface, normals);
        joint.blocked = blocked_directions(normals, joint.along);
        if (joint.blocked != 2)
            break;
        joint.surface -= joint.along * joint.along.dot(joint.surface - x);
    }
    if (!push_out(walls, spacing, joint.surface))
        return std::nullopt;
    return joint;
}

} // namespace flotsam
