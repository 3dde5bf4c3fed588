// Shapes of revolution, worked out in the half plane (r, t) of distance from the axis and height
// along it: the frustum (cylinder and cone are special ones) and the lower half of a ball.
#include "core/directions.h"
#include "core/error.h"
#include "core/shape.h"
#include "core/surface_mesh.h"

#include <cmath>
#include <numbers>

namespace flotsam {

namespace {

using Vec2 = Eigen::Vector2d; // (r, t)

// A place as seen from an axis.
struct OnAxis {
    Vec2 q;      // its (r, t)
    Vec3 radial; // unit, away from the axis; any direction for a place on the axis
};

OnAxis look_from_axis(const Vec3& from_center, const Vec3& axis)
{
    const double t = axis.dot(from_center);
    const Vec3 across = from_center - t * axis;
    const double r = across.norm();
    if (r <= 1e-15 * from_center.norm() || r == 0.0)
        return {Vec2(0.0, t), axis.unitOrthogonal()};
    return {Vec2(r, t), across / r};
}

// Nearest point of a profile.
struct Feature {
    Vec2 point;
    Vec2 normal;
    double distance = 0.0; // signed
    int face = -1;
    std::uint32_t faces = 0;
    int blocked = 1;
};

Feature on_face(const Vec2& q, const Vec2& normal, double distance, int face)
{
    return {q - distance * normal, normal, distance, face, 1U << face, 1};
}

SurfacePoint spun(const Feature& f, const Vec3& center, const Vec3& axis, const Vec3& radial)
{
    SurfacePoint s;
    s.distance = f.distance;
    s.point = center + f.point.y() * axis + f.point.x() * radial;
    s.normal = f.normal.x() * radial + f.normal.y() * axis;
    s.blocked = f.blocked;
    s.face = f.face;
    s.faces = f.faces;
    if (f.blocked == 2)
        s.along = axis.cross(radial);
    return s;
}

std::vector<Vec3> disc_points(const Vec3& center, const Vec3& axis, double radius)
{
    const Vec3 e1 = axis.unitOrthogonal(), e2 = axis.cross(e1);
    std::vector<Vec3> points{center};
    for (int n = 0; n < 8; ++n) {
        const double angle = 0.25 * std::numbers::pi * n;
        points.push_back(center + radius * (std::cos(angle) * e1 + std::sin(angle) * e2));
    }
    return points;
}

Mat3 about_axis(const Vec3& axis, double across, double along)
{
    const Mat3 on_axis = axis * axis.transpose(); // kept apart: a plane body's depth is endless
    return along * on_axis + across * (Mat3::Identity() - on_axis);
}

// Faces: 0 side, 1 the disc at `from`, 2 the disc at `to`.
class Frustum final : public Shape {
public:
    Frustum(const Vec3& from, const Vec3& to, double radius_from, double radius_to)
        : center_(0.5 * (from + to)), axis_((to - from).normalized()),
          half_(0.5 * (to - from).norm()), low_(radius_from, -half_), high_(radius_to, half_),
          slope_((high_ - low_).normalized()), side_(slope_.y(), -slope_.x())
    {
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        const OnAxis place = look_from_axis(x - center_, axis_);
        return spun(nearest_in_profile(place.q), center_, axis_, place.radial);
    }

    Bounds bounds() const override
    {
        // A disc of radius R across the axis reaches R sqrt(1 - a_k^2) along coordinate k.
        const Vec3 reach = (Vec3::Ones() - axis_.cwiseProduct(axis_)).cwiseMax(0.0).cwiseSqrt();
        const Vec3 from = center_ - half_ * axis_, to = center_ + half_ * axis_;
        return {(from - low_.x() * reach).cwiseMin(to - high_.x() * reach),
                (from + low_.x() * reach).cwiseMax(to + high_.x() * reach)};
    }

    Mesh triangles(double edge) const override
    {
        std::vector<std::pair<double, double>> profile;
        const auto line = [&](const Vec2& a, const Vec2& b) {
            const int count = pieces((b - a).norm(), edge);
            for (int n = 0; n < count; ++n) {
                const Vec2 p = a + (b - a) * n / count;
                profile.emplace_back(p.x(), p.y());
            }
        };
        const Vec2 bottom(0.0, -half_), top(0.0, half_);
        if (low_.x() > 0.0)
            line(bottom, low_);
        line(low_, high_);
        if (high_.x() > 0.0)
            line(high_, top);
        profile.emplace_back(0.0, half_);
        return revolve(profile, center_, axis_, circle_pieces(std::max(low_.x(), high_.x()), edge));
    }

    std::optional<MassProperties> exact() const override
    {
        // Integrals of r^2, r^2 s, r^2 s^2 and r^4 over s from 0 to h, with r from R to q.
        const double R = low_.x(), q = high_.x(), h = 2.0 * half_, pi = std::numbers::pi;
        const double r2 = h / 3.0 * (R * R + R * q + q * q);
        const double r2s = h * h / 12.0 * (R * R + 2.0 * R * q + 3.0 * q * q);
        const double r2ss = h * h * h / 30.0 * (R * R + 3.0 * R * q + 6.0 * q * q);
        const double r4 =
            h / 5.0 *
            (R * R * R * R + R * R * R * q + R * R * q * q + R * q * q * q + q * q * q * q);
        MassProperties m;
        m.volume = pi * r2;
        m.center = center_ + (r2s / r2 - half_) * axis_;
        m.inertia = about_axis(axis_, 0.25 * pi * r4 + pi * (r2ss - r2s * r2s / r2), 0.5 * pi * r4);
        m.area = pi * (R * R + q * q + (R + q) * (high_ - low_).norm());
        return m;
    }

    std::vector<std::string> face_names() const override { return {"side", "from", "to"}; }

    std::vector<Vec3> face_points(int face) const override
    {
        if (face == 0)
            return {};
        const Vec2& rim = face == 1 ? low_ : high_;
        return disc_points(center_ + rim.y() * axis_, axis_, rim.x());
    }

    // Past an end the side goes on with its slope, up to the tip if there is one.
    ShapePtr extended(std::uint32_t faces, double length) const override
    {
        if (faces & 1U)
            return nullptr;
        const double widening = (high_.x() - low_.x()) / (2.0 * half_);
        Vec2 low = low_, high = high_;
        if (faces & 2U) {
            const double by = widening > 0.0 ? std::min(length, low.x() / widening) : length;
            low = Vec2(std::max(0.0, low.x() - widening * by), low.y() - by);
        }
        if (faces & 4U) {
            const double by = widening < 0.0 ? std::min(length, -high.x() / widening) : length;
            high = Vec2(std::max(0.0, high.x() + widening * by), high.y() + by);
        }
        return std::make_shared<Frustum>(center_ + low.y() * axis_, center_ + high.y() * axis_,
                                         low.x(), high.x());
    }

private:
    Feature nearest_in_profile(const Vec2& q) const
    {
        const double side = side_.dot(q - low_), below = -half_ - q.y(), above = q.y() - half_;
        Feature on_side = on_face(q, side_, side, 0);
        Feature on_low = on_face(q, Vec2(0.0, -1.0), below, 1);
        Feature on_high = on_face(q, Vec2(0.0, 1.0), above, 2);
        if (side <= 0.0 && below <= 0.0 && above <= 0.0) {
            Feature best = on_side;
            if (low_.x() > 0.0 && below > best.distance)
                best = on_low;
            if (high_.x() > 0.0 && above > best.distance)
                best = on_high;
            return best;
        }
        if (below > 0.0 && q.x() <= low_.x() && low_.x() > 0.0)
            return on_low;
        if (above > 0.0 && q.x() <= high_.x() && high_.x() > 0.0)
            return on_high;
        const double s = slope_.dot(q - low_), length = (high_ - low_).norm();
        if (side > 0.0 && s >= 0.0 && s <= length)
            return on_side;
        return on_rim(q, s < 0.5 * length);
    }

    // A place outside whose nearest point is the rim (or tip) at one end.
    Feature on_rim(const Vec2& q, bool at_low) const
    {
        const Vec2& rim = at_low ? low_ : high_;
        Feature f;
        f.point = rim;
        f.distance = (q - rim).norm();
        f.normal = (q - rim) / f.distance;
        if (rim.x() == 0.0) {
            f.faces = 1U;
            f.blocked = std::abs(side_.x()) > std::sin(std::numbers::pi / 12.0) ? 3 : 1;
        } else {
            f.faces = at_low ? 3U : 5U;
            f.blocked = (at_low ? -side_.y() : side_.y()) > one_face_cosine ? 1 : 2;
        }
        f.face = f.blocked == 1 ? 0 : -1;
        return f;
    }

    Vec3 center_, axis_;
    double half_;
    Vec2 low_, high_;   // rims
    Vec2 slope_, side_; // along the side, and its outward normal
};

// Faces: 0 shell, 1 the flat top ("rim").
class Bowl final : public Shape {
public:
    Bowl(const Vec3& center, double radius) : center_(center), radius_(radius) {}

    SurfacePoint nearest(const Vec3& x) const override
    {
        const OnAxis place = look_from_axis(x - center_, Vec3::UnitZ());
        return spun(nearest_in_profile(place.q), center_, Vec3::UnitZ(), place.radial);
    }

    Bounds bounds() const override
    {
        return {center_ - Vec3::Constant(radius_), center_ + Vec3(radius_, radius_, 0.0)};
    }

    Mesh triangles(double edge) const override
    {
        const int around = circle_pieces(radius_, edge), up = (around + 3) / 4,
                  in = pieces(radius_, edge);
        std::vector<std::pair<double, double>> profile{{0.0, -radius_}};
        for (int n = 1; n < up; ++n) {
            const double angle = 0.5 * std::numbers::pi * n / up;
            profile.emplace_back(radius_ * std::sin(angle), -radius_ * std::cos(angle));
        }
        for (int n = in; n > 0; --n)
            profile.emplace_back(radius_ * n / in, 0.0);
        profile.emplace_back(0.0, 0.0);
        return revolve(profile, center_, Vec3::UnitZ(), around);
    }

    std::optional<MassProperties> exact() const override
    {
        MassProperties m;
        const double R2 = radius_ * radius_;
        m.volume = 2.0 / 3.0 * std::numbers::pi * R2 * radius_;
        m.center = center_ - Vec3(0.0, 0.0, 3.0 / 8.0 * radius_);
        m.inertia = about_axis(Vec3::UnitZ(), 83.0 / 320.0 * m.volume * R2, 0.4 * m.volume * R2);
        m.area = 3.0 * std::numbers::pi * R2;
        return m;
    }

    std::vector<std::string> face_names() const override { return {"shell", "rim"}; }

    std::vector<Vec3> face_points(int face) const override
    {
        return face == 1 ? disc_points(center_, Vec3::UnitZ(), radius_) : std::vector<Vec3>{};
    }

    // Past the rim the shell goes on to the whole ball.
    ShapePtr extended(std::uint32_t faces, double) const override
    {
        if (faces & 1U)
            return nullptr;
        return faces & 2U ? make_ellipsoid(center_, Vec3::Constant(radius_))
                          : make_bowl(center_, radius_);
    }

private:
    Feature nearest_in_profile(const Vec2& q) const
    {
        const double length = q.norm();
        if (q.y() > 0.0 && q.x() > radius_) {
            const Vec2 rim(radius_, 0.0);
            const double distance = (q - rim).norm();
            return {rim, (q - rim) / distance, distance, -1, 3U, 2};
        }
        if (q.y() > 0.0 || q.y() > length - radius_)
            return on_face(q, Vec2(0.0, 1.0), q.y(), 1);
        return on_face(q, q / length, length - radius_, 0);
    }

    Vec3 center_;
    double radius_;
};

} // namespace

ShapePtr make_cylinder(const Vec3& from, const Vec3& to, double radius)
{
    return make_cone(from, to, radius, radius);
}

ShapePtr make_cone(const Vec3& from, const Vec3& to, double radius_from, double radius_to)
{
    expects(from != to, "an axis has a length");
    expects(radius_from >= 0.0 && radius_to >= 0.0 && radius_from + radius_to > 0.0,
            "a cone has a positive radius at one end at least");
    return std::make_shared<Frustum>(from, to, radius_from, radius_to);
}

ShapePtr make_bowl(const Vec3& center, double radius)
{
    expects(radius > 0.0, "a bowl has a positive radius");
    return std::make_shared<Bowl>(center, radius);
}

} // namespace flotsam
