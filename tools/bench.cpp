#include "tools/bench.h"

#include "core/neighbors.h"
#include "core/parallel.h"
#include "sph/free_surface.h"
#include "sph/projection.h"
#include "sph/time_step.h"
#include "tools/bench_scene.h"
#include "tools/bench_timing.h"

#include <nanoflann.hpp>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace flotsam::tools {

namespace {

// Times on a machine that others use say little; better said than wondered about.
void warn_if_busy(std::ostream& out)
{
    double load = 0.0;
    if (getloadavg(&load, 1) == 1 && load > 0.5)
        out << "Other programs are busy here (load " << fixed(load, 1) << "): times will be too long.\n";
}

// ---- memory ---------------------------------------------------------------------------------

// a = b + s c over arrays larger than the caches, 24 bytes an element.
double triad(std::size_t size, int threads)
{
    omp_set_num_threads(threads);
    const auto count = static_cast<Offset>(size);
    // Not initialised by one thread: pages should belong to the thread that uses them.
    const std::unique_ptr<double[]> a(new double[size]), b(new double[size]), c(new double[size]);
    parallel_for(count, [&](Offset i) {
        a[static_cast<std::size_t>(i)] = 0.0;
        b[static_cast<std::size_t>(i)] = 1.0;
        c[static_cast<std::size_t>(i)] = 2.0;
    });
    const Timing time = measure([&] {
        parallel_for(count, [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            a[i] = b[i] + 3.0 * c[i];
        });
    });
    return 24e-9 * static_cast<double>(size) / time.best;
}

// ---- neighbour lists -----------------------------------------------------------------------

ListTiming time_lists(BenchScene& scene, ScanPath path)
{
    choose_scan(path);
    sph::Fluid& fluid = scene.state.fluid;
    sph::Pairs& pairs = scene.state.work.pairs;
    const sph::Settings& settings = scene.method.fluid;
    std::array<double, repeats> find{}, weigh{}, all{};
    for (int n = -1; n < repeats; ++n) { // the first fills the arrays and is not counted
        const auto k = static_cast<std::size_t>(std::max(n, 0));
        const Stopwatch watch;
        sph::find_pairs(fluid, scene.state.boundary, settings, pairs);
        find[k] = watch.seconds();
        sph::weigh_pairs(fluid, settings, pairs);
        all[k] = watch.seconds();
        weigh[k] = all[k] - find[k];
    }
    return {fluid.size(), scan_name(), static_cast<Offset>(pairs.fluid.index.size()),
            summary(find), summary(weigh), summary(all)};
}

struct Cloud {
    const std::vector<Vec3>& points;
    std::size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(std::size_t n, std::size_t axis) const
    {
        return points[n][static_cast<Eigen::Index>(axis)];
    }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

// The same lists, without coefficients, from a k-d tree: built by one thread, searched by all.
ListTiming time_tree(const std::vector<Vec3>& points, double radius)
{
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, Index>;
    const Cloud cloud{points};
    constexpr Offset chunk = 1024;
    const auto count = static_cast<Offset>(points.size());
    std::vector<std::vector<Index>> rows(static_cast<std::size_t>((count + chunk - 1) / chunk));
    const Timing time = measure([&] {
        const Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
#pragma omp parallel
        {
            std::vector<std::pair<Index, double>> found;
#pragma omp for schedule(dynamic, 1)
            for (std::size_t c = 0; c < rows.size(); ++c) {
                rows[c].clear();
                const Offset first = static_cast<Offset>(c) * chunk;
                for (Offset i = first; i < std::min(count, first + chunk); ++i) {
                    found.clear();
                    tree.radiusSearch(points[static_cast<std::size_t>(i)].data(), radius * radius, found,
                                      nanoflann::SearchParams(0, 0.0f, false));
                    for (const auto& [j, distance2] : found)
                        if (j != i)
                            rows[c].push_back(j);
                }
            }
        }
    });
    Offset pairs = 0;
    for (const auto& row : rows)
        pairs += static_cast<Offset>(row.size());
    return {count, "nanoflann", pairs, time, {}, time};
}

void print_lists(const ListTiming& t, std::ostream& out)
{
    const double particles = static_cast<double>(t.particles);
    const bool weighed = t.weigh.best > 0.0;
    out << right(std::to_string(t.particles), 10) << "  " << left(t.search, 11)
        << right(fixed(static_cast<double>(t.pairs) / particles, 1), 9) << right(fixed(t.find.median, 3), 10)
        << right(weighed ? fixed(t.weigh.median, 3) : "-", 10) << right(fixed(t.all.median, 3), 10)
        << right(fixed(t.all.best, 3), 10) << right(fixed(1e-6 * particles / t.all.median, 2), 10) << '\n'
        << std::flush;
}

// ---- one step -------------------------------------------------------------------------------

// The calls of coupling/step.cpp, timed one by one.
void time_step_phases(Offset particles, BenchReport& report)
{
    BenchScene scene = make_dam(particles);
    sph::Fluid& fluid = scene.state.fluid;
    const Boundary& boundary = scene.state.boundary;
    const sph::Settings& settings = scene.method.fluid;
    sph::Workspace& work = scene.state.work;
    const double dt = sph::choose_step(settings, 0.0, settings.viscosity).dt;

    constexpr std::size_t phases = 7;
    static constexpr std::array<const char*, phases> names{
        "neighbour lists", "coefficients, density", "free surface", "predict velocity",
        "solve pressure",  "correct velocity",      "advect"};
    std::array<std::array<double, repeats>, phases + 1> seconds{};
    for (int n = -1; n < repeats; ++n) {
        const auto k = static_cast<std::size_t>(std::max(n, 0));
        std::size_t phase = 0;
        const auto timed = [&](auto&& work_of_phase) {
            const Stopwatch watch;
            work_of_phase();
            seconds[phase++][k] = watch.seconds();
        };
        work.loads.resize(scene.method.groups.size());
        const Stopwatch watch;
        timed([&] { sph::find_pairs(fluid, boundary, settings, work.pairs); });
        timed([&] { sph::weigh_pairs(fluid, settings, work.pairs); });
        timed([&] { sph::gauge_surface(fluid, settings, work.pairs); });
        timed([&] { sph::predict_velocity(fluid, boundary, settings, work, dt); });
        timed([&] {
            report.dam_iterations
                = work.pressure.solve(fluid, work.v_star, settings, work.pairs, dt).solve.iterations;
        });
        timed([&] { sph::correct_velocity(fluid, boundary, settings, work, dt); });
        timed([&] { sph::advect(fluid, boundary, settings, work, dt); });
        seconds[phases][k] = watch.seconds();
    }
    for (std::size_t p = 0; p < phases; ++p)
        report.phases.push_back({names[p], summary(seconds[p])});
    report.phases.push_back({"one step", summary(seconds[phases])});
    report.dam_particles = fluid.size();
    report.dam_walls = boundary.size();
}

void print_phases(const BenchReport& report, std::ostream& out)
{
    const double whole = report.phases.back().time.median;
    out << "\nA step of a dam break: " << report.dam_particles << " particles, " << report.dam_walls
        << " wall points, " << report.dam_iterations << " pressure iterations\n"
        << left("phase", 24) << right("median s", 10) << right("best s", 10) << right("share", 9)
        << right("ns/particle", 13) << '\n';
    for (const PhaseTiming& phase : report.phases)
        out << left(phase.name, 24) << right(fixed(phase.time.median, 4), 10)
            << right(fixed(phase.time.best, 4), 10)
            << right(fixed(100.0 * phase.time.median / whole, 1) + " %", 9)
            << right(fixed(1e9 * phase.time.median / static_cast<double>(report.dam_particles), 0), 13) << '\n';
    out << fixed(1e-6 * static_cast<double>(report.dam_particles) / whole, 3) << " M particle-steps/s\n";
}

} // namespace

BenchReport run_bench(const BenchOptions& options, std::ostream& out)
{
    BenchReport report;
    const int threads_before = omp_get_max_threads();
    report.threads = options.threads > 0 ? options.threads : threads_before;

    warn_if_busy(out);
    const std::size_t triad_size = options.quick ? 1'000'000 : 64'000'000;
    report.triad_one = triad(triad_size, 1);
    report.triad_all = triad(triad_size, report.threads);
    out << "Memory, triad:  " << fixed(report.triad_one, 1) << " GB/s on 1 thread, "
        << fixed(report.triad_all, 1) << " GB/s on " << report.threads << "\n\n"
        << "Neighbour lists with coefficients, support 2.4 spacings, " << report.threads << " threads\n"
        << right("particles", 10) << "  " << left("search", 11) << right("pairs/p", 9) << right("lists s", 10)
        << right("coeff. s", 10) << right("all s", 10) << right("best s", 10) << right("M p/s", 10) << '\n';

    const std::vector<Offset> sizes = options.quick ? std::vector<Offset>{20'000}
                                                    : std::vector<Offset>{200'000, 1'000'000};
    for (Offset size : sizes) {
        BenchScene block = make_block(size);
        for (ScanPath path : {ScanPath::portable, ScanPath::fastest}) {
            report.lists.push_back(time_lists(block, path));
            print_lists(report.lists.back(), out);
        }
        report.lists.push_back(
            time_tree(block.state.fluid.position, block.method.fluid.kernel.support()));
        print_lists(report.lists.back(), out);
        if (size == sizes.back())
            bench_product(block, report, out);
    }
    bench_solver(options.quick ? 8'000 : 300'000, report, out);
    time_step_phases(options.quick ? 4'000 : 200'000, report);
    print_phases(report, out);
    bench_trust(options.quick ? 4'000 : 200'000, report, out);
    bench_render(options.quick ? 27'000 : 1'000'000, report, out);
    omp_set_num_threads(threads_before);
    return report;
}

} // namespace flotsam::tools
