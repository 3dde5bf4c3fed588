// Soft contact against closed forms: Hertz, Coulomb, rolling, and energy and momentum.
#include "dry_world.h"
#include "soft_world.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace flotsam::contact {

namespace {

constexpr double pi = std::numbers::pi;
const Vec3 weightless = Vec3::Zero();

Wall floor_wall(double angle = 0.0)
{
    Wall wall;
    wall.name = "floor";
    wall.shape = make_plane(Vec3::Zero(), Vec3(std::sin(angle), 0.0, std::cos(angle)));
    return wall;
}

rigid::BodyModel ball(double radius, const Vec3& at, double density = 2700.0)
{
    return placed(solid_body(make_ellipsoid(Vec3::Zero(), Vec3::Constant(radius)), radius / 3.0, density),
                  at);
}

SoftModel steel(double young = 70e9, double poisson = 0.3)
{
    SoftModel model;
    model.materials = {{young, poisson}};
    return model;
}

// A ball of 10 mm that meets the floor at 1 m/s along the normal.
double rebound(double e)
{
    SoftWorld w({ball(0.01, {0.0, 0.0, 0.0105})}, {floor_wall()}, soft_rule(0.0, e), steel(), weightless);
    w.throw_body(0, {0.0, 0.0, -1.0});
    w.run(2e-3, 1e-4);
    return w.bodies.velocity[0].z();
}

// Balls of radius r in a row along x: a rod.
rigid::BodyModel rod_of_balls(int count, double r, double apart, double spacing)
{
    std::vector<ShapePtr> balls;
    for (int n = 0; n < count; ++n)
        balls.push_back(make_ellipsoid({apart * n, 0.0, 0.0}, Vec3::Constant(r)));
    return solid_body(make_union(std::move(balls)), spacing);
}

rigid::BodyModel plate_of_balls(int count, double r, double apart, double spacing)
{
    std::vector<ShapePtr> balls;
    for (int n = 0; n < count * count; ++n)
        balls.push_back(make_ellipsoid({apart * (n % count), apart * (n / count), 0.0}, Vec3::Constant(r)));
    return solid_body(make_union(std::move(balls)), spacing);
}

// Turned by `tilt` about y, its lowest point 0.1 mm above the floor, falling at 1 m/s: V_z and
// omega_y after the impact of its end.
std::pair<double, double> end_impact(const rigid::BodyModel& body, double r, double tilt, double e,
                                     std::optional<double> young)
{
    const Quat turn(Eigen::AngleAxisd(tilt, Vec3::UnitY()));
    double lowest = 0.0; // ball centre below the centre of mass
    for (const ShapePtr& part : body.shape->parts())
        lowest = std::min(lowest, (turn * (0.5 * (part->bounds().min + part->bounds().max))).z());
    const rigid::BodyModel model = placed(body, {0.0, 0.0, r - lowest + 1e-4}, turn);
    const PairRule rule = soft_rule(0.0, e);
    const Vec3 fall(0.0, 0.0, -1.0);
    if (!young) {
        Settings s;
        s.gravity = weightless;
        DryWorld w({model}, {floor_wall()}, rule, s);
        rigid::set_velocity(w.models()[0], w.bodies, 0, fall, Vec3::Zero());
        w.run(1e-3, 1e-4);
        return {w.bodies.velocity[0].z(), w.twists[0].angular_velocity.y()};
    }
    SoftWorld w({model}, {floor_wall()}, rule, steel(*young), weightless);
    w.throw_body(0, fall);
    w.run(4e-3, 1e-4);
    return {w.bodies.velocity[0].z(), w.spin(0).y()};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("soft contact: a ball comes back with the restitution asked for within 1 %")
    {
        for (const double e : {0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0}) {
            const double back = rebound(e);
            std::printf("e = %.1f: %.5f (%+.2f %%)\n", e, back, 100.0 * (back / e - 1.0));
            CHECK(std::abs(back / e - 1.0) < 0.01);
        }
    }

    TEST_CASE("soft contact: two balls stay in touch for the time of Hertz within 1 %")
    {
        // t = 2.9432 u_max / v, u_max = (15 m v^2 / (16 E* sqrt R*))^(2/5)
        const double r = 0.01, v = 2.0;
        SoftWorld w({ball(r, {0.0, 0.0, 0.0}), ball(r, {0.0, 0.0, 2.0 * r})}, {},
                    soft_rule(0.0, 1.0), steel(), weightless);
        w.throw_body(1, {0.0, 0.0, -v});
        const double mass = w.detector.solids().models[0].mass / 2.0;
        const JointModuli e = joint_moduli({70e9, 0.3}, {70e9, 0.3});
        const double deepest = std::pow(15.0 * mass * v * v / (16.0 * e.normal * std::sqrt(r / 2.0)), 0.4);
        const double exact = 2.9432 * deepest / v;
        double touched = 0.0;
        const double dt = exact / 400.0;
        for (int n = 0; n < 600; ++n) {
            const Vec3 before = w.bodies.velocity[0];
            w.step(dt);
            touched += w.bodies.velocity[0] != before ? dt : 0.0;
        }
        std::printf("contact time %.4g s, Hertz %.4g s (%+.2f %%); overlap %.4g m, Hertz %.4g m\n",
                    touched, exact, 100.0 * (touched / exact - 1.0), w.deepest, deepest);
        CHECK(std::abs(touched / exact - 1.0) < 0.01);
        CHECK(std::abs(w.deepest / deepest - 1.0) < 0.01);
        CHECK(std::abs(w.bodies.velocity[0].z() + v) < 1e-3 * v);
    }

    TEST_CASE("soft contact: momentum and energy of an oblique impact of two balls close to 1e-12")
    {
        const double r = 0.01;
        SoftWorld w({ball(r, {0.0, 0.0, 0.0}), ball(r, {0.5 * r, 0.0, 2.0 * r}, 7800.0)}, {},
                    soft_rule(0.3, 0.6, 0.4), steel(), weightless);
        w.throw_body(1, {0.7, 0.2, -2.0}, {30.0, -20.0, 10.0});
        const auto momentum = [&] {
            Vec3 p = Vec3::Zero(), l = Vec3::Zero();
            for (std::size_t i = 0; i < 2; ++i) {
                const Vec3 one = w.detector.solids().models[i].mass * w.bodies.velocity[i];
                p += one;
                l += w.bodies.position[i].cross(one) + w.bodies.angular_momentum[i];
            }
            return std::pair(p, l);
        };
        const auto [p0, l0] = momentum();
        const double k0 = w.kinetic();
        double highest = k0;
        for (int n = 0; n < 200; ++n) {
            w.step(1e-5);
            highest = std::max(highest, w.kinetic());
        }
        const auto [p1, l1] = momentum();
        CHECK((p1 - p0).norm() < 1e-12 * p0.norm());
        CHECK((l1 - l0).norm() < 1e-12 * l0.norm());
        CHECK(std::abs(w.kinetic() - k0 - w.energy.kinetic_change()) < 1e-12 * k0);
        CHECK(highest <= k0 * (1.0 + 1e-12));
        CHECK(w.kinetic() < 0.9 * k0);
        CHECK(w.energy.resting_friction > 0.0);
    }

    TEST_CASE("soft contact: a ball that slides through its impact leaves as Coulomb has it within 1 %")
    {
        // Solid ball, v_n = 1, v_t = 2 above 3.5 mu (1 + e): v_t' = v_t - mu (1 + e), omega = 2.5 mu (1 + e) / r
        // At smaller e the dashpot pulls at the end of contact, where there is no friction: 1.9 %
        // more of it at e = 0.6.
        const double r = 0.1, mu = 0.2, e = 0.9;
        SoftWorld w({ball(r, {0.0, 0.0, r + 1e-4})}, {floor_wall()}, soft_rule(mu, e), steel(), weightless);
        w.throw_body(0, {2.0, 0.0, -1.0});
        w.run(4e-3, 1e-4);
        const double vt = 2.0 - mu * (1.0 + e), omega = 2.5 * mu * (1.0 + e) / r;
        std::printf("v_t' %.4f (%.4f), omega %.3f (%.3f)\n", w.bodies.velocity[0].x(), vt, w.spin(0).y(), omega);
        CHECK(std::abs(w.bodies.velocity[0].x() / vt - 1.0) < 0.01);
        CHECK(std::abs(w.spin(0).y() / omega - 1.0) < 0.01);
    }

    TEST_CASE("soft contact: a ball rolls down an incline with 5/7 of g sin within 1 %")
    {
        const double r = 0.05, angle = 0.3, mu = 0.3; // 2/7 tan(0.3) = 0.088
        SoftWorld w({ball(r, r * Vec3(std::sin(angle), 0.0, std::cos(angle)))}, {floor_wall(angle)},
                    soft_rule(mu, 0.3), steel(1e8));
        w.run(0.5, 1e-3);
        const Vec3 down(std::cos(angle), 0.0, -std::sin(angle));
        const double v = w.bodies.velocity[0].dot(down), exact = 5.0 / 7.0 * 9.81 * std::sin(angle) * 0.5;
        std::printf("speed %.5f m/s, %.5f; slip %.2e m/s\n", v, exact, v - r * w.spin(0).y());
        CHECK(std::abs(v / exact - 1.0) < 0.01);
        CHECK(std::abs(v - r * w.spin(0).y()) < 1e-3 * v);
    }

    TEST_CASE("soft contact: a block sticks on an incline below its angle of friction and slides above")
    {
        const auto moved = [](double angle) {
            const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitY()));
            const rigid::BodyModel block = placed(
                solid_body(make_box(Vec3::Constant(-0.025), Vec3::Constant(0.025)), 0.01, 960.0),
                0.025 * Vec3(std::sin(angle), 0.0, std::cos(angle)), turn);
            SoftWorld w({block}, {floor_wall(angle)}, soft_rule(0.3, 0.1), steel(1e8));
            w.run(0.3, 1e-3);
            const Vec3 down(std::cos(angle), 0.0, -std::sin(angle));
            return std::pair((w.bodies.position[0] - block.start_position).dot(down),
                             w.bodies.velocity[0].dot(down));
        };
        const auto [stuck, still] = moved(0.25);
        const auto [slid, speed] = moved(0.4);
        const double exact = 9.81 * (std::sin(0.4) - 0.3 * std::cos(0.4)) * 0.3;
        std::printf("0.25: %.2e m, %.1e m/s; 0.4: %.5f m/s (%.5f)\n", stuck, still, speed, exact);
        // It gives by its springs: a few times weight / stiffness of its four corners.
        CHECK(std::abs(stuck) < 1e-4);
        CHECK(std::abs(still) < 1e-4);
        CHECK(std::abs(speed / exact - 1.0) < 0.01);
        CHECK(slid > 0.1 * 0.3 * exact);
    }

    TEST_CASE("soft contact: the end of a rod or plate of balls hits as by impulses within 2 % and nearer when stiffer")
    {
        const double r = 0.01;
        const auto compare = [&](const char* what, const rigid::BodyModel& body) {
            const auto [v, w] = end_impact(body, r, 0.6, 0.5, std::nullopt);
            double before = 1.0;
            for (const double young : {1e7, 1e9, 1e11}) {
                const auto [vs, ws] = end_impact(body, r, 0.6, 0.5, young);
                const double error = std::max(std::abs(vs / v - 1.0), std::abs(ws / w - 1.0));
                std::fflush(stdout);std::printf("%s, E = %.0e Pa: V_z %.4f (impulses %.4f), omega %.3f (%.3f)\n", what,
                            young, vs, v, ws, w);
                CHECK(error < std::max(before, 1e-3));
                before = error;
            }
            CHECK(before < 0.02);
        };
        compare("rod of 10 balls", rod_of_balls(10, r, r, r / 4.0));
        compare("plate of 25 balls", plate_of_balls(5, r, 1.5 * r, r / 4.0));
    }

    TEST_CASE("soft contact: six blocks explode at a step of 1 ms and stand when it is cut")
    {
        // [A21] Fig. 18: E = 20 GPa, nu = 0.28, restitution 0.35, 960 kg/m3, 50 mm.
        const auto stack = [](bool cut) {
            std::vector<rigid::BodyModel> blocks;
            const rigid::BodyModel block =
                solid_body(make_box(Vec3::Constant(-0.025), Vec3::Constant(0.025)), 0.005, 960.0);
            for (int layer = 0; layer < 3; ++layer)
                for (int i = 0; i < 3 - layer; ++i)
                    blocks.push_back(placed(block, 0.05 * Vec3(i + 0.5 * layer, 0.0, layer + 0.5)));
            SoftModel model = steel(20e9, 0.28);
            model.cut = cut;
            SoftWorld w(std::move(blocks), {floor_wall()}, soft_rule(0.2, 0.35), model);
            const std::vector<Vec3> start = w.bodies.position;
            w.run(0.2, 1e-3);
            double moved = 0.0;
            for (std::size_t i = 0; i < 6; ++i)
                moved = std::max(moved, (w.bodies.position[i] - start[i]).norm());
            std::printf("%s: farthest %.2e m, kinetic energy %.1e J, %lld short steps, overlap %.1e m\n",
                        cut ? "cut" : "whole steps", moved, w.kinetic(),
                        static_cast<long long>(w.short_steps), w.deepest);
            return std::pair(moved, w.kinetic());
        };
        CHECK(stack(false).first > 0.05);
        const auto [moved, kinetic] = stack(true);
        CHECK(moved < 1e-5);
        CHECK(kinetic < 1e-9);
    }

    TEST_CASE("soft contact: a cradle of balls a hair apart hands the speed to the last within 0.1 %")
    {
        const double r = 0.01, gap = 1e-4;
        std::vector<rigid::BodyModel> balls;
        for (int n = 0; n < 4; ++n)
            balls.push_back(ball(r, {n * (2.0 * r + gap), 0.0, 0.0}));
        SoftWorld w(std::move(balls), {}, soft_rule(0.0, 1.0), steel(), weightless);
        w.throw_body(0, {1.0, 0.0, 0.0});
        w.run(2e-3, 1e-5);
        CHECK(std::abs(w.bodies.velocity[3].x() - 1.0) < 1e-3);
        for (std::size_t n = 0; n < 3; ++n)
            CHECK(std::abs(w.bodies.velocity[n].x()) < 1e-3);
    }

    TEST_CASE("soft contact: a clearance of 1 mm is where contact begins")
    {
        SoftWorld w({ball(0.01, {0.0, 0.0, 0.0125})}, {floor_wall()}, soft_rule(0.0, 0.2, 0.2, 1e-3), steel());
        w.run(0.2, 1e-3);
        // m g = 4/3 E* sqrt(R) u^1.5
        CHECK(std::abs(w.bodies.position[0].z() - 0.011) < 2e-6);
        CHECK(w.kinetic() < 1e-10);
    }

    TEST_CASE("soft contact: what is left of the slip of a sticking ball falls with its tangential restitution")
    {
        // Enough friction to stick: the tangential spring swings nearly two half periods during the
        // contact, so without damping more than half of the slip is there again.
        const auto left = [](double tangential) {
            const double r = 0.01, slip = 0.2;
            SoftWorld w({ball(r, {0.0, 0.0, r + 1e-5})}, {floor_wall()}, soft_rule(10.0, 1.0, tangential), steel(),
                        weightless);
            w.throw_body(0, {slip, 0.0, -1.0});
            w.run(1e-3, 1e-4);
            return std::abs(w.bodies.velocity[0].x() - r * w.spin(0).y()) / slip;
        };
        double before = 1.0; // no more than there was
        for (const double tangential : {1.0, 0.7, 0.4, 0.1}) {
            const double share = left(tangential);
            std::printf("e_t = %.1f: %.3f of the slip is left\n", tangential, share);
            CHECK(share < 0.75 * before);
            before = share;
        }
    }

    TEST_CASE("soft contact: a disc and three discs in one come back with the restitution asked for within 1 %")
    {
        const auto back = [](ShapePtr shape, double height) {
            rigid::BodyModel body = placed(solid_body(std::move(shape), 0.002, 2700.0, 2), {0.0, 0.0, height});
            Wall floor;
            floor.name = "floor";
            floor.shape = make_box({-1.0, -0.5, -0.1}, {1.0, 0.5, 0.0});
            SoftWorld w({body}, {floor}, soft_rule(0.0, 0.5), steel(), weightless, 2);
            w.throw_body(0, {0.0, 0.0, -1.0});
            w.run(4e-3, 1e-4);
            CHECK(std::abs(w.spin(0).y()) < 1e-3);
            return w.bodies.velocity[0].z();
        };
        const auto disc = [](double x) {
            return make_cylinder({x, -0.5, 0.0}, {x, 0.5, 0.0}, 0.01);
        };
        CHECK(std::abs(back(disc(0.0), 0.0105) / 0.5 - 1.0) < 0.01);
        CHECK(std::abs(back(make_union({disc(-0.012), disc(0.0), disc(0.012)}), 0.0105) / 0.5 - 1.0) < 0.01);
    }

    TEST_CASE("soft contact: springs and steps give the same bits after a pause")
    {
        const auto make = [] {
            return SoftWorld({ball(0.01, {0.0, 0.0, 0.012}), ball(0.01, {0.004, 0.0, 0.032})},
                             {floor_wall()}, soft_rule(0.4, 0.5), steel(1e8));
        };
        SoftWorld whole = make(), other = make();
        whole.run(0.1, 1e-3);
        other.run(0.05, 1e-3);
        SoftWorld resumed = make(); // with what a checkpoint has
        resumed.bodies = other.bodies;
        resumed.springs = other.springs;
        resumed.time = other.time;
        resumed.run(0.05, 1e-3);
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK(whole.bodies.position[i] == resumed.bodies.position[i]);
            CHECK(whole.bodies.angular_momentum[i] == resumed.bodies.angular_momentum[i]);
        }
    }
}

} // namespace flotsam::contact
