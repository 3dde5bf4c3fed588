#include "contact/springs.h"

#include <utility>

namespace flotsam::contact {

void Springs::recall(std::span<const ContactPoint> points, std::vector<Spring>& out) const
{
    out.assign(points.size(), {});
    std::size_t k = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto wanted = std::pair(pair_number(points[i].key), std::int64_t{points[i].key.point});
        while (k < pair_.size() && std::pair(pair_[k], point_[k]) < wanted)
            ++k;
        if (k < pair_.size() && std::pair(pair_[k], point_[k]) == wanted)
            out[i] = {stretch_[k], overlap_[k]};
    }
}

void Springs::remember(std::span<const ContactPoint> points, std::span<const Spring> springs)
{
    pair_.clear();
    point_.clear();
    stretch_.clear();
    overlap_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (springs[i].overlap <= 0.0)
            continue;
        pair_.push_back(pair_number(points[i].key));
        point_.push_back(points[i].key.point);
        stretch_.push_back(springs[i].stretch);
        overlap_.push_back(springs[i].overlap);
    }
}

} // namespace flotsam::contact
