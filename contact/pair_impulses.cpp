#include "contact/pair_impulses.h"

#include <algorithm>

namespace flotsam::contact {

// The place of a pair, made if it is new.
std::size_t PairImpulses::slot(std::int64_t pair)
{
    const auto it = std::lower_bound(pair_.begin(), pair_.end(), pair);
    const auto place = it - pair_.begin();
    if (it == pair_.end() || *it != pair) {
        pair_.insert(it, pair);
        normal_.insert(normal_.begin() + place, 0.0);
        tangential_.insert(tangential_.begin() + place, 0.0);
        impulse_.insert(impulse_.begin() + place, Vec3(Vec3::Zero()));
        points_.insert(points_.begin() + place, 0);
        fresh_.insert(fresh_.begin() + place, 0);
    }
    return static_cast<std::size_t>(place);
}

void PairImpulses::add(std::span<const ContactPoint> points, std::span<const Vec3> impulses)
{
    fresh_.assign(pair_.size(), 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3& j = impulses[i];
        if (j.isZero(0.0))
            continue;
        const auto [a, b, point] = points[i].key;
        const std::size_t k =
            slot((static_cast<std::int64_t>(std::min(a, b)) << 32) + std::max(a, b));
        const double along = j.dot(points[i].normal);
        normal_[k] += along;
        tangential_[k] += (j - along * points[i].normal).norm();
        impulse_[k] += a < b ? j : Vec3(-j);
        ++fresh_[k];
    }
    for (std::size_t k = 0; k < pair_.size(); ++k)
        if (fresh_[k] > 0)
            points_[k] = fresh_[k];
}

std::vector<PairImpulse> PairImpulses::totals() const
{
    std::vector<PairImpulse> all(pair_.size());
    for (std::size_t k = 0; k < pair_.size(); ++k)
        all[k] = {static_cast<Index>(pair_[k] >> 32),
                  static_cast<Index>(pair_[k] & 0xffffffff),
                  normal_[k],
                  tangential_[k],
                  impulse_[k],
                  static_cast<Index>(points_[k])};
    return all;
}

void PairImpulses::clear()
{
    pair_.clear();
    normal_.clear();
    tangential_.clear();
    impulse_.clear();
    points_.clear();
}

} // namespace flotsam::contact
