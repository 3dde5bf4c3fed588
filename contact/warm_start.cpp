#include "contact/warm_start.h"

#include <utility>

namespace flotsam::contact {

void WarmStart::recall(std::span<const ContactPoint> points, double dt,
                       std::span<Vec3> impulses) const
{
    const double scale = dt_.empty() ? 0.0 : dt / dt_.front();
    std::size_t k = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto wanted =
            std::pair(pair_number(points[i].key), static_cast<std::int64_t>(points[i].key.point));
        while (k < pair_.size() && std::pair(pair_[k], point_[k]) < wanted)
            ++k;
        const bool known = k < pair_.size() && std::pair(pair_[k], point_[k]) == wanted;
        impulses[i] = known ? Vec3(scale * impulse_[k]) : Vec3(Vec3::Zero());
    }
}

void WarmStart::remember(std::span<const ContactPoint> points, double dt,
                         std::span<const Vec3> impulses)
{
    pair_.clear();
    point_.clear();
    impulse_.clear();
    dt_.assign(1, dt);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (impulses[i].isZero(0.0))
            continue;
        pair_.push_back(pair_number(points[i].key));
        point_.push_back(points[i].key.point);
        impulse_.push_back(impulses[i]);
    }
}

} // namespace flotsam::contact
