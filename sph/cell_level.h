// The pressure equation on the cells of the neighbour search, and on cells of cells.
//
// All particles of a cell get one correction. A pair never reaches beyond the adjacent cell, so the
// Galerkin matrix P^T A P is exactly a stencil of the 26 cells around each (8 in two dimensions),
// and merging 2 x 2 x 2 cells keeps it so, level by level.
//
//   (A x)_c = D_c x_c - sum_s a_cs x_n(c,s)
//
// Only cells with particles are kept, in the order of the grid, so cells of one z plane are one
// run. Planes of the same colour do not touch: a Gauss-Seidel sweep goes through the colours in
// order and through each plane in order, so it is parallel, and the same for any number of threads.
#pragma once

#include "sph/pressure_matrix.h"

#include <array>
#include <cstdint>
#include <vector>

namespace flotsam::sph {

struct CellLevel {
    using Cell = std::array<int, 3>;
    std::array<int, 3> count{1, 1, 1};  // of the grid, empty cells included
    std::array<bool, 3> wraps{};        // periodic
    std::vector<Cell> cell;             // grid coordinates of the kept cells
    std::vector<Index> number;          // grid cell -> kept cell, -1 if empty
    std::vector<Index> plane;           // first kept cell of each z plane, and the end
    std::vector<Index> parent;          // kept cell of the next level

    int width = 26;                     // neighbours a cell
    std::vector<Index> neighbor;        // width a cell; the cell itself where there is none
    std::vector<float> a;               // the same; 0 where there is none
    std::vector<double> diagonal;       // D_c
    std::vector<float> inverse;         // 1 / D_c

    std::vector<float> b, x, residual;  // of the cycle

    std::size_t size() const { return cell.size(); }
    int colors() const { return wraps[2] && count[2] % 2 == 1 && count[2] > 1 ? 3 : 2; }
    int color(int k) const { return colors() == 3 && k == count[2] - 1 ? 2 : k % 2; }
};

// Level 1: the cells of the neighbour search; `owner` becomes the kept cell of each particle.
void gather_cells(const PressureMatrix& matrix, std::vector<Index>& owner, CellLevel& level);

// The next level: 2 x 2 x 2 cells in one.
void merge_cells(CellLevel& fine, CellLevel& coarse);

// Gauss-Seidel, forward or backward in the order of cells.
enum class Sweep { forward, backward };
void gauss_seidel(CellLevel& level, Sweep sweep, int times);
void find_residual(CellLevel& level); // b - A x

} // namespace flotsam::sph
