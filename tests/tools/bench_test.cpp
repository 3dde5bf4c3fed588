#include "tools/bench.h"

#include "core/neighbors.h"
#include "sph/pairs.h"
#include "tools/bench_scene.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <sstream>

using namespace flotsam;

namespace {

struct Weighed {
    std::vector<Index> index, walls;
    std::vector<float> a;
    std::vector<double> density, filling, support;
    bool operator==(const Weighed&) const = default;
};

Weighed weigh(int threads, ScanPath path)
{
    omp_set_num_threads(threads);
    choose_scan(path);
    tools::BenchScene scene = tools::make_dam(8000);
    sph::Pairs& pairs = scene.state.work.pairs;
    sph::find_pairs(scene.state.fluid, scene.state.boundary, scene.method.fluid, pairs);
    sph::weigh_pairs(scene.state.fluid, scene.method.fluid, pairs);
    return {pairs.fluid.index,          pairs.wall.index,           pairs.a, scene.state.fluid.density,
            scene.state.fluid.filling, pairs.support};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("lists and coefficients have the same bits for 1 to 7 threads and either scan")
    {
        const Weighed one = weigh(1, ScanPath::portable);
        for (int threads : {1, 2, 3, 7})
            for (ScanPath path : {ScanPath::portable, ScanPath::fastest})
                CHECK(weigh(threads, path) == one);
        omp_set_num_threads(omp_get_num_procs());
    }

    TEST_CASE("coefficients of a pair are the same bits seen from both sides")
    {
        tools::BenchScene scene = tools::make_block(8000);
        sph::Pairs& pairs = scene.state.work.pairs;
        sph::find_pairs(scene.state.fluid, scene.state.boundary, scene.method.fluid, pairs);
        sph::weigh_pairs(scene.state.fluid, scene.method.fluid, pairs);
        long wrong = 0;
        for (Offset i = 0; i < pairs.fluid.rows(); ++i)
            sph::each_fluid(pairs, i, [&](std::size_t j, double a) {
                bool found = a == 0.0; // just beyond the support
                sph::each_fluid(pairs, static_cast<Offset>(j), [&](std::size_t back, double b) {
                    found = found || (static_cast<Offset>(back) == i && a == b);
                });
                wrong += !found;
            });
        CHECK(wrong == 0);
    }

    TEST_CASE("coefficients and density are the kernel's summed in any order")
    {
        tools::BenchScene scene = tools::make_block(4000);
        const sph::Fluid& fluid = scene.state.fluid;
        const sph::Settings& settings = scene.method.fluid;
        sph::Pairs& pairs = scene.state.work.pairs;
        sph::find_pairs(scene.state.fluid, scene.state.boundary, settings, pairs);
        sph::weigh_pairs(scene.state.fluid, settings, pairs);
        double worst_a = 0.0, worst_density = 0.0;
        for (std::size_t i = 0; i < fluid.position.size(); ++i) {
            double weight = settings.kernel.value(0.0);
            sph::each_fluid(pairs, static_cast<Offset>(i), [&](std::size_t j, double a) {
                const double r = (fluid.position[i] - fluid.position[j]).norm();
                weight += settings.kernel.value(r);
                const double exact = -2.0 * settings.volume * settings.kernel.slope(r);
                worst_a = std::max(worst_a, std::abs(a - exact) / settings.lattice.diagonal);
            });
            const double density = settings.density * settings.volume / settings.lattice.density * weight;
            worst_density = std::max(worst_density, std::abs(fluid.density[i] / density - 1.0));
        }
        // The kernel is evaluated in single precision: some six roundings of 6e-8, and a root.
        CHECK(worst_a < 4e-7);
        CHECK(worst_density < 4e-7);
    }

    TEST_CASE("the benchmark measures every part and finds as many pairs as a k-d tree")
    {
        std::ostringstream out;
        const tools::BenchReport report = tools::run_bench({.quick = true, .threads = 2}, out);
        CHECK(report.threads == 2);
        CHECK(report.triad_one > 0.1);
        CHECK(report.triad_all > 0.1);
        REQUIRE(report.lists.size() == 3);
        CHECK(report.lists[0].search == "portable");
        CHECK(report.lists[2].search == "nanoflann");
        for (const auto& row : report.lists) {
            CHECK(row.particles == 19'683);
            // The search in single precision may list pairs just beyond the radius.
            CHECK(row.pairs == doctest::Approx(static_cast<double>(report.lists[2].pairs)).epsilon(1e-4));
            CHECK(row.all.best > 0.0);
            CHECK(row.all.best <= row.all.median);
        }
        CHECK(report.product > 0.1);
        CHECK(report.dam_iterations > 0);
        REQUIRE(report.solves.size() == 2);
        CHECK(report.solves[1].solver == "multigrid");
        CHECK(report.solves[1].cold < report.solves[0].cold);
        CHECK(report.solves[1].over_limit > 0.0);
        CHECK(report.trust.checkpoint_share > 0.0);
        CHECK(report.trust.checkpoint_share < 0.01);
        REQUIRE(report.phases.size() == 8);
        double sum = 0.0;
        for (std::size_t p = 0; p + 1 < report.phases.size(); ++p)
            sum += report.phases[p].time.best;
        CHECK(sum <= report.phases.back().time.best * 1.001);
        for (const char* part : {"Memory, triad", "pairs/p", "nanoflann", "% of the triad", "solve pressure",
                                 "M particle-steps/s"})
            CHECK_MESSAGE(out.str().find(part) != std::string::npos, part);
    }
}
