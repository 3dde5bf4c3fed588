// Turning about a fixed corner O, Euler's equations in the body's frame (Eq. 5 with the inertia of
// Eq. 7; damping is for smooth bodies, settling_roll.cpp):
//
//   I_O dw/dt = r x m g - w x (I_O w),      r = x - O
//
// and about a line e through two corners: e . I_O e d2phi/dt2 = e . (r x m g). Runge and Kutta's
// fourth order; print has forward Euler.
#include "contact/settling_motion.h"

#include "rigid/rotation.h"

#include <Eigen/LU>

#include <cmath>

namespace flotsam::contact {

namespace {

// Rate of a quaternion that turns with `spin` about axes of the body's frame.
Quat rate_of(const Quat& q, const Vec3& spin)
{
    Quat rate = q * Quat(0.0, spin.x(), spin.y(), spin.z());
    rate.coeffs() *= 0.5;
    return rate;
}

Quat moved(const Quat& q, const Quat& rate, double h)
{
    Quat next;
    next.coeffs() = q.coeffs() + h * rate.coeffs();
    return next.normalized();
}

SettlingBody turned_about_point(const SettlingModel& m, const SettlingBody& b, double h)
{
    const Vec3 corner = m.shape->corner[static_cast<std::size_t>(b.pivot_a)]; // in the body's frame
    Mat3 inertia = m.inertia.asDiagonal();
    if (m.inertia_about == InertiaAbout::contact)
        inertia += inertia_of_arm(m.mass, corner);
    const Mat3 inverse = inertia.inverse();
    const auto acceleration = [&](const Quat& q, const Vec3& w) -> Vec3 {
        const Vec3 weight = m.mass * (q.conjugate() * m.gravity);
        return inverse * (-corner.cross(weight) - w.cross(inertia * w));
    };
    const Quat q = b.orientation;
    const Vec3 w = q.conjugate() * b.spin;
    const Quat r1 = rate_of(q, w);
    const Vec3 a1 = acceleration(q, w);
    const Quat q2 = moved(q, r1, 0.5 * h);
    const Vec3 w2 = w + 0.5 * h * a1, a2 = acceleration(q2, w2);
    const Quat r2 = rate_of(q2, w2), q3 = moved(q, r2, 0.5 * h);
    const Vec3 w3 = w + 0.5 * h * a2, a3 = acceleration(q3, w3);
    const Quat r3 = rate_of(q3, w3), q4 = moved(q, r3, h);
    const Vec3 w4 = w + h * a3, a4 = acceleration(q4, w4);
    const Quat r4 = rate_of(q4, w4);
    Quat mean;
    mean.coeffs() = (r1.coeffs() + 2.0 * r2.coeffs() + 2.0 * r3.coeffs() + r4.coeffs()) / 6.0;
    SettlingBody next = b;
    next.orientation = moved(q, mean, h);
    next.spin = next.orientation * Vec3(w + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4));
    return next;
}

SettlingBody turned_about_line(const SettlingModel& m, const SettlingBody& b, double h)
{
    const Vec3 from = corner_at(m, b, b.pivot_a);
    const Vec3 e = (corner_at(m, b, b.pivot_b) - from).normalized(), r = b.position - from;
    Mat3 inertia = inertia_about_centre(m, b.orientation);
    if (m.inertia_about == InertiaAbout::contact)
        inertia += inertia_of_arm(m.mass, r);
    // The moment of the weight as the arm turns about e.
    const double share = m.mass / e.dot(inertia * e);
    const Vec3 across = r - r.dot(e) * e;
    const double still = e.cross(across).dot(m.gravity), swung = -across.dot(m.gravity);
    const auto acceleration = [&](double angle) {
        return share * (std::cos(angle) * still + std::sin(angle) * swung);
    };
    const double w = e.dot(b.spin);
    const double a1 = acceleration(0.0);
    const double a2 = acceleration(0.5 * h * w);
    const double a3 = acceleration(0.5 * h * (w + 0.5 * h * a1));
    const double a4 = acceleration(h * (w + 0.5 * h * a2));
    const double angle = h * (w + h / 6.0 * (a1 + a2 + a3));
    SettlingBody next = b;
    next.orientation = (rigid::turn_by(angle * e) * b.orientation).normalized();
    next.spin = (w + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)) * e;
    return next;
}

Mat3 printed_inertia(const SettlingModel& m, const Quat& q, const Vec3& arm)
{
    const Mat3 own = inertia_about_centre(m, q);
    return m.inertia_about == InertiaAbout::contact ? Mat3(own + inertia_of_arm(m.mass, arm)) : own;
}

SettlingBody turned_as_printed(const SettlingModel& m, const SettlingBody& b, double h)
{
    const Vec3 from = corner_at(m, b, b.pivot_a);
    const Vec3 side = corner_at(m, b, b.pivot_b) - from, arm = b.position - from;
    const Vec3 e = b.stage == Stage::on_line ? Vec3(side.normalized()) : Vec3(Vec3::Zero());
    Vec3 momentum = printed_inertia(m, b.orientation, arm) * b.spin;
    SettlingBody next = b;
    turn_as_printed(m, arm, b.stage == Stage::on_line ? &e : nullptr, h, next.orientation,
                    next.spin, momentum);
    return next;
}

} // namespace

void turn_as_printed(const SettlingModel& m, const Vec3& arm, const Vec3* axis, double h,
                     Quat& orientation, Vec3& spin, Vec3& momentum)
{
    const Quat before = orientation;
    const auto rate = [](const Quat& q, const Vec3& w) -> Vec4 {
        return 0.5 * (Quat(0.0, w.x(), w.y(), w.z()) * q).coeffs(); // w about axes of the world
    };
    const Vec4 first = rate(before, spin);
    Vec3 moment = arm.cross(m.mass * m.gravity) - m.damping * spin; // Eq. 4, 10
    if (axis)
        moment = moment.dot(*axis) * *axis;  // Eq. 17
    momentum += h * moment;                  // Eq. 11
    for (int pass = 0; pass < 100; ++pass) { // Eqs. 12-15
        const Quat last = orientation;
        orientation.coeffs() = before.coeffs() + 0.5 * h * (first + rate(last, spin));
        orientation.normalize();
        const Mat3 inertia = printed_inertia(m, orientation, arm);
        spin = axis ? Vec3(*axis * (axis->dot(momentum) / axis->dot(inertia * *axis)))
                    : Vec3(inertia.inverse() * momentum); // Eq. 18
        if ((orientation.coeffs() - last.coeffs()).norm() < 1e-14)
            break;
    }
}

SettlingBody fallen(const SettlingModel& m, const SettlingBody& b, double h)
{
    SettlingBody next = b;
    next.position += h * (b.velocity + 0.5 * h * m.gravity);
    next.velocity += h * m.gravity;
    const Vec3 momentum = inertia_about_centre(m, b.orientation) * b.spin;
    rigid::turn_freely(next.orientation, momentum, m.inertia, h);
    const Mat3 r = next.orientation.toRotationMatrix();
    next.spin = r * m.inertia.cwiseInverse().asDiagonal() * r.transpose() * momentum;
    return next;
}

SettlingBody turned(const SettlingModel& m, const SettlingBody& b, double h)
{
    SettlingBody next = m.scheme == SettlingScheme::paper ? turned_as_printed(m, b, h)
                        : b.stage == Stage::on_line       ? turned_about_line(m, b, h)
                                                          : turned_about_point(m, b, h);
    next.position += corner_at(m, b, b.pivot_a) - corner_at(m, next, b.pivot_a);
    next.velocity = next.spin.cross(Vec3(next.position - corner_at(m, next, b.pivot_a)));
    return next;
}

CarryingForces carrying_forces(const SettlingModel& m, const SettlingBody& b)
{
    const Vec3& up = m.surface.normal;
    const Vec3 from = corner_at(m, b, b.pivot_a), r = b.position - from;
    const Mat3 inertia = inertia_about_centre(m, b.orientation) + inertia_of_arm(m.mass, r);
    const Vec3 moment = m.mass * r.cross(m.gravity), spinning = b.spin.cross(inertia * b.spin);
    const bool line = b.stage == Stage::on_line;
    const Vec3 side = line ? Vec3(corner_at(m, b, b.pivot_b) - from) : Vec3(Vec3::Zero());
    const Vec3 e = line ? Vec3(side.normalized()) : Vec3(Vec3::Zero());
    const Vec3 turning = line ? Vec3(e * (e.dot(moment) / e.dot(inertia * e)))
                              : Vec3(inertia.inverse() * (moment - spinning));
    const Vec3 acceleration = turning.cross(r) + b.spin.cross(Vec3(b.spin.cross(r)));
    const double all = m.mass * up.dot(acceleration - m.gravity);
    if (!line)
        return {all, 0.0};
    const Vec3 left = inertia * turning + spinning - moment; // must act at the other corner
    const Vec3 across = e.cross(up);
    const double at_b = left.dot(across) / (side.norm() * across.squaredNorm());
    return {all - at_b, at_b};
}

double lift_of(const SettlingModel& m, const SettlingBody& b, Index n, Index pivot)
{
    const Vec3 from = corner_at(m, b, pivot), r = b.position - from,
               way = corner_at(m, b, n) - from;
    const Mat3 inertia = inertia_about_centre(m, b.orientation) + inertia_of_arm(m.mass, r);
    const Vec3 turning =
        inertia.inverse() * (m.mass * r.cross(m.gravity) - b.spin.cross(Vec3(inertia * b.spin)));
    return m.surface.normal.dot(turning.cross(way) + b.spin.cross(Vec3(b.spin.cross(way))));
}

} // namespace flotsam::contact
