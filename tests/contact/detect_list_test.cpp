#include "detect_support.h"

#include "contact/overlap.h"
#include "rigid/rotation.h"

#include <doctest/doctest.h>

#include <omp.h>

#include <cmath>
#include <ctime>
#include <random>

using namespace flotsam;
using namespace flotsam::contact;
using namespace flotsam::contact::tests;

namespace {

// A beam of mixed bodies, six by six across, here and there a little in each other.
Scene heap(int count, double ratio, DetectOptions options = {})
{
    const auto box = body(make_box(Vec3::Constant(-0.05), Vec3(0.05, 0.04, 0.06)), 0.02);
    const auto sphere = ball(Vec3::Zero(), 0.05);
    const auto can = body(make_cylinder(Vec3(0, 0, -0.05), Vec3(0, 0, 0.05), 0.05), 0.02);
    const auto l = body(make_union({make_box(Vec3(0.0, 0.0, 0.0), Vec3(0.09, 0.05, 0.03)),
                                    make_box(Vec3(0.0, 0.0, 0.03), Vec3(0.03, 0.05, 0.09))}),
                        0.02);
    std::vector<rigid::BodyModel> models;
    const std::vector<rigid::BodyModel> kinds{box, sphere, can, l};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto draw = [&] {
        const double a = unit(random), b = unit(random), c = unit(random);
        return Vec3(a, b, c);
    };
    constexpr int side = 6;
    for (int n = 0; n < count; ++n) {
        rigid::BodyModel m = kinds[static_cast<std::size_t>(n % 4)];
        const Vec3 cell(n % side, n / side % side, n / (side * side));
        m.start_position = 0.12 * cell + Vec3::Constant(0.06) + 0.01 * draw();
        m.start_orientation = rigid::turn_by(2.0 * draw());
        models.push_back(m);
    }
    if (ratio > 1.0) { // a few large ones beside
        for (int n = 0; n < 4; ++n)
            models.push_back(ball(Vec3(-0.05 * ratio - 0.01, 0.2 * n, 0.0), 0.05 * ratio));
    }
    const Wall tank{
        "tank", make_box(Vec3::Zero(), Vec3(0.12 * side, 0.12 * side, 9.0)), true, {5}, {}};
    return Scene(std::move(models), {tank}, options);
}

// Of processor time, so that others on the machine do not count.
double seconds_of(Scene& scene, int repeats)
{
    scene.find();
    double best = 1e300;
    for (int n = 0; n < repeats; ++n) {
        const std::clock_t start = std::clock();
        scene.find();
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the list of contacts is sorted and the same to the bit for one thread and for four")
    {
        const int threads = omp_get_max_threads();
        Scene scene = heap(300, 1.0);
        omp_set_num_threads(1);
        const std::vector<ContactPoint> one = scene.find();
        omp_set_num_threads(4);
        const std::vector<ContactPoint> four = scene.find();
        omp_set_num_threads(threads);
        REQUIRE(one.size() > 300);
        REQUIRE(one.size() == four.size());
        for (std::size_t n = 0; n < one.size(); ++n) {
            CHECK(one[n].key == four[n].key);
            CHECK(one[n].point == four[n].point);
            CHECK(one[n].normal == four[n].normal);
            CHECK(one[n].gap == four[n].gap);
            if (n > 0)
                CHECK(one[n - 1].key < one[n].key);
        }
    }

    TEST_CASE("the broad phase finds the pairs that comparing all with all finds")
    {
        for (double ratio : {1.0, 100.0}) {
            Scene scene = heap(200, ratio);
            scene.find();
            const Solids& solids = scene.detector.solids();
            const std::vector<Pose> poses(scene.detector.poses().begin(),
                                          scene.detector.poses().end());
            const std::vector<double> reach(poses.size(), 0.003);
            BroadPhase broad;
            const auto found = broad.find(solids, poses, reach);
            std::vector<SolidPair> expected;
            for (Index i = 0; i < solids.bodies(); ++i)
                for (Index j = i + 1; j < solids.bodies(); ++j) {
                    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
                    const double sum =
                        solids.colliders[a]->radius + solids.colliders[b]->radius + 0.006;
                    if ((poses[a].position - poses[b].position).norm() <= sum)
                        expected.push_back({i, j});
                }
            std::vector<SolidPair> bodies;
            for (const SolidPair& p : found)
                if (p.b < solids.bodies())
                    bodies.push_back(p);
            CHECK(bodies == expected);
        }
    }

    TEST_CASE("a body at rest that will be hit looks as far ahead as what hits it")
    {
        // 0.5 mm above the floor, and another comes down on it at 2 m/s.
        Scene scene({cube(Vec3(0.0, 0.0, 5e-4)), cube(Vec3(0.0, 0.0, 0.102))}, {floor_wall()});
        CHECK(scene.find().empty());
        scene.bodies.velocity[1] = Vec3(0.0, 0.0, -2.0);
        const auto& list = scene.find();
        CHECK(list.size() == 8);
        CHECK(count_normal(list, Vec3::UnitZ()) == 4);
    }

    TEST_CASE("bodies that cannot move have no contacts with each other")
    {
        auto fixed = cube(Vec3::Zero());
        fixed.mode = rigid::Mode::fixed;
        auto other = cube(Vec3(0.1, 0.0, 0.0));
        other.mode = rigid::Mode::fixed;
        Scene scene({fixed, other}, {floor_wall()});
        CHECK(scene.find().empty());
    }

    TEST_CASE("a moving wall is met where it is and gives its velocity")
    {
        rigid::Motion push;
        push.law = rigid::Motion::Law::velocity;
        push.direction = Vec3::UnitX();
        push.value = 0.5;
        const Wall piston{"piston", make_box(Vec3(-0.2, -1, -1), Vec3(0, 1, 1)), false, {}, push};
        Scene scene({cube(Vec3(0.1, 0.0, 0.0))}, {piston});
        CHECK(scene.find().empty());
        const auto& list = scene.detector.find(scene.bodies, 0.2, 1e-3, 9.81);
        REQUIRE(list.size() == 4);
        CHECK(count_normal(list, Vec3::UnitX()) == 4);
        CHECK(std::abs(list[0].gap) < 1e-12);
        std::vector<Twist> twists;
        fill_twists(scene.detector.solids(), scene.bodies, 0.2, twists);
        CHECK(twists[1].velocity == Vec3(0.5, 0.0, 0.0));
    }

    TEST_CASE("overlapping bodies are listed with their depth and the deepest first")
    {
        Scene scene(
            {cube(Vec3::Zero()), cube(Vec3(0.09, 0.0, 0.0)), ball(Vec3(0.3, 0.05, 0.08), 0.1)},
            {floor_wall()});
        const auto list = find_overlaps(scene.detector.solids(), scene.bodies, 1e-6);
        REQUIRE(list.size() == 2);
        CHECK(list[0].a == 2);
        CHECK(list[0].b == 3);
        CHECK(list[0].depth == doctest::Approx(0.02).epsilon(1e-9));
        CHECK(list[1].a == 0);
        CHECK(list[1].b == 1);
        CHECK(list[1].depth == doctest::Approx(0.01).epsilon(1e-9));
    }

    TEST_CASE("a body wholly inside another is an overlap although no surface points are shared")
    {
        Scene scene({cube(Vec3::Zero(), 1.0, 0.1), cube(Vec3::Constant(0.45))}, {});
        const auto list = find_overlaps(scene.detector.solids(), scene.bodies, 1e-6);
        REQUIRE(list.size() == 1);
        CHECK(list[0].depth > 0.4);
    }
}

TEST_SUITE("order")
{
    TEST_CASE("the cost of detection grows linearly with the number of bodies")
    {
        for (double ratio : {1.0, 100.0}) {
            Scene small = heap(200, ratio), large = heap(1600, ratio);
            const int threads = omp_get_max_threads();
            omp_set_num_threads(1);
            const double t1 = seconds_of(small, 8), t2 = seconds_of(large, 4);
            omp_set_num_threads(threads);
            const double exponent = std::log(t2 / t1) / std::log(8.0);
            MESSAGE("200 and 1600 bodies (size ratio "
                    << ratio << "): " << 1e3 * t1 << " and " << 1e3 * t2 << " ms, exponent "
                    << exponent << "; " << large.detector.counts().pairs << " pairs, "
                    << large.detector.counts().contacts << " contacts, "
                    << static_cast<double>(large.detector.counts().contacts) / t2 << " a second");
            CHECK(exponent < 1.15);
        }
    }

    TEST_CASE("six stacked blocks are searched in well under the time of a step")
    {
        std::vector<rigid::BodyModel> models;
        for (int row = 0; row < 3; ++row)
            for (int n = 0; n + row < 3; ++n)
                models.push_back(
                    cube(Vec3(0.05 * n + 0.025 * row, 0.0, 0.05 * row), 0.05, 0.05 / 9));
        for (const DetectOptions& options : {DetectOptions{}, all_points()}) {
            Scene scene(models, {floor_wall()}, options);
            scene.find();
            const std::clock_t start = std::clock();
            for (int n = 0; n < 200; ++n)
                scene.find();
            const double t = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / 200;
            const auto found = static_cast<double>(scene.find().size());
            MESSAGE(found << " contacts in " << 1e6 * t << " us (" << found / t << " a second), "
                          << scene.detector.counts().pairs << " pairs");
#ifdef __SANITIZE_ADDRESS__
            constexpr double slower = 50.0; // under the sanitizers
#else
            constexpr double slower = 1.0;
#endif
            CHECK(t < slower * (options.most_points > 0 ? 2e-4 : 2e-3));
        }
    }
}
