// Impulses against springs on the same stack, pile and incline: what each costs and how well it rests.
#include "dry_world.h"
#include "soft_world.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>

namespace flotsam::contact {

namespace {

struct Scenery {
    const char* name;
    std::vector<rigid::BodyModel> models;
    std::vector<Wall> walls;
    double friction, restitution, young, seconds;
    Vec3 gravity{0.0, 0.0, -9.81};
};

struct Outcome {
    double wall_per_second = 0.0; // wall time per simulated second
    double kinetic = 0.0;         // at the end, of what free fall would have given in a step
    double drift = 0.0;           // largest displacement, m
    double depth = 0.0;           // deepest, m
    double parts = 1.0;           // short steps in a step, mean
};

constexpr double dt = 1e-3;

template <class W> Outcome measure(W& w, const Scenery& s)
{
    const std::vector<Vec3> start = w.bodies.position;
    const auto began = std::chrono::steady_clock::now();
    w.run(s.seconds, dt);
    Outcome o;
    o.wall_per_second =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / s.seconds;
    double given = 0.0;
    for (const rigid::BodyModel& m : w.detector.solids().models)
        given += 0.5 * m.mass * (s.gravity * dt).squaredNorm();
    o.kinetic = w.kinetic() / given;
    for (std::size_t i = 0; i < start.size(); ++i)
        o.drift = std::max(o.drift, (w.bodies.position[i] - start[i]).norm());
    return o;
}

Outcome by_impulses(const Scenery& s)
{
    Settings settings;
    settings.gravity = s.gravity;
    DryWorld w(s.models, s.walls, {s.friction, s.friction, 0.0, s.restitution}, settings);
    Outcome o = measure(w, s);
    o.depth = w.deepest_ever;
    return o;
}

Outcome by_springs(const Scenery& s)
{
    SoftModel model;
    model.materials = {{s.young, 0.28}};
    SoftWorld w(s.models, s.walls, soft_rule(s.friction, s.restitution), model, s.gravity);
    Outcome o = measure(w, s);
    o.depth = w.deepest;
    o.parts = static_cast<double>(w.short_steps) / (s.seconds / dt);
    return o;
}

Wall ground()
{
    Wall wall;
    wall.name = "floor";
    wall.shape = make_plane(Vec3::Zero(), Vec3::UnitZ());
    return wall;
}

rigid::BodyModel cube(double side, double spacing)
{
    return solid_body(make_box(Vec3::Constant(-0.5 * side), Vec3::Constant(0.5 * side)), spacing, 960.0);
}

Scenery stack()
{
    Scenery s{"six blocks", {}, {ground()}, 0.2, 0.35, 20e9, 1.0};
    const rigid::BodyModel block = cube(0.05, 0.005);
    for (int layer = 0; layer < 3; ++layer)
        for (int i = 0; i < 3 - layer; ++i)
            s.models.push_back(placed(block, 0.05 * Vec3(i + 0.5 * layer, 0.0, layer + 0.5)));
    return s;
}

// Twenty boxes fall into a bin. No balls: nothing ends their rolling.
Scenery pile()
{
    Scenery s{"pile of 20", {}, {}, 0.4, 0.3, 5e8, 3.0};
    Wall bin;
    bin.name = "bin";
    bin.tank = true;
    bin.shape = make_box(Vec3(-0.2, -0.2, 0.0), Vec3(0.2, 0.2, 2.0));
    s.walls.push_back(bin);
    const rigid::BodyModel box = cube(0.08, 0.02);
    Numbers numbers;
    for (int n = 0; n < 20; ++n) {
        const Vec3 at(0.2 * (n % 2) - 0.1, 0.2 * (n / 2 % 2) - 0.1, 0.1 + 0.14 * (n / 4));
        const Quat turn(Eigen::AngleAxisd(numbers.next(), Vec3(numbers.spread()).normalized()));
        s.models.push_back(placed(box, at + 0.02 * numbers.spread(), turn));
    }
    return s;
}

// A block on a slope of 0.25 rad (friction angle 0.291): gravity is turned, the floor is level.
Scenery incline()
{
    Scenery s{"block on 0.25 rad", {}, {ground()}, 0.3, 0.1, 20e9, 1.0};
    s.models.push_back(placed(cube(0.05, 0.01), Vec3(0.0, 0.0, 0.025)));
    s.gravity = 9.81 * Vec3(std::sin(0.25), 0.0, -std::cos(0.25));
    return s;
}

void row(const Scenery& s, const char* by, const Outcome& o)
{
    std::printf("| %s | %s | %.3g | %.0f | %.1e | %.1e | %.1e |\n", s.name, by, o.wall_per_second, o.parts,
                o.kinetic, o.drift, o.depth);
    std::fflush(stdout);
}

} // namespace

TEST_SUITE("long")
{
    TEST_CASE("impulses against springs: both rest on stack and incline and in a pile")
    {
        std::printf("| what | contact | wall s a s | parts of a step | kinetic energy left | drift, m | depth, m |\n"
                    "|---|---|---|---|---|---|---|\n");
        for (const Scenery& s : {stack(), incline(), pile()}) {
            const bool falls = s.models.size() == 20;
            const Outcome eti = by_impulses(s), soft = by_springs(s);
            row(s, "impulses", eti);
            row(s, "springs", soft);
            CHECK(eti.kinetic < (falls ? 1e-6 : 1e-12));
            // The heap on springs goes on rocking: 0.6 of what gravity gives in a step at 2 s, 0.1 at
            // 2.5 s, 3e-3 at 3 s.
            CHECK(soft.kinetic < (falls ? 0.05 : 1e-12));
            CHECK(eti.depth < (falls ? 0.02 * 0.08 : 1e-9)); // 2 % of a box, at impact
            CHECK(soft.depth < (falls ? 0.02 * 0.08 : 1e-5));
            if (!falls) {
                CHECK(eti.drift < 1e-9);
                CHECK(soft.drift < 1e-5);
            }
        }
    }
}

} // namespace flotsam::contact
