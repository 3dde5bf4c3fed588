// Rolling of a smooth body, p the contact point, r = x - p. The contact point moves over the body,
// and so does O of Eq. 5, which lacks -v_O x (m v_c); Newton's law for the centre with
// v_c = omega x r gives instead
//
//   I_p domega/dt = r x m g - omega x (I_c omega) - m r x (omega x dr/dt) - C omega
//
// with dr/dt from the shape. It keeps the energy at C = 0, and moves p at no speed.
#include "contact/settling_motion.h"

#include "contact/settling_support.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

struct Rolling {
    Vec3 position = Vec3::Zero();
    Vec4 turn = Vec4::Zero();
    Vec3 spin = Vec3::Zero();
    double damped = 0.0;
};

Rolling operator+(const Rolling& a, const Rolling& b)
{
    return {a.position + b.position, a.turn + b.turn, a.spin + b.spin, a.damped + b.damped};
}
Rolling operator*(double s, const Rolling& a)
{
    return {s * a.position, s * a.turn, s * a.spin, s * a.damped};
}

Quat unit(const Vec4& coeffs)
{
    Quat q;
    q.coeffs() = coeffs;
    return q.normalized();
}

Rolling rate_of(const SettlingModel& m, const Rolling& at)
{
    const Quat q = unit(at.turn);
    const Vec3& w = at.spin;
    const Vec3 r = -smooth_contact(m, q), turning = -smooth_contact_rate(m, q, w);
    const Mat3 own = inertia_about_centre(m, q);
    Mat3 about = own;
    if (m.inertia_about == InertiaAbout::contact)
        about += inertia_of_arm(m.mass, r);
    const Vec3 moment = m.mass * r.cross(m.gravity) - w.cross(own * w) -
                        m.mass * r.cross(Vec3(w.cross(turning))) - m.damping * w;
    Rolling rate;
    rate.position = w.cross(r);
    rate.turn = 0.5 * (Quat(0.0, w.x(), w.y(), w.z()) * q).coeffs();
    rate.spin = about.inverse() * moment;
    rate.damped = m.damping * w.squaredNorm();
    return rate;
}

// Onto the surface again: rounding and the method's own error.
void seat(const SettlingModel& m, SettlingBody& b)
{
    b.position -= lowest(m, b.position, b.orientation) * m.surface.normal;
    b.velocity = b.spin.cross(Vec3(-smooth_contact(m, b.orientation)));
}

SettlingBody rolled_as_printed(const SettlingModel& m, const SettlingBody& b, double h)
{
    const Vec3 arm = -smooth_contact(m, b.orientation);
    SettlingBody next = b;
    turn_as_printed(m, arm, nullptr, h, next.orientation, next.spin, next.momentum);
    next.position += 0.5 * h * (b.spin + next.spin).cross(arm);
    seat(m, next);
    return next;
}

} // namespace

SettlingBody rolled(const SettlingModel& m, const SettlingBody& b, double h, double& damped)
{
    if (m.scheme == SettlingScheme::paper) {
        damped += h * m.damping * b.spin.squaredNorm();
        return rolled_as_printed(m, b, h);
    }
    const Rolling at{b.position, b.orientation.coeffs(), b.spin, 0.0};
    const Rolling k1 = rate_of(m, at), k2 = rate_of(m, at + 0.5 * h * k1),
                  k3 = rate_of(m, at + 0.5 * h * k2), k4 = rate_of(m, at + h * k3);
    const Rolling to = at + (h / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    SettlingBody next = b;
    next.position = to.position;
    next.orientation = unit(to.turn);
    next.spin = to.spin;
    damped += to.damped;
    seat(m, next);
    return next;
}

// Within epsilon: the swing that is left is about epsilon / L.
bool rests(const SettlingModel& m, const SettlingBody& b)
{
    const Vec3 r = -smooth_contact(m, b.orientation);
    const double weight = m.mass * m.gravity.norm(), share = m.epsilon / m.shape->length;
    if (kinetic_energy(m, b) > 0.5 * weight * m.epsilon * share ||
        r.cross(m.gravity).norm() > m.gravity.norm() * m.epsilon)
        return false;
    // Does the potential energy -m g . x rise for every small roll?
    const Vec3 s = m.surface.normal.unitOrthogonal(), t = m.surface.normal.cross(s);
    const auto rise = [&](const Vec3& a, const Vec3& c) -> double {
        return -m.gravity.dot(a.cross(Vec3(-smooth_contact_rate(m, b.orientation, c))));
    };
    const double ss = rise(s, s), tt = rise(t, t), st = 0.5 * (rise(s, t) + rise(t, s));
    const double least = 0.5 * (ss + tt) - std::hypot(0.5 * (ss - tt), st);
    return least >= -1e-9 * m.gravity.norm() * m.shape->length;
}

} // namespace flotsam::contact
