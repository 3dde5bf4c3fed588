#include "rigid/prescribed.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flotsam::rigid {

Table make_table(std::vector<double> time, std::vector<double> value)
{
    const std::size_t n = time.size();
    expects(n == value.size() && n >= 2, "a motion table has two or more samples");
    // Natural cubic spline: a tridiagonal system for the second derivatives.
    std::vector<double> second(n, 0.0), upper(n, 0.0);
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const double a = time[k] - time[k - 1], b = time[k + 1] - time[k];
        const double right
            = 6.0 * ((value[k + 1] - value[k]) / b - (value[k] - value[k - 1]) / a);
        const double pivot = 2.0 * (a + b) - a * upper[k - 1];
        upper[k] = b / pivot;
        second[k] = (right - a * second[k - 1]) / pivot;
    }
    for (std::size_t k = n - 1; k-- > 1;)
        second[k] -= upper[k] * second[k + 1];
    return {std::move(time), std::move(value), std::move(second)};
}

namespace {

Travel in_table(const Table& table, double t)
{
    const auto& x = table.time;
    if (t <= x.front())
        return {table.value.front(), 0.0, 0.0};
    if (t >= x.back())
        return {table.value.back(), 0.0, 0.0};
    const auto k = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), t) - x.begin() - 1);
    const double h = x[k + 1] - x[k], b = (t - x[k]) / h, a = 1.0 - b;
    const double ya = table.value[k], yb = table.value[k + 1];
    const double ma = table.second[k], mb = table.second[k + 1];
    return {a * ya + b * yb + ((a * a * a - a) * ma + (b * b * b - b) * mb) * h * h / 6.0,
            (yb - ya) / h + ((3.0 * b * b - 1.0) * mb - (3.0 * a * a - 1.0) * ma) * h / 6.0,
            a * ma + b * mb};
}

Travel free_travel(const Motion& motion, double t)
{
    const double omega = 2.0 * std::numbers::pi * motion.frequency;
    switch (motion.law) {
    case Motion::Law::velocity: return {motion.value * t, motion.value, 0.0};
    case Motion::Law::acceleration:
        return {0.5 * motion.value * t * t, motion.value * t, motion.value};
    case Motion::Law::sinusoid: {
        const double angle = omega * t + motion.phase;
        return {motion.amplitude * (std::sin(angle) - std::sin(motion.phase)),
                motion.amplitude * omega * std::cos(angle),
                -motion.amplitude * omega * omega * std::sin(angle)};
    }
    case Motion::Law::table: return in_table(motion.table, t);
    default: return {};
    }
}

} // namespace

Travel travel_at(const Motion& motion, double t)
{
    const double since = t - motion.start;
    const bool tabled = motion.law == Motion::Law::table;
    if (since <= 0.0 && !tabled)
        return {};
    const Travel travel = free_travel(motion, since);
    if (motion.travel > 0.0 && std::abs(travel.s) >= motion.travel)
        return {std::copysign(motion.travel, travel.s), 0.0, 0.0};
    return travel;
}

Vec3 place_at(const Motion& motion, const Vec3& x0, double t)
{
    const double s = travel_at(motion, t).s;
    if (!motion.turns)
        return x0 + s * motion.direction;
    return motion.about + Eigen::AngleAxisd(s, motion.direction) * (x0 - motion.about);
}

Vec3 turned_at(const Motion& motion, const Vec3& n0, double t)
{
    if (!motion.turns)
        return n0;
    return Eigen::AngleAxisd(travel_at(motion, t).s, motion.direction) * n0;
}

Vec3 acceleration_at(const Motion& motion, const Vec3& x0, double t)
{
    const Travel travel = travel_at(motion, t);
    if (!motion.turns)
        return travel.second * motion.direction;
    const Vec3 arm = place_at(motion, x0, t) - motion.about;
    const Vec3 spin = travel.rate * motion.direction;
    return travel.second * motion.direction.cross(arm) + spin.cross(spin.cross(arm));
}

} // namespace flotsam::rigid
