#include "tools/compare.h"

#include "cases/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::tools {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

double or_nothing(const std::optional<double>& value) { return value.value_or(no_value); }

void shift_times(Curve& curve, double shift)
{
    for (double& t : curve.time)
        t += shift;
}

// The samples of the window, which counts in the reference's own time.
Reference in_window(const Reference& whole)
{
    Reference cut = whole;
    if (whole.spec.window) {
        const auto [from, to] = *whole.spec.window;
        cut.curve = cut.low = cut.high = Curve();
        for (std::size_t n = 0; n < whole.curve.size(); ++n) {
            const double t = whole.curve.time[n];
            if (t < from || t > to)
                continue;
            cut.curve.add(t, whole.curve.value[n]);
            if (!whole.low.empty()) {
                cut.low.add(t, whole.low.value[n]);
                cut.high.add(t, whole.high.value[n]);
            }
        }
    }
    if (cut.curve.size() < 2)
        throw UserError({whole.file, 0, 0},
                        "fewer than two samples to compare with" +
                            (whole.spec.window
                                 ? " between " + cases::number_text(whole.spec.window->first) +
                                       " and " + cases::number_text(whole.spec.window->second) +
                                       " s"
                                 : std::string()));
    return cut;
}

// The samples from one time to another, and the values at the ends.
Curve between(const Curve& curve, double from, double to)
{
    Curve inside;
    if (const double v = at(curve, from); std::isfinite(v))
        inside.add(from, v);
    const Curve samples = part(curve, from, to);
    for (std::size_t n = 0; n < samples.size(); ++n)
        if (samples.time[n] > from && samples.time[n] < to)
            inside.add(samples.time[n], samples.value[n]);
    if (const double v = at(curve, to); std::isfinite(v))
        inside.add(to, v);
    return inside;
}

// Both curves where both have a value, and what is read off them.
class Measures {
public:
    Measures(const Curve& simulation, const Reference& reference, double threshold)
        : simulation_(simulation), reference_(reference), threshold_(threshold),
          from_(reference.curve.time.front()), to_(reference.curve.time.back()),
          range_(range_of(reference.curve)), during_(between(simulation, from_, to_))
    {
        for (std::size_t n = 0; n < reference.curve.size(); ++n) {
            const double v = at(simulation, reference.curve.time[n]);
            if (!std::isfinite(v))
                continue;
            computed_.push_back(v);
            measured_.push_back(reference.curve.value[n]);
            residual_.add(reference.curve.time[n], v - reference.curve.value[n]);
        }
    }

    const Curve& residual() const { return residual_; }

    std::vector<Metric> all(double shift) const
    {
        std::vector<Metric> list;
        add_coverage(list);
        add_differences(list);
        add_arrival(list, shift);
        const double swing = peak_share * range_.size();
        add_peak(list, "first_peak", first_peak(during_, swing),
                 first_peak(reference_.curve, swing));
        const auto top = highest(reference_.curve);
        if (top && top->time > from_ && top->time < to_)
            add_peak(list, "peak", highest(during_), top);
        add_relative(list, "range_error", unit(), range_of(during_).size(), range_.size());
        add_relative(list, "impulse_error", unit() + " s", integral(simulation_, from_, to_),
                     integral(reference_.curve, from_, to_));
        add_band(list);
        add_speeds(list);
        list.push_back({"time_shift", shift, "s", no_value, no_value, "", {}, false, true});
        return list;
    }

private:
    const std::string& unit() const { return reference_.unit; }

    void add_coverage(std::vector<Metric>& list) const
    {
        const double share = covered(simulation_, from_, to_);
        list.push_back(
            {"coverage", share, "%", no_value, no_value, "", least_coverage, true, true});
    }

    void add_differences(std::vector<Metric>& list) const
    {
        double squares = 0.0, largest = computed_.empty() ? no_value : 0.0;
        for (const double r : residual_.value) {
            squares += r * r;
            largest = std::max(largest, std::abs(r));
        }
        const double rmse = std::sqrt(squares / static_cast<double>(residual_.size()));
        const double size = range_.size() > 0.0 ? range_.size() : no_value;
        add(list, "rmse", rmse, unit());
        add(list, "relative_rmse", rmse / size, "%");
        add(list, "max_error", largest, unit());
        add(list, "relative_max_error", largest / size, "%");
        add(list, "correlation",
            computed_.size() < 2 ? no_value : correlation(computed_, measured_), "");
        list.back().at_least = true;
    }

    // Where arrivals were made to agree, the error is that of the times as measured.
    void add_arrival(std::vector<Metric>& list, double shift) const
    {
        const double undone = reference_.spec.shift_at_arrival ? shift : 0.0;
        const double computed = or_nothing(arrival(simulation_, threshold_));
        const double measured = or_nothing(arrival(reference_.curve, threshold_)) - undone;
        list.push_back(
            {"arrival_error", computed - measured, "s", computed, measured, "s", {}, false, true});
    }

    void add_peak(std::vector<Metric>& list, const std::string& name,
                  const std::optional<Peak>& computed, const std::optional<Peak>& measured) const
    {
        if (!measured)
            return;
        const Peak c = computed.value_or(Peak{no_value, no_value});
        add_relative(list, name + "_error", unit(), c.value, measured->value);
        list.push_back({name + "_time_error",
                        c.time - measured->time,
                        "s",
                        c.time,
                        measured->time,
                        "s",
                        {},
                        false,
                        true});
    }

    void add_band(std::vector<Metric>& list) const
    {
        if (reference_.low.empty())
            return;
        std::size_t judged = 0, inside = 0;
        for (std::size_t n = 0; n < reference_.curve.size(); ++n) {
            const double low = reference_.low.value[n], high = reference_.high.value[n];
            if (!std::isfinite(low) || !std::isfinite(high))
                continue;
            ++judged;
            const double v = at(simulation_, reference_.curve.time[n]); // NaN is outside
            inside += v >= low && v <= high ? 1 : 0;
        }
        add(list, "inside_band",
            judged > 0 ? static_cast<double>(inside) / static_cast<double>(judged) : no_value, "%");
        list.back().at_least = true;
    }

    void add_speeds(std::vector<Metric>& list) const
    {
        if (!reference_.spec.speed_between)
            return;
        const auto [low, high] = *reference_.spec.speed_between;
        add_relative(list, "speed_error", unit() + "/s",
                     or_nothing(speed_between(simulation_, low, high)),
                     or_nothing(speed_between(reference_.curve, low, high)));
        add_relative(list, "slope_error", unit() + "/s",
                     or_nothing(slope_between(simulation_, low, high)),
                     or_nothing(slope_between(reference_.curve, low, high)));
    }

    static void add(std::vector<Metric>& list, const char* name, double value,
                    const std::string& unit)
    {
        list.push_back({name, value, unit, no_value, no_value, "", {}, false, true});
    }
    static void add_relative(std::vector<Metric>& list, const std::string& name,
                             const std::string& unit, double computed, double measured)
    {
        const double error =
            measured != 0.0 ? (computed - measured) / std::abs(measured) : no_value;
        list.push_back({name, error, "%", computed, measured, unit, {}, false, true});
    }

    const Curve& simulation_;
    const Reference& reference_;
    double threshold_, from_, to_;
    Range range_;
    Curve during_; // the simulation's own samples within the window
    std::vector<double> computed_, measured_;
    Curve residual_;
};

void judge(Comparison& c)
{
    // A limit on something that the reference does not have (a peak) is not met.
    for (const auto& [name, limit] : c.reference.spec.limits) {
        auto metric = std::find_if(c.metrics.begin(), c.metrics.end(),
                                   [&n = name](const Metric& m) { return m.name == n; });
        if (metric == c.metrics.end())
            metric = c.metrics.insert(
                metric, {name, no_value, "", no_value, no_value, "", {}, false, true});
        metric->limit = limit;
    }
    c.pass = c.shift_found;
    for (Metric& m : c.metrics) {
        if (m.limit)
            m.pass = m.at_least ? m.value >= *m.limit : std::abs(m.value) <= *m.limit;
        if (m.name == "time_shift" && !c.shift_found)
            m.pass = false;
        c.pass = c.pass && m.pass;
    }
}

} // namespace

std::vector<const Metric*> Comparison::failed() const
{
    std::vector<const Metric*> list;
    for (const Metric& m : metrics)
        if (!m.pass)
            list.push_back(&m);
    return list;
}

Comparison compare(const Curve& simulation, const Reference& reference)
{
    Comparison c;
    c.reference = in_window(reference);
    c.simulation = smoothed(simulation, reference.spec.smooth);
    const Range range = range_of(c.reference.curve);
    c.threshold = reference.spec.arrival_at.value_or(range.low + arrival_share * range.size());
    c.shift = reference.spec.time_shift;
    if (reference.spec.shift_at_arrival) {
        const auto computed = arrival(c.simulation, c.threshold);
        const auto measured = arrival(c.reference.curve, c.threshold);
        c.shift_found = computed && measured;
        c.shift = c.shift_found ? *computed - *measured : 0.0;
    }
    for (Curve* curve : {&c.reference.curve, &c.reference.low, &c.reference.high})
        shift_times(*curve, c.shift);
    const Measures measures(c.simulation, c.reference, c.threshold);
    c.residual = measures.residual();
    c.metrics = measures.all(c.shift);
    judge(c);
    return c;
}

} // namespace flotsam::tools
