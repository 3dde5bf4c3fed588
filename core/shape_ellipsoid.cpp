// The ellipsoid; a sphere has three equal radii.
//
// The nearest point p of the surface to y (in the first octant, radii e0 >= e1 >= e2) satisfies
//   p_i = r_i y_i / (t + r_i - 1),   r_i = (e_i / e2)^2,   G(t) = sum (p_i / e_i)^2 - 1 = 0,
// and t > 0 is the largest root of G, which falls and is convex there: Newton's method from its
// left comes up to the root without overshooting.
#include "core/error.h"
#include "core/shape.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace flotsam {

namespace {

// Radii e falling, y >= 0.
Vec3 nearest_in_octant(const Vec3& e, const Vec3& y)
{
    const Vec3 z = y.cwiseQuotient(e);
    const Vec3 r = (e / e.z()).array().square();
    // Where one term alone is 1: a bound of the root from below.
    double t = std::max(0.0, (r.cwiseProduct(z) - r + Vec3::Ones()).maxCoeff());
    const auto term = [&](int i, double at) {
        return z[i] == 0.0 ? 0.0 : r[i] * z[i] / (at + (r[i] - 1.0));
    };
    const auto rise = [&](double at) {
        double g = -1.0;
        for (int i = 0; i < 3; ++i)
            g += term(i, at) * term(i, at);
        return g;
    };
    Vec3 p = Vec3::Zero();
    if (t == 0.0 && rise(0.0) < 0.0) {
        // Near the middle of the plane across the shortest axis: the nearest point leaves that
        // plane.
        double left = 1.0;
        for (int i = 0; i < 2; ++i) {
            const double q = term(i, 0.0);
            p[i] = e[i] * q;
            left -= q * q;
        }
        p.z() = e.z() * std::sqrt(std::max(0.0, left));
        return p;
    }
    for (int n = 0; n < 200; ++n) {
        double slope = 0.0;
        for (int i = 0; i < 3; ++i)
            if (z[i] != 0.0)
                slope -= 2.0 * term(i, t) * term(i, t) / (t + (r[i] - 1.0));
        const double next = t - rise(t) / slope;
        if (!(next > t))
            break;
        t = next;
    }
    for (int i = 0; i < 3; ++i)
        p[i] = e[i] * term(i, t);
    return p;
}

// Legendre's formula for the surface of an ellipsoid; radii falling.
double ellipsoid_area(const Vec3& e)
{
    const double a = e.x(), b = e.y(), c = e.z();
    if (a - c < 1e-6 * a) { // as good as a sphere: the error is of second order
        const double radius = std::cbrt(a * b * c);
        return 4.0 * std::numbers::pi * radius * radius;
    }
    const double phi = std::acos(c / a), sine = std::sin(phi), cosine = c / a;
    const double k =
        std::min(1.0, std::sqrt(a * a * (b - c) * (b + c) / (b * b * (a - c) * (a + c))));
    return 2.0 * std::numbers::pi *
           (c * c +
            a * b / sine *
                (std::ellint_2(k, phi) * sine * sine + std::ellint_1(k, phi) * cosine * cosine));
}

class Ellipsoid final : public Shape {
public:
    Ellipsoid(const Vec3& center, const Vec3& radii)
        : center_(center), radii_(radii), ball_((radii.array() == radii.x()).all())
    {
        std::stable_sort(falling_.begin(), falling_.end(),
                         [&](int a, int b) { return radii[a] > radii[b]; });
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        const Vec3 from = x - center_;
        if (ball_) {
            const double length = from.norm();
            const Vec3 n = length > 0.0 ? Vec3(from / length) : Vec3(Vec3::UnitZ());
            SurfacePoint s;
            s.point = center_ + radii_.x() * n;
            s.normal = n;
            s.distance = length - radii_.x();
            return s;
        }
        Vec3 e, y;
        for (int i = 0; i < 3; ++i) {
            e[i] = radii_[axis(i)];
            y[i] = std::abs(from[axis(i)]);
        }
        const Vec3 q = nearest_in_octant(e, y);
        Vec3 p;
        for (int i = 0; i < 3; ++i)
            p[axis(i)] = std::signbit(from[axis(i)]) ? -q[i] : q[i];
        SurfacePoint s;
        s.point = center_ + p;
        s.normal = p.cwiseQuotient(radii_).cwiseQuotient(radii_).normalized();
        s.distance = (from - p).dot(s.normal);
        return s;
    }

    double distance(const Vec3& x) const override
    {
        return ball_ ? (x - center_).norm() - radii_.x() : nearest(x).distance;
    }

    Bounds bounds() const override { return {center_ - radii_, center_ + radii_}; }

    Mesh triangles(double edge) const override
    {
        const double largest = radii_.maxCoeff();
        const int around = circle_pieces(largest, edge), up = (around + 1) / 2;
        std::vector<std::pair<double, double>> profile{{0.0, -1.0}};
        for (int n = 1; n < up; ++n) {
            const double angle = std::numbers::pi * n / up;
            profile.emplace_back(std::sin(angle), -std::cos(angle));
        }
        profile.emplace_back(0.0, 1.0);
        Mesh mesh = revolve(profile, Vec3::Zero(), Vec3::UnitZ(), around);
        for (Vec3& x : mesh.vertex)
            x = center_ + x.cwiseProduct(radii_);
        return mesh;
    }

    std::optional<MassProperties> exact() const override
    {
        const Vec3 q = radii_.cwiseProduct(radii_);
        MassProperties m;
        m.volume = 4.0 / 3.0 * std::numbers::pi * radii_.prod();
        m.center = center_;
        m.inertia =
            (m.volume / 5.0 * Vec3(q.y() + q.z(), q.z() + q.x(), q.x() + q.y())).asDiagonal();
        m.area = ellipsoid_area(Vec3(radii_[axis(0)], radii_[axis(1)], radii_[axis(2)]));
        return m;
    }

private:
    int axis(int i) const { return falling_[static_cast<std::size_t>(i)]; }

    Vec3 center_, radii_;
    bool ball_;
    std::array<int, 3> falling_{0, 1, 2}; // axes by falling radius
};

} // namespace

ShapePtr make_ellipsoid(const Vec3& center, const Vec3& radii)
{
    expects((radii.array() > 0.0).all(), "an ellipsoid has positive radii");
    return std::make_shared<Ellipsoid>(center, radii);
}

} // namespace flotsam
