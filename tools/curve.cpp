#include "tools/curve.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::tools {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// Number of samples up to and including `time`.
std::size_t samples_until(const Curve& curve, double time)
{
    return static_cast<std::size_t>(std::upper_bound(curve.time.begin(), curve.time.end(), time) -
                                    curve.time.begin());
}

double crossing(double t0, double v0, double t1, double v1, double value)
{
    return v1 == v0 ? t1 : t0 + (t1 - t0) * (value - v0) / (v1 - v0);
}

// Both ends of the interval between samples n - 1 and n have a value.
bool is_line(const Curve& curve, std::size_t n)
{
    return std::isfinite(curve.value[n - 1]) && std::isfinite(curve.value[n]);
}

} // namespace

double at(const Curve& curve, double time)
{
    const std::size_t after = samples_until(curve, time);
    if (after == 0)
        return no_value;
    const double t0 = curve.time[after - 1], v0 = curve.value[after - 1];
    if (t0 == time)
        return v0;
    if (after == curve.size())
        return no_value;
    const double share = (time - t0) / (curve.time[after] - t0);
    return v0 + share * (curve.value[after] - v0);
}

Curve part(const Curve& curve, double from, double to)
{
    Curve inside;
    for (std::size_t n = 0; n < curve.size(); ++n)
        if (curve.time[n] >= from && curve.time[n] <= to && std::isfinite(curve.value[n]))
            inside.add(curve.time[n], curve.value[n]);
    return inside;
}

Range range_of(const Curve& curve)
{
    Range range{no_value, no_value};
    for (const double v : curve.value) {
        if (!std::isfinite(v))
            continue;
        range.low = std::isnan(range.low) ? v : std::min(range.low, v);
        range.high = std::isnan(range.high) ? v : std::max(range.high, v);
    }
    return range;
}

double covered(const Curve& curve, double from, double to)
{
    if (!(to > from))
        return std::isfinite(at(curve, from)) ? 1.0 : 0.0;
    double sum = 0.0;
    for (std::size_t n = 1; n < curve.size(); ++n)
        if (is_line(curve, n))
            sum += std::max(0.0, std::min(to, curve.time[n]) - std::max(from, curve.time[n - 1]));
    return sum / (to - from);
}

namespace {

// Smooths samples first .. last - 1, which all have values.
void smooth_run(const Curve& curve, std::size_t first, std::size_t last, double width, Curve& out)
{
    std::vector<double> area(last - first, 0.0); // integral up to each sample
    for (std::size_t n = first + 1; n < last; ++n)
        area[n - first] = area[n - first - 1] + 0.5 * (curve.value[n] + curve.value[n - 1]) *
                                                    (curve.time[n] - curve.time[n - 1]);
    const auto area_until = [&](double time) {
        const std::size_t k = std::clamp(samples_until(curve, time), first + 1, last) - 1;
        const double rest = time - curve.time[k];
        return area[k - first] +
               (rest > 0.0 ? 0.5 * rest * (curve.value[k] + at(curve, time)) : 0.0);
    };
    for (std::size_t n = first; n < last; ++n) {
        const double t = curve.time[n];
        const double half =
            std::min({0.5 * width, t - curve.time[first], curve.time[last - 1] - t});
        if (half > 0.0)
            out.value[n] = (area_until(t + half) - area_until(t - half)) / (2.0 * half);
    }
}

} // namespace

Curve smoothed(const Curve& curve, double width)
{
    Curve out = curve;
    if (!(width > 0.0))
        return out;
    for (std::size_t first = 0; first < curve.size();) {
        std::size_t last = first;
        while (last < curve.size() && std::isfinite(curve.value[last]))
            ++last;
        if (last > first)
            smooth_run(curve, first, last, width, out);
        first = std::max(last, first + 1);
    }
    return out;
}

std::optional<double> arrival(const Curve& curve, double threshold)
{
    double t0 = no_value, v0 = no_value; // the last sample with a value
    for (std::size_t n = 0; n < curve.size(); ++n) {
        const double v = curve.value[n];
        if (!std::isfinite(v))
            continue;
        if (v >= threshold) {
            if (std::isnan(v0))
                return v == threshold ? std::optional(curve.time[n]) : std::nullopt;
            return crossing(t0, v0, curve.time[n], v, threshold);
        }
        t0 = curve.time[n];
        v0 = v;
    }
    return std::nullopt;
}

std::optional<Peak> highest(const Curve& curve)
{
    std::optional<Peak> peak;
    for (std::size_t n = 0; n < curve.size(); ++n)
        if (std::isfinite(curve.value[n]) && (!peak || curve.value[n] > peak->value))
            peak = Peak{curve.time[n], curve.value[n]};
    return peak;
}

std::optional<Peak> first_peak(const Curve& curve, double swing)
{
    double lowest = std::numeric_limits<double>::infinity();
    std::optional<Peak> top; // since the curve has risen by `swing`
    for (std::size_t n = 0; n < curve.size(); ++n) {
        const double v = curve.value[n];
        if (!std::isfinite(v))
            continue;
        lowest = std::min(lowest, v);
        if (top ? v > top->value : v - lowest >= swing && v > lowest)
            top = Peak{curve.time[n], v};
        else if (top && top->value - v >= swing && top->value > v)
            return top;
    }
    return std::nullopt;
}

double integral(const Curve& curve, double from, double to)
{
    if (!(to > from) || covered(curve, from, to) < 1.0 - 1e-9)
        return no_value;
    double sum = 0.0;
    for (std::size_t n = 1; n < curve.size(); ++n) {
        const double a = std::max(from, curve.time[n - 1]), b = std::min(to, curve.time[n]);
        if (b > a && is_line(curve, n))
            sum += 0.5 * (b - a) * (at(curve, a) + at(curve, b));
    }
    return sum;
}

std::optional<double> speed_between(const Curve& curve, double low, double high)
{
    const auto early = arrival(curve, low), late = arrival(curve, high);
    if (!early || !late || !(*late > *early))
        return std::nullopt;
    return (high - low) / (*late - *early);
}

std::optional<double> slope_between(const Curve& curve, double low, double high)
{
    const auto early = arrival(curve, low), late = arrival(curve, high);
    if (!early || !late || !(*late > *early))
        return std::nullopt;
    Curve way = part(curve, *early, *late);
    way.add(*early, low);
    way.add(*late, high);
    double t_mean = 0.0, v_mean = 0.0;
    for (std::size_t n = 0; n < way.size(); ++n) {
        t_mean += way.time[n] / static_cast<double>(way.size());
        v_mean += way.value[n] / static_cast<double>(way.size());
    }
    double above = 0.0, below = 0.0;
    for (std::size_t n = 0; n < way.size(); ++n) {
        above += (way.time[n] - t_mean) * (way.value[n] - v_mean);
        below += (way.time[n] - t_mean) * (way.time[n] - t_mean);
    }
    return above / below;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    expects(a.size() == b.size(), "correlated lists have equal lengths");
    const auto mean = [](const std::vector<double>& list) {
        double sum = 0.0;
        for (const double v : list)
            sum += v;
        return sum / static_cast<double>(list.size());
    };
    const double a_mean = mean(a), b_mean = mean(b);
    double aa = 0.0, bb = 0.0, ab = 0.0;
    for (std::size_t n = 0; n < a.size(); ++n) {
        aa += (a[n] - a_mean) * (a[n] - a_mean);
        bb += (b[n] - b_mean) * (b[n] - b_mean);
        ab += (a[n] - a_mean) * (b[n] - b_mean);
    }
    // Rounding leaves a constant list a tiny variance.
    const auto constant = [](double spread, double level, std::size_t count) {
        return !(spread > 1e-24 * level * level * static_cast<double>(count));
    };
    if (constant(aa, a_mean, a.size()) || constant(bb, b_mean, b.size()))
        return no_value;
    return ab / std::sqrt(aa * bb);
}

} // namespace flotsam::tools
