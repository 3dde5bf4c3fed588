#include "sph/preconditioner.h"

#include "core/parallel.h"

namespace flotsam::sph {

void apply(const PressureMatrix& matrix, std::span<const double> x, std::span<double> y)
{
    parallel_for(matrix.size(), [&](Offset n) {
        y[static_cast<std::size_t>(n)] = row_product(matrix, n, x);
    });
}

void JacobiPreconditioner::prepare(const PressureMatrix& matrix)
{
    inverse_.resize(matrix.diagonal.size());
    parallel_for(matrix.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        inverse_[i] = !matrix.pinned.empty() && matrix.pinned[i] ? 1.0 : 1.0 / matrix.diagonal[i];
    });
}

double JacobiPreconditioner::apply(std::span<const double> r, std::span<double> z)
{
    return parallel_sum(static_cast<Offset>(r.size()), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        z[i] = inverse_[i] * r[i];
        return r[i] * z[i];
    });
}

} // namespace flotsam::sph
