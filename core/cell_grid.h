// A grid of cells at least one search radius wide, and points sorted into it.
//
// Cells are numbered with x fastest, so three cells that are neighbours in x are one run of the
// sorted points. The sort is a stable counting sort: its result depends on the input order alone,
// not on the number of threads.
#pragma once

#include "core/periodic.h"
#include "core/types.h"

#include <array>
#include <span>
#include <vector>

namespace flotsam {

struct CellGrid {
    Vec3 origin = Vec3::Zero(); // lower corner, m
    Vec3 edge = Vec3::Ones();   // of one cell, m
    std::array<int, 3> count{1, 1, 1};
    Periodic periodic;

    Offset cells() const
    {
        return static_cast<Offset>(count[0]) * count[1] * count[2];
    }
    Offset number(int i, int j, int k) const
    {
        return i + static_cast<Offset>(count[0]) * (j + static_cast<Offset>(count[1]) * k);
    }
    // Cell coordinate along one axis; outside the grid when the position is.
    int coordinate(double x, int axis) const
    {
        const double c = std::floor((x - origin[axis]) / edge[axis]);
        return static_cast<int>(std::clamp(c, -2.0, static_cast<double>(count[static_cast<std::size_t>(axis)]) + 1.0));
    }
};

// The grid over `bounds`, cells at least `radius` wide. Cell faces stay at multiples of the radius,
// so that a cloud of points that grows does not shift its cells. A periodic axis is divided into a
// whole number of cells, at least three.
CellGrid make_grid(const Bounds& bounds, double radius, const Periodic& periodic, int dimension);

// Points sorted into cells: first[c] .. first[c+1] are the points of cell c.
struct CellPoints {
    std::vector<Index> first;
    std::vector<Index> order;     // sorted place -> index in the input
    // Sorted positions relative to the grid's origin, for searching; behind the last point stand
    // `spare` zeros, so that points can be copied in blocks.
    std::vector<float> x, y, z;
    static constexpr std::size_t spare = 16;

    // Work arrays of the sort, kept to avoid allocation.
    std::vector<Index> cell_of;
    std::vector<Index> histogram;
};

// Fills everything. Points outside the grid are left out of `order`, and those in cells that `keep` does not
// mark, if it is given (one byte a cell).
void sort_into_cells(const CellGrid& grid, std::span<const Vec3> positions, CellPoints& out,
                     std::span<const std::uint8_t> keep = {});

// Smallest box around all points.
Bounds bounds_of(std::span<const Vec3> positions);

} // namespace flotsam
