#include "coupling/verdict.h"

#include "core/parallel.h"
#include "coupling/brief.h"

#include <cmath>
#include <span>

namespace flotsam::coupling {

namespace {

constexpr double most_displacement = 0.5; // of a spacing

bool finite(double value) { return std::isfinite(value); }
bool finite(const Vec3& value) { return value.allFinite(); }

// 0 if every component is finite, else NaN.
double nought(double value) { return 0.0 * value; }
double nought(const Vec3& value) { return 0.0 * (value.x() + value.y() + value.z()); }

// f(operator, name, array, entry belongs to a wall point) in the order the step fills them.
template <class F> void each_result(const State& s, F&& f)
{
    const sph::Workspace& work = s.work;
    f("density", "density", std::span(s.fluid.density), false);
    f("density", "filling", std::span(s.fluid.filling), false);
    f("free surface", "surface", std::span(s.fluid.surface), false);
    f("free surface", "gain", std::span(s.fluid.gain), false);
    f("viscosity", "nu", std::span(work.nu), false);
    f("predictor", "v*", std::span(work.v_star), false);
    f("wall", "mirrored velocity", std::span(work.pairs.walls.velocity), true);
    f("right-hand side", "right-hand side", std::span(work.pressure.right_hand_side()), false);
    f("solver", "pressure", std::span(s.fluid.pressure), false);
    f("wall", "wall pressure", std::span(work.pairs.walls.pressure), true);
    f("corrector", "velocity", std::span(s.fluid.velocity), false);
    f("shifting", "spread", std::span(work.spread), false);
    f("advection", "position", std::span(s.fluid.position), false);
}

bool all_finite(const State& s)
{
    double sum = 0.0;
    each_result(s, [&](const char*, const char*, auto array, bool) {
        sum += parallel_sum(static_cast<Offset>(array.size()),
                            [&](Offset n) { return nought(array[static_cast<std::size_t>(n)]); });
    });
    return sum == 0.0;
}

// The first body with a bad number; the count of bodies if there is none.
std::size_t bad_body(const State& s)
{
    for (std::size_t i = 0; i < s.bodies.position.size(); ++i)
        if (!finite(s.bodies.position[i]) || !s.bodies.orientation[i].coeffs().allFinite() ||
            !finite(s.bodies.velocity[i]) || !finite(s.bodies.angular_momentum[i]))
            return i;
    return s.bodies.position.size();
}

bool all_finite(const StepReport& report)
{
    return finite(report.predict.viscous_energy) && finite(report.predict.max_nu) &&
           finite(report.advect.max_displacement) && finite(report.advect.shift_energy);
}

// The index with the largest measure(i); the first of equals.
template <class Measure> std::size_t largest(std::size_t count, Measure&& measure)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
        if (measure(i) > measure(best))
            best = i;
    return best;
}

void describe_particle(Diagnosis& d, const State& s, const SavedState& before, std::size_t i)
{
    const sph::Workspace& work = s.work;
    const auto add = [&](const char* name, const std::string& value) {
        d.details += std::string("  ") + name + " = " + value + "\n";
    };
    d.id = s.fluid.id[i];
    d.position = before.position_of(d.id);
    add("position after", brief(s.fluid.position[i]));
    add("v*", brief(work.v_star[i]));
    add("velocity", brief(s.fluid.velocity[i]));
    add("pressure", brief(s.fluid.pressure[i]));
    add("right-hand side", brief(work.pressure.right_hand_side()[i]));
    add("density", brief(s.fluid.density[i]));
    add("filling", brief(s.fluid.filling[i]));
    add("surface", brief(s.fluid.surface[i]));
    add("viscosity", brief(work.nu[i]));
    const auto n = static_cast<Offset>(i);
    add("neighbours", std::to_string(work.pairs.fluid.row(n).size()) + " fluid, " +
                          std::to_string(work.pairs.wall.row(n).size()) + " wall");
}

// A wall point has no name of its own: its solid and place stand for it.
void describe_wall(Diagnosis& d, const State& s, const Method& m, std::size_t w)
{
    d.position = s.boundary.surface[w];
    d.what += " at solid '" + m.solids[s.boundary.owner[w]].name + "'";
}

void find_bad_number(Diagnosis& d, const State& s, const Method& m, const SavedState& before)
{
    const auto named = [&](const char* where, const char* name) {
        d.where = where;
        d.what = std::string("bad number in ") + name;
    };
    for (std::size_t w = 0; w < s.boundary.position.size(); ++w)
        if (!finite(s.boundary.velocity[w]) || !finite(s.boundary.acceleration[w]) ||
            !finite(s.boundary.position[w])) {
            named("wall", "the motion");
            describe_wall(d, s, m, w);
            return;
        }
    if (const std::size_t i = bad_body(s); i < s.bodies.position.size()) {
        named("bodies", "the motion");
        d.what += " of body '" + m.models()[i].name + "'";
        d.position = before.body_position(i);
        return;
    }
    bool found = false;
    each_result(s, [&](const char* where, const char* name, auto array, bool wall) {
        for (std::size_t i = 0; i < array.size() && !found; ++i) {
            if (finite(array[i]))
                continue;
            found = true;
            named(where, name);
            if (wall)
                describe_wall(d, s, m, static_cast<std::size_t>(s.work.pairs.walls.source[i]));
            else
                describe_particle(d, s, before, i);
        }
    });
    if (!found) {
        d.where = "energy";
        d.what = "bad number in the sums over all particles";
    }
}

void find_residual(Diagnosis& d, const State& s, const StepReport& report, const SavedState& before)
{
    d.where = "solver";
    d.what = "the pressure solve left " + brief(report.pressure.solve.residual) +
             " of its right-hand side after " + std::to_string(report.pressure.solve.iterations) +
             " iterations";
    const auto& right = s.work.pressure.right_hand_side();
    std::vector<double> image(right.size());
    sph::apply(s.work.pressure.matrix(), s.fluid.pressure, image);
    const std::size_t i =
        largest(right.size(), [&](std::size_t k) { return std::abs(right[k] - image[k]); });
    describe_particle(d, s, before, i);
}

void find_fastest(Diagnosis& d, const State& s, const Method& m, const StepReport& report,
                  const SavedState& before)
{
    const std::size_t i = largest(s.fluid.velocity.size(),
                                  [&](std::size_t k) { return s.fluid.velocity[k].squaredNorm(); });
    const double allowed = most_displacement * m.fluid.spacing;
    d.where = d.dt * s.work.v_star[i].norm() > allowed      ? "predictor"
              : d.dt * s.fluid.velocity[i].norm() > allowed ? "corrector"
                                                            : "shifting";
    d.what =
        "a particle moved " + brief(report.advect.max_displacement / m.fluid.spacing) + " spacings";
    describe_particle(d, s, before, i);
}

} // namespace

Trouble judge(const State& s, const Method& m, const StepReport& report)
{
    if (!all_finite(report) || !all_finite(s) || bad_body(s) < s.bodies.position.size())
        return Trouble::bad_number;
    if (s.fluid.size() == 0)
        return Trouble::none;
    if (!report.pressure.solve.converged)
        return Trouble::no_convergence;
    if (report.advect.max_displacement > most_displacement * m.fluid.spacing)
        return Trouble::displacement;
    return Trouble::none;
}

std::string Diagnosis::line() const
{
    std::string text = "step " + std::to_string(step) + ", t = " + brief(time) + " s: " + what;
    if (!where.empty())
        text += ", first in the " + where;
    if (id >= 0)
        text += ", particle " + std::to_string(id);
    if (id >= 0 || where == "wall" || where == "bodies")
        text += " at " + brief(position);
    return text + ", dt = " + brief(dt) + " s (" + limit + ")";
}

Diagnosis diagnose(Trouble trouble, const State& s, const Method& m, const StepReport& report,
                   const SavedState& before, double dt, const char* limit)
{
    Diagnosis d;
    d.trouble = trouble;
    d.step = s.step;
    d.time = s.time - dt;
    d.dt = dt;
    d.limit = limit;
    switch (trouble) {
    case Trouble::bad_number:
        find_bad_number(d, s, m, before);
        break;
    case Trouble::no_convergence:
        find_residual(d, s, report, before);
        break;
    case Trouble::displacement:
        find_fastest(d, s, m, report, before);
        break;
    default:
        d.what = "rejected on request";
        break;
    }
    return d;
}

} // namespace flotsam::coupling
