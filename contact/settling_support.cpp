#include "contact/settling_support.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::contact {

namespace {

constexpr double straight = 1e-9; // of L: corners no farther off a line are on it

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

// Two axes in the surface.
struct Plane {
    explicit Plane(const SettlingSurface& s) : u(s.normal.unitOrthogonal()), v(s.normal.cross(u)) {}
    Vec3 u, v;
};

// Twice the area of o, a, b: positive counter-clockwise.
double turn(const std::array<double, 3>& o, const std::array<double, 3>& a,
            const std::array<double, 3>& b)
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

// Andrew's monotone chain; points on a side to rounding are left out.
void find_outline(double length, SettlingSupport& s)
{
    auto& p = s.flat; // u, v, number
    std::sort(p.begin(), p.end());
    std::vector<Index>& out = s.outline; // places in p first
    out.clear();
    const auto bends = [&](std::size_t n) {
        const auto& o = p[at(out[out.size() - 2])];
        const auto& a = p[at(out.back())];
        const double side = std::hypot(p[n][0] - o[0], p[n][1] - o[1]);
        return turn(o, a, p[n]) > straight * length * side;
    };
    const auto count = p.size();
    for (std::size_t n = 0; n < count; ++n) {
        while (out.size() >= 2 && !bends(n))
            out.pop_back();
        out.push_back(static_cast<Index>(n));
    }
    const std::size_t lower = out.size() + 1;
    for (std::size_t n = count - 1; n-- > 0;) {
        while (out.size() >= lower && !bends(n))
            out.pop_back();
        out.push_back(static_cast<Index>(n));
    }
    if (out.size() > 1)
        out.pop_back(); // the first again
    for (Index& n : out)
        n = static_cast<Index>(p[at(n)][2]);
}

// Mean square distance from the best line: the smaller eigenvalue of the points' second moments.
double line_residual(double length, const SettlingSupport& s)
{
    const auto n = static_cast<double>(s.flat.size());
    double mu = 0.0, mv = 0.0, uu = 0.0, uv = 0.0, vv = 0.0;
    for (const auto& p : s.flat) {
        mu += p[0] / n;
        mv += p[1] / n;
    }
    for (const auto& p : s.flat) {
        uu += (p[0] - mu) * (p[0] - mu) / n;
        uv += (p[0] - mu) * (p[1] - mv) / n;
        vv += (p[1] - mv) * (p[1] - mv) / n;
    }
    const double smaller = 0.5 * (uu + vv) - std::hypot(0.5 * (uu - vv), uv);
    return std::max(0.0, smaller) / (length * length);
}

// Moeller and Trumbore's test of the ray from the centre along gravity, [D21] Eqs. 19-20.
bool ray_hits(const Vec3& from, const Vec3& along, const Vec3& a, const Vec3& b, const Vec3& c)
{
    constexpr double edge = 1e-12;
    const Vec3 ab = b - a, ac = c - a, p = along.cross(ac);
    const double det = ab.dot(p);
    if (det == 0.0)
        return false;
    const Vec3 t = from - a, q = t.cross(ab);
    const double alpha = t.dot(p) / det, beta = along.dot(q) / det;
    return alpha >= -edge && beta >= -edge && alpha + beta <= 1.0 + edge && ac.dot(q) / det > 0.0;
}

bool stands_on_face(const SettlingModel& m, const SettlingBody& b, const SettlingSupport& s)
{
    for (const auto& t : m.shape->triangle) {
        if (!std::all_of(t.begin(), t.end(), [&](Index n) { return s.height[at(n)] <= m.epsilon; }))
            continue;
        if (ray_hits(b.position, m.gravity, corner_at(m, b, t[0]), corner_at(m, b, t[1]),
                     corner_at(m, b, t[2])))
            return true;
    }
    return false;
}

// A convex outline, so one side after the other will do for [D21]'s counting of crossings.
bool stands_in_outline(const SettlingModel& m, const SettlingBody& b, const SettlingSupport& s)
{
    if (s.outline.size() < 3)
        return false;
    const Vec3 foot = footing(m, b.position);
    for (std::size_t k = 0; k < s.outline.size(); ++k) {
        const Vec3 from = corner_at(m, b, s.outline[k]);
        const Vec3 side = corner_at(m, b, s.outline[(k + 1) % s.outline.size()]) - from;
        if (m.surface.normal.dot(side.cross(foot - from)) <
            -straight * m.shape->length * side.norm())
            return false;
    }
    return true;
}

// Direction of the surface's inward normal in the frame of the ellipsoid, each axis times its
// radius, and the support A d / |A d| that follows.
Vec3 stretched(const SettlingModel& m, const Quat& q)
{
    const SettlingShape& s = *m.shape;
    return s.radii.cwiseProduct(s.axes.transpose() * (q.conjugate() * -m.surface.normal));
}

} // namespace

double lowest_bound(const SettlingModel& m, const Vec3& position, const Quat& orientation)
{
    const Vec3 up = orientation.conjugate() * m.surface.normal;
    const Bounds& box = m.shape->box;
    return height_over(m.surface, position) + 0.5 * up.dot(box.min + box.max) -
           0.5 * up.cwiseAbs().dot(box.size());
}

double lowest(const SettlingModel& m, const Vec3& position, const Quat& orientation)
{
    const double center = height_over(m.surface, position);
    if (m.shape->smooth)
        return center - stretched(m, orientation).norm();
    const Vec3 up = orientation.conjugate() * m.surface.normal;
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& x : m.shape->corner)
        least = std::min(least, up.dot(x));
    return center + least;
}

Vec3 smooth_contact(const SettlingModel& m, const Quat& q)
{
    const Vec3 d = stretched(m, q);
    return q * (m.shape->axes * m.shape->radii.cwiseProduct(d) / d.norm());
}

Vec3 smooth_contact_rate(const SettlingModel& m, const Quat& q, const Vec3& spin)
{
    const SettlingShape& s = *m.shape;
    const Vec3 d = stretched(m, q);
    const double size = d.norm();
    // In the ellipsoid's frame the normal turns by -spin.
    const Vec3 turning = s.axes.transpose() * (q.conjugate() * Vec3(spin.cross(m.surface.normal)));
    const Vec3 rate = s.radii.cwiseProduct(turning);
    const Vec3 local = s.radii.cwiseProduct(rate) / size -
                       s.radii.cwiseProduct(d) * (d.dot(rate) / (size * size * size));
    return spin.cross(smooth_contact(m, q)) + q * (s.axes * local);
}

Vec3 footing(const SettlingModel& m, const Vec3& position)
{
    return position -
           m.gravity * (height_over(m.surface, position) / m.surface.normal.dot(m.gravity));
}

void find_support(const SettlingModel& m, const SettlingBody& b, SettlingSupport& out)
{
    const SettlingShape& shape = *m.shape;
    out.touching.clear();
    out.outline.clear();
    out.flat.clear();
    out.kind = ContactKind::none;
    out.residual = 0.0;
    out.on_face = out.in_outline = false;
    if (shape.smooth) {
        if (lowest(m, b.position, b.orientation) <= m.epsilon)
            out.kind = ContactKind::point;
        return;
    }
    const Plane plane(m.surface);
    const Vec3 up = b.orientation.conjugate() * m.surface.normal;
    const Vec3 u = b.orientation.conjugate() * plane.u, v = b.orientation.conjugate() * plane.v;
    const double center = height_over(m.surface, b.position);
    out.height.resize(shape.corner.size());
    for (std::size_t n = 0; n < shape.corner.size(); ++n) {
        out.height[n] = center + up.dot(shape.corner[n]);
        if (out.height[n] > m.epsilon)
            continue;
        out.touching.push_back(static_cast<Index>(n));
        out.flat.push_back(
            {u.dot(shape.corner[n]), v.dot(shape.corner[n]), static_cast<double>(n)});
    }
    if (out.touching.empty())
        return;
    out.residual = line_residual(shape.length, out);
    out.kind = out.touching.size() == 1         ? ContactKind::point
               : out.residual < m.line_residual ? ContactKind::line
                                                : ContactKind::surface;
    find_outline(shape.length, out);
    out.in_outline = stands_in_outline(m, b, out);
    out.on_face = out.in_outline && stands_on_face(m, b, out);
}

} // namespace flotsam::contact
