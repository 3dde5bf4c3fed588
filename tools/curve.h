// Samples of one quantity over time, and what is read off them. Pure functions: everything that a
// comparison of a run with a measurement rests on.
//
// Between two samples a curve is a straight line; next to a missing value (NaN) and outside its
// ends it has no value. Times rise strictly.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace flotsam::tools {

struct Curve {
    std::vector<double> time;  // s
    std::vector<double> value; // NaN = missing

    std::size_t size() const { return time.size(); }
    bool empty() const { return time.empty(); }
    void add(double t, double v)
    {
        time.push_back(t);
        value.push_back(v);
    }
};

struct Peak {
    double time = 0.0, value = 0.0;
};

struct Range {
    double low = 0.0, high = 0.0;
    double size() const { return high - low; }
};

// The value at a time, NaN where there is none.
double at(const Curve& curve, double time);

// The samples from one time to another, both included, without the missing ones.
Curve part(const Curve& curve, double from, double to);

// Smallest and largest value; NaN for an empty curve.
Range range_of(const Curve& curve);

// Share of the time between `from` and `to` in which the curve has a value, 0 to 1.
double covered(const Curve& curve, double from, double to);

// Centred moving average of the straight lines between samples over `width`; narrower towards the
// ends and towards missing values, so that nothing is shifted. 0 = the curve itself.
Curve smoothed(const Curve& curve, double width);

// When the curve first reaches `threshold` from below; nothing if it starts above or never does.
std::optional<double> arrival(const Curve& curve, double threshold);

// The largest value and when it is first reached; nothing for a curve without values.
std::optional<Peak> highest(const Curve& curve);

// The first maximum after a rise of at least `swing` that is followed by a fall of at least
// `swing`: noise smaller than that makes no peak.
std::optional<Peak> first_peak(const Curve& curve, double swing);

// Integral over time between two times; NaN unless the curve covers all of it.
double integral(const Curve& curve, double from, double to);

// Mean rate of change between the first crossings of two rising values:
// (high - low) / (t(high) - t(low)).
std::optional<double> speed_between(const Curve& curve, double low, double high);

// Slope of the least-squares line through the samples between those crossings, which are included.
std::optional<double> slope_between(const Curve& curve, double low, double high);

// Pearson's correlation of two lists; NaN when one of them is constant.
double correlation(const std::vector<double>& a, const std::vector<double>& b);

} // namespace flotsam::tools
