// Shapes with flat faces: the box and the half-space behind a plane.
#include "core/error.h"
#include "core/shape.h"
#include "core/surface_mesh.h"

#include <cmath>

namespace flotsam {

namespace {

constexpr double endless = 1e9;

// Faces 2 k (low side) and 2 k + 1 (high side) of axis k.
class Box final : public Shape {
public:
    Box(const Vec3& min, const Vec3& max) : min_(min), max_(max) {}

    SurfacePoint nearest(const Vec3& x) const override
    {
        SurfacePoint s;
        s.point = x.cwiseMax(min_).cwiseMin(max_);
        const Vec3 delta = x - s.point;
        int outside = 0;
        for (int k = 0; k < 3; ++k) {
            if (delta[k] == 0.0) {
                s.along = Vec3::Unit(k);
                continue;
            }
            ++outside;
            s.face = 2 * k + (delta[k] > 0.0);
            s.faces |= 1U << s.face;
        }
        if (outside == 0)
            return from_inside(x);
        s.blocked = outside;
        const double largest = delta.cwiseAbs().maxCoeff(); // no underflow in the norm
        s.distance = largest * (delta / largest).norm();
        s.normal = (delta / largest).normalized();
        if (outside != 1)
            s.face = -1;
        if (outside != 2)
            s.along = Vec3::Zero();
        return s;
    }

    double distance(const Vec3& x) const override
    {
        const Vec3 past = (min_ - x).cwiseMax(x - max_);
        const double deepest = past.maxCoeff();
        return deepest <= 0.0 ? deepest : past.cwiseMax(0.0).norm();
    }

    Bounds bounds() const override { return {min_, max_}; }
    Mesh triangles(double edge) const override { return box_mesh(min_, max_, edge); }

    std::optional<MassProperties> exact() const override
    {
        const Vec3 s = max_ - min_, q = s.cwiseProduct(s);
        MassProperties m;
        m.volume = s.prod();
        m.center = 0.5 * (min_ + max_);
        m.inertia =
            (m.volume / 12.0 * Vec3(q.y() + q.z(), q.z() + q.x(), q.x() + q.y())).asDiagonal();
        m.area = 2.0 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x());
        return m;
    }

    std::vector<std::string> face_names() const override
    {
        return {"x-", "x+", "y-", "y+", "z-", "z+"};
    }

    std::vector<Vec3> face_points(int face) const override
    {
        const int k = face / 2, a = (k + 1) % 3, b = (k + 2) % 3;
        std::vector<Vec3> points(5, 0.5 * (min_ + max_));
        for (std::size_t n = 0; n < 5; ++n) {
            points[n][k] = face % 2 == 0 ? min_[k] : max_[k];
            if (n < 4) {
                points[n][a] = n % 2 == 0 ? min_[a] : max_[a];
                points[n][b] = n / 2 == 0 ? min_[b] : max_[b];
            }
        }
        return points;
    }

    ShapePtr extended(std::uint32_t faces, double length) const override
    {
        Vec3 min = min_, max = max_;
        for (int k = 0; k < 3; ++k) {
            if (faces >> (2 * k) & 1U)
                min[k] -= length;
            if (faces >> (2 * k + 1) & 1U)
                max[k] += length;
        }
        return std::make_shared<Box>(min, max);
    }

private:
    SurfacePoint from_inside(const Vec3& x) const
    {
        SurfacePoint s;
        double depth = x.x() - min_.x();
        s.face = 0;
        for (int f = 1; f < 6; ++f) {
            const double d = f % 2 == 0 ? x[f / 2] - min_[f / 2] : max_[f / 2] - x[f / 2];
            if (d < depth) {
                depth = d;
                s.face = f;
            }
        }
        const int k = s.face / 2;
        s.distance = -depth;
        s.point = x;
        s.point[k] = s.face % 2 == 0 ? min_[k] : max_[k];
        s.normal = Vec3::Unit(k) * (s.face % 2 == 0 ? -1.0 : 1.0);
        s.faces = 1U << s.face;
        return s;
    }

    Vec3 min_, max_;
};

class Plane final : public Shape {
public:
    Plane(const Vec3& point, const Vec3& normal) : point_(point), normal_(normal)
    {
        for (int k = 0; k < 3; ++k)
            if (std::abs(normal_[k]) == 1.0)
                axis_ = k;
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        SurfacePoint s;
        s.distance = normal_.dot(x - point_);
        s.point = x - s.distance * normal_;
        s.normal = normal_;
        return s;
    }

    Bounds bounds() const override
    {
        Bounds b{Vec3::Constant(-endless), Vec3::Constant(endless)};
        if (axis_ >= 0)
            (normal_[axis_] > 0.0 ? b.max : b.min)[axis_] = point_[axis_];
        return b;
    }

    // A square of 100 edges around the plane's point: a half-space has no closed surface.
    Mesh triangles(double edge) const override
    {
        const Vec3 a = 50.0 * edge * normal_.unitOrthogonal(), b = normal_.cross(a);
        return {{point_ - a - b, point_ + a - b, point_ + a + b, point_ - a + b},
                {{0, 1, 2}, {0, 2, 3}}};
    }

    // A slanted plane has its z axis along the normal, so that layers lie parallel to it.
    Quat frame() const override
    {
        if (axis_ >= 0)
            return Quat::Identity();
        const Vec3 across = Vec3::UnitZ().cross(normal_);
        return Quat(Eigen::AngleAxisd(std::atan2(across.norm(), normal_.z()), across.normalized()));
    }

    Bounds frame_bounds() const override
    {
        if (axis_ >= 0)
            return bounds();
        return {Vec3::Constant(-endless), Vec3(endless, endless, normal_.dot(point_))};
    }

private:
    Vec3 point_, normal_;
    int axis_ = -1; // the axis it is square to
};

} // namespace

ShapePtr make_box(const Vec3& min, const Vec3& max)
{
    expects((max.array() > min.array()).all(), "a box has max above min");
    return std::make_shared<Box>(min, max);
}

ShapePtr make_plane(const Vec3& point, const Vec3& normal)
{
    expects(normal.norm() > 0.0, "a plane's normal has a length");
    return std::make_shared<Plane>(point, normal.normalized());
}

} // namespace flotsam
