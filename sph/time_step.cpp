#include "sph/time_step.h"

#include "core/parallel.h"

#include <cmath>
#include <limits>

namespace flotsam::sph {

const char* limit_name(StepLimit limit)
{
    switch (limit) {
    case StepLimit::advection: return "advection";
    case StepLimit::gravity: return "gravity";
    case StepLimit::viscosity: return "viscosity";
    case StepLimit::depth: return "depth of water";
    default: return "asked for";
    }
}

StepChoice choose_step(const Settings& settings, double max_speed, double max_nu, double pressure)
{
    StepChoice choice{std::numeric_limits<double>::infinity(), StepLimit::advection};
    const auto limit = [&](double dt, StepLimit by) {
        if (dt < choice.dt)
            choice = {dt, by};
    };
    const double g = settings.gravity.norm();
    if (max_speed > 0.0)
        limit(settings.cfl * settings.spacing / max_speed, StepLimit::advection);
    if (g > 0.0)
        limit(settings.gravity_step * std::sqrt(settings.spacing / g), StepLimit::gravity);
    const double nu = std::max(max_nu, settings.viscosity); // nothing is known before the first step
    if (nu > 0.0)
        limit(0.125 * settings.kernel.h * settings.kernel.h / nu, StepLimit::viscosity);
    if (pressure > 0.0)
        limit(0.9 * settings.spacing / std::sqrt(pressure / settings.density), StepLimit::depth);
    return choice;
}

double floor_pressure(const Fluid& fluid)
{
    const double sum = parallel_sum(fluid.size(), [&](Offset n) {
        return std::abs(fluid.pressure[static_cast<std::size_t>(n)]);
    });
    return fluid.size() > 0 ? 2.0 * sum / static_cast<double>(fluid.size()) : 0.0;
}

} // namespace flotsam::sph
