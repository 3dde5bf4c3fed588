// Pairs of solids that may touch within the step.
//
// Bodies are balls of their radius and the way they may go. Balls of similar size (within a factor
// two) share a level with cells as wide as the largest of them; a ball looks for partners in the
// 27 cells around it on its own level and on all coarser ones. So a body finds O(1) candidates a
// level, whatever the mix of sizes. Walls are few: each body asks each of them.
#pragma once

#include "contact/solids.h"

#include <array>
#include <span>
#include <vector>

namespace flotsam::contact {

struct SolidPair {
    Index a = 0, b = 0; // a < b
    friend auto operator<=>(const SolidPair&, const SolidPair&) = default;
};

class BroadPhase {
public:
    // `reach[n]`: how far the surface of solid n may move in the step, m. Pairs come sorted; at
    // least one of each pair moves freely.
    const std::vector<SolidPair>& find(const Solids& solids, std::span<const Pose> poses,
                                       std::span<const double> reach);

private:
    struct Level {
        double edge = 0.0;         // of its cells, m
        Index first = 0, last = 0; // in entries_
    };
    struct Entry {
        std::uint64_t cell = 0;
        Index body = 0;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    void sort_into_levels(const Solids& solids, std::span<const Pose> poses,
                          std::span<const double> reach);
    template <class F>
    void each_partner(const Solids& solids, std::span<const Pose> poses,
                      std::span<const double> reach, Index i, F&& f) const;

    std::vector<SolidPair> pairs_;
    std::vector<Entry> entries_;
    std::vector<Level> levels_;
    std::vector<std::uint8_t> level_of_;
    std::vector<Offset> first_;
    std::array<Index, 64> start_{}, count_{};
};

} // namespace flotsam::contact
