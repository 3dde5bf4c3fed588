// The comparator: its metrics by hand, and mutations of a good run that it has to reject.
#include "tools/compare.h"

#include "core/error.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace flotsam;
using namespace flotsam::tools;
using doctest::Approx;

namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();

const Metric& metric(const Comparison& c, const std::string& name)
{
    const auto found = std::find_if(c.metrics.begin(), c.metrics.end(),
                                    [&](const Metric& m) { return m.name == name; });
    REQUIRE(found != c.metrics.end());
    return *found;
}

bool has(const Comparison& c, const std::string& name)
{
    return std::any_of(c.metrics.begin(), c.metrics.end(),
                       [&](const Metric& m) { return m.name == name; });
}

// Pressure of a jet that hits a wall at 0.3 s: a steep rise, a peak of 5 kPa, a plateau.
double impact(double t)
{
    if (t < 0.3)
        return 0.0;
    const double since = t - 0.3;
    return 5000.0 * std::min(1.0, since / 0.02) * std::exp(-6.0 * since) +
           900.0 * (1.0 - std::exp(-8.0 * since));
}

Curve sampled(const std::function<double(double)>& f, double from, double to, double step)
{
    Curve curve;
    const auto count = static_cast<int>(std::lround((to - from) / step));
    for (int n = 0; n <= count; ++n)
        curve.add(from + n * step, f(from + n * step));
    return curve;
}

// Measured every 5 ms for 1 s, with a band of 15 % and 150 Pa, and limits as one would set them.
Reference measured()
{
    Reference r;
    r.unit = "Pa";
    r.curve = sampled(impact, 0.0, 1.0, 0.005);
    r.low = r.high = r.curve;
    for (std::size_t n = 0; n < r.curve.size(); ++n) {
        r.low.value[n] = 0.85 * r.curve.value[n] - 150.0;
        r.high.value[n] = 1.15 * r.curve.value[n] + 150.0;
    }
    r.spec.limits = {{"relative_rmse", 0.05}, {"arrival_error", 0.01},   {"peak_error", 0.1},
                     {"impulse_error", 0.1},  {"peak_time_error", 0.01}, {"correlation", 0.97},
                     {"inside_band", 0.9}};
    return r;
}

Curve good_run() { return sampled(impact, 0.0, 1.2, 0.0013); }

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("differences are those worked out by hand")
    {
        Reference r;
        r.unit = "m";
        r.curve = {{1, 2, 3}, {0, 4, 2}};
        // At 1, 2, 3 the simulation has 1, 2, 3.
        const Comparison c = compare({{0, 4}, {0, 4}}, r);
        CHECK(c.residual.value == std::vector<double>{1, -2, 1});
        CHECK(metric(c, "rmse").value == Approx(std::sqrt(2.0)));
        CHECK(metric(c, "relative_rmse").value == Approx(std::sqrt(2.0) / 4));
        CHECK(metric(c, "max_error").value == 2);
        CHECK(metric(c, "relative_max_error").value == 0.5);
        CHECK(metric(c, "correlation").value == Approx(0.5));
        CHECK(metric(c, "arrival_error").value == Approx(0.4 - 1.1)); // both reach 0.4
        CHECK(metric(c, "peak_error").value == Approx(-0.25)); // samples 0 and 4: none inside but
        CHECK(metric(c, "range_error").value == Approx(2.0 / 4 - 1)); // from 1 to 3 there
        CHECK(metric(c, "impulse_error").value == Approx(4.0 / 5 - 1));
        CHECK(metric(c, "coverage").value == 1);
        CHECK(metric(c, "time_shift").value == 0);
        CHECK(c.pass); // no limits, and covered
    }

    TEST_CASE("the good run passes and every limit is looked at")
    {
        const Comparison c = compare(good_run(), measured());
        for (const Metric* m : c.failed())
            MESSAGE(m->name, " ", m->value);
        CHECK(c.pass);
        Reference strict = measured();
        for (const auto& [name, limit] : measured().spec.limits) {
            const bool least = metric(c, name).at_least;
            strict.spec.limits = {{name, least ? 1.01 : 0.0}};
            CAPTURE(name);
            const double value = metric(c, name).value;
            CHECK((compare(good_run(), strict).pass == (!least && value == 0.0)));
        }
    }

    TEST_CASE("mutations of a good run are all rejected")
    {
        const Curve good = good_run();
        const auto mutated = [&](const std::function<void(Curve&)>& change) {
            Curve curve = good;
            change(curve);
            return compare(curve, measured());
        };
        const auto all_values = [](const std::function<double(double)>& f) {
            return [f](Curve& curve) {
                for (double& v : curve.value)
                    v = f(v);
            };
        };
        CHECK(!mutated(all_values([](double) { return missing; })).pass);
        CHECK(!mutated(all_values([](double) { return 0.0; })).pass);
        CHECK(!mutated(all_values([](double) { return 800.0; })).pass);
        CHECK(!mutated(all_values([](double v) { return 1.3 * v; })).pass);
        CHECK(!mutated(all_values([](double v) { return 0.7 * v; })).pass);
        CHECK(!mutated(all_values([](double v) { return v + 700.0; })).pass);
        CHECK(!mutated(all_values([](double v) { return -v; })).pass);
        CHECK(!mutated([](Curve& curve) { // 5 % late
                   for (double& t : curve.time)
                       t *= 1.05;
               })
                   .pass);
        CHECK(!mutated([](Curve& curve) { // shifted by 30 ms
                   for (double& t : curve.time)
                       t += 0.03;
               })
                   .pass);
        CHECK(!mutated([](Curve& curve) { // stopped at 0.94 s of 1 s
                   const auto kept = static_cast<std::size_t>(0.94 / 0.0013);
                   curve.time.resize(kept);
                   curve.value.resize(kept);
               })
                   .pass);
        CHECK(!mutated([](Curve& curve) { // NaN in a tenth of the time
                   for (std::size_t n = 0; n < curve.size(); ++n)
                       if (curve.time[n] > 0.5 && curve.time[n] < 0.6)
                           curve.value[n] = missing;
               })
                   .pass);
        CHECK(!mutated([](Curve& curve) {
                   std::reverse(curve.value.begin(), curve.value.end());
               }).pass);
        CHECK(!mutated([](Curve& curve) { curve = Curve(); }).pass);
        CHECK(!mutated([](Curve& curve) { curve = {{0.0}, {1.0}}; }).pass);
    }

    TEST_CASE("aligning arrivals hides no late run because the shift has its own limit")
    {
        Curve late = good_run();
        for (double& t : late.time)
            t += 0.05;
        Reference r = measured();
        r.spec.shift_at_arrival = true;
        Comparison c = compare(late, r);
        CHECK(c.shift == Approx(0.05).epsilon(0.02));
        CHECK(metric(c, "relative_rmse").pass);
        CHECK(metric(c, "arrival_error").value == Approx(c.shift)); // of the times as measured
        CHECK(!c.pass);
        r.spec.limits = {{"relative_rmse", 0.05}};
        late.time.insert(late.time.begin(), 0.0); // so that it covers the start
        late.value.insert(late.value.begin(), 0.0);
        c = compare(late, r);
        CHECK(c.pass);
        r.spec.limits.emplace_back("time_shift", 0.02);
        CHECK(!compare(late, r).pass);
        // Without an arrival there is nothing to align.
        r.spec.limits.clear();
        c = compare(sampled([](double) { return 0.0; }, 0.0, 1.2, 0.01), r);
        CHECK(!c.shift_found);
        CHECK(!c.pass);
    }

    TEST_CASE("a fixed shift moves the reference and a window cuts it in its own time")
    {
        Reference r;
        r.curve = {{0, 1, 2, 3, 4}, {0, 1, 2, 3, 99}};
        r.spec.window = {{1, 3}};
        r.spec.time_shift = 10.0;
        const Comparison c = compare({{0, 20}, {-10, 10}}, r); // v = t - 10
        CHECK(c.reference.curve.time == std::vector<double>{11, 12, 13});
        CHECK(metric(c, "max_error").value == Approx(0.0));
        CHECK(metric(c, "time_shift").value == 10.0);
        r.spec.window = {{1.1, 1.9}};
        CHECK_THROWS_AS(compare({{0, 20}, {-10, 10}}, r), UserError);
    }

    TEST_CASE("smoothing acts on the simulation alone")
    {
        Reference r;
        r.curve = {{1, 3}, {0, 0}};
        const Curve noisy{{0, 1, 2, 3, 4}, {1, -1, 1, -1, 1}};
        CHECK(metric(compare(noisy, r), "max_error").value == 1);
        r.spec.smooth = 2.0; // over two whole swings
        CHECK(metric(compare(noisy, r), "max_error").value == Approx(0).epsilon(1e-12));
    }

    TEST_CASE(
        "a sample without a value is outside the band and a sample without a band is not judged")
    {
        Reference r;
        r.curve = {{0, 1, 2, 3}, {0, 0, 0, 0}};
        r.low = {{0, 1, 2, 3}, {-1, -1, missing, -1}};
        r.high = {{0, 1, 2, 3}, {1, 1, missing, 1}};
        const Comparison c = compare({{0, 1, 2}, {0, 5, 0}}, r); // inside, outside, -, missing
        CHECK(metric(c, "inside_band").value == Approx(1.0 / 3));
    }

    TEST_CASE("a limit on a metric that cannot be computed is not met")
    {
        Reference rising;
        rising.curve = {{0, 1, 2}, {0, 1, 2}};
        const Curve same = rising.curve;
        CHECK(compare(same, rising).pass);
        CHECK(!has(compare(same, rising), "first_peak_error"));
        for (const char* name : {"peak_error", "first_peak_error", "first_peak_time_error",
                                 "inside_band", "speed_error"}) {
            rising.spec.limits = {{name, 0.0}};
            CAPTURE(name);
            CHECK(!compare(same, rising).pass);
        }
    }

    TEST_CASE("a run must cover 95 % of the time of the reference")
    {
        Reference r;
        r.curve = sampled([](double t) { return t; }, 0.0, 1.0, 0.01);
        const auto until = [&](double end) { return compare({{0, end}, {0, end}}, r); };
        CHECK(until(0.96).pass);
        CHECK(!until(0.94).pass);
        CHECK(metric(until(0.945), "coverage").value == Approx(0.945));
        // Nearly all samples lie in the first half of the time.
        r.curve = sampled([](double t) { return t; }, 0.0, 0.5, 0.001);
        r.curve.add(1.0, 1.0);
        CHECK(!until(0.6).pass);
    }
}
