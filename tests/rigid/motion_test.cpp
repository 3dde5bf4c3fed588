#include "rigid/make_body.h"
#include "rigid/motion.h"
#include "rigid/rotation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace flotsam;
using namespace flotsam::rigid;

namespace {

BodyModel block(Mode mode = Mode::free)
{
    BodyPlan plan;
    plan.name = "block";
    plan.shape = make_box(Vec3(0.0, 0.0, 0.0), Vec3(0.2, 0.3, 0.4));
    plan.material.density = 500.0;
    plan.mode = mode;
    if (mode == Mode::prescribed) {
        plan.motion.law = Motion::Law::sinusoid;
        plan.motion.turns = true;
        plan.motion.direction = Vec3(0.0, 0.6, 0.8);
        plan.motion.about = Vec3(0.5, 0.1, -0.2);
        plan.motion.amplitude = 0.8;
        plan.motion.frequency = 0.7;
    }
    return make_body(plan, 3, 0.1).model;
}

std::span<const BodyModel> one(const BodyModel& model) { return std::span(&model, 1); }

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("with the mean velocity of each step a thrown body follows the parabola to rounding")
    {
        const BodyModel model = block();
        const std::vector<Start> start{{Vec3(1.0, 0.5, 3.0), Vec3(2.0, 0.0, 1.0)}};
        Bodies bodies = start_bodies(one(model), start);
        const Vec3 from = bodies.position[0], g(0.0, 0.0, -9.81);
        const double dt = 1e-3;
        for (int n = 0; n < 1000; ++n) {
            const Vec3 old = bodies.velocity[0];
            kick(one(model), bodies, {}, {}, g, dt);
            const std::vector<Vec3> mean{0.5 * (old + bodies.velocity[0])};
            drift(one(model), bodies, mean, n * dt, dt);
        }
        CHECK((bodies.position[0] - from - start[0].velocity - 0.5 * g).norm() < 1e-12);
    }

    TEST_CASE("force and torque give the momentum they should and nothing else")
    {
        const BodyModel model = block();
        Bodies bodies = start_bodies(one(model), {});
        const std::vector<Vec3> force{Vec3(1.0, -2.0, 3.0)}, torque{Vec3(0.1, 0.2, -0.3)};
        for (int n = 0; n < 100; ++n) {
            kick(one(model), bodies, force, torque, Vec3::Zero(), 0.01);
            drift(one(model), bodies, 0.0, 0.01);
        }
        CHECK((model.mass * bodies.velocity[0] - force[0]).norm() < 1e-12);
        CHECK((bodies.angular_momentum[0] - torque[0]).norm() < 1e-14);
    }

    TEST_CASE("locked directions and axes keep every bit while forces and nudges act")
    {
        BodyModel model = block();
        model.start_orientation = turn_by(Vec3(0.3, -0.4, 0.5));
        model.translates = Vec3(1.0, 0.0, 1.0);
        model.rotates = Vec3(0.0, 1.0, 0.0);
        const std::vector<Start> start{{Vec3(1.0, 2.0, 3.0), Vec3(1.0, 2.0, 3.0)}};
        Bodies bodies = start_bodies(one(model), start);
        const double y = bodies.position[0].y();
        const Vec3 axis = bodies.orientation[0].conjugate() * Vec3::UnitY();
        CHECK((angular_velocity(model, bodies, 0, 0.0) - Vec3(0.0, 2.0, 0.0)).norm() < 1e-14);
        const std::vector<Vec3> force{Vec3(1.0, -2.0, 3.0)}, torque{Vec3(0.1, 0.0, -0.3)};
        for (int n = 0; n < 1000; ++n) {
            kick(one(model), bodies, force, torque, Vec3(0.0, -5.0, -9.81), 1e-3);
            drift(one(model), bodies, 0.0, 1e-3);
            nudge(model, bodies, 0, Vec3(1e-6, 1e-6, 0.0), Vec3(1e-6, 0.0, 1e-6));
        }
        CHECK(bodies.position[0].y() == y);
        CHECK(bodies.velocity[0].y() == 0.0);
        CHECK((bodies.orientation[0].conjugate() * Vec3::UnitY() - axis).norm() < 1e-13);
        // Turned by 2 rad in 1 s: the inertia about a fixed axis of the world does not change.
        const Quat by = bodies.orientation[0] * model.start_orientation.conjugate();
        CHECK(by.angularDistance(turn_by(Vec3(0.0, 2.0, 0.0))) < 1e-12);
    }

    TEST_CASE("a wholly locked body and a fixed one do not move at all")
    {
        BodyModel locked = block();
        locked.translates = locked.rotates = Vec3::Zero();
        for (const BodyModel& model : {locked, block(Mode::fixed)}) {
            CHECK_FALSE(moves_freely(model));
            const std::vector<Start> start{{Vec3::Ones(), Vec3::Ones()}};
            Bodies bodies = start_bodies(one(model), start);
            const std::vector<Vec3> push{Vec3(1e3, 1e3, 1e3)};
            kick(one(model), bodies, push, push, Vec3(0.0, 0.0, -9.81), 0.1);
            drift(one(model), bodies, 0.0, 0.1);
            CHECK(bodies.position[0] == model.start_position);
            CHECK(bodies.orientation[0].coeffs() == model.start_orientation.coeffs());
            CHECK(inverse_inertia(model, bodies.orientation[0]).isZero(0.0));
        }
    }

    TEST_CASE(
        "two locked axes out of three leave one inverse inertia: one over the inertia about it")
    {
        BodyModel model = block();
        const Quat q = turn_by(Vec3(0.3, -0.4, 0.5));
        model.rotates = Vec3(0.0, 0.0, 1.0);
        const Mat3 inverse = inverse_inertia(model, q);
        CHECK(inverse(2, 2) == doctest::Approx(1.0 / world_inertia(model, q)(2, 2)).epsilon(1e-14));
        CHECK((inverse - Mat3(inverse(2, 2) * Vec3::UnitZ() * Vec3::UnitZ().transpose())).norm() ==
              0.0);
    }

    TEST_CASE("a prescribed body's velocities are the derivatives of its pose")
    {
        const BodyModel model = block(Mode::prescribed);
        Bodies before = start_bodies(one(model), {}), now = before, after = before;
        const double t = 0.37, e = 1e-5;
        place_prescribed(model, before, 0, t - e);
        place_prescribed(model, now, 0, t);
        place_prescribed(model, after, 0, t + e);
        const Vec3 rate = (after.position[0] - before.position[0]) / (2.0 * e);
        CHECK((rate - now.velocity[0]).norm() < 1e-8);
        CHECK((center_velocity(model, now, 0, t) - now.velocity[0]).norm() == 0.0);
        const Quat turn = after.orientation[0] * before.orientation[0].conjugate();
        const Eigen::AngleAxisd by(turn);
        CHECK((by.angle() * by.axis() / (2.0 * e) - angular_velocity(model, now, 0, t)).norm() <
              1e-8);
        // Drifting ends exactly at the pose of the new time, whatever the velocities were.
        Bodies drifted = before;
        drift(one(model), drifted, t, e);
        CHECK(drifted.position[0] == after.position[0]);
    }

    TEST_CASE("velocities given after contact come back as they were given")
    {
        const BodyModel model = block();
        Bodies bodies = start_bodies(one(model), {});
        bodies.orientation[0] = turn_by(Vec3(1.0, -0.4, 0.5));
        set_velocity(model, bodies, 0, Vec3(1.0, 2.0, 3.0), Vec3(0.1, -0.2, 0.3));
        CHECK(bodies.velocity[0] == Vec3(1.0, 2.0, 3.0));
        CHECK((angular_velocity(model, bodies, 0, 0.0) - Vec3(0.1, -0.2, 0.3)).norm() < 1e-15);
    }
}
