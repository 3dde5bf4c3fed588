#include "coupling/front.h"

#include <array>
#include <limits>
#include <numeric>

namespace flotsam::coupling {

namespace {

constexpr double connected = 1.5; // spacings

// Half of the neighbours of a cell: each pair of cells is met once.
constexpr std::array<std::array<int, 3>, 13> half_ring{{{1, 0, 0},
                                                        {-1, 1, 0},
                                                        {0, 1, 0},
                                                        {1, 1, 0},
                                                        {-1, -1, 1},
                                                        {0, -1, 1},
                                                        {1, -1, 1},
                                                        {-1, 0, 1},
                                                        {0, 0, 1},
                                                        {1, 0, 1},
                                                        {-1, 1, 1},
                                                        {0, 1, 1},
                                                        {1, 1, 1}}};

// The neighbour of cell c in direction `offset`; -1 outside the grid.
Offset neighbor_cell(const CellGrid& grid, std::array<int, 3> c, const std::array<int, 3>& offset)
{
    for (std::size_t a = 0; a < 3; ++a) {
        c[a] += offset[a];
        if (grid.periodic.length[static_cast<int>(a)] > 0.0)
            c[a] = (c[a] + grid.count[a]) % grid.count[a];
        if (c[a] < 0 || c[a] >= grid.count[a])
            return -1;
    }
    return grid.number(c[0], c[1], c[2]);
}

} // namespace

Index FrontSearch::root_of(Index a)
{
    while (parent_[static_cast<std::size_t>(a)] != a) {
        Index& up = parent_[static_cast<std::size_t>(a)];
        up = parent_[static_cast<std::size_t>(up)]; // shorten the path on the way
        a = up;
    }
    return a;
}

// True if a and b belong together afterwards.
bool FrontSearch::join(Index a, Index b, double reach)
{
    const Index roots[2] = {root_of(a), root_of(b)};
    if (roots[0] == roots[1])
        return true;
    const Vec3 delta = grid_.periodic.nearest(points_[static_cast<std::size_t>(a)] -
                                              points_[static_cast<std::size_t>(b)]);
    if (delta.squaredNorm() >= reach * reach)
        return false;
    // The lower index is the root, so that the order of joining does not matter.
    parent_[static_cast<std::size_t>(std::max(roots[0], roots[1]))] = std::min(roots[0], roots[1]);
    return true;
}

// Joins within a cell, and notes whether all of it hangs together.
void FrontSearch::join_cell(std::size_t a, double reach)
{
    const Index first = cells_.first[a], last = cells_.first[a + 1];
    for (Index p = first; p < last; ++p)
        for (Index q = p + 1; q < last; ++q)
            join(cells_.order[static_cast<std::size_t>(p)],
                 cells_.order[static_cast<std::size_t>(q)], reach);
    bool whole = true;
    for (Index p = first + 1; p < last; ++p)
        whole = whole && root_of(cells_.order[static_cast<std::size_t>(first)]) ==
                             root_of(cells_.order[static_cast<std::size_t>(p)]);
    whole_[a] = whole;
}

// Joins across two cells. If both hang together, one pair is enough: most cells in water.
void FrontSearch::join_cells(std::size_t a, std::size_t b, double reach)
{
    const bool one_is_enough = whole_[a] && whole_[b];
    for (Index p = cells_.first[a]; p < cells_.first[a + 1]; ++p)
        for (Index q = cells_.first[b]; q < cells_.first[b + 1]; ++q)
            if (join(cells_.order[static_cast<std::size_t>(p)],
                     cells_.order[static_cast<std::size_t>(q)], reach) &&
                one_is_enough)
                return;
}

void FrontSearch::join_all(double reach)
{
    const auto count = static_cast<std::size_t>(grid_.cells());
    whole_.resize(count);
    for (std::size_t cell = 0; cell < count; ++cell)
        join_cell(cell, reach);
    for (int k = 0; k < grid_.count[2]; ++k)
        for (int j = 0; j < grid_.count[1]; ++j)
            for (int i = 0; i < grid_.count[0]; ++i) {
                const auto cell = static_cast<std::size_t>(grid_.number(i, j, k));
                if (cells_.first[cell] == cells_.first[cell + 1])
                    continue;
                for (const auto& offset : half_ring)
                    if (const Offset other = neighbor_cell(grid_, {i, j, k}, offset); other >= 0)
                        join_cells(cell, static_cast<std::size_t>(other), reach);
            }
}

double FrontSearch::find(std::span<const Vec3> positions, const sph::Settings& settings,
                         const Vec3& direction, const std::optional<Bounds>& region)
{
    points_.clear();
    for (const Vec3& x : positions)
        if (const Vec3 home = settings.periodic.home(x); !region || region->contains(home))
            points_.push_back(home);
    if (points_.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const double reach = connected * settings.spacing;
    grid_ = make_grid(bounds_of(points_), reach, settings.periodic, settings.dimension);
    sort_into_cells(grid_, points_, cells_);
    parent_.resize(points_.size());
    std::iota(parent_.begin(), parent_.end(), 0);

    join_all(reach);

    members_.assign(points_.size(), 0);
    for (std::size_t p = 0; p < points_.size(); ++p)
        ++members_[static_cast<std::size_t>(root_of(static_cast<Index>(p)))];
    const auto body =
        static_cast<Index>(std::max_element(members_.begin(), members_.end()) - members_.begin());
    double tip = -std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < points_.size(); ++p)
        if (root_of(static_cast<Index>(p)) == body)
            tip = std::max(tip, direction.dot(points_[p]));
    return tip + 0.5 * settings.spacing;
}

} // namespace flotsam::coupling
