#include "contact/broad_phase.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

// 21 bits an axis; cells two million apart share a number, which costs a look, not a mistake.
std::uint64_t cell_number(Offset i, Offset j, Offset k)
{
    constexpr std::uint64_t mask = (1U << 21) - 1;
    return (static_cast<std::uint64_t>(i) & mask) | (static_cast<std::uint64_t>(j) & mask) << 21 |
           (static_cast<std::uint64_t>(k) & mask) << 42;
}

std::array<Offset, 3> cell_at(const Vec3& x, double edge)
{
    return {static_cast<Offset>(std::floor(x.x() / edge)),
            static_cast<Offset>(std::floor(x.y() / edge)),
            static_cast<Offset>(std::floor(x.z() / edge))};
}

int level_for(double radius)
{
    // 2^-32 m .. 2^31 m: nothing else has a radius.
    return std::clamp(static_cast<int>(std::ceil(std::log2(radius))) + 32, 0, 63);
}

// A few bodies are not worth waking threads for.
template <class F> void each_body(Offset count, F&& f)
{
    if (count > 256)
        return parallel_for_uneven(count, 64, f);
    for (Offset i = 0; i < count; ++i)
        f(i);
}

} // namespace

void BroadPhase::sort_into_levels(const Solids& solids, std::span<const Pose> poses,
                                  std::span<const double> reach)
{
    const auto count = static_cast<std::size_t>(solids.bodies());
    level_of_.resize(count);
    entries_.resize(count);
    count_.fill(0);
    for (std::size_t i = 0; i < count; ++i) {
        const int level = level_for(solids.colliders[i]->radius + reach[i]);
        level_of_[i] = static_cast<std::uint8_t>(level);
        ++count_[static_cast<std::size_t>(level)];
    }
    levels_.clear();
    Index place = 0;
    std::array<std::uint8_t, 64> dense{};
    for (std::size_t l = 0; l < 64; ++l) {
        if (count_[l] == 0)
            continue;
        dense[l] = static_cast<std::uint8_t>(levels_.size());
        levels_.push_back({2.0 * std::exp2(static_cast<double>(l) - 32.0), place, place});
        place += count_[l];
    }
    for (std::size_t i = 0; i < count; ++i) {
        level_of_[i] = dense[level_of_[i]];
        Level& level = levels_[level_of_[i]];
        const auto [x, y, z] = cell_at(poses[i].position, level.edge);
        entries_[static_cast<std::size_t>(level.last++)] = {cell_number(x, y, z),
                                                            static_cast<Index>(i)};
    }
    for (const Level& level : levels_)
        std::sort(entries_.begin() + level.first, entries_.begin() + level.last);
}

template <class F>
void BroadPhase::each_partner(const Solids& solids, std::span<const Pose> poses,
                              std::span<const double> reach, Index i, F&& f) const
{
    const auto n = static_cast<std::size_t>(i);
    const Vec3& x = poses[n].position;
    const double mine = solids.colliders[n]->radius + reach[n];
    const bool moves = solids.moves(i);
    for (std::size_t l = level_of_[n]; l < levels_.size(); ++l) {
        const Level& level = levels_[l];
        const auto begin = entries_.begin() + level.first, end = entries_.begin() + level.last;
        const auto [ci, cj, ck] = cell_at(x, level.edge);
        for (Offset dk = -1; dk <= 1; ++dk)
            for (Offset dj = -1; dj <= 1; ++dj)
                for (Offset di = -1; di <= 1; ++di) {
                    const std::uint64_t cell = cell_number(ci + di, cj + dj, ck + dk);
                    auto it = std::lower_bound(begin, end, Entry{cell, 0});
                    for (; it != end && it->cell == cell; ++it) {
                        const Index j = it->body;
                        const auto m = static_cast<std::size_t>(j);
                        const bool own_level = l == level_of_[n];
                        if ((own_level && j <= i) || (!moves && !solids.moves(j)))
                            continue;
                        const double sum = mine + solids.colliders[m]->radius + reach[m];
                        if ((poses[m].position - x).squaredNorm() <= sum * sum)
                            f(j);
                    }
                }
    }
    if (!moves)
        return;
    for (Index w = solids.bodies(); w < solids.size(); ++w) {
        const auto m = static_cast<std::size_t>(w);
        if (solids.colliders[m]->far_from(poses[m].to_local(x)) <= mine + reach[m])
            f(w);
    }
}

const std::vector<SolidPair>& BroadPhase::find(const Solids& solids, std::span<const Pose> poses,
                                               std::span<const double> reach)
{
    sort_into_levels(solids, poses, reach);
    const Offset count = solids.bodies();
    first_.assign(static_cast<std::size_t>(count) + 1, 0);
    each_body(count, [&](Offset i) {
        Offset found = 0;
        each_partner(solids, poses, reach, static_cast<Index>(i), [&](Index) { ++found; });
        first_[static_cast<std::size_t>(i) + 1] = found;
    });
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        first_[i + 1] += first_[i];
    pairs_.resize(static_cast<std::size_t>(first_.back()));
    each_body(count, [&](Offset i) {
        auto place = static_cast<std::size_t>(first_[static_cast<std::size_t>(i)]);
        each_partner(solids, poses, reach, static_cast<Index>(i), [&](Index j) {
            const auto a = static_cast<Index>(i);
            pairs_[place++] = {std::min(a, j), std::max(a, j)};
        });
    });
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
}

} // namespace flotsam::contact
