// What the promises cost: the same bits for any number of threads, and checkpoints.
//
// Order is fixed in three places: sums, the sort into cells, and the sweeps over cells of the
// pressure solve. Each is timed beside the same work done by threads as they come.
#include "core/cell_grid.h"
#include "core/error.h"
#include "core/parallel.h"
#include "coupling/checkpoint.h"
#include "coupling/step.h"
#include "sph/cell_level.h"
#include "sph/time_step.h"
#include "tools/bench_scene.h"
#include "tools/bench_timing.h"

#include <unistd.h>

#include <atomic>

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

TrustTiming::Order time_sums(Offset count, double a_step)
{
    const std::vector<double> a(static_cast<std::size_t>(count), 1.0), b(a);
    double sum = 0.0;
    TrustTiming::Order order{"sums", {}, {}, a_step};
    order.fixed = measure([&] {
        sum += parallel_sum(count, [&](Offset n) {
            return a[static_cast<std::size_t>(n)] * b[static_cast<std::size_t>(n)];
        });
    });
    order.free = measure([&] { sum += free_order_dot(a, b); });
    expects(sum == 8.0 * static_cast<double>(count), "both kinds of sums add everything");
    return order;
}

// sort_into_cells with one counter a cell that all threads draw places from: points of a cell stand
// in the order in which threads came.
void free_order_sort(const CellGrid& grid, std::span<const Vec3> positions, CellPoints& out)
{
    const auto count = static_cast<Offset>(positions.size());
    const auto cell = [&](Offset n) {
        const Vec3& x = positions[static_cast<std::size_t>(n)];
        return static_cast<std::size_t>(grid.number(
            grid.coordinate(x.x(), 0), grid.coordinate(x.y(), 1), grid.coordinate(x.z(), 2)));
    };
    out.cell_of.resize(positions.size());
    out.histogram.assign(static_cast<std::size_t>(grid.cells()), 0);
    parallel_for(count, [&](Offset n) {
        const std::size_t c = cell(n);
        out.cell_of[static_cast<std::size_t>(n)] = static_cast<Index>(c);
        std::atomic_ref(out.histogram[c]).fetch_add(1, std::memory_order_relaxed);
    });
    out.first.resize(out.histogram.size() + 1);
    Index running = 0;
    for (std::size_t c = 0; c < out.histogram.size(); ++c) {
        out.first[c] = running;
        running += out.histogram[c];
        out.histogram[c] = out.first[c];
    }
    out.first.back() = running;
    out.order.resize(positions.size());
    for (auto* field : {&out.x, &out.y, &out.z})
        field->resize(positions.size() + CellPoints::spare);
    parallel_for(count, [&](Offset n) {
        const auto c = static_cast<std::size_t>(out.cell_of[static_cast<std::size_t>(n)]);
        const Index place =
            std::atomic_ref(out.histogram[c]).fetch_add(1, std::memory_order_relaxed);
        out.order[static_cast<std::size_t>(place)] = static_cast<Index>(n);
    });
    parallel_for(count, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const Vec3 r = positions[static_cast<std::size_t>(out.order[k])] - grid.origin;
        out.x[k] = static_cast<float>(r.x());
        out.y[k] = static_cast<float>(r.y());
        out.z[k] = static_cast<float>(r.z());
    });
}

TrustTiming::Order time_sorts(const BenchScene& scene, double a_step)
{
    const std::span<const Vec3> points = scene.state.fluid.position;
    const sph::Settings& settings = scene.method.fluid;
    const CellGrid grid = make_grid(bounds_of(points), settings.kernel.support(), settings.periodic,
                                    settings.dimension);
    CellPoints cells;
    TrustTiming::Order order{"sort", {}, {}, a_step};
    order.fixed = measure([&] { sort_into_cells(grid, points, cells); });
    order.free = measure([&] { free_order_sort(grid, points, cells); });
    return order;
}

// gauss_seidel without colours: each thread goes through its planes and takes from its neighbours'
// what is there at the moment.
void free_order_sweep(sph::CellLevel& level)
{
    const auto width = static_cast<std::size_t>(level.width);
#pragma omp parallel for schedule(static)
    for (std::size_t c = 0; c < level.size(); ++c) {
        float even = 0.0f, odd = 0.0f;
        const auto x = [&](std::size_t s) {
            return std::atomic_ref(level.x[static_cast<std::size_t>(level.neighbor[s])])
                .load(std::memory_order_relaxed);
        };
        for (std::size_t s = c * width; s < (c + 1) * width; s += 2) {
            even += level.a[s] * x(s);
            odd += level.a[s + 1] * x(s + 1);
        }
        std::atomic_ref(level.x[c])
            .store((level.b[c] + (even + odd)) * level.inverse[c], std::memory_order_relaxed);
    }
}

TrustTiming::Order time_sweeps(const BenchScene& scene, double a_step)
{
    sph::CellLevel level;
    std::vector<Index> owner;
    sph::gather_cells(scene.state.work.pressure.matrix(), owner, level);
    level.inverse.resize(level.size());
    for (std::size_t c = 0; c < level.size(); ++c)
        level.inverse[c] = static_cast<float>(1.0 / level.diagonal[c]);
    for (auto* field : {&level.b, &level.x})
        field->assign(level.size(), 1.0f);
    TrustTiming::Order order{"sweep", {}, {}, a_step};
    order.fixed = measure([&] { sph::gauss_seidel(level, sph::Sweep::forward, 1); });
    order.free = measure([&] { free_order_sweep(level); });
    return order;
}

void print_order(const TrustTiming::Order& order, double share, std::ostream& out)
{
    out << left(order.name + " in fixed order:", 23) << right(fixed(1e6 * order.fixed.best, 1), 8)
        << " us, in any order " << right(fixed(1e6 * order.free.best, 1), 8) << " us; "
        << fixed(order.a_step, 0) << " a step: " << fixed(100.0 * share, 2) << " % of it\n";
}

} // namespace

void bench_trust(Offset particles, BenchReport& report, std::ostream& out)
{
    BenchScene scene = make_dam(particles);
    TrustTiming& trust = report.trust;
    const double dt = sph::choose_step(scene.method.fluid, 0.0, scene.method.fluid.viscosity).dt;
    int iterations = 0;
    trust.step = measure([&] {
        iterations = coupling::step(scene.state, scene.method, dt).pressure.solve.iterations;
    });
    out << "\nCost of trust, " << scene.state.fluid.size() << " particles\n";

    // Three sums an iteration, one at the start of the solve, and some nine elsewhere; sorts of
    // water and markers; four sweeps an iteration over the finest cells.
    trust.orders.push_back(time_sums(scene.state.fluid.size(), 3.0 * iterations + 10.0));
    trust.orders.push_back(time_sorts(scene, 2.0));
    trust.orders.push_back(time_sweeps(scene, 4.0 * iterations));
    for (const TrustTiming::Order& order : trust.orders) {
        const double share = order.a_step * (order.fixed.best - order.free.best) / trust.step.best;
        trust.order_share += share;
        print_order(order, share, out);
    }

    const Path file = std::filesystem::temp_directory_path() /
                      ("flotsam-bench-" + std::to_string(getpid()) + ".checkpoint");
    trust.checkpoint = measure([&] { coupling::write_checkpoint(file, scene.state, {}, {}); });
    std::filesystem::remove(file);
    trust.checkpoint_share = trust.checkpoint.median / checkpoint_interval;
    out << "together:  " << fixed(100.0 * trust.order_share, 2) << " % of a step of "
        << fixed(trust.step.best, 3) << " s\n"
        << "checkpoint:  " << fixed(trust.checkpoint.median, 3)
        << " s every 10 minutes: " << fixed(100.0 * trust.checkpoint_share, 3) << " % of the run\n";
}

} // namespace flotsam::tools
