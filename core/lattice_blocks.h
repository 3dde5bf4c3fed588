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
        const Vec3 low = lattice_point(lattice, first[0], first[1], first[2]);
        const Vec3 high = lattice_point(lattice, last[0], last[1], last[2]);
        const double radius = 0.5 * (high - low).norm() + 1e-9 * lattice.spacing;
        const double middle = shape.distance(0.5 * (low + high));
        if (middle - radius > shell.to || middle + radius < shell.from)
            return;
        auto& mine = found[static_cast<std::size_t>(b)];
        for (Offset k = first[2]; k <= last[2]; ++k)
            for (Offset j = first[1]; j <= last[1]; ++j)
                for (Offset i = first[0]; i <= last[0]; ++i)
                    if (std::optional<T> one = make(lattice_point(lattice, i, j, k))) {
                        const Offset rank = i - range.from[0] +
                                            range.size(0) * (j - range.from[1] +
                                                             range.size(1) * (k - range.from[2]));
                        mine.emplace_back(rank, std::move(*one));
                    }
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
