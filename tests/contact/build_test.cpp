// Things people build, with real detection: columns, card house, arch, blocks, dominoes.
#include "dry_world.h"

#include "rigid/rotation.h"
#include "tests/support/measured.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace flotsam::contact {

using tests::measured;

namespace {

constexpr double pi = std::numbers::pi;

double moved(const DryWorld& w)
{
    double most = 0.0;
    for (std::size_t i = 0; i < w.models().size(); ++i)
        most = std::max(most, (w.bodies.position[i] - w.models()[i].start_position).norm());
    return most;
}

Quat about_y(double angle) { return rigid::turn_by(Vec3(0.0, angle, 0.0)); }

// Two cards that lean on each other, 70 degrees steep, corner to corner at the top.
DryWorld card_house(double friction)
{
    const Vec3 size(0.002, 0.06, 0.1);
    const double steep = 70.0 * pi / 180.0, lean = 0.5 * pi - steep;
    const double half_x = 0.5 * (size.z() * std::sin(lean) + size.x() * std::cos(lean));
    const double half_z = 0.5 * (size.z() * std::cos(lean) + size.x() * std::sin(lean));
    const auto card = block(size);
    return DryWorld({placed(card, Vec3(-half_x, 0.0, half_z), about_y(lean)),
                     placed(card, Vec3(half_x, 0.0, half_z), about_y(-lean))},
                    {ground()}, {friction, friction, 0.0, 0.0});
}

// Seven wedge stones of a half ring that stands on the floor: inner radius 0.2 m, thickness 0.06 m.
DryWorld arch(double friction)
{
    constexpr int stones = 7;
    const double inner = 0.2, outer = 0.26, depth = 0.05;
    std::vector<rigid::BodyModel> models;
    for (int k = 0; k < stones; ++k) {
        const double a = pi * k / stones, b = pi * (k + 1) / stones;
        Mesh m;
        for (const double y : {-depth, depth})
            for (const auto& [r, t] : {std::pair(inner, a), std::pair(outer, a),
                                       std::pair(outer, b), std::pair(inner, b)})
                m.vertex.push_back(Vec3(r * std::cos(t), y, r * std::sin(t)));
        m.triangle = {{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}, {0, 4, 5}, {0, 5, 1},
                      {1, 5, 6}, {1, 6, 2}, {2, 6, 7}, {2, 7, 3}, {3, 7, 4}, {3, 4, 0}};
        models.push_back(solid_body(make_mesh_shape(m), 0.02));
    }
    return DryWorld(std::move(models), {ground()}, {friction, friction, 0.0, 0.0});
}

// Twenty dominoes 48 x 24 x 7.5 mm (a common size), 20 mm apart, the first one pushed over.
// Speed of the wave between the 8th and the 16th, by when each has turned by 10 degrees.
double domino_speed(double dt)
{
    constexpr int count = 20;
    constexpr double pitch = 0.02;
    const auto domino = block(Vec3(0.0075, 0.024, 0.048));
    std::vector<rigid::BodyModel> models;
    for (int k = 0; k < count; ++k)
        models.push_back(placed(domino, Vec3(pitch * k, 0.0, 0.024)));
    DryWorld w(std::move(models), {ground()}, {0.3, 0.3, 0.0, 0.1});
    rigid::set_velocity(w.models()[0], w.bodies, 0, Vec3(0.12, 0.0, 0.0), Vec3(0.0, 5.0, 0.0));
    double passed[2] = {0.0, 0.0};
    const double turned = std::sin(10.0 * pi / 180.0);
    double before[2] = {0.0, 0.0};
    while (w.time < 1.5 && passed[1] == 0.0) {
        w.step(dt);
        for (const int n : {0, 1}) {
            const auto i = static_cast<std::size_t>(n == 0 ? 7 : 15);
            const double now = (w.bodies.orientation[i] * Vec3::UnitZ()).x();
            if (passed[n] == 0.0 && now > turned) // within the step
                passed[n] = w.time - dt * (now - turned) / (now - before[n]);
            before[n] = now;
        }
    }
    REQUIRE(passed[1] > passed[0]);
    return 8.0 * pitch / (passed[1] - passed[0]);
}

// [A21] section 4.3: 3 + 2 + 1 cubes of 50 mm whose sides touch.
DryWorld six_blocks(const rigid::BodyModel& cube, const DetectOptions& options = {})
{
    std::vector<rigid::BodyModel> models;
    for (int layer = 0; layer < 3; ++layer)
        for (int k = 0; k < 3 - layer; ++k)
            models.push_back(placed(cube, 0.05 * Vec3(k + 0.5 * layer, 0.0, layer + 0.5)));
    return DryWorld(std::move(models), {ground()}, {0.2, 0.2, 0.0, 0.0}, {}, 3, options);
}

} // namespace

TEST_SUITE_BEGIN("unit");

TEST_CASE("columns of 10 and 20 and 40 blocks stand as detection finds them")
{
    for (const int blocks : {10, 20, 40}) {
        const auto cube = block(Vec3::Constant(0.05));
        std::vector<rigid::BodyModel> models;
        for (int k = 0; k < blocks; ++k)
            models.push_back(placed(cube, Vec3(0.0, 0.0, 0.05 * (k + 0.5))));
        DryWorld w(std::move(models), {ground()}, {0.2, 0.2, 0.0, 0.0});
        double ratio = 0.0;
        for (int n = 0; n < 200; ++n) {
            w.step(1e-3);
            ratio = std::max(ratio, w.kinetic() / w.kinetic_star);
        }
        std::printf("column of %d: e_KE %.1e, moved %.1e m\n", blocks, ratio, moved(w));
        measured("column of 10, 20, 40 as detected, 0.2 s: e_KE", ratio, 1e-12);
        measured("same: moved, m", moved(w), 1e-9);
    }
}

TEST_CASE("two cards lean on each other with friction and fall without")
{
    DryWorld stands = card_house(0.6);
    stands.run(1.0, 1e-3);
    DryWorld falls = card_house(0.0);
    falls.run(1.0, 1e-3);
    std::printf("card house moved %.1e m with friction, %.1e m without\n", moved(stands),
                moved(falls));
    measured("two cards lean on each other, mu = 0.6: moved in 1 s, m (0: they fall)",
             moved(stands), 1e-9);
    CHECK(falls.bodies.position[0].z() < 0.01);
}

TEST_CASE("an arch of seven stones stands with friction and falls without")
{
    DryWorld stands = arch(0.7);
    stands.run(1.0, 1e-3);
    DryWorld falls = arch(0.0);
    falls.run(1.0, 1e-3);
    std::printf("arch moved %.1e m with friction, %.1e m without\n", moved(stands), moved(falls));
    measured("arch of seven stones, mu = 0.7: moved in 1 s, m (0: it falls)", moved(stands), 1e-9);
    CHECK(falls.bodies.position[3].z() < 0.1); // the keystone starts at 0.23 m
}

TEST_CASE("six stacked blocks of 48 contacts rest and their step is cheap")
{
    // [A21] section 4.3 as detection finds it, friction 0.2 everywhere. Bullet 3.24 in double takes
    // 71 us a step; the time is printed, and only a limit ten times as long is checked.
    DryWorld w = six_blocks(block(Vec3::Constant(0.05)));
    double ratio = 0.0;
    for (int n = 0; n < 1000; ++n) {
        w.step(1e-3);
        ratio = std::max(ratio, w.kinetic() / w.kinetic_star);
    }
    const double step = 1e6 * (w.cost.detect + w.cost.solve) / 1000.0;
    std::printf(
        "six blocks, %zu contacts: e_KE %.1e, moved %.1e m, detect %.1f us and solve %.1f us "
        "a step\n",
        w.points.size(), ratio, moved(w), 1e3 * w.cost.detect, 1e3 * w.cost.solve);
    CHECK(w.points.size() <= 60);
    measured("six blocks, 48 contacts as detected, 1 s: e_KE", ratio, 1e-12);
    measured("same: moved, m", moved(w), 1e-9);
    std::printf("| same: detection and solve, us a step (printed, bar 70) | %.0f | |\n", step);
    CHECK(step < 700.0);
}

TEST_CASE("residual energy of six blocks is none at any resolution")
{
    // [A21] Fig. 19, time-averaged e_KE against L/d, as a plot without values. Bodies are laid out
    // with L/d particles a side, and every surface point may be a contact.
    const Vec3 half = Vec3::Constant(0.025);
    DetectOptions all;
    all.most_points = 0;
    for (const int across : {2, 5, 10, 20}) {
        DryWorld w = six_blocks(solid_body(make_box(-half, half), 0.05 / across, 960.0), all);
        double sum = 0.0;
        constexpr int steps = 50;
        for (int n = 0; n < steps; ++n) {
            w.step(1e-3);
            sum += w.kinetic() / w.kinetic_star / steps;
        }
        std::printf("L/d = %d, %zu contacts: ", across, w.points.size());
        measured("six blocks, L/d = 2, 5, 10, 20: mean e_KE", sum, 1e-12);
    }
}

TEST_CASE("the order of bodies in the list does not matter where the outcome is unique")
{
    // A tower of five blocks of different size is hit by a ball and pushed over an edge: told apart
    // only by the order in which contacts are summed, until impacts amplify rounding.
    const auto place = [](bool backwards) {
        std::vector<rigid::BodyModel> models;
        double height = 0.0;
        for (int k = 0; k < 5; ++k) {
            const Vec3 size(0.1 - 0.01 * k, 0.1 - 0.01 * k, 0.04);
            models.push_back(placed(block(size), Vec3(0.003 * k, 0.001 * k, height + 0.02)));
            height += 0.04;
        }
        models.push_back(
            placed(solid_body(make_ellipsoid(Vec3::Zero(), Vec3::Constant(0.02)), 0.005),
                   Vec3(-0.1, 0.002, 0.15)));
        if (backwards)
            std::reverse(models.begin(), models.end());
        DryWorld w(std::move(models), {ground()}, {0.4, 0.4, 0.0, 0.2});
        rigid::set_velocity(w.models()[backwards ? 0 : 5], w.bodies, backwards ? 0 : 5,
                            Vec3(2.0, 0.0, 0.0), Vec3::Zero());
        w.run(0.1, 1e-3);
        return w.bodies.position;
    };
    const std::vector<Vec3> there = place(false), back = place(true);
    double off = 0.0, moved = 0.0;
    for (std::size_t i = 0; i < 6; ++i) {
        off = std::max(off, (there[i] - back[5 - i]).norm());
        moved = std::max(moved, std::abs(there[i].x()));
    }
    CHECK(moved > 0.02);
    // The tolerance of resting contact, 1e-5 of the motion (1 m/s) over 0.1 s.
    measured("order of bodies reversed: places after an impact, 0.1 s, m", off, 1e-6);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("order");

TEST_CASE("a row of dominoes falls as fast at half the time step")
{
    const double coarse = domino_speed(1e-3), fine = domino_speed(5e-4);
    std::printf("dominoes: %.4f m/s at dt = 1e-3, %.4f at 5e-4 (%.2f %%)\n", coarse, fine,
                100.0 * (coarse / fine - 1.0));
    measured("dominoes: wave speed at dt = 1 ms against 0.5 ms", std::abs(coarse / fine - 1.0),
             0.01);
}

TEST_SUITE_END();

} // namespace flotsam::contact
