#include "core/cell_grid.h"

#include "core/error.h"
#include "core/parallel.h"

#include <omp.h>

#include <algorithm>
#include <cmath>

namespace flotsam {

CellGrid make_grid(const Bounds& bounds, double radius, const Periodic& periodic, int dimension)
{
    CellGrid grid;
    grid.periodic = periodic;
    double cells = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (dimension == 2 && axis == 1) {
            grid.origin[axis] = -0.5 * radius;
            grid.edge[axis] = radius;
            grid.count[a] = 1;
        } else if (periodic.length[axis] > 0.0) {
            grid.count[a] = static_cast<int>(std::floor(periodic.length[axis] / radius));
            expects(grid.count[a] >= 3, "a periodic range holds at least three search radii");
            grid.origin[axis] = periodic.from[axis];
            grid.edge[axis] = periodic.length[axis] / grid.count[a];
        } else {
            const double low = std::floor(bounds.min[axis] / radius);
            const double high = std::floor(bounds.max[axis] / radius);
            grid.origin[axis] = low * radius;
            grid.edge[axis] = radius;
            cells *= high - low + 1.0;
            expects(cells < 2e9, "the search grid has fewer than 2^31 cells");
            grid.count[a] = static_cast<int>(high - low) + 1;
        }
    }
    return grid;
}

namespace {

// Cell of every point, or `cells` for points that are left out.
void assign_cells(const CellGrid& grid, std::span<const Vec3> positions, std::span<const std::uint8_t> keep,
                  std::vector<Index>& cell_of)
{
    const Offset outside = grid.cells();
    cell_of.resize(positions.size());
    parallel_for(static_cast<Offset>(positions.size()), [&](Offset n) {
        const Vec3 x = grid.periodic.home(positions[static_cast<std::size_t>(n)]);
        std::array<int, 3> c{};
        bool in = true;
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            c[a] = grid.coordinate(x[axis], axis);
            in = in && c[a] >= 0 && c[a] < grid.count[a];
        }
        const Offset cell = in ? grid.number(c[0], c[1], c[2]) : outside;
        const bool kept = in && (keep.empty() || keep[static_cast<std::size_t>(cell)] != 0);
        cell_of[static_cast<std::size_t>(n)] = static_cast<Index>(kept ? cell : outside);
    });
}

} // namespace

void sort_into_cells(const CellGrid& grid, std::span<const Vec3> positions, CellPoints& out,
                     std::span<const std::uint8_t> keep)
{
    assign_cells(grid, positions, keep, out.cell_of);
    const auto bins = static_cast<std::size_t>(grid.cells()) + 1; // the last bin: left out
    const auto count = static_cast<Offset>(positions.size());

    // One histogram a thread over a contiguous share of the points. Offsets are then handed out
    // by cell first and by share second, which keeps the sort stable for any number of shares.
    const int shares = omp_get_max_threads();
    out.histogram.assign(bins * static_cast<std::size_t>(shares), 0);
    out.first.resize(bins + 1);
    const auto share = [&](int s) { return count * s / shares; };
#pragma omp parallel for schedule(static, 1)
    for (int s = 0; s < shares; ++s) {
        Index* mine = out.histogram.data() + bins * static_cast<std::size_t>(s);
        for (Offset n = share(s); n < share(s + 1); ++n)
            ++mine[out.cell_of[static_cast<std::size_t>(n)]];
    }
    Index running = 0;
    for (std::size_t c = 0; c < bins; ++c) {
        out.first[c] = running;
        for (int s = 0; s < shares; ++s) {
            Index& bin = out.histogram[bins * static_cast<std::size_t>(s) + c];
            const Index here = bin;
            bin = running;
            running += here;
        }
    }
    out.first[bins] = running;
    const auto inside = static_cast<std::size_t>(out.first[bins - 1]);
    out.order.resize(positions.size());
#pragma omp parallel for schedule(static, 1)
    for (int s = 0; s < shares; ++s) {
        Index* mine = out.histogram.data() + bins * static_cast<std::size_t>(s);
        for (Offset n = share(s); n < share(s + 1); ++n)
            out.order[static_cast<std::size_t>(mine[out.cell_of[static_cast<std::size_t>(n)]]++)]
                = static_cast<Index>(n);
    }
    out.order.resize(inside);
    out.first.resize(bins);

    for (auto* field : {&out.x, &out.y, &out.z}) {
        field->resize(inside + CellPoints::spare);
        std::fill(field->end() - CellPoints::spare, field->end(), 0.0f);
    }
    parallel_for(static_cast<Offset>(inside), [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const Vec3 r = grid.periodic.home(positions[static_cast<std::size_t>(out.order[k])]) - grid.origin;
        out.x[k] = static_cast<float>(r.x());
        out.y[k] = static_cast<float>(r.y());
        out.z[k] = static_cast<float>(r.z());
    });
}

Bounds bounds_of(std::span<const Vec3> positions)
{
    if (positions.empty())
        return {};
    const Bounds start{positions[0], positions[0]};
    return parallel_reduce<Bounds>(
        static_cast<Offset>(positions.size()), start,
        [&](Offset n) {
            const Vec3& x = positions[static_cast<std::size_t>(n)];
            return Bounds{x, x};
        },
        [](const Bounds& a, const Bounds& b) {
            return Bounds{a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)};
        });
}

} // namespace flotsam
