// Lattice points in a shell of distances around a shape's surface, found block by block: a block
// whose middle is farther from the shell than its own radius is skipped without looking at its
// points.
#pragma once

#include "core/parallel.h"
#include "core/sampling.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace flotsam {

// Index ranges [from, to) of a lattice; one layer, j = 0, in two dimensions.
struct LatticeRange {
    std::array<Offset, 3> from{}, to{};
    Offset size(int k) const
    {
        return to[static_cast<std::size_t>(k)] - from[static_cast<std::size_t>(k)];
    }
    bool empty() const { return size(0) <= 0 || size(1) <= 0 || size(2) <= 0; }
};

Vec3 lattice_point(const Lattice& lattice, Offset i, Offset j, Offset k);
// Every lattice point inside `bounds` (along world axes), and a few more if the lattice is turned.
LatticeRange lattice_range(const Lattice& lattice, const Bounds& bounds);

// Distances that are looked for.
struct Shell {
    double from = 0.0, to = 0.0;
};

inline constexpr Offset block_width = 8;

// visit(i, j, k) for the points of a block, first to last, that may lie in the shell; halves blocks
// that lie partly in it, down to two points a side.
template <class Visit>
void visit_shell(const Lattice& lattice, const Shape& shape, const Shell& shell,
                 const std::array<Offset, 3>& first, const std::array<Offset, 3>& last,
                 Visit&& visit)
{
    const Vec3 low = lattice_point(lattice, first[0], first[1], first[2]);
    const Vec3 high = lattice_point(lattice, last[0], last[1], last[2]);
    const double middle = shape.distance(0.5 * (low + high));
    // The depth inside a union may be a few per cent too large (make_union).
    const double unsure = 1e-9 * lattice.spacing + 0.05 * std::max(0.0, -middle);
    const double radius = 0.5 * (high - low).norm() + unsure;
    if (middle - radius > shell.to || middle + radius < shell.from)
        return;
    const bool whole = middle - radius >= shell.from && middle + radius <= shell.to;
    const Offset width = std::max({last[0] - first[0], last[1] - first[1], last[2] - first[2]}) + 1;
    if (whole || width <= 2) {
        for (Offset k = first[2]; k <= last[2]; ++k)
            for (Offset j = first[1]; j <= last[1]; ++j)
                for (Offset i = first[0]; i <= last[0]; ++i)
                    visit(i, j, k);
        return;
    }
    for (unsigned part = 0; part < 8; ++part) {
        std::array<Offset, 3> a = first, b = last;
        for (std::size_t k = 0; k < 3; ++k)
            (part >> k & 1U ? a[k] : b[k]) = first[k] + width / 2 - (part >> k & 1U ? 0 : 1);
        for (std::size_t k = 0; k < 3; ++k)
            b[k] = std::min(b[k], last[k]);
        if (a[0] <= b[0] && a[1] <= b[1] && a[2] <= b[2])
            visit_shell(lattice, shape, shell, a, b, visit);
    }
}

// make(x) for lattice points in range, at least for those with shape.distance(x) within the shell;
// the results that have a value, in lattice order (x fastest).
template <class T, class Make>
std::vector<T> gather(const Lattice& lattice, const LatticeRange& range, const Shape& shape,
                      const Shell& shell, Make&& make)
{
    if (range.empty())
        return {};
    std::array<Offset, 3> blocks{};
    for (int k = 0; k < 3; ++k)
        blocks[static_cast<std::size_t>(k)] = (range.size(k) + block_width - 1) / block_width;
    std::vector<std::vector<std::pair<Offset, T>>> found(
        static_cast<std::size_t>(blocks[0] * blocks[1] * blocks[2]));
    parallel_for_uneven(static_cast<Offset>(found.size()), 1, [&](Offset b) {
        const std::array<Offset, 3> block{b % blocks[0], b / blocks[0] % blocks[1],
                                          b / (blocks[0] * blocks[1])};
        std::array<Offset, 3> first{}, last{};
        for (std::size_t k = 0; k < 3; ++k) {
            first[k] = range.from[k] + block[k] * block_width;
            last[k] = std::min(range.to[k], first[k] + block_width) - 1;
        }
        visit_shell(lattice, shape, shell, first, last, [&](Offset i, Offset j, Offset k) {
            if (std::optional<T> one = make(lattice_point(lattice, i, j, k))) {
                const Offset rank =
                    i - range.from[0] +
                    range.size(0) * (j - range.from[1] + range.size(1) * (k - range.from[2]));
                found[static_cast<std::size_t>(b)].emplace_back(rank, std::move(*one));
            }
        });
    });
    std::vector<std::pair<Offset, T>> all;
    for (auto& mine : found) {
        all.insert(all.end(), std::make_move_iterator(mine.begin()),
                   std::make_move_iterator(mine.end()));
        mine = {};
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<T> ordered;
    ordered.reserve(all.size());
    for (auto& [rank, one] : all)
        ordered.push_back(std::move(one));
    return ordered;
}

} // namespace flotsam
