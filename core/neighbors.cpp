#include "core/neighbors.h"

#include "core/neighbors_scan.h"
#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace flotsam {

namespace {

// Counts, or appends, the points of one run [a, b) within the radius of q.
struct Scan {
    CountRun count;
    AppendRun append;
    const char* name;
};

Scan scan = {count_run_portable, append_run_portable, "portable"};
bool chosen = false;

const Scan& current_scan()
{
    if (!chosen)
        choose_scan(ScanPath::fastest);
    return scan;
}

// Calls visit(a, b, shift): the runs of sorted sources in the cells around x.
template <class Visit>
void each_run(const CellGrid& grid, const std::vector<Index>& first, const Vec3& x, Visit&& visit)
{
    std::array<int, 3> c{}, low{}, high{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        c[a] = grid.coordinate(x[axis], axis);
        low[a] = c[a] - 1;
        high[a] = c[a] + 1;
        if (grid.periodic.length[axis] <= 0.0) {
            low[a] = std::max(low[a], 0);
            high[a] = std::min(high[a], grid.count[a] - 1);
        }
    }
    const auto image = [&](int cell, int axis, double& shift) {
        const int n = grid.count[static_cast<std::size_t>(axis)];
        shift = cell < 0 ? grid.periodic.length[axis]
                         : (cell >= n ? -grid.periodic.length[axis] : 0.0);
        return cell < 0 ? cell + n : (cell >= n ? cell - n : cell);
    };
    const auto run = [&](int i0, int i1, int j, int k, const Vec3& shift) {
        const Offset row = grid.number(0, j, k);
        const Index a = first[static_cast<std::size_t>(row + i0)];
        const Index b = first[static_cast<std::size_t>(row + i1 + 1)];
        if (a < b)
            visit(a, b, shift);
    };
    Vec3 shift = Vec3::Zero();
    for (int k = low[2]; k <= high[2]; ++k) {
        const int kk = image(k, 2, shift.z());
        for (int j = low[1]; j <= high[1]; ++j) {
            const int jj = image(j, 1, shift.y());
            // Inside the grid the x-neighbours are one run; at a periodic end they are two.
            shift.x() = 0.0;
            const int i0 = std::max(low[0], 0);
            const int i1 = std::min(high[0], grid.count[0] - 1);
            if (i0 <= i1)
                run(i0, i1, jj, kk, shift);
            for (int i : {low[0], high[0]})
                if (i < 0 || i >= grid.count[0]) {
                    const int ii = image(i, 0, shift.x());
                    run(ii, ii, jj, kk, shift);
                }
        }
    }
}

} // namespace

void choose_scan(ScanPath path)
{
    chosen = true;
    scan = {count_run_portable, append_run_portable, "portable"};
#ifdef FLOTSAM_AVX512_SCAN
    if (path == ScanPath::fastest && has_avx512())
        scan = {count_run_avx512, append_run_avx512, "AVX-512"};
#else
    (void)path;
#endif
}

const char* scan_name() { return current_scan().name; }

void find_neighbors(const CellGrid& grid, std::span<const Vec3> queries, const CellPoints& sources,
                    double radius, bool self, NeighborRows& out)
{
    const auto count = static_cast<Offset>(queries.size());
    const Scan use = current_scan();
    // Rounding of a float coordinate is half an ulp of the grid's extent; a distance takes two
    // coordinates on three axes.
    double extent = radius;
    for (int axis = 0; axis < 3; ++axis)
        extent = std::max(extent, grid.edge[axis] * (grid.count[static_cast<std::size_t>(axis)] + 2));
    const double wide = radius + 4.0 * extent * std::numeric_limits<float>::epsilon();
    const auto r2 = static_cast<float>(wide * wide);
    const PointArrays points{sources.x.data(), sources.y.data(), sources.z.data()};

    out.start.resize(static_cast<std::size_t>(count) + 1);
    out.start[0] = 0;
    constexpr Offset grain = 256;
    parallel_for_uneven(count, grain, [&](Offset i) {
        const Vec3& x = queries[static_cast<std::size_t>(i)];
        Index n = 0;
        each_run(grid, sources.first, x, [&](Index a, Index b, const Vec3& shift) {
            const Vec3 q = x - grid.origin + shift;
            n += use.count(points, a, b, q, r2);
        });
        out.start[static_cast<std::size_t>(i) + 1] = self && n > 0 ? n - 1 : n;
    });
    for (Offset i = 0; i < count; ++i)
        out.start[static_cast<std::size_t>(i) + 1] += out.start[static_cast<std::size_t>(i)];
    const auto total = static_cast<std::size_t>(out.start.back());
    if (out.index.capacity() < total)
        out.index.reserve(total + total / 8);
    out.index.resize(total);

#pragma omp parallel
    {
        // A run may be written past the end of its row by one vector, so rows are gathered here.
        std::vector<Index> buffer(4096);
#pragma omp for schedule(dynamic, 256)
        for (Offset i = 0; i < count; ++i) {
            const Vec3& x = queries[static_cast<std::size_t>(i)];
            Index n = 0;
            each_run(grid, sources.first, x, [&](Index a, Index b, const Vec3& shift) {
                const auto need = static_cast<std::size_t>(n + (b - a) + scan_slack);
                if (buffer.size() < need)
                    buffer.resize(2 * need);
                const Vec3 q = x - grid.origin + shift;
                n += use.append(points, a, b, q, r2, buffer.data() + n);
            });
            Index* row = out.index.data() + out.start[static_cast<std::size_t>(i)];
            if (!self) {
                std::memcpy(row, buffer.data(), sizeof(Index) * static_cast<std::size_t>(n));
                continue;
            }
            for (Index k = 0, m = 0; k < n; ++k)
                if (buffer[static_cast<std::size_t>(k)] != i)
                    row[m++] = buffer[static_cast<std::size_t>(k)];
        }
    }
}

} // namespace flotsam
