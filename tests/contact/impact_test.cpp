// Single impacts against the exact planar solution: the collision phase alone, no gravity.
#include "tests/support/measured.h"
#include "world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

using tests::measured;

namespace {

Settings weightless(int path_increments = 100)
{
    Settings s;
    s.gravity = Vec3::Zero();
    s.path_increments = path_increments;
    return s;
}

// Collides once, without forces.
void hit(World& w)
{
    const double dt = 1e-3;
    w.detect(dt);
    w.collision = w.contact.collide(w.scene(dt), w.twists);
    for (std::size_t k = 0; k < w.bodies.size(); ++k) {
        w.bodies[k].velocity = w.twists[k].velocity;
        w.bodies[k].spin = w.twists[k].angular_velocity;
    }
    w.contact.rest(w.scene(dt), w.twists); // books the energy; nothing approaches any more
}

World ball_on_floor(double friction, double e, const Vec3& velocity, double inertia_factor = 0.4)
{
    World w(weightless());
    w.rules[2] = {friction, friction, 0.0, e};
    w.planes.push_back({});
    TestBody b = sphere(0.1, 2.0);
    b.inertia *= inertia_factor / 0.4;
    b.position.z() = 0.1;
    b.velocity = velocity;
    w.bodies.push_back(b);
    return w;
}

// A rod of length 1 and mass 1 in the x-z plane, its lower end at the origin, leaning to +x, so
// that pressing drives the end towards -x. `slip`: of that end before.
World rod_on_floor(double theta, double friction, double e, double slip, int path_increments,
                   bool flat = false)
{
    World w(weightless(path_increments));
    w.rules[2] = {friction, friction, 0.0, e};
    w.planes.push_back({});
    TestBody r = rod(1.0, 1.0);
    r.orientation = Quat(Eigen::AngleAxisd(-theta, Vec3::UnitY()));
    r.position = -(r.orientation * r.points[0].place);
    r.velocity = Vec3(slip, 0.0, -1.0);
    r.flat = flat;
    w.bodies.push_back(r);
    return w;
}

Vec3 end_velocity(const World& w)
{
    const TestBody& r = w.bodies[0];
    return r.velocity + r.spin.cross(Vec3(r.orientation * r.points[0].place));
}

} // namespace

TEST_SUITE_BEGIN("unit");

TEST_CASE("a ball leaves the floor with e times its speed")
{
    double worst = 0.0;
    for (const double e : {0.0, 0.3, 0.5, 0.9, 1.0}) {
        World w = ball_on_floor(0.0, e, {0.0, 0.0, -3.0});
        hit(w);
        worst = std::max(worst, std::abs(w.bodies[0].velocity.z() / 3.0 - e));
        CHECK(w.bodies[0].velocity.head<2>().norm() == 0.0);
        CHECK(w.bodies[0].spin.norm() < 1e-12);
    }
    measured("single impact of a ball, e = 0 to 1: u' = e u", worst, 1e-12);
}

TEST_CASE("an oblique ball rolls below the limit of sticking and slides above it")
{
    // mu = 0.3, e = 0.6, r = 0.1: the limit is 3.5 mu (1 + e) = 1.68
    World stick = ball_on_floor(0.3, 0.6, {1.5, 0.0, -1.0});
    hit(stick);
    World slide = ball_on_floor(0.3, 0.6, {2.0, 0.0, -1.0});
    hit(slide);
    const auto off = [](const World& w, const Vec3& velocity, double spin) {
        return std::max((w.bodies[0].velocity - velocity).norm(),
                        std::abs(w.bodies[0].spin.y() / spin - 1.0));
    };
    const double rolls = 1.5 * 5.0 / 7.0;
    measured("oblique ball that sticks: v_t' = 5/7 v_t, omega = v_t'/r",
             off(stick, {rolls, 0.0, 0.6}, rolls / 0.1), 1e-9);
    measured("oblique ball that slides: v_t' = v_t - mu (1 + e), omega = 2.5 mu (1 + e)/r",
             off(slide, {1.52, 0.0, 0.6}, 12.0), 1e-9);
}

TEST_CASE("a shell sticks up to its own limit and keeps three fifths of its speed")
{
    const double limit = 2.5 * 0.3 * 1.6;
    World stick = ball_on_floor(0.3, 0.6, {0.999 * limit, 0.0, -1.0}, 2.0 / 3.0);
    hit(stick);
    World slide = ball_on_floor(0.3, 0.6, {1.1 * limit, 0.0, -1.0}, 2.0 / 3.0);
    hit(slide);
    measured("shell: sticks to 2.5 mu (1 + e), keeps 3/5 of v_t",
             std::max(std::abs(stick.bodies[0].velocity.x() - 0.6 * 0.999 * limit),
                      std::abs(slide.bodies[0].velocity.x() - (1.1 * limit - 0.48))),
             1e-9);
}

TEST_CASE("friction of an impact does not depend on the direction of sliding")
{
    // Isotropy: the same impact turned about the normal, dry and wet.
    for (const double angle : {0.3, 1.2, 2.5}) {
        const Vec3 along(std::cos(angle), std::sin(angle), 0.0);
        World w = ball_on_floor(0.3, 0.6, 2.0 * along - Vec3::UnitZ());
        hit(w);
        CHECK((w.bodies[0].velocity - (1.52 * along + 0.6 * Vec3::UnitZ())).norm() < 1e-9);
    }
    World w = ball_on_floor(0.3, 0.6, {2.0, 0.0, -1.0});
    w.rules[2].wet_friction = 0.1;
    w.wet = {1};
    hit(w);
    CHECK(w.bodies[0].velocity.x() == doctest::Approx(2.0 - 0.16).epsilon(1e-9));
}

TEST_CASE("a rod hits the floor with its end as the closed form says")
{
    // Impulses J_n and J_t = k J_n, or mu J_n if it slips; theta = 0.6, e = 0.5, sticks from
    // mu = k = 0.7146.
    const double s = std::sin(0.6), c = std::cos(0.6), k = 3.0 * s * c / (1.0 + 3.0 * s * s);
    for (const double friction : {0.0, 0.5, 1.0}) {
        const double ratio = std::min(friction, k);
        const double normal = 1.5 / (1.0 + 3.0 * c * c - 3.0 * ratio * s * c);
        World w = rod_on_floor(0.6, friction, 0.5, 0.0, 10);
        hit(w);
        const TestBody& r = w.bodies[0];
        const double spin = 6.0 * normal * (c - ratio * s);
        const double off =
            std::max({std::abs(r.velocity.z() + 1.0 - normal),
                      std::abs(r.velocity.x() - ratio * normal), std::abs(r.spin.y() - spin)});
        measured(friction == 0.0 ? "rod end, no friction: J = (1 + e)/(1 + 3 cos^2 theta)"
                 : friction < k  ? "rod end, mu = 0.5: slips from rest"
                                 : "rod end, mu = 1: sticks from rest",
                 off, 1e-9);
    }
}

TEST_CASE("a rod end that slips and then sticks follows the exact path")
{
    for (const int increments : {1, 10, 100}) {
        World w =
            rod_on_floor(0.6, 0.9, 0.8, 0.5, increments, increments == 10); // in the plane too
        hit(w);
        const Vec3 v = end_velocity(w);
        INFO(increments);
        CHECK(v.z() == doctest::Approx(0.58169273).epsilon(1e-8));
        CHECK(std::abs(v.x()) < 1e-12);
        CHECK(w.contact.impulses()[0].z() == doctest::Approx(0.59887364).epsilon(1e-8));
        CHECK(w.contact.energy.compression == doctest::Approx(0.12929717).epsilon(1e-7));
        if (increments == 10)
            measured("rod, slip then stick, 10 increments: u' = 0.58169273, v_t' = 0",
                     std::max(std::abs(v.z() - 0.58169273), std::abs(v.x())), 5e-4);
    }
}

TEST_CASE("a rod end whose slip reverses follows the exact path")
{
    for (const int increments : {1, 10, 100}) {
        World w = rod_on_floor(1.1, 0.3, 0.5, 0.3, increments);
        hit(w);
        const Vec3 v = end_velocity(w);
        INFO(increments);
        CHECK(v.z() == doctest::Approx(0.45556360).epsilon(1e-8));
        CHECK(v.x() == doctest::Approx(-0.18770849).epsilon(1e-7));
        CHECK(w.contact.impulses()[0].z() == doctest::Approx(1.08308609).epsilon(1e-8));
        CHECK(w.contact.energy.compression == doctest::Approx(0.33115376).epsilon(1e-7));
        if (increments == 10)
            measured("rod, slip then reverse, 10 increments: u' = 0.45556360, v_t' = -0.18770849",
                     std::max(std::abs(v.z() - 0.45556360), std::abs(v.x() + 0.18770849)), 1e-3);
    }
}

TEST_CASE("restitution of energy creates none where Newton's law would")
{
    World w = rod_on_floor(0.6, 0.9, 1.0, 0.5, 100);
    const double before = w.bodies[0].kinetic();
    hit(w);
    CHECK(end_velocity(w).z() == doctest::Approx(0.727116).epsilon(2e-6));
    const double change = w.bodies[0].kinetic() - before;
    CHECK(change == doctest::Approx(-0.035614).epsilon(2e-5));
    measured("Stronge: kinetic energy is lost (-0.035614 J) where Newton's law gains 0.079647 J",
             std::abs(change + 0.035614), 1e-6); // to the digits given
}

TEST_CASE("two balls meet head on")
{
    World w(weightless());
    w.rules[0] = {0.0, 0.0, 0.0, 0.7};
    w.bodies = {sphere(0.1, 1.0), sphere(0.1, 3.0)};
    w.bodies[0].velocity.x() = 2.0;
    w.bodies[1].velocity.x() = -1.0;
    w.bodies[1].position.x() = 0.2;
    hit(w);
    measured("two balls head on: -1.825 and 0.275 m/s",
             std::max(std::abs(w.bodies[0].velocity.x() + 1.825),
                      std::abs(w.bodies[1].velocity.x() - 0.275)),
             1e-12);
}

TEST_CASE("a cradle of touching balls passes on as many as come")
{
    double off = 0.0, momentum = 0.0, energy = 0.0;
    for (const int balls : {3, 5, 7})
        for (int coming = 1; coming < balls; ++coming) {
            World w(weightless());
            w.rules[0] = {0.0, 0.0, 0.0, 1.0};
            for (int i = 0; i < balls; ++i) {
                w.bodies.push_back(sphere(0.1, 0.7));
                w.bodies.back().position.x() = 0.2 * i;
                w.bodies.back().velocity.x() = i < coming ? 1.3 : 0.0;
            }
            hit(w);
            for (int i = 0; i < balls; ++i)
                off = std::max(off, std::abs(w.bodies[static_cast<std::size_t>(i)].velocity.x() -
                                             (i >= balls - coming ? 1.3 : 0.0)));
            momentum = std::max(momentum, std::abs(w.momentum().x() / (0.7 * 1.3 * coming) - 1.0));
            energy = std::max(energy, std::abs(w.kinetic() / (0.5 * 0.7 * 1.69 * coming) - 1.0));
        }
    measured("cradle of 3, 5, 7 balls, e = 1: as many leave as come", off, 1e-6);
    measured("same: momentum and energy", std::max(momentum, energy), 1e-12);
}

TEST_CASE("a cradle with restitution below one goes on until no pair approaches")
{
    World w(weightless());
    w.rules[0] = {0.0, 0.0, 0.0, 0.9};
    for (int i = 0; i < 3; ++i) {
        w.bodies.push_back(sphere(0.1, 0.7));
        w.bodies.back().position.x() = 0.2 * i;
    }
    w.bodies[0].velocity.x() = 1.0;
    hit(w);
    const double left[3] = {0.047625, 0.049875, 0.902500};
    double off = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
        off = std::max(off, std::abs(w.bodies[i].velocity.x() - left[i]));
    measured("cradle of 3, e = 0.9: 0.047625, 0.049875, 0.902500", off, 1e-6);
}

TEST_CASE("a slow ball ahead of four fast ones passes its speed to the rear")
{
    World w(weightless());
    w.rules[0] = {0.0, 0.0, 0.0, 1.0};
    for (int i = 0; i < 5; ++i) {
        w.bodies.push_back(sphere(0.1, 0.7));
        w.bodies.back().position.x() = -0.2 * i; // 0 is in front
        w.bodies.back().velocity.x() = i == 0 ? 1.0 : 3.0;
    }
    hit(w);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(w.bodies[i].velocity.x() == doctest::Approx(i == 4 ? 1.0 : 3.0).epsilon(1e-9));
    measured("five in line, a slow one ahead: its speed goes to the rear; sum of speeds 13",
             std::abs(w.momentum().x() / 0.7 / 13.0 - 1.0), 1e-12);
}

TEST_CASE("impacts beyond the limit of patches are left to the contact phase and counted")
{
    Settings s = weightless();
    s.patch_limit = 3;
    World w(s);
    w.rules[0] = {0.0, 0.0, 0.0, 1.0};
    for (int i = 0; i < 7; ++i) {
        w.bodies.push_back(sphere(0.1, 1.0));
        w.bodies.back().position.x() = 0.2 * i;
    }
    w.bodies[0].velocity.x() = 1.0;
    w.step(1e-3);
    CHECK(w.collision.patches == 3);
    CHECK(w.collision.unfinished == 1);
    for (std::size_t i = 0; i < 6; ++i) // nothing approaches at the end
        CHECK(w.bodies[i].velocity.x() <= w.bodies[i + 1].velocity.x() + 1e-9);
    CHECK(w.momentum().x() == doctest::Approx(1.0).epsilon(1e-12));
}

TEST_CASE("below the resting speed the other restitution holds")
{
    for (const double e : {0.0, 0.5}) {
        World w;
        w.rules[2] = {0.0, 0.0, e, 0.9};
        w.planes.push_back({});
        TestBody b = sphere(0.1, 2.0);
        b.position.z() = 0.1;
        b.velocity.z() = -0.01; // the resting speed is 2 g dt = 0.0196 m/s
        w.bodies.push_back(b);
        w.step(1e-3);
        CHECK(w.bodies[0].velocity.z() == doctest::Approx(std::max(0.0, 0.01 * e - 0.00981)));
        CHECK(w.contact.energy.released == doctest::Approx(e * e * 1e-4));
    }
}

TEST_CASE("a box that falls flat keeps a quarter of its energy at e = 0.5 for any number of points")
{
    double energy = 0.0, spin = 0.0;
    for (const int n : {2, 10, 11})
        for (const double friction : {0.0, 0.4}) {
            World w(weightless(10));
            w.rules[2] = {friction, friction, 0.0, 0.5};
            w.planes.push_back({});
            TestBody b = box(Vec3::Constant(0.05), 960.0, n);
            b.position.z() = 0.025;
            b.velocity.z() = -1.0;
            w.bodies.push_back(b);
            const double before = w.kinetic();
            hit(w);
            INFO(n << " points a side, " << w.collision.increments << " increments");
            energy = std::max(energy, std::abs(w.kinetic() / before - 0.25));
            spin = std::max(spin, w.bodies[0].spin.norm());
            CHECK(w.collision.increments <= 40);
        }
    measured("box falls flat on 4, 100, 121 points: energy ratio 0.25", energy, 1e-12);
    measured("same: omega = 0, as speed of a corner, of 1 m/s", 0.025 * std::sqrt(3.0) * spin,
             1e-15);
}

TEST_CASE("a box that falls on its edge turns as the closed form says")
{
    World w(weightless(10));
    w.rules[2] = {0.0, 0.0, 0.0, 0.5};
    w.planes.push_back({});
    TestBody b = box(Vec3::Constant(0.05), 960.0, 2);
    b.orientation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()));
    double lowest = 0.0;
    for (const SurfacePoint& p : b.points)
        lowest = std::min(lowest, (b.orientation * p.place).z());
    b.position.z() = -lowest;
    b.velocity.z() = -1.0;
    w.bodies.push_back(b);
    hit(w);
    const double x = std::abs(0.025 * (std::cos(0.3) - std::sin(0.3)));
    const double impulse = 1.5 / (1.0 / b.mass + x * x / b.inertia.y());
    measured(
        "cube on an edge, tilt 0.3: J = (1 + e)/(1/M + x^2/I)",
        std::max(std::abs(w.bodies[0].velocity.z() + 1.0 - impulse / b.mass),
                 std::abs(std::abs(w.bodies[0].spin.y()) / (impulse * x / b.inertia.y()) - 1.0)),
        1e-9);
}

TEST_CASE("in an impact of two tumbling bodies momentum is kept and the energy book closes")
{
    double kept = 0.0;
    // Boxes meet with edges and spin in general position; every term is summed on its own.
    for (const double friction : {0.0, 0.3, 1.5})
        for (const double e : {0.0, 0.5, 1.0}) {
            World w(weightless(10));
            w.rules[0] = w.rules[1] = {friction, friction, 0.0, e};
            w.bodies = {box({0.3, 0.2, 0.1}, 800.0, 5), box({0.1, 0.15, 0.2}, 1500.0, 5)};
            w.bodies[0].velocity = Vec3(0.3, -0.2, 1.0);
            w.bodies[0].spin = Vec3(1.0, 2.0, -0.5);
            w.bodies[1].position = Vec3(0.04, 0.03, 0.1499);
            w.bodies[1].velocity = Vec3(-0.1, 0.4, -0.7);
            w.bodies[1].spin = Vec3(-3.0, 0.7, 1.1);
            const double before = w.kinetic();
            const Vec3 momentum = w.momentum();
            const Vec3 turning = w.angular_momentum();
            hit(w);
            INFO("mu " << friction << " e " << e << " increments " << w.collision.increments);
            REQUIRE(w.collision.patches >= 1);
            const EnergyBook& book = w.contact.energy;
            kept = std::max({kept, (w.momentum() - momentum).norm() / momentum.norm(),
                             (w.angular_momentum() - turning).norm() / turning.norm()});
            CHECK(w.kinetic() <= before * (1.0 + 1e-14));
            CHECK(std::abs(w.kinetic() - before - book.kinetic_change()) < 1e-12 * before);
            CHECK(book.dissipated ==
                  doctest::Approx(book.compression - book.released).epsilon(1e-9));
            CHECK(book.collision_friction >= -1e-12 * before);
            CHECK(book.compression > 0.1 * before);
        }
    measured("two tumbling boxes: momentum and moment of momentum", kept, 1e-12);
}

TEST_SUITE_END();

} // namespace flotsam::contact
