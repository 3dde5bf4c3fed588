// What is read off curves, against values worked out by hand.
#include "tools/curve.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace flotsam::tools;
using doctest::Approx;

namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();

// 0, 2, 2, -1 at t = 0, 1, 3, 4
const Curve steps{{0, 1, 3, 4}, {0, 2, 2, -1}};

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("between samples a curve is a straight line and outside it has no value")
    {
        CHECK(at(steps, 0) == 0);
        CHECK(at(steps, 0.25) == 0.5);
        CHECK(at(steps, 2) == 2);
        CHECK(at(steps, 3.5) == 0.5);
        CHECK(at(steps, 4) == -1);
        CHECK(std::isnan(at(steps, -0.1)));
        CHECK(std::isnan(at(steps, 4.1)));
        CHECK(std::isnan(at(Curve{}, 0)));
        const Curve gap{{0, 1, 2, 3}, {1, missing, 1, 1}};
        CHECK(at(gap, 0) == 1);
        CHECK(std::isnan(at(gap, 0.5)));
        CHECK(std::isnan(at(gap, 1.5)));
        CHECK(at(gap, 2) == 1);
    }

    TEST_CASE("coverage is the share of time that lies between two values")
    {
        CHECK(covered(steps, 0, 4) == 1);
        CHECK(covered(steps, 2, 6) == 0.5);
        CHECK(covered(steps, -4, 4) == 0.5);
        CHECK(covered(steps, 5, 6) == 0);
        CHECK(covered(steps, 1, 1) == 1);
        CHECK(covered(steps, 9, 9) == 0);
        const Curve gap{{0, 1, 2, 3, 4}, {1, 1, missing, 1, 1}};
        CHECK(covered(gap, 0, 4) == 0.5);
        CHECK(covered(Curve{{0, 1}, {missing, missing}}, 0, 1) == 0);
    }

    TEST_CASE("a moving average keeps straight lines and halves a lone spike of its width")
    {
        const Curve line{{0, 1, 2, 3, 4, 5}, {1, 3, 5, 7, 9, 11}};
        for (const double width : {0.0, 0.7, 1.0, 3.0, 100.0}) {
            const Curve same = smoothed(line, width);
            for (std::size_t n = 0; n < line.size(); ++n)
                CHECK(same.value[n] == Approx(line.value[n]).epsilon(1e-12));
        }
        // A triangle of height 1 and base 2: its mean over the base is 1/2, over twice that 1/4.
        const Curve spike{{-3, -2, -1, 0, 1, 2, 3}, {0, 0, 0, 1, 0, 0, 0}};
        CHECK(smoothed(spike, 2).value[3] == Approx(0.5).epsilon(1e-12));
        CHECK(smoothed(spike, 4).value[3] == Approx(0.25).epsilon(1e-12));
        CHECK(smoothed(spike, 2).value[0] == 0);
        const Curve gap{{0, 1, 2, 3, 4}, {0, 2, missing, 3, 5}};
        const Curve kept = smoothed(gap, 2);
        CHECK(kept.value[1] == 2);
        CHECK(std::isnan(kept.value[2]));
        CHECK(kept.value[3] == 3);
    }

    TEST_CASE("a curve arrives where it first crosses the threshold from below")
    {
        CHECK(arrival(steps, 1) == 0.5);
        CHECK(arrival(steps, 2) == 1);
        CHECK(arrival(steps, 0) == 0); // it starts just there
        CHECK(!arrival(steps, 3));
        CHECK(!arrival(steps, -0.5)); // it starts above
        CHECK(arrival(Curve{{0, 1, 2}, {missing, 0, 4}}, 1) == 1.25);
        CHECK(!arrival(Curve{{0, 1}, {missing, missing}}, 0));
    }

    TEST_CASE("the first peak is told from noise and from the highest")
    {
        const Curve twice{{0, 1, 2, 3, 4, 5, 6}, {0, 4, 3.8, 4.1, 1, 9, 2}};
        CHECK(highest(twice)->value == 9);
        CHECK(highest(twice)->time == 5);
        CHECK(first_peak(twice, 2)->value == 4.1); // the dip of 0.2 is noise
        CHECK(first_peak(twice, 2)->time == 3);
        CHECK(first_peak(twice, 0.1)->value == 4);
        CHECK(first_peak(twice, 6)->value == 9); // smaller swings do not count
        CHECK(!first_peak(twice, 9));            // it does not fall that far
        CHECK(!first_peak(Curve{{0, 1, 2}, {1, 2, 3}}, 0.5));
        CHECK(!first_peak(Curve{{0, 1, 2}, {1, 1, 1}}, 0.0));
        CHECK(!highest(Curve{{0}, {missing}}));
    }

    TEST_CASE("an integral is the area of the trapezoids and needs all of them")
    {
        CHECK(integral(steps, 0, 4) == Approx(1 + 4 + 0.5));
        CHECK(integral(steps, 0.5, 3.5) == Approx(0.75 + 4 + 0.625));
        CHECK(std::isnan(integral(steps, 0, 4.5)));
        CHECK(std::isnan(integral(Curve{{0, 1, 2}, {1, missing, 1}}, 0, 2)));
    }

    TEST_CASE("speed is taken between two crossings and the slope by least squares")
    {
        // 0 to 4 in four unequal steps; 1 is crossed at t = 0.5, 3 at t = 2.5.
        const Curve run{{0, 1, 2, 3, 4}, {0, 2, 2.5, 3.5, 4}};
        CHECK(speed_between(run, 1, 3) == Approx(2 / 2.0));
        // Through (0.5, 1), (1, 2), (2, 2.5), (2.5, 3): means 1.5 and 2.125;
        // sum of products 1.125 + 0.0625 + 0.1875 + 0.875 = 2.25, of squares 2.5.
        CHECK(*slope_between(run, 1, 3) == Approx(2.25 / 2.5));
        CHECK(!speed_between(run, 1, 5));
        CHECK(!slope_between(run, 1, 5));
    }

    TEST_CASE("correlation is one for a scaled copy and none for a constant")
    {
        const std::vector<double> a{1, 2, 4, 7};
        CHECK(correlation(a, {3, 5, 9, 15}) == Approx(1));
        CHECK(correlation(a, {-1, -2, -4, -7}) == Approx(-1));
        CHECK(correlation({1, 2, 3}, {1, 3, 2}) == Approx(0.5));
        CHECK(std::isnan(correlation(a, {2, 2, 2, 2})));
        CHECK(std::isnan(correlation(a, {0.1, 0.1, 0.1, 0.1})));
    }
}
