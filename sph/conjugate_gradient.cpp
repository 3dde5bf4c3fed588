#include "sph/conjugate_gradient.h"

#include "core/parallel.h"
#include "sph/response.h"

#include <cmath>

namespace flotsam::sph {

namespace {

double dot(std::span<const double> a, std::span<const double> b)
{
    return parallel_sum(static_cast<Offset>(a.size()), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        return a[i] * b[i];
    });
}

} // namespace

SolveReport ConjugateGradient::solve(const PressureMatrix& matrix, std::span<const double> b,
                                     std::span<double> x, Preconditioner& preconditioner,
                                     const SolveLimits& limits)
{
    const Offset count = matrix.size();
    const auto size = static_cast<std::size_t>(count);
    for (auto* work : {&residual_, &direction_, &image_, &scaled_})
        work->resize(size);

    const double right = std::sqrt(dot(b, b));
    const double enough = std::max(limits.relative * right,
                                   limits.absolute * std::sqrt(static_cast<double>(size)));
    SolveReport report;
    const Response* bodies = matrix.response;
    std::fill(image_.begin(), image_.end(), 0.0);
    if (bodies)
        bodies->add_product(x, image_);
    double residual2 = parallel_sum(count, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        residual_[i] = b[i] - row_product(matrix, n, x) - image_[i];
        return residual_[i] * residual_[i];
    });

    double rz = 0.0;
    while (!(std::sqrt(residual2) <= enough)) {
        if (report.iterations >= limits.iterations || !std::isfinite(residual2)) {
            report.converged = false;
            break;
        }
        const double rz_before = rz;
        rz = preconditioner.apply(residual_, scaled_);
        const double beta = report.iterations == 0 ? 0.0 : rz / rz_before;
        parallel_for(count, [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            direction_[i] = report.iterations == 0 ? scaled_[i] : scaled_[i] + beta * direction_[i];
        });
        double curvature = parallel_sum(count, [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            image_[i] = row_product(matrix, n, direction_);
            return direction_[i] * image_[i];
        });
        if (bodies)
            curvature += bodies->add_product(direction_, image_);
        if (!(curvature > 0.0)) { // the matrix is not positive on this direction, or bad numbers
            report.converged = false;
            break;
        }
        const double step = rz / curvature;
        residual2 = parallel_sum(count, [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            x[i] += step * direction_[i];
            residual_[i] -= step * image_[i];
            return residual_[i] * residual_[i];
        });
        ++report.iterations;
    }
    report.residual = right > 0.0 ? std::sqrt(residual2) / right : 0.0;
    return report;
}

} // namespace flotsam::sph
