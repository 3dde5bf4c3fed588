#include "sph/multigrid.h"

#include "core/parallel.h"

namespace flotsam::sph {

namespace {

// Of Jacobi on the particles. By Gershgorin no eigenvalue of D^-1 A passes 2, so anything below 1
// keeps M positive definite, also for a lone pair of particles in a crevice.
constexpr float damping = 0.95f;
constexpr float stretch = 1.5f;            // of a correction that is constant on a cell
constexpr int sweeps = 2;                  // of Gauss-Seidel on the cells, before and after
constexpr std::size_t coarsest = 8;        // cells that sweeps alone solve
constexpr int coarsest_sweeps = 8;
constexpr int visits = 2;                  // of the next level: W cycle

} // namespace

void MultigridPreconditioner::prepare(const PressureMatrix& matrix)
{
    matrix_ = &matrix;
    damped_.resize(matrix.diagonal.size());
    z_.resize(matrix.diagonal.size());
    parallel_for(matrix.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        damped_[i] = damping * static_cast<float>(1.0 / matrix.diagonal[i]);
    });

    levels_.resize(std::max<std::size_t>(levels_.size(), 1));
    gather_cells(matrix, owner_, levels_[0]);
    depth_ = 1;
    while (levels_[depth_ - 1].size() > coarsest) {
        if (levels_.size() == depth_)
            levels_.emplace_back();
        merge_cells(levels_[depth_ - 1], levels_[depth_]);
        ++depth_;
    }
}

double MultigridPreconditioner::apply(std::span<const double> r, std::span<double> z)
{
    const PressureMatrix& matrix = *matrix_;
    const auto count = static_cast<Offset>(r.size());
    parallel_for(count, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        z_[i] = damped_[i] * static_cast<float>(r[i]);
    });

    CellLevel& cells = levels_[0];
    const auto first = [&](std::size_t c) {
        const CellLevel::Cell& at = cells.cell[c];
        const auto g = static_cast<std::size_t>(matrix.grid->number(at[0], at[1], at[2]));
        return std::pair(static_cast<std::size_t>(matrix.cells->first[g]),
                         static_cast<std::size_t>(matrix.cells->first[g + 1]));
    };
    parallel_for(static_cast<Offset>(cells.size()), [&](Offset n) {
        const auto c = static_cast<std::size_t>(n);
        const auto [begin, end] = first(c);
        float sum = 0.0f;
        for (std::size_t i = begin; i < end; ++i)
            sum += static_cast<float>(r[i]) - static_cast<float>(matrix.diagonal[i]) * z_[i]
                   + neighbor_sum(matrix, i, z_.data());
        cells.b[c] = sum;
    });
    cycle(0);
    parallel_for(count, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        z_[i] += stretch * cells.x[static_cast<std::size_t>(owner_[i])];
    });
    return parallel_sum(count, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const float residual = static_cast<float>(r[i]) - static_cast<float>(matrix.diagonal[i]) * z_[i]
                               + neighbor_sum(matrix, i, z_.data());
        z[i] = static_cast<double>(z_[i] + damped_[i] * residual);
        return r[i] * z[i];
    });
}

// x = approximately A^-1 b on a level.
void MultigridPreconditioner::cycle(std::size_t number)
{
    CellLevel& level = levels_[number];
    std::fill(level.x.begin(), level.x.end(), 0.0f);
    if (number + 1 == depth_) {
        for (int n = 0; n < coarsest_sweeps; ++n) {
            gauss_seidel(level, Sweep::forward, 1);
            gauss_seidel(level, Sweep::backward, 1);
        }
        return;
    }
    CellLevel& coarse = levels_[number + 1];
    gauss_seidel(level, Sweep::forward, sweeps);
    for (int visit = 0; visit < (number + 2 == depth_ ? 1 : visits); ++visit) {
        find_residual(level);
        std::fill(coarse.b.begin(), coarse.b.end(), 0.0f);
        for (std::size_t c = 0; c < level.size(); ++c)
            coarse.b[static_cast<std::size_t>(level.parent[c])] += level.residual[c];
        cycle(number + 1);
        for (std::size_t c = 0; c < level.size(); ++c)
            level.x[c] += stretch * coarse.x[static_cast<std::size_t>(level.parent[c])];
    }
    gauss_seidel(level, Sweep::backward, sweeps);
}

} // namespace flotsam::sph
