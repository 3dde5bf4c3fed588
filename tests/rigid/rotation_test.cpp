#include "rigid/motion.h"
#include "rigid/rotation.h"
#include "tests/support/measured.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace flotsam;
using namespace flotsam::rigid;
using flotsam::tests::measured;

namespace {

BodyModel body_with(const Vec3& inertia)
{
    BodyModel model;
    model.mass = 1.0;
    model.inertia = inertia;
    return model;
}

Bodies spinning(const BodyModel& model, const Vec3& omega)
{
    const std::vector<Start> start{{Vec3::Zero(), omega}};
    return start_bodies(std::span(&model, 1), start);
}

double energy(const BodyModel& model, const Bodies& bodies)
{
    return kinetic_energy(std::span(&model, 1), bodies);
}

// Orientation after a time, in steps of dt.
Quat turned_for(const BodyModel& model, const Vec3& omega, double time, int steps)
{
    Bodies bodies = spinning(model, omega);
    for (int n = 0; n < steps; ++n)
        drift(std::span(&model, 1), bodies, 0.0, time / steps);
    return bodies.orientation[0];
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a body spun about its middle axis flips at the times of the elliptic integral to dt")
    {
        const BodyModel model = body_with(Vec3(1.0, 2.0, 3.0));
        Bodies bodies = spinning(model, Vec3(0.02, 5.0, 0.02));
        const double start = energy(model, bodies), dt = 1e-3;
        std::vector<double> flips;
        double before = 5.0, worst = 0.0;
        for (int n = 0; n < 20000; ++n) {
            drift(std::span(&model, 1), bodies, 0.0, dt);
            const Vec3 p = bodies.orientation[0].conjugate() * bodies.angular_momentum[0];
            if (p.y() * before < 0.0)
                flips.push_back((n + 1) * dt);
            before = p.y();
            worst = std::max(worst, std::abs(energy(model, bodies) / start - 1.0));
        }
        // Zeros of cn: contact-and-bodies 1.8, T/2 = 4.54566 apart.
        const std::vector<double> exact{2.5009, 7.0466, 11.5922, 16.1379};
        REQUIRE(flips.size() == 4);
        double off = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
            off = std::max(off, std::abs(flips[k] - exact[k]));
        measured("free rotation about the middle axis, dt = 1 ms: times of four flips, s", off,
                 1.05e-3); // dt, and the digits of the exact times
        // The energy swings by 2e-7 within a flip and comes back: no drift.
        const double drifted = std::abs(energy(model, bodies) / start - 1.0);
        measured("same: energy after 20 s", drifted, 1e-8);
        CHECK(worst < 2e-7);
    }

    TEST_CASE("after a million steps the quaternion is of length one within 1e-12")
    {
        const BodyModel model = body_with(Vec3(1.0, 2.0, 3.0));
        Bodies bodies = spinning(model, Vec3(0.7, 5.0, -2.0));
        const Vec3 momentum = bodies.angular_momentum[0];
        const double start = energy(model, bodies);
        for (int n = 0; n < 1000000; ++n)
            drift(std::span(&model, 1), bodies, 0.0, 1e-3);
        measured("same, 1e6 steps: length of the quaternion less 1",
                 std::abs(bodies.orientation[0].norm() - 1.0), 1e-12);
        CHECK(bodies.angular_momentum[0] == momentum);
        CHECK(std::abs(energy(model, bodies) / start - 1.0) < 1e-5);
    }

    TEST_CASE("a symmetric top precesses about its momentum as the closed form says")
    {
        // I1 = I2: the axis turns about L at |L|/I1, the body about its axis at L3 (1/I3 - 1/I1);
        // the splitting is exact here but for the rounding of the parts about axes 1 and 2.
        const BodyModel model = body_with(Vec3(2.0, 2.0, 3.0));
        const Vec3 omega(1.0, 0.0, 4.0);
        const Vec3 momentum(2.0, 0.0, 12.0);
        const double time = 3.0;
        const Quat exact = turn_by(time / 2.0 * momentum) *
                           turn_by(time * 12.0 * (1.0 / 3.0 - 1.0 / 2.0) * Vec3::UnitZ());
        const Quat coarse = turned_for(model, omega, time, 3000);
        const Quat fine = turned_for(model, omega, time, 6000);
        const double first = coarse.angularDistance(exact), second = fine.angularDistance(exact);
        CHECK(first < 1e-5);
        CHECK(std::log2(first / second) == doctest::Approx(2.0).epsilon(0.02));
    }

    TEST_CASE("without torque the momentum keeps its bits while the body turns")
    {
        const BodyModel model = body_with(Vec3(1.0, 2.5, 3.0));
        Bodies bodies = spinning(model, Vec3(1.0, -2.0, 0.5));
        const Vec3 before = bodies.angular_momentum[0];
        for (int n = 0; n < 1000; ++n)
            drift(std::span(&model, 1), bodies, 0.0, 1e-2);
        CHECK(bodies.angular_momentum[0] == before);
        const Vec3 omega = angular_velocity(model, bodies, 0, 0.0);
        CHECK((world_inertia(model, bodies.orientation[0]) * omega - before).norm() < 1e-13);
    }

    TEST_CASE("a step forth and a step back return to the start: the splitting is symmetric")
    {
        const BodyModel model = body_with(Vec3(1.0, 2.0, 3.0));
        Bodies bodies = spinning(model, Vec3(1.0, 5.0, -2.0));
        const Quat start = bodies.orientation[0];
        for (double dt : {0.1, -0.1})
            drift(std::span(&model, 1), bodies, 0.0, dt);
        CHECK(bodies.orientation[0].angularDistance(start) < 1e-14);
    }
}

TEST_SUITE("order")
{
    TEST_CASE("free rotation is of second order in the time step")
    {
        const BodyModel model = body_with(Vec3(1.0, 2.0, 3.0));
        const Vec3 omega(1.0, 5.0, -2.0);
        const Quat best = turned_for(model, omega, 1.0, 25600);
        const double e1 = turned_for(model, omega, 1.0, 100).angularDistance(best);
        const double e2 = turned_for(model, omega, 1.0, 200).angularDistance(best);
        const double e3 = turned_for(model, omega, 1.0, 400).angularDistance(best);
        CHECK(std::log2(e1 / e2) == doctest::Approx(2.0).epsilon(0.03));
        CHECK(std::log2(e2 / e3) == doctest::Approx(2.0).epsilon(0.03));
    }
}
