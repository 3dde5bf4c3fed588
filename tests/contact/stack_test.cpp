// Things that stand: boxes at rest, the six-block stack, columns.
#include "tests/support/measured.h"
#include "world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace flotsam::contact {

using tests::measured;

namespace {

constexpr double side = 0.05;

// [A21] section 4.3: 3 + 2 + 1 blocks whose sides touch; mu 0.05 on floor and sides, 0.2 between
// layers.
World six_blocks(int points_a_side, double tolerance, double e = 0.0)
{
    Settings s;
    s.tolerance = tolerance;
    World w(s);
    w.rules = {{0.2, 0.2, 0.0, e}, {0.05, 0.05, 0.0, e}, {0.05, 0.05, 0.0, e}};
    w.planes.push_back({});
    for (int layer = 0; layer < 3; ++layer)
        for (int i = 0; i < 3 - layer; ++i) {
            TestBody b = box(Vec3::Constant(side), 960.0, points_a_side);
            b.position = side * Vec3(i + 0.5 * layer, 0.0, layer + 0.5);
            w.bodies.push_back(b);
        }
    return w;
}

World column(int blocks, double tolerance)
{
    Settings s;
    s.tolerance = tolerance;
    World w(s);
    w.rules = {{0.2, 0.2, 0.0, 0.0}, {0.2, 0.2, 0.0, 0.0}, {0.2, 0.2, 0.0, 0.0}};
    w.planes.push_back({});
    for (int i = 0; i < blocks; ++i) {
        w.bodies.push_back(box(Vec3::Constant(side), 960.0, 2));
        w.bodies.back().position.z() = side * (i + 0.5);
    }
    return w;
}

struct Rest {
    double ratio = 0.0; // largest e_KE = K after the contact phase / K of V*
    double drift = 0.0; // largest displacement, m
    int cold = 0;       // iterations of the first step
    double warm = 0.0;  // mean of the others
};

Rest stand(World& w, int steps, double dt)
{
    const std::vector<TestBody> start = w.bodies;
    Rest r;
    for (int n = 0; n < steps; ++n) {
        w.step(dt);
        r.ratio = std::max(r.ratio, w.kinetic() / w.kinetic_star);
        REQUIRE(w.resting.unconverged == 0);
        if (n == 0)
            r.cold = w.resting.iterations;
        else
            r.warm += w.resting.iterations / std::max(1.0, steps - 1.0);
    }
    for (std::size_t k = 0; k < start.size(); ++k) {
        r.drift = std::max(r.drift, (w.bodies[k].position - start[k].position).norm());
        r.drift =
            std::max(r.drift, side * w.bodies[k].orientation.angularDistance(start[k].orientation));
    }
    return r;
}

void print(const char* what, const World& w, const Rest& r, int steps)
{
    std::printf("%s: %zu contacts, e_KE %.1e, drift %.1e m, iterations cold %d warm %.1f, "
                "us a step: detect %.1f solve %.1f\n",
                what, w.points.size(), r.ratio, r.drift, r.cold, r.warm,
                1e6 * w.detect_seconds / steps, 1e6 * w.solve_seconds / steps);
}

} // namespace

TEST_SUITE_BEGIN("unit");

TEST_CASE("a box at rest does not move")
{
    for (const int n : {2, 5, 11}) {
        Settings s;
        s.tolerance = 1e-12;
        World w(s);
        w.rules[2] = {0.2, 0.2, 0.0, 0.5};
        w.planes.push_back({});
        w.bodies.push_back(box(Vec3::Constant(side), 960.0, n));
        w.bodies.back().position.z() = 0.5 * side;
        const Rest r = stand(w, 2000, 1e-3);
        print("box at rest", w, r, 2000);
        measured("box at rest, 4, 25, 121 points, 2 s: e_KE", r.ratio, 1e-20);
        measured("same: drift, m", r.drift, 2e-12);
        CHECK(w.contact.energy.compression == 0.0); // never bounced
    }
}

TEST_CASE("six stacked blocks rest")
{
    for (const double e : {0.0, 0.35}) {
        World w = six_blocks(2, 1e-10, e);
        const Rest r = stand(w, 1000, 1e-3);
        print("six blocks", w, r, 1000);
        CHECK(w.points.size() == 36);
        measured(e > 0.0 ? "six blocks, e = 0.35, tolerance 1e-10: e_KE in 1 s"
                         : "six blocks, e = 0, tolerance 1e-10: e_KE in 1 s",
                 r.ratio, 1e-15);
        measured("same: drift, m", r.drift, 3e-11);
    }
}

TEST_CASE("six stacked blocks of 121 points a face rest")
{
    World w = six_blocks(11, 1e-10);
    const Rest r = stand(w, 200, 1e-3);
    print("six blocks", w, r, 200);
    CHECK(w.points.size() == 1122);
    measured("six blocks, 121 points a face, 0.2 s: e_KE", r.ratio, 1e-12);
    measured("same: drift, m (1e-9 m in 5 s)", r.drift, 4e-11);
}

TEST_CASE("blocks rest the better the smaller the tolerance")
{
    double last = 1.0;
    for (const double tolerance : {1e-10, 1e-12, 1e-14}) {
        World w = six_blocks(3, tolerance);
        const Rest r = stand(w, 100, 1e-3);
        print("six blocks", w, r, 100);
        measured("six blocks, tolerance 1e-10, 1e-12, 1e-14: e_KE", r.ratio,
                 3e4 * tolerance * tolerance); // about (tolerance / g dt)^2, g dt = 0.01 m/s
        CHECK(r.ratio < last);
        last = r.ratio;
    }
}

TEST_CASE("six blocks rest at any number of points a face")
{
    // [A21] Fig. 19: residual energy against resolution; there it falls with it, here there is
    // none.
    for (const int n : {2, 3, 4, 5, 6, 8, 11}) {
        World w = six_blocks(n, 1e-10);
        const Rest r = stand(w, 50, 1e-3);
        std::printf("Fig. 19: %d points a side, ", n);
        print("", w, r, 50);
        CHECK(r.ratio < 1e-12);
    }
}

TEST_CASE("columns of 5 to 40 blocks rest")
{
    for (const int blocks : {5, 10, 20, 40}) {
        World w = column(blocks, 1e-10);
        const Rest r = stand(w, 200, 1e-3);
        std::printf("column of %d ", blocks);
        print("", w, r, 200);
        measured("column of 5, 10, 20, 40 blocks: e_KE", r.ratio, 1e-13);
        measured("same: iterations of a cold start", r.cold, 55 * blocks);
        CHECK(r.drift < 1e-9);
        CHECK(r.warm < 30.0);
    }
}

TEST_CASE("a block ten thousand times as heavy rests on a light one")
{
    World w = column(2, 1e-10);
    w.bodies[1].mass *= 1e4;
    w.bodies[1].inertia *= 1e4;
    const Rest r = stand(w, 200, 1e-3);
    print("mass ratio 1e4", w, r, 200);
    measured("a block 1e4 times as heavy on a light one: e_KE", r.ratio, 1e-13);
    CHECK(r.drift < 1e-9);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("long");

TEST_CASE("six stacked blocks of 121 points a face rest for five seconds")
{
    World w = six_blocks(11, 1e-10);
    const Rest r = stand(w, 5000, 1e-3);
    print("six blocks, 5 s", w, r, 5000);
    measured("six blocks, 121 points a face, 5 s: e_KE (*long*)", r.ratio, 1e-12);
    measured("same: drift, m", r.drift, 1e-9);
}

TEST_SUITE_END();

} // namespace flotsam::contact
