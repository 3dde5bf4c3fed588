#include "core/parallel.h"
#include "coupling/step.h"
#include "sph/free_surface.h"
#include "sph/time_step.h"
#include "tools/bench_scene.h"
#include "tools/bench_timing.h"

namespace flotsam::tools {

namespace {

// Per pair an index and a float; per particle offset, diagonal, x and y.
double product_bytes(const sph::Pairs& pairs)
{
    return 8.0 * static_cast<double>(pairs.fluid.index.size())
           + 32.0 * static_cast<double>(pairs.fluid.rows());
}

// Runs some steps of a dam break, then times the next solve with fresh solvers.
SolveTiming time_solve(Offset particles, sph::SolverKind kind, BenchReport& report)
{
    BenchScene scene = make_dam(particles);
    sph::Fluid& fluid = scene.state.fluid;
    sph::Settings& settings = scene.method.fluid;
    settings.solver = kind;
    sph::Workspace& work = scene.state.work;
    report.solve_particles = fluid.size();
    const bool multigrid = kind == sph::SolverKind::multigrid;
    SolveTiming timing;
    timing.solver = multigrid ? "multigrid" : "Jacobi";
    constexpr int steps = 5;
    for (int n = 0; n < steps; ++n) {
        const double dt = sph::choose_step(settings, sph::max_speed(fluid), settings.viscosity).dt;
        const int iterations = coupling::step(scene.state, scene.method, dt).pressure.solve.iterations;
        if (n == 0)
            timing.cold = iterations;
        else
            timing.warm += iterations / (steps - 1.0);
    }

    const double dt = sph::choose_step(settings, sph::max_speed(fluid), settings.viscosity).dt;
    sph::find_pairs(fluid, scene.state.boundary, settings, work.pairs);
    sph::weigh_pairs(fluid, settings, work.pairs);
    sph::gauge_surface(fluid, settings, work.pairs);
    sph::predict_velocity(fluid, scene.state.boundary, settings, work, dt);
    work.pressure.assemble(fluid, work.v_star, settings, work.pairs, dt);
    const sph::PressureMatrix& matrix = work.pressure.matrix();
    sph::JacobiPreconditioner jacobi;
    sph::MultigridPreconditioner cycle;
    sph::Preconditioner& preconditioner = multigrid ? static_cast<sph::Preconditioner&>(cycle) : jacobi;
    timing.set_up = measure([&] { preconditioner.prepare(matrix); });
    sph::ConjugateGradient solver;
    std::vector<double> pressure;
    std::array<double, repeats> seconds{};
    int iterations = 0;
    for (int n = -1; n < repeats; ++n) {
        pressure = fluid.pressure;
        const Stopwatch watch;
        iterations = solver.solve(matrix, work.pressure.right_hand_side(), pressure, preconditioner,
                                  {.relative = 1e-3}).iterations;
        seconds[static_cast<std::size_t>(std::max(n, 0))] = watch.seconds();
    }
    timing.solve = summary(seconds);
    // The first residual, and per iteration one product, with multigrid two smoothing steps more.
    timing.applications = 1.0 + (multigrid ? 3.0 : 1.0) * iterations;
    timing.over_limit = timing.solve.median
                        / (timing.applications * 1e-9 * product_bytes(work.pairs) / report.triad_all);
    return timing;
}

} // namespace

void bench_product(BenchScene& scene, BenchReport& report, std::ostream& out)
{
    sph::Fluid& fluid = scene.state.fluid;
    sph::Workspace& work = scene.state.work;
    const auto count = fluid.position.size();
    work.v_star.assign(count, Vec3::Zero());
    sph::gauge_surface(fluid, scene.method.fluid, work.pairs);
    work.pressure.assemble(fluid, work.v_star, scene.method.fluid, work.pairs, 1e-3);
    std::vector<double> x(count, 1.0), y(count);
    report.product_time = measure([&] { sph::apply(work.pressure.matrix(), x, y); });
    report.product = 1e-9 * product_bytes(work.pairs) / report.product_time.median;
    out << "\nPressure matrix times vector, " << count << " particles:  "
        << fixed(1e3 * report.product_time.median, 2) << " ms, " << fixed(report.product, 1) << " GB/s, "
        << fixed(100.0 * report.product / report.triad_all, 0) << " % of the triad\n";
}

void bench_solver(Offset particles, BenchReport& report, std::ostream& out)
{
    for (sph::SolverKind kind : {sph::SolverKind::jacobi, sph::SolverKind::multigrid})
        report.solves.push_back(time_solve(particles, kind, report));
    out << "\nPressure to 1e-3 in a dam break, " << report.solve_particles << " particles\n"
        << left("solver", 12) << right("cold it.", 9) << right("warm it.", 9) << right("set-up s", 10)
        << right("solve s", 10) << right("products", 10) << right("x limit", 9) << '\n';
    for (const SolveTiming& s : report.solves)
        out << left(s.solver, 12) << right(std::to_string(s.cold), 9) << right(fixed(s.warm, 1), 9)
            << right(fixed(s.set_up.median, 4), 10) << right(fixed(s.solve.median, 4), 10)
            << right(fixed(s.applications, 0), 10) << right(fixed(s.over_limit, 2), 9) << '\n';
    out << "x limit: time of the solve over the products at the triad's speed\n";
}

} // namespace flotsam::tools
