// The fluid-only pressure matrix, and what is done with one row of it.
//
//   (A p)_i = D_i p_i - sum_j a_ij p_j     neighbour rows and one float a pair are the matrix
//
// Symmetric positive (semi-)definite.
#pragma once

#include "core/cell_grid.h"
#include "core/neighbors.h"

#include <array>
#include <span>
#include <vector>

namespace flotsam::sph {

struct PressureMatrix {
    const NeighborRows* rows = nullptr;
    const std::vector<float>* a = nullptr;
    const CellGrid* grid = nullptr;    // the particles are sorted into these cells
    const CellPoints* cells = nullptr;
    std::vector<double> diagonal;      // D_i, 1/m^2
    std::vector<std::uint8_t> pinned;  // 1: row replaced by p_i = 0 (only the detected-surface rule)
    bool singular = false;             // constants are in the null space

    Offset size() const { return static_cast<Offset>(diagonal.size()); }
};

// sum_j a_ij x_j over one row, in eight lanes that are added in order: a single running sum would
// wait for each addition, and a product that waits does not reach the memory's speed.
template <class Real>
Real neighbor_sum(const PressureMatrix& matrix, std::size_t i, const Real* x)
{
    constexpr std::size_t lanes = 8;
    const auto begin = static_cast<std::size_t>(matrix.rows->start[i]);
    const auto count = static_cast<std::size_t>(matrix.rows->start[i + 1]) - begin;
    const float* a = matrix.a->data() + begin;
    const Index* index = matrix.rows->index.data() + begin;
    std::array<Real, lanes> sum{};
    std::size_t e = 0;
    for (; e + lanes <= count; e += lanes)
        for (std::size_t l = 0; l < lanes; ++l)
            sum[l] += static_cast<Real>(a[e + l]) * x[static_cast<std::size_t>(index[e + l])];
    for (std::size_t l = 0; e < count; ++e, ++l)
        sum[l] += static_cast<Real>(a[e]) * x[static_cast<std::size_t>(index[e])];
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

// (A x)_i.
inline double row_product(const PressureMatrix& matrix, Offset n, std::span<const double> x)
{
    const auto i = static_cast<std::size_t>(n);
    if (!matrix.pinned.empty() && matrix.pinned[i])
        return x[i];
    return matrix.diagonal[i] * x[i] - neighbor_sum(matrix, i, x.data());
}

// y = A x.
void apply(const PressureMatrix& matrix, std::span<const double> x, std::span<double> y);

} // namespace flotsam::sph
