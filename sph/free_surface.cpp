#include "sph/free_surface.h"

#include "core/parallel.h"
#include "core/phase_clock.h"

namespace flotsam::sph {

namespace {

// In four lanes: a single sum would wait for each addition.
double row_sum(std::span<const Index> row, const std::vector<double>& field)
{
    const auto at = [&](std::size_t k) { return field[static_cast<std::size_t>(row[k])]; };
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    std::size_t k = 0;
    for (; k + 4 <= row.size(); k += 4) {
        a += at(k);
        b += at(k + 1);
        c += at(k + 2);
        d += at(k + 3);
    }
    for (; k < row.size(); ++k)
        a += at(k);
    return (a + b) + (c + d);
}

} // namespace

void gauge_surface(Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::coefficients);
    constexpr double open_below = 0.85, closed_above = 0.93;
    parallel_for_uneven(fluid.size(), 256, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const auto row = pairs.fluid.row(n);
        const double mean = (fluid.filling[i] + row_sum(row, fluid.filling)) / (1.0 + static_cast<double>(row.size()));
        fluid.surface[i]
            = settings.sealed
                  ? 0.0
                  : std::clamp((closed_above - mean) / (closed_above - open_below), 0.0, 1.0);
        fluid.gain[i] = 1.0 + (1.0 - fluid.surface[i]) * (mean * settings.lattice.gain - 1.0);
    });
    pack_places(fluid, pairs);
}

} // namespace flotsam::sph
