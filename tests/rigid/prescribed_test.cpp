#include "rigid/prescribed.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace flotsam;
using rigid::Motion;

namespace {

Motion make(Motion::Law law, bool turns)
{
    Motion m;
    m.law = law;
    m.turns = turns;
    m.direction = turns ? Vec3::UnitY() : Vec3(0.6, 0.0, 0.8);
    m.about = Vec3(0.1, 0.0, -0.2);
    m.value = 0.7;
    m.amplitude = 0.3;
    m.frequency = 1.3;
    m.phase = 0.4;
    m.start = 0.1;
    std::vector<double> time, value;
    for (int n = 0; n <= 40; ++n) {
        time.push_back(0.05 * n);
        value.push_back(0.2 * std::sin(2.0 * time.back()));
    }
    m.table = rigid::make_table(time, value);
    return m;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("rate and acceleration of every law are the derivatives of its travel within 1e-6")
    {
        for (auto law : {Motion::Law::velocity, Motion::Law::acceleration, Motion::Law::sinusoid,
                         Motion::Law::table}) {
            const Motion m = make(law, false);
            // Central differences of step 1e-4: error 1e-8 of the third derivative.
            for (double t : {0.31, 0.72, 1.13}) {
                constexpr double e = 1e-4;
                const auto before = rigid::travel_at(m, t - e), now = rigid::travel_at(m, t),
                           after = rigid::travel_at(m, t + e);
                CHECK(std::abs((after.s - before.s) / (2.0 * e) - now.rate) < 1e-6);
                CHECK(std::abs((after.rate - before.rate) / (2.0 * e) - now.second) < 1e-5);
            }
        }
    }

    TEST_CASE("a point's acceleration is the second difference of its place - moved and turned")
    {
        for (bool turns : {false, true})
            for (auto law : {Motion::Law::velocity, Motion::Law::acceleration,
                             Motion::Law::sinusoid, Motion::Law::table}) {
                const Motion m = make(law, turns);
                const Vec3 x0(0.5, 0.0, 0.3);
                constexpr double t = 0.83, e = 1e-3;
                const Vec3 second = (rigid::place_at(m, x0, t + e) - 2.0 * rigid::place_at(m, x0, t)
                                     + rigid::place_at(m, x0, t - e))
                                    / (e * e);
                CHECK((second - rigid::acceleration_at(m, x0, t)).norm() < 1e-3);
            }
    }

    TEST_CASE("a motion rests before its start and after its travel")
    {
        Motion m = make(Motion::Law::velocity, false);
        m.travel = 0.35;
        CHECK(rigid::travel_at(m, 0.05).s == 0.0);
        CHECK(rigid::travel_at(m, 0.05).rate == 0.0);
        CHECK(rigid::travel_at(m, 0.3).s == doctest::Approx(0.14));
        CHECK(rigid::travel_at(m, 5.0).s == 0.35);
        CHECK(rigid::travel_at(m, 5.0).rate == 0.0);
    }

    TEST_CASE("a turned point keeps its distance from the axis and its normal turns along")
    {
        Motion m = make(Motion::Law::velocity, true);
        m.value = 0.5 * std::numbers::pi;
        m.start = 0.0;
        const Vec3 x = rigid::place_at(m, m.about + Vec3(1.0, 0.0, 0.0), 1.0);
        CHECK((x - m.about - Vec3(0.0, 0.0, -1.0)).norm() < 1e-14);
        CHECK((rigid::turned_at(m, Vec3::UnitX(), 1.0) - Vec3(0.0, 0.0, -1.0)).norm() < 1e-14);
    }

    TEST_CASE("a table follows a sine within 1e-5 between its samples")
    {
        const Motion m = make(Motion::Law::table, false);
        // Cubic spline: error of order (5/384) h^4 f'''' = 2.6e-7 inside, more at its natural ends.
        for (double t = 0.6; t < 1.5; t += 0.013)
            CHECK(std::abs(rigid::travel_at(m, t).s - 0.2 * std::sin(2.0 * (t - m.start))) < 1e-5);
    }
}
