#include "sph/pressure.h"

#include "core/parallel.h"
#include "core/phase_clock.h"

namespace flotsam::sph {

namespace {

constexpr double truncated_below = 0.98;   // filling: a deficit of density there is no expansion
constexpr double excess_cap = 0.1;         // largest density excess the alpha term acts on
constexpr double diagonal_floor = 0.2;     // of A0
constexpr double detected_below = 0.75;    // filling: surface of the detected rule (1.5 of 2 in 2D)
constexpr Offset many_particles = 1000;    // from here on multigrid costs less than Jacobi
constexpr double enough_strain = 1e-10;    // volume change of a step not worth an iteration

double relaxation_term(double density, double filling, const Settings& settings)
{
    const double deficit = 1.0 - density / settings.density;
    if (deficit > 0.0 && filling < truncated_below && !settings.sealed)
        return 0.0;
    return settings.relaxation * std::max(deficit, -excess_cap);
}

// Without a free surface pressure is known up to a constant. Under gravity the lowest is set to zero,
// since the symmetric corrector clumps particles under strong negative pressure; without it, the
// mean: the offset multiplies the noise of disordered particles. A case can ask for either.
void fix_constant(std::span<double> pressure, const Settings& settings)
{
    const auto count = static_cast<Offset>(pressure.size());
    const auto at = [&](Offset n) { return pressure[static_cast<std::size_t>(n)]; };
    const bool zero_is_mean = settings.zero == PressureZero::automatic
                                  ? settings.gravity.isZero()
                                  : settings.zero == PressureZero::mean;
    const double constant
        = zero_is_mean
              ? parallel_sum(count, at) / static_cast<double>(std::max<Offset>(count, 1))
              : -parallel_max(count, -std::numeric_limits<double>::max(), [&](Offset n) { return -at(n); });
    parallel_for(count, [&](Offset n) { pressure[static_cast<std::size_t>(n)] -= constant; });
}

} // namespace

double divergence_at(Offset n, const Pairs& pairs, const Difference& difference)
{
    const auto i = static_cast<std::size_t>(n);
    const Vec4 x = pairs.place[i], v = pairs.flow[i];
    Vec4 products = Vec4::Zero();
    difference.hand_to([&](const auto& apart) {
        each_fluid(pairs, n, [&](std::size_t j, double a) {
            products += a * (pairs.flow[j] - v).cwiseProduct(apart(pairs.place[j], x));
        });
    });
    double sum = products.head<3>().sum();
    each_wall(pairs, n, [&](std::size_t w, double a) {
        sum += a * (pairs.walls.velocity[w] - v.head<3>())
                       .dot(difference(pairs.walls.position[w], Vec3(x.head<3>())));
    });
    return 0.5 * sum;
}

void PressureSolver::assemble(const Fluid& fluid, std::span<const Vec3> v_star,
                              const Settings& settings, Pairs& pairs, double dt)
{
    const PhaseTimer timer(Phase::right_hand_side);
    pack_flow(v_star, pairs);
    const auto count = fluid.position.size();
    const Difference difference(settings.periodic);
    const double full = settings.lattice.diagonal;
    const bool detected = settings.surface == SurfaceRule::detected;
    const bool ungated = settings.surface == SurfaceRule::ungated && !settings.sealed;
    matrix_.rows = &pairs.fluid;
    matrix_.a = &pairs.a;
    matrix_.response = nullptr;
    matrix_.grid = &pairs.grid;
    matrix_.cells = &pairs.cells;
    matrix_.diagonal.resize(count);
    matrix_.pinned.assign(detected ? count : 0, 0);
    right_.resize(count);
    const double air = parallel_sum(fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const double divergence = divergence_at(n, pairs, difference);
        right_[i] = -settings.density
                    * (divergence / dt
                       + relaxation_term(fluid.density[i], fluid.filling[i], settings) / (dt * dt));
        const double water = pairs.support[i] - pairs.wall_share[i];
        if (detected) {
            matrix_.pinned[i] = fluid.filling[i] < detected_below;
            right_[i] = matrix_.pinned[i] ? 0.0 : right_[i];
            matrix_.diagonal[i] = std::max(water, 1e-3 * full);
            return matrix_.pinned[i] ? 1.0 : 0.0;
        }
        const double sigma = ungated ? 1.0 : fluid.surface[i];
        const double surface = 2.0 * sigma * std::max(0.0, full - pairs.support[i]);
        matrix_.diagonal[i] = std::max(water + surface, settings.sealed ? 0.0 : diagonal_floor * full);
        return surface;
    });
    matrix_.singular = air == 0.0;
    if (matrix_.singular) {
        const double mean
            = parallel_sum(fluid.size(), [&](Offset n) { return right_[static_cast<std::size_t>(n)]; })
              / static_cast<double>(std::max<Offset>(fluid.size(), 1));
        parallel_for(fluid.size(), [&](Offset n) { right_[static_cast<std::size_t>(n)] -= mean; });
    }
}

// The detected rule replaces rows, which the cells' matrix would have to follow: it stays with Jacobi.
Preconditioner& PressureSolver::choose(const Settings& settings)
{
    const bool many = matrix_.size() >= many_particles;
    const bool multigrid = settings.solver == SolverKind::multigrid
                           || (settings.solver == SolverKind::automatic && many);
    if (multigrid && matrix_.pinned.empty())
        return multigrid_;
    return jacobi_;
}

SolveReport PressureSolver::solve_assembled(std::span<double> pressure, const Settings& settings,
                                            double dt)
{
    const PhaseTimer timer(Phase::solve);
    Preconditioner& preconditioner = choose(settings);
    preconditioner.prepare(matrix_);
    if (!matrix_.pinned.empty())
        parallel_for(matrix_.size(), [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            pressure[i] = matrix_.pinned[i] ? 0.0 : pressure[i];
        });
    SolveLimits limits;
    limits.relative = settings.tolerance;
    limits.absolute = enough_strain * settings.density / (dt * dt);
    limits.iterations = settings.max_iterations;
    const SolveReport report
        = solver_.solve(matrix_, right_, pressure, preconditioner, limits);
    if (matrix_.singular)
        fix_constant(pressure, settings);
    return report;
}

PressureReport PressureSolver::solve(Fluid& fluid, std::span<const Vec3> v_star,
                                     const Settings& settings, Pairs& pairs, double dt,
                                     const Response* bodies)
{
    PressureReport report;
    assemble(fluid, v_star, settings, pairs, dt);
    matrix_.response = bodies && !bodies->empty() ? bodies : nullptr;
    if (matrix_.response)
        matrix_.response->add_to_right(right_);
    report.solve = solve_assembled(fluid.pressure, settings, dt);
    if (settings.clamp && !matrix_.singular)
        report.clamped = static_cast<Offset>(parallel_sum(fluid.size(), [&](Offset n) {
            double& p = fluid.pressure[static_cast<std::size_t>(n)];
            const bool negative = p < 0.0;
            p = negative ? 0.0 : p;
            return negative ? 1.0 : 0.0;
        }));
    report.max_pressure = parallel_max(fluid.size(), 0.0, [&](Offset n) {
        return fluid.pressure[static_cast<std::size_t>(n)];
    });
    return report;
}

} // namespace flotsam::sph
