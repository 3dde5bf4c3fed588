#include "sph/free_surface.h"

#include "core/parallel.h"
#include "core/phase_clock.h"

namespace flotsam::sph {

void gauge_surface(Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::coefficients);
    constexpr double open_below = 0.85, closed_above = 0.93;
    parallel_for_uneven(fluid.size(), 256, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        double sum = fluid.filling[i];
        for (Index j : pairs.fluid.row(n))
            sum += fluid.filling[static_cast<std::size_t>(j)];
        const double mean = sum / (1.0 + static_cast<double>(pairs.fluid.row(n).size()));
        fluid.surface[i]
            = settings.sealed
                  ? 0.0
                  : std::clamp((closed_above - mean) / (closed_above - open_below), 0.0, 1.0);
        fluid.gain[i] = 1.0 + (1.0 - fluid.surface[i]) * (mean * settings.lattice.gain - 1.0);
    });
    pack_places(fluid, pairs);
}

} // namespace flotsam::sph
