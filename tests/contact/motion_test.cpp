// Bodies that slide, tip, topple, bounce and are carried.
#include "tests/support/measured.h"
#include "world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace flotsam::contact {

using tests::measured;

namespace {

constexpr double g = 9.81;

// A box on a plane; gravity is turned instead of the plane.
World on_incline(const Vec3& size, double theta, double friction, int points_a_side)
{
    Settings s;
    s.gravity = g * Vec3(std::sin(theta), 0.0, -std::cos(theta));
    s.relative_tolerance = 0.0;
    World w(s);
    w.rules[2] = {friction, friction, 0.0, 0.0};
    w.planes.push_back({});
    TestBody b = box(size, 960.0, points_a_side);
    b.position.z() = 0.5 * size.z();
    w.bodies.push_back(b);
    return w;
}

// A cube that stands on its lower edge, turned by `off` from balance, and falls towards +x.
World on_edge(double side, double off, double friction)
{
    World w;
    w.rules[2] = {friction, friction, 0.0, 0.0};
    w.planes.push_back({});
    TestBody b = box(Vec3::Constant(side), 960.0, 2);
    const double tilt = 0.25 * M_PI + off;
    b.orientation = Quat(Eigen::AngleAxisd(tilt, Vec3::UnitY()));
    const Vec3 edge = b.orientation * Vec3(0.5 * side, 0.0, -0.5 * side);
    b.position = -edge;
    w.bodies.push_back(b);
    return w;
}

struct Fall {
    double time = 0.0, spin = 0.0;
};

// Until the cube lies on its face, with the moment of landing inside the step.
Fall topple(double side, double off, double dt)
{
    World w = on_edge(side, off, 2.0);
    const auto angle = [&] { // left to go
        const Vec3 x = w.bodies[0].orientation * Vec3::UnitX();
        return 0.5 * M_PI - std::atan2(-x.z(), x.x());
    };
    Fall fall;
    double before = angle();
    while (w.time < 2.0) {
        const double spin = w.bodies[0].spin.y();
        w.step(dt);
        const double after = angle();
        if (after < 1e-6 || w.bodies[0].spin.y() < 0.5 * spin) {
            const double left = before / spin; // from the last step before landing
            fall.time = w.time - dt + left;
            fall.spin = spin + left * 0.75 * g / side; // w^2 sin(pi/4)
            return fall;
        }
        before = after;
    }
    return fall;
}

// Integral of d alpha / sqrt(2 w^2 (cos off - cos alpha)) from off to pi/4, alpha = off + s^2.
double exact_topple_time(double side, double off)
{
    const double w2 = 3.0 * g / (2.0 * std::sqrt(2.0) * side);
    const double end = std::sqrt(0.25 * M_PI - off);
    constexpr int steps = 20000;
    double sum = 0.0;
    for (int n = 0; n < steps; ++n) {
        const double s = end * (n + 0.5) / steps;
        sum +=
            2.0 * s / std::sqrt(2.0 * w2 * (std::cos(off) - std::cos(off + s * s))) * end / steps;
    }
    return sum;
}

struct Bounces {
    std::vector<double> peaks;
    double first = 0.0, rest = 0.0;
};

Bounces drop(double height, double e, double dt, double until)
{
    World w;
    w.rules[2] = {0.0, 0.0, 0.0, e};
    w.planes.push_back({});
    TestBody b = sphere(0.1, 1.0);
    b.position.z() = 0.1 + height;
    w.bodies.push_back(b);
    Bounces result;
    double last = 0.0;
    while (w.time < until) {
        w.step(dt);
        const double v = w.bodies[0].velocity.z();
        if (last > 0.0 && v <= 0.0 && w.collision.patches == 0)
            result.peaks.push_back(w.bodies[0].position.z() - 0.1);
        if (w.collision.patches > 0 && result.first == 0.0)
            result.first = w.time;
        if (std::abs(v) > 1e-9)
            result.rest = w.time;
        last = v;
    }
    return result;
}

} // namespace

TEST_SUITE_BEGIN("unit");

TEST_CASE("a box on an incline below the friction angle does not move")
{
    double crept = 0.0;
    for (const double theta : {0.2, 0.285, 0.2914})
        for (const int n : {2, 11}) {
            World w = on_incline({0.1, 0.1, 0.05}, theta, 0.3, n);
            for (int k = 0; k < (n == 2 ? 1000 : 200); ++k)
                w.step(1e-3);
            crept = std::max(crept, std::abs(w.bodies[0].position.x()));
        }
    measured("incline at 0.2, 0.285, 0.2914, mu = 0.3: creep in 1 s, m", crept, 1e-11);
}

TEST_CASE("a box on an incline above the friction angle slides with g (sin - mu cos)")
{
    double worst = 0.0;
    for (const double theta : {0.292, 0.3, 0.4}) {
        World w = on_incline({0.1, 0.1, 0.05}, theta, 0.3, 5);
        w.step(1e-3); // the first step starts from zero impulses
        const double v0 = w.bodies[0].velocity.x();
        for (int k = 0; k < 100; ++k)
            w.step(1e-3);
        const double a = (w.bodies[0].velocity.x() - v0) / 0.1;
        CHECK(a == doctest::Approx(g * (std::sin(theta) - 0.3 * std::cos(theta))).epsilon(1e-7));
        worst = std::max(worst, std::abs(a - g * (std::sin(theta) - 0.3 * std::cos(theta))));
    }
    measured("incline at 0.292, 0.3, 0.4: a = g (sin - mu cos), m/s^2", worst, 1e-9);
}

TEST_CASE("wet friction lets a box slide that dry friction holds")
{
    World w = on_incline({0.1, 0.1, 0.05}, 0.2, 0.3, 2);
    w.rules[2].wet_friction = 0.1;
    w.wet.assign(4, 1);
    for (int k = 0; k < 100; ++k)
        w.step(1e-3);
    CHECK(w.bodies[0].velocity.x() ==
          doctest::Approx(0.1 * g * (std::sin(0.2) - 0.1 * std::cos(0.2))).epsilon(1e-6));
}

TEST_CASE("a box twice as high as wide tips beyond tan theta = 0.5 and not before")
{
    for (const double theta : {0.460, 0.468}) { // atan(0.5) = 0.46365
        World w = on_incline({0.05, 0.05, 0.1}, theta, 2.0, 3);
        for (int k = 0; k < 500; ++k)
            w.step(1e-3);
        const double turned = w.bodies[0].orientation.angularDistance(Quat::Identity());
        INFO(theta << " turned " << turned);
        if (theta < 0.4636)
            measured("box of width/height 0.5 on 0.460: has turned by, rad", turned, 1e-9);
        else
            CHECK(turned > 0.05);
    }
}

TEST_CASE("a carried box keeps up with a floor that starts to move and slips on one too fast")
{
    for (const double friction : {0.2, 2.0}) {
        World w = on_incline({0.1, 0.1, 0.02}, 0.0, friction, 3);
        for (int k = 0; k < 100; ++k) {
            w.planes[0].velocity.x() = 5.0 * 1e-3 * (k + 1); // 5 m/s^2
            w.step(1e-3);
        }
        const double expected = friction * g < 5.0 ? friction * g * 0.1 : 0.5;
        CHECK(w.bodies[0].velocity.x() == doctest::Approx(expected).epsilon(1e-7));
        // What the floor gave is what the box has and what friction took.
        const EnergyBook& book = w.contact.energy;
        CHECK(book.driven - book.resting_friction ==
              doctest::Approx(0.5 * w.bodies[0].mass * expected * expected).epsilon(1e-6));
    }
}

TEST_CASE("a dropped ball of e = 0.5 bounces to a quarter each time and comes to rest in time")
{
    // The ball turns at the gap that is left, at most v dt above the floor: error v dt (1 - e^2).
    for (const double dt : {1e-3, 1e-4}) {
        const Bounces b = drop(1.0, 0.5, dt, 1.5);
        std::printf("bounces e = 0.5, dt = %g: %.5f %.5f %.5f, first %.4f rest %.4f\n", dt,
                    b.peaks[0], b.peaks[1], b.peaks[2], b.first, b.rest);
        const double v = std::sqrt(2.0 * g);
        CHECK(std::abs(b.first - std::sqrt(2.0 / g)) <= 1.01 * dt);
        for (int k = 0; k < 3; ++k)
            measured(dt > 5e-4 ? "bounces of e = 0.5, dt = 1 ms: peaks 1, 2, 3 of 1 m"
                               : "same, dt = 0.1 ms",
                     std::abs(b.peaks[static_cast<std::size_t>(k)] - std::pow(0.25, k + 1)),
                     0.75 * v * std::pow(0.5, k) * dt);
        CHECK(b.rest == doctest::Approx(3.0 * std::sqrt(2.0 / g)).epsilon(10.0 * dt));
    }
}

TEST_CASE("a dropped ball of e = 0.8 bounces to 0.64 of its height")
{
    const Bounces b = drop(1.0, 0.8, 1e-4, 4.2);
    CHECK(b.peaks[0] == doctest::Approx(0.64).epsilon(5e-4));
    measured("bounces of e = 0.8, dt = 0.1 ms: at rest at 4.0637 s, relative",
             std::abs(b.rest / 4.0637 - 1.0), 2e-3);
    CHECK(b.peaks[1] == doctest::Approx(0.4096).epsilon(1e-3));
    CHECK(b.rest == doctest::Approx(4.0637).epsilon(2e-3));
}

TEST_CASE("an elastic ball keeps its height")
{
    const Bounces b = drop(1.0, 1.0, 1e-3, 9.0);
    REQUIRE(b.peaks.size() >= 9);
    double worst = 0.0;
    for (const double p : b.peaks)
        worst = std::max(worst, std::abs(p - 1.0));
    std::printf("elastic ball, %zu bounces: height changes by %.1e\n", b.peaks.size(), worst);
    // g dt^2/2 = 4.905e-6 m for each bounce, and once more since peaks are seen at multiples of dt.
    measured("elastic ball: change of height a bounce, of 1 m",
             worst / static_cast<double>(b.peaks.size() + 1), 5e-6);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("order");

TEST_CASE("a cube topples over its edge in the time of the pendulum at first order in dt")
{
    for (const auto& [side, off] :
         {std::pair(0.05, 0.05), std::pair(0.05, 0.2), std::pair(0.5, 0.2)}) {
        const double t = exact_topple_time(side, off);
        const double w2 = 3.0 * g / (2.0 * std::sqrt(2.0) * side);
        const double spin = std::sqrt(2.0 * w2 * (std::cos(off) - std::cos(0.25 * M_PI)));
        double error[3];
        int n = 0;
        for (const double dt : {1e-3, 5e-4, 2.5e-4}) {
            const Fall fall = topple(side, off, dt);
            error[n++] = fall.time / t - 1.0;
            std::printf("topple a = %g, off %g, dt = %g: t %.5f (exact %.5f), spin %.4f (%.4f)\n",
                        side, off, dt, fall.time, t, fall.spin, spin);
            CHECK(std::abs(fall.time / t - 1.0) < 0.007 * dt / 1e-3);
            CHECK(std::abs(fall.spin / spin - 1.0) < 0.016 * dt / 1e-3);
            if (dt == 1e-3) {
                measured("cube topples over its edge, dt = 1 ms: time", std::abs(fall.time / t - 1),
                         0.007);
                measured("same: omega at landing", std::abs(fall.spin / spin - 1), 0.015);
            }
        }
        for (int k = 0; k < 2; ++k)
            CHECK(error[k] / error[k + 1] == doctest::Approx(2.0).epsilon(0.25));
    }
}

TEST_SUITE_END();

} // namespace flotsam::contact
