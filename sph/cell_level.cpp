#include "sph/cell_level.h"

#include "core/parallel.h"

#include <omp.h>

namespace flotsam::sph {

namespace {

constexpr std::size_t worth_threads = 1024; // cells

// Kept cells of a level from a question about grid cells.
template <class Filled> void keep_cells(CellLevel& level, Filled&& filled)
{
    const auto [nx, ny, nz] = level.count;
    level.number.resize(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz));
    level.cell.clear();
    level.plane.clear();
    std::size_t n = 0;
    for (int k = 0; k < nz; ++k) {
        level.plane.push_back(static_cast<Index>(level.cell.size()));
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i, ++n) {
                level.number[n] = filled(n) ? static_cast<Index>(level.cell.size()) : -1;
                if (level.number[n] >= 0)
                    level.cell.push_back({i, j, k});
            }
    }
    level.plane.push_back(static_cast<Index>(level.cell.size()));

    level.width = ny == 1 && !level.wraps[1] ? 8 : 26;
    const std::size_t entries = level.cell.size() * static_cast<std::size_t>(level.width);
    level.neighbor.resize(entries);
    level.a.resize(entries);
    level.diagonal.resize(level.cell.size());
    for (auto* field : {&level.inverse, &level.b, &level.x, &level.residual})
        field->resize(level.cell.size());
}

// Kept cell at c + offset, or -1.
Index beside(const CellLevel& level, const CellLevel::Cell& c, int di, int dj, int dk)
{
    std::array<int, 3> at{c[0] + di, c[1] + dj, c[2] + dk};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int n = level.count[axis];
        if (at[axis] >= 0 && at[axis] < n)
            continue;
        if (!level.wraps[axis])
            return -1;
        at[axis] = (at[axis] + n) % n;
    }
    const auto stride = static_cast<std::size_t>(level.count[0]);
    return level.number[static_cast<std::size_t>(at[0])
                        + stride * (static_cast<std::size_t>(at[1])
                                    + static_cast<std::size_t>(level.count[1]) * static_cast<std::size_t>(at[2]))];
}

// The neighbours of every cell, those before and behind in x last: a sweep has just changed one of them, and
// can add up the others while it waits. On a periodic axis of one or two cells a cell is met twice: it is
// kept the first time only.
void list_neighbors(CellLevel& level)
{
    const int reach_y = level.width == 8 ? 0 : 1;
    parallel_for(static_cast<Offset>(level.size()), [&](Offset n) {
        const auto c = static_cast<std::size_t>(n);
        Index* row = level.neighbor.data() + c * static_cast<std::size_t>(level.width);
        int slot = 0;
        const auto add = [&](int di, int dj, int dk) {
            const Index other = beside(level, level.cell[c], di, dj, dk);
            const bool met = other < 0 || std::find(row, row + slot, other) != row + slot;
            row[slot++] = met ? static_cast<Index>(n) : other;
        };
        for (int dk = -1; dk <= 1; ++dk)
            for (int dj = -reach_y; dj <= reach_y; ++dj)
                for (int di = -1; di <= 1; ++di)
                    if (dj != 0 || dk != 0)
                        add(di, dj, dk);
        add(-1, 0, 0);
        add(1, 0, 0);
    });
}

// Fills diagonal and entries: rows(c, add_diagonal, add(other cell, a)) tells what belongs to c.
template <class Rows> void add_up(CellLevel& level, Rows&& rows)
{
    const auto width = static_cast<std::size_t>(level.width);
#pragma omp parallel
    {
        // Slot of a cell seen from the current one; only cells around it are ever asked for.
        thread_local std::vector<std::uint8_t> slot_of;
        slot_of.resize(std::max(slot_of.size(), level.size()));
        std::array<double, 32> sum{};
#pragma omp for schedule(static)
        for (std::size_t c = 0; c < level.size(); ++c) {
            sum.fill(0.0);
            const Index* row = level.neighbor.data() + c * width;
            for (std::size_t s = 0; s < width; ++s)
                slot_of[static_cast<std::size_t>(row[s])] = static_cast<std::uint8_t>(s);
            slot_of[c] = static_cast<std::uint8_t>(width);
            double diagonal = 0.0;
            rows(c, diagonal, [&](Index other, double a) { sum[slot_of[static_cast<std::size_t>(other)]] += a; });
            for (std::size_t s = 0; s < width; ++s)
                level.a[c * width + s] = row[s] == static_cast<Index>(c) ? 0.0f : static_cast<float>(sum[s]);
            // Pairs inside the cell cancel. What is left of a cell that nothing holds is rounding.
            level.diagonal[c] = diagonal - sum[width];
            level.inverse[c] = level.diagonal[c] > 1e-6 * diagonal ? static_cast<float>(1.0 / level.diagonal[c]) : 0.0f;
        }
    }
}

} // namespace

void gather_cells(const PressureMatrix& matrix, std::vector<Index>& owner, CellLevel& level)
{
    const std::vector<Index>& first = matrix.cells->first;
    level.count = matrix.grid->count;
    for (std::size_t axis = 0; axis < 3; ++axis)
        level.wraps[axis] = matrix.grid->periodic.length[static_cast<Eigen::Index>(axis)] > 0.0;
    keep_cells(level, [&](std::size_t n) { return first[n] < first[n + 1]; });
    list_neighbors(level);

    const auto grid_cell = [&](std::size_t c) {
        const CellLevel::Cell& at = level.cell[c];
        return static_cast<std::size_t>(matrix.grid->number(at[0], at[1], at[2]));
    };
    owner.resize(matrix.diagonal.size());
    parallel_for(static_cast<Offset>(level.size()), [&](Offset n) {
        const std::size_t g = grid_cell(static_cast<std::size_t>(n));
        std::fill(owner.begin() + first[g], owner.begin() + first[g + 1], static_cast<Index>(n));
    });
    add_up(level, [&](std::size_t c, double& diagonal, auto&& add) {
        const std::size_t g = grid_cell(c);
        const auto begin = static_cast<std::size_t>(first[g]), end = static_cast<std::size_t>(first[g + 1]);
        for (std::size_t i = begin; i < end; ++i)
            diagonal += matrix.diagonal[i];
        const auto from = static_cast<std::size_t>(matrix.rows->start[begin]);
        const auto to = static_cast<std::size_t>(matrix.rows->start[end]);
        for (std::size_t e = from; e < to; ++e)
            add(owner[static_cast<std::size_t>(matrix.rows->index[e])], static_cast<double>((*matrix.a)[e]));
    });
}

void merge_cells(CellLevel& fine, CellLevel& coarse)
{
    for (std::size_t axis = 0; axis < 3; ++axis)
        coarse.count[axis] = (fine.count[axis] + 1) / 2;
    coarse.wraps = fine.wraps;
    const auto stride = static_cast<std::size_t>(coarse.count[0]);
    const auto grid_cell = [&](const CellLevel::Cell& at) {
        return static_cast<std::size_t>(at[0] / 2)
               + stride * (static_cast<std::size_t>(at[1] / 2)
                           + static_cast<std::size_t>(coarse.count[1]) * static_cast<std::size_t>(at[2] / 2));
    };
    // `number` first counts the children.
    coarse.number.assign(stride * static_cast<std::size_t>(coarse.count[1]) * static_cast<std::size_t>(coarse.count[2]), 0);
    for (const CellLevel::Cell& at : fine.cell)
        ++coarse.number[grid_cell(at)];
    keep_cells(coarse, [&](std::size_t n) { return coarse.number[n] > 0; });
    list_neighbors(coarse);

    fine.parent.resize(fine.size());
    parallel_for(static_cast<Offset>(fine.size()), [&](Offset n) {
        const auto c = static_cast<std::size_t>(n);
        fine.parent[c] = coarse.number[grid_cell(fine.cell[c])];
    });
    const auto width = static_cast<std::size_t>(fine.width);
    add_up(coarse, [&](std::size_t c, double& diagonal, auto&& add) {
        const CellLevel::Cell& at = coarse.cell[c];
        for (int dk = 0; dk < 2; ++dk)
            for (int dj = 0; dj < 2; ++dj)
                for (int di = 0; di < 2; ++di) {
                    const CellLevel::Cell child{2 * at[0] + di, 2 * at[1] + dj, 2 * at[2] + dk};
                    if (child[0] >= fine.count[0] || child[1] >= fine.count[1] || child[2] >= fine.count[2])
                        continue;
                    const Index f = beside(fine, child, 0, 0, 0);
                    if (f < 0)
                        continue;
                    const auto n = static_cast<std::size_t>(f);
                    diagonal += fine.diagonal[n];
                    for (std::size_t s = 0; s < width; ++s) {
                        const Index other = fine.neighbor[n * width + s];
                        add(fine.parent[static_cast<std::size_t>(other)], static_cast<double>(fine.a[n * width + s]));
                    }
                }
    });
}

namespace {

inline float row_sum(const CellLevel& level, std::size_t c)
{
    const auto width = static_cast<std::size_t>(level.width);
    const Index* neighbor = level.neighbor.data() + c * width;
    const float* a = level.a.data() + c * width;
    float even = 0.0f, odd = 0.0f;
    for (std::size_t s = 0; s < width; s += 2) {
        even += a[s] * level.x[static_cast<std::size_t>(neighbor[s])];
        odd += a[s + 1] * level.x[static_cast<std::size_t>(neighbor[s + 1])];
    }
    return even + odd;
}

} // namespace

namespace {

// Cells of a plane, in the order of the sweep.
void relax_plane(CellLevel& level, int k, Sweep sweep)
{
    const auto relax = [&](std::size_t c) { level.x[c] = (level.b[c] + row_sum(level, c)) * level.inverse[c]; };
    const auto begin = static_cast<std::size_t>(level.plane[static_cast<std::size_t>(k)]);
    const auto end = static_cast<std::size_t>(level.plane[static_cast<std::size_t>(k) + 1]);
    for (std::size_t n = begin; n < end; ++n)
        relax(sweep == Sweep::forward ? n : begin + end - 1 - n);
}

} // namespace

// The coarse levels are visited hundreds of times a solve: there even a parallel region that one thread
// runs would cost more than the cells.
void gauss_seidel(CellLevel& level, Sweep sweep, int times)
{
    const int colors = level.colors();
    const auto color_at = [&](int turn) { return sweep == Sweep::forward ? turn : colors - 1 - turn; };
    if (level.size() < worth_threads) {
        for (int turn = 0; turn < times * colors; ++turn)
            for (int k = 0; k < level.count[2]; ++k)
                if (level.color(k) == color_at(turn % colors))
                    relax_plane(level, k, sweep);
        return;
    }
#pragma omp parallel
    for (int turn = 0; turn < times * colors; ++turn) {
#pragma omp for schedule(dynamic, 1)
        for (int k = 0; k < level.count[2]; ++k)
            if (level.color(k) == color_at(turn % colors))
                relax_plane(level, k, sweep);
    }
}

void find_residual(CellLevel& level)
{
    const auto residual = [&](std::size_t c) {
        level.residual[c] = level.b[c] + row_sum(level, c) - static_cast<float>(level.diagonal[c]) * level.x[c];
    };
    if (level.size() < worth_threads) {
        for (std::size_t c = 0; c < level.size(); ++c)
            residual(c);
        return;
    }
    parallel_for(static_cast<Offset>(level.size()), [&](Offset c) { residual(static_cast<std::size_t>(c)); });
}

} // namespace flotsam::sph
