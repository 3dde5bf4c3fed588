// What the promises cost: the same bits for any number of threads, and checkpoints.
#include "core/parallel.h"
#include "coupling/checkpoint.h"
#include "coupling/step.h"
#include "sph/time_step.h"
#include "tools/bench_scene.h"
#include "tools/bench_timing.h"

#include <unistd.h>

namespace flotsam::tools {

namespace {

constexpr double checkpoint_interval = 600.0; // s, the default

// OpenMP's own sum, whose order follows the threads.
double free_order_dot(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

void bench_trust(Offset particles, BenchReport& report, std::ostream& out)
{
    BenchScene scene = make_dam(particles);
    const double dt = sph::choose_step(scene.method.fluid, 0.0, scene.method.fluid.viscosity).dt;
    int iterations = 0;
    report.trust.step = measure([&] {
        iterations = coupling::step(scene.state, scene.method, dt).pressure.solve.iterations;
    });

    const std::vector<double> a(scene.state.fluid.position.size(), 1.0), b(a);
    double sink = 0.0;
    report.trust.fixed_sum = measure([&] {
        sink += parallel_sum(static_cast<Offset>(a.size()),
                             [&](Offset n) { return a[static_cast<std::size_t>(n)] * b[static_cast<std::size_t>(n)]; });
    });
    report.trust.free_sum = measure([&] { sink += free_order_dot(a, b); });
    // Sums of a step: three an iteration, one at the start of the solve, and some nine elsewhere.
    const double sums = 3.0 * iterations + 10.0;
    report.trust.order_share
        = sums * (report.trust.fixed_sum.best - report.trust.free_sum.best) / report.trust.step.best;

    const Path file = std::filesystem::temp_directory_path()
                      / ("flotsam-bench-" + std::to_string(getpid()) + ".checkpoint");
    report.trust.checkpoint = measure([&] { coupling::write_checkpoint(file, scene.state, {}, {}); });
    std::filesystem::remove(file);
    report.trust.checkpoint_share = report.trust.checkpoint.median / checkpoint_interval;

    out << "\nCost of trust, " << scene.state.fluid.size() << " particles (checksum " << fixed(sink, 0) << ")\n"
        << "sums in fixed order:  " << fixed(1e6 * report.trust.fixed_sum.best, 1) << " us a sum, OpenMP's own "
        << fixed(1e6 * report.trust.free_sum.best, 1) << " us; " << fixed(sums, 0) << " sums a step: "
        << fixed(100.0 * report.trust.order_share, 2) << " % of the step\n"
        << "checkpoint:  " << fixed(report.trust.checkpoint.median, 3) << " s every 10 minutes: "
        << fixed(100.0 * report.trust.checkpoint_share, 3) << " % of the run\n";
}

} // namespace flotsam::tools
