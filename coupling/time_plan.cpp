#include "coupling/time_plan.h"

#include "core/error.h"
#include "coupling/body_step.h"
#include "sph/time_step.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flotsam::coupling {

namespace {

constexpr double rounding = 1e-6; // a step may be longer by this share, if it then ends on time

double wall_speed(const Method& m, const std::vector<double>& reach, double time)
{
    double fastest = 0.0;
    for (std::size_t k = 0; k < m.solids.size(); ++k) {
        const rigid::Motion& motion = m.solids[k].motion;
        const double rate = std::abs(rigid::travel_at(motion, time).rate);
        fastest = std::max(fastest, motion.turns ? rate * reach[k] : rate);
    }
    return fastest;
}

StepPlan natural_step(const State& s, const Method& m, const std::vector<double>& reach)
{
    StepPlan plan;
    if (m.time_step) {
        plan.dt = *m.time_step;
        plan.limit = sph::limit_name(sph::StepLimit::asked);
        return plan;
    }
    const double water = s.flow_speed >= 0.0 ? s.flow_speed : sph::max_speed(s.fluid);
    const double pressure = sph::floor_pressure(s.fluid);
    const auto first = sph::choose_step(m.fluid, water, s.max_nu, pressure);
    // A wall may start or gather speed within the step.
    const double until = std::isfinite(first.dt) ? s.time + first.dt : s.time;
    const double walls = std::max(wall_speed(m, reach, s.time), wall_speed(m, reach, until));
    const double bodies = fastest_body(s, m);
    const auto choice =
        sph::choose_step(m.fluid, std::max({water, walls, bodies}), s.max_nu, pressure);
    plan.dt = choice.dt;
    // Where gravity pulls bodies alone: a fall from rest.
    const double g = m.gravity.norm();
    if (g > 0.0 && m.fluid.gravity.isZero(0.0) && !m.models().empty()) {
        const double fall = std::sqrt(m.fluid.cfl * m.fluid.spacing / g);
        if (fall < plan.dt) {
            plan.dt = fall;
            plan.limit = sph::limit_name(sph::StepLimit::gravity);
            return plan;
        }
    }
    plan.limit = choice.limit != sph::StepLimit::advection ? sph::limit_name(choice.limit)
                 : bodies > std::max(water, walls)         ? "body speed"
                 : walls > water                           ? "wall speed"
                                                           : sph::limit_name(choice.limit);
    return plan;
}

} // namespace

std::vector<double> reach_of_solids(const Method& m)
{
    std::vector<double> reach(m.solids.size(), 0.0);
    for (std::size_t w = 0; w < m.start.surface.size(); ++w) {
        const std::size_t k = m.start.owner[w];
        const rigid::Motion& motion = m.solids[k].motion;
        if (motion.turns)
            reach[k] = std::max(reach[k],
                                motion.direction.cross(m.start.surface[w] - motion.about).norm());
    }
    return reach;
}

StepPlan plan_step(const State& s, const Method& m, const std::vector<double>& reach, double due)
{
    StepPlan plan = natural_step(s, m, reach);
    plan.natural = plan.dt;
    if (plan.dt > s.ceiling) {
        plan.dt = s.ceiling;
        plan.shortened = "recovery";
    }
    const bool even = !m.time_step && *plan.shortened == '\0';
    const double left = due - s.time;
    expects(left > 0.0, "a due time lies ahead");
    if (plan.dt >= (1.0 - rounding) * left) {
        plan.shortened = left < (1.0 - rounding) * plan.dt ? "output time" : plan.shortened;
        plan.dt = left;
        plan.lands_on = due;
    } else if (2.0 * plan.dt > left || (even && std::isfinite(left))) {
        plan.dt = left / std::ceil(left / plan.dt);
        plan.shortened = plan.dt < (1.0 - rounding) * plan.natural ? "output time" : plan.shortened;
    }
    expects(std::isfinite(plan.dt), "something limits the time step");
    return plan;
}

double multiple(double every, double n)
{
    char digits[32];
    const double exact = n * every;
    const auto [end, error] =
        std::to_chars(digits, digits + sizeof digits, exact, std::chars_format::scientific, 14);
    double rounded = exact;
    if (error == std::errc())
        std::from_chars(digits, end, rounded);
    return rounded;
}

double next_multiple(double every, double time)
{
    if (!(every > 0.0))
        return std::numeric_limits<double>::infinity();
    double n = std::floor(time / every);
    while (multiple(every, n) <= time)
        n += 1.0;
    return multiple(every, n);
}

} // namespace flotsam::coupling
