#include "sph/kernel.h"

#include <numbers>

namespace flotsam::sph {

Kernel::Kernel(double smoothing_length, int dim) : h(smoothing_length), dimension(dim)
{
    using std::numbers::pi;
    sigma = dim == 2 ? 10.0 / (7.0 * pi * h * h) : 1.0 / (pi * h * h * h);
}

LatticeSums lattice_sums(const Kernel& kernel, double spacing)
{
    LatticeSums sums;
    const double volume = std::pow(spacing, kernel.dimension);
    const int reach = static_cast<int>(std::ceil(kernel.support() / spacing));
    const int reach_y = kernel.dimension == 2 ? 0 : reach;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach_y; j <= reach_y; ++j)
            for (int k = -reach; k <= reach; ++k) {
                const double r = spacing * std::sqrt(static_cast<double>(i * i + j * j + k * k));
                sums.density += volume * kernel.value(r);
                if (r > 0.0) {
                    const double slope = -volume * kernel.slope(r);
                    sums.gain += slope * r * r / kernel.dimension;
                    sums.diagonal += 2.0 * slope;
                }
            }
    return sums;
}

} // namespace flotsam::sph
