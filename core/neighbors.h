// Fixed-radius neighbours as compressed rows.
//
// The search itself is in single precision with a radius widened by its rounding error, so no pair
// is missed and a few pairs just beyond the radius are listed: whoever weighs the pairs, in double
// precision, finds weight zero there. Whether a pair is listed is symmetric in its two points.
#pragma once

#include "core/cell_grid.h"

#include <span>
#include <vector>

namespace flotsam {

// Row i holds index[start[i]] .. index[start[i+1]], in the order of the sorted sources.
struct NeighborRows {
    std::vector<Offset> start{0};
    std::vector<Index> index;

    std::vector<std::vector<Index>> pieces; // work arrays of the search

    Offset rows() const { return static_cast<Offset>(start.size()) - 1; }
    std::span<const Index> row(Offset i) const
    {
        const auto a = static_cast<std::size_t>(start[static_cast<std::size_t>(i)]);
        const auto b = static_cast<std::size_t>(start[static_cast<std::size_t>(i) + 1]);
        return {index.data() + a, b - a};
    }
};

// Which implementation of the inner scan to use; `fastest` asks the processor.
enum class ScanPath { fastest, portable };
void choose_scan(ScanPath path);
const char* scan_name();

// For every query, the sources (by sorted place) within `radius`. Queries are positions; when
// `self` is true query i is source i and is left out of its own row.
void find_neighbors(const CellGrid& grid, std::span<const Vec3> queries, const CellPoints& sources,
                    double radius, bool self, NeighborRows& out);

} // namespace flotsam
