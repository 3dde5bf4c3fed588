#include "sph/viscosity.h"

#include "core/parallel.h"

namespace flotsam::sph {

double effective_viscosity(std::span<const Vec3> velocity, const Settings& settings,
                           const Pairs& pairs, std::vector<double>& nu)
{
    nu.resize(velocity.size());
    const auto count = static_cast<Offset>(velocity.size());
    if (settings.smagorinsky == 0.0) {
        std::fill(nu.begin(), nu.end(), settings.viscosity);
        return settings.viscosity;
    }
    const double length = settings.smagorinsky * 2.0 * settings.kernel.h;
    parallel_for_uneven(count, 256, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        double sum = 0.0;
        each_fluid(pairs, n, [&](std::size_t j, double a) {
            sum += a * (velocity[i] - velocity[j]).squaredNorm();
        });
        each_wall(pairs, n, [&](std::size_t w, double a) {
            sum += a * (velocity[i] - pairs.walls.velocity[w]).squaredNorm();
        });
        nu[i] = settings.viscosity + length * length * std::sqrt(0.5 * sum);
    });
    return parallel_max(count, 0.0, [&](Offset n) { return nu[static_cast<std::size_t>(n)]; });
}

} // namespace flotsam::sph
