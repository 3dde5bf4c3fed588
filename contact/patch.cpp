#include "contact/patch.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

// Groups: points whose approach is within 5 % of the fastest act together.
constexpr double together = 0.95;
// Compression ends at this share of the approach it began with.
constexpr double ended = 1e-12;
// An increment cut short by the end of slip keeps at least this share, so that paths end.
constexpr double shortest = 1e-3;

Vec3 tangential(const Vec3& v, const Vec3& n) { return v - v.dot(n) * n; }

bool in_cone(const PatchPoint& p, const Vec3& impulse)
{
    const double normal = impulse.dot(p.normal);
    return normal > 0.0 && tangential(impulse, p.normal).norm() <= p.friction * normal;
}

// Where friction acts against: along slip, or, from stick, along the slip that pressing starts.
Vec3 slip_direction(const PatchPoint& p, const Vec3& slip, double still)
{
    const double speed = slip.norm();
    if (speed > still)
        return slip / speed;
    const Vec3 tendency = tangential(p.response * p.normal, p.normal);
    const double size = tendency.norm();
    return size > 1e-12 * p.response.trace() ? Vec3(tendency / size) : Vec3(Vec3::Zero());
}

// Sliding impulse that raises u by `dv`: [A21] Eqs. 60-62 with friction against slip.
Vec3 slide(const PatchPoint& p, const Vec3& t, double dv)
{
    const Vec3 d = p.normal - p.friction * t;
    const double nkn = p.normal.dot(p.response * p.normal);
    return dv / std::max(p.normal.dot(p.response * d), 1e-6 * nkn) * d;
}

Vec3 increment_alone(const PatchPoint& p, double dv, double still)
{
    const Vec3 slip = tangential(p.velocity, p.normal);
    const double speed = slip.norm();
    if (speed > still) {
        const Vec3 t = slip / speed;
        const Vec3 j = slide(p, t, dv);
        const double fall = -t.dot(p.response * j); // of slip
        if (fall <= speed)
            return j;
        if (speed > shortest * fall)
            return speed / fall * j;
    }
    const Vec3 stick = p.inverse * (dv * p.normal - slip);
    return in_cone(p, stick) ? stick : slide(p, slip_direction(p, slip, still), dv);
}

Vec3 increment_shared(const PatchPoint& p, double dv, double share, double still)
{
    const Vec3 slip = tangential(p.velocity, p.normal);
    const Vec3 stick = p.inverse * (dv * p.normal - share * slip);
    if (in_cone(p, stick))
        return stick;
    const Vec3 t = slip_direction(p, slip, still);
    const double normal = slide(p, t, dv).dot(p.normal);
    const Vec3 kt = p.response * t;
    const double tkt = t.dot(kt);
    if (!(tkt > 0.0))
        return normal * p.normal;
    // No more friction than ends this point's share of the slip.
    const double most = (share * slip.norm() + kt.dot(p.normal) * normal) / tkt;
    const double friction = std::clamp(p.friction * normal, 0.0, std::max(most, 0.0));
    return normal * p.normal - friction * t;
}

// z > 0 with a z + b z^2 = energy.
double scale_for(double a, double b, double energy)
{
    const double root = std::sqrt(std::max(a * a + 4.0 * b * energy, 0.0));
    return a > 0.0 ? 2.0 * energy / (a + root) : (root - a) / (2.0 * b);
}

} // namespace

Patch::Patch(std::span<PatchPoint> points, const Inertial& first, const Inertial& second,
             Twist& first_twist, Twist& second_twist)
    : points_(points), first_(first), second_(second), first_twist_(first_twist),
      second_twist_(second_twist)
{
    for (PatchPoint& p : points_) {
        p.response = mobility(first_, p.arm_first) + mobility(second_, p.arm_second);
        // Locked directions make K singular; nothing is asked of them, so any small number does.
        p.inverse = (p.response + 1e-15 * p.response.trace() * Mat3::Identity()).inverse();
        p.pressed = 0.0;
    }
}

PatchResult Patch::resolve(double restitution, int path_increments)
{
    result_ = {};
    measure();
    double fastest = 0.0;
    for (const PatchPoint& p : points_)
        fastest = std::max(fastest, p.velocity.norm());
    still_ = 1e-10 * fastest;

    compress(path_increments);
    // Shared friction may overshoot by rounding; what it gave is not given twice.
    const double stored = std::min(restitution * restitution * result_.compression,
                                   result_.compression + result_.friction);
    if (stored > 0.0)
        release(stored, path_increments);
    return result_;
}

void Patch::compress(int path_increments)
{
    const double start = approach();
    const double reach = start / path_increments;
    const int limit = 100 * path_increments + 1000;
    while (result_.increments < limit) {
        const double fastest = approach();
        if (fastest <= ended * start)
            break;
        const auto acts = [&](const PatchPoint& p) {
            return -p.velocity.dot(p.normal) >= together * fastest;
        };
        const auto count = std::count_if(points_.begin(), points_.end(), acts);
        const double share = 1.0 / static_cast<double>(count);
        for (PatchPoint& p : points_) {
            const double dv = share * std::min(-p.velocity.dot(p.normal), reach);
            p.planned = !acts(p)     ? Vec3(Vec3::Zero())
                        : count == 1 ? increment_alone(p, dv, still_)
                                     : increment_shared(p, dv, share, still_);
        }
        double scale = 1.0;
        if (count > 1) {
            preview();
            scale = joint_scale(reach);
        }
        for (PatchPoint& p : points_)
            p.pressed += scale * p.planned.dot(p.normal);
        result_.compression -= apply(scale);
    }
}

// Points that act together respond to each other: scale the set so that the first of them to arrive
// gets just its increment, and no slip turns round.
double Patch::joint_scale(double reach) const
{
    double scale = static_cast<double>(points_.size());
    for (const PatchPoint& p : points_) {
        if (p.planned.isZero(0.0))
            continue;
        const double u = p.velocity.dot(p.normal);
        const double du = p.change.dot(p.normal);
        if (du > 0.0)
            scale = std::min(scale, std::min(-u, reach) / du);
        const Vec3 slip = tangential(p.velocity, p.normal);
        const double fall = -slip.dot(p.change);
        if (slip.norm() > still_ && fall > 0.0)
            scale = std::min(scale, std::max(slip.squaredNorm() / fall, shortest));
    }
    return scale;
}

// Equal steps of impulse release shares of the energy that grow as 1, 3, 5, ...
void Patch::release(double energy, int path_increments)
{
    const double steps = static_cast<double>(path_increments);
    double left = energy;
    for (int k = 1; k <= path_increments; ++k) {
        const bool last = k == path_increments;
        double due = last ? left : energy * (2.0 * k - 1.0) / (steps * steps);
        for (int n = 0; n < (last ? 2000 : 20) && due > 1e-14 * energy; ++n) {
            const double spent = release_some(due);
            due -= spent;
            left -= spent;
            result_.released += spent;
        }
    }
}

// Up to `energy`, less if slip ends before; returns the normal work done.
double Patch::release_some(double energy)
{
    double scale = plan_release(energy);
    const bool alone = std::count_if(points_.begin(), points_.end(),
                                     [](const PatchPoint& p) { return p.pressed > 0.0; }) == 1;
    if (alone)
        for (const PatchPoint& p : points_) {
            const Vec3 slip = tangential(p.velocity, p.normal);
            const double speed = slip.norm();
            const double fall =
                p.pressed > 0.0 && speed > still_ ? -slip.dot(p.change) / speed : 0.0;
            if (fall * scale > speed)
                scale = std::max(speed / fall, shortest * scale);
        }
    return apply(scale);
}

// Directions D = P n - f t of all pressed points, and the scale at which they do the work asked
// for.
double Patch::plan_release(double energy)
{
    double pressed_points = 0.0;
    double along = 0.0; // sum of u P
    for (PatchPoint& p : points_) {
        p.planned = std::max(p.pressed, 0.0) * p.normal;
        pressed_points += p.pressed > 0.0 ? 1.0 : 0.0;
        along += std::max(p.pressed, 0.0) * p.velocity.dot(p.normal);
    }
    preview();
    const double free_rate = pressed_rate();
    const double free_scale = scale_for(along, free_rate, energy);

    for (PatchPoint& p : points_) {
        if (!(p.pressed > 0.0) || !(p.friction > 0.0))
            continue;
        const Vec3 slip = tangential(p.velocity, p.normal);
        const Vec3 tendency = tangential(p.change, p.normal);
        const double speed = slip.norm();
        if (pressed_points == 1.0 && speed <= still_) {
            const Vec3 stick =
                p.pressed / p.normal.dot(p.inverse * p.normal) * (p.inverse * p.normal);
            const Vec3 t = slip_direction(p, Vec3::Zero(), still_);
            p.planned = in_cone(p, stick) ? stick : Vec3(p.pressed * (p.normal - p.friction * t));
            continue;
        }
        const bool slips = speed > still_;
        const double drive = slips ? speed : tendency.norm();
        if (!(drive > 0.0))
            continue;
        const Vec3 t = (slips ? slip : tendency) / drive;
        const double tkt = t.dot(p.response * t);
        const double ends = (slips ? speed / free_scale : 0.0) + t.dot(tendency);
        const double most = pressed_points == 1.0 ? p.friction * p.pressed
                                                  : std::max(ends, 0.0) / (tkt * pressed_points);
        p.planned -= std::min(p.friction * p.pressed, most) * t;
    }
    preview();
    double rate = pressed_rate();
    if (rate <= 1e-6 * free_rate) { // jammed by friction: release along the normals alone
        for (PatchPoint& p : points_)
            p.planned = std::max(p.pressed, 0.0) * p.normal;
        preview();
        rate = free_rate;
    }
    return scale_for(along, rate, energy);
}

void Patch::measure()
{
    for (PatchPoint& p : points_)
        p.velocity =
            velocity_at(first_twist_, p.arm_first) - velocity_at(second_twist_, p.arm_second);
}

// Largest of -u.
double Patch::approach() const
{
    double largest = 0.0;
    for (const PatchPoint& p : points_)
        largest = std::max(largest, -p.velocity.dot(p.normal));
    return largest;
}

// What the planned impulses would do to the velocities of all points.
void Patch::preview()
{
    Twist first, second;
    for (const PatchPoint& p : points_) {
        push(first, first_, p.arm_first, p.planned);
        push(second, second_, p.arm_second, -p.planned);
    }
    for (PatchPoint& p : points_)
        p.change = velocity_at(first, p.arm_first) - velocity_at(second, p.arm_second);
}

// Half the change of sum u P by the planned impulses: the quadratic part of their work.
double Patch::pressed_rate() const
{
    double rate = 0.0;
    for (const PatchPoint& p : points_)
        rate += 0.5 * std::max(p.pressed, 0.0) * p.change.dot(p.normal);
    return rate;
}

// Applies the planned impulses; returns their normal work and books that of friction.
double Patch::apply(double scale)
{
    for (PatchPoint& p : points_) {
        p.planned *= scale;
        p.impulse += p.planned;
        push(first_twist_, first_, p.arm_first, p.planned);
        push(second_twist_, second_, p.arm_second, -p.planned);
        p.change = p.velocity;
    }
    measure();
    double normal_work = 0.0;
    double work = 0.0;
    for (const PatchPoint& p : points_) {
        const Vec3 mean = 0.5 * (p.change + p.velocity);
        normal_work += p.planned.dot(p.normal) * mean.dot(p.normal);
        work += p.planned.dot(mean);
    }
    result_.friction -= work - normal_work;
    ++result_.increments;
    return normal_work;
}

} // namespace flotsam::contact
