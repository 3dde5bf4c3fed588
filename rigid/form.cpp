#include "rigid/form.h"

#include <cmath>
#include <numbers>

namespace flotsam::rigid {

namespace {

constexpr double pi = std::numbers::pi;

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * (std::abs(a) + std::abs(b)); }

// Of all bodies of one surface the ball alone holds the most (of all outlines, the circle), so
// equality says what it is: 36 pi V^2 = S^3, in the plane 4 pi A = L^2.
bool is_ball(const MassProperties& m, const Vec3& size, int dimension)
{
    if (dimension == 3)
        return same(36.0 * pi * m.volume * m.volume, m.area * m.area * m.area) &&
               same(size.x(), size.y()) && same(size.y(), size.z());
    const double area = m.volume / size.y(), length = (m.area - 2.0 * area) / size.y();
    return same(4.0 * pi * area, length * length) && same(size.x(), size.z());
}

bool is_ellipsoid(const Shape& shape, const MassProperties& m)
{
    const Vec3 size = shape.frame_bounds().size();
    return shape.face_names().empty() && same(m.volume, pi / 6.0 * size.prod()) &&
           same(m.inertia.trace(), m.volume / 10.0 * size.squaredNorm());
}

} // namespace

Form form_of(const Shape& shape, int dimension)
{
    Form form;
    const auto faces = shape.face_names();
    const std::optional<MassProperties> m = shape.exact();
    if (!m)
        return form;
    const Bounds box = shape.frame_bounds();
    if (is_ball(*m, box.size(), dimension)) {
        form.kind = Form::Kind::sphere;
        form.center = m->center;
        form.radius = 0.5 * box.size().x();
    } else if (faces.size() == 6) {
        form.kind = Form::Kind::box;
        form.center = m->center;
        form.turn = shape.frame();
        form.half = 0.5 * box.size();
    } else if (faces.size() == 3) {
        const auto low = shape.face_points(1), high = shape.face_points(2);
        form.from = low[0];
        form.to = high[0];
        form.radius = (low[1] - low[0]).norm();
        form.kind = same(form.radius, (high[1] - high[0]).norm()) ? Form::Kind::cylinder
                                                                  : Form::Kind::round;
    } else if (faces.size() == 2 || is_ellipsoid(shape, *m)) {
        form.kind = Form::Kind::round;
    }
    return form;
}

} // namespace flotsam::rigid
