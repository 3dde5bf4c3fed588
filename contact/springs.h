// Stretch of the tangential springs by contact key: what soft contact remembers from step to step.
// Restart state.
#pragma once

#include "contact/contact_point.h"

#include <span>
#include <vector>

namespace flotsam::contact {

struct Spring {
    Vec3 stretch = Vec3::Zero(); // of a against b, in the plane of contact, m
    double overlap = 0.0;        // u when it was last looked at, m
};

class Springs {
public:
    // One for each point, in their order; new ones are slack.
    void recall(std::span<const ContactPoint> points, std::vector<Spring>& out) const;
    // Those that are pressed.
    void remember(std::span<const ContactPoint> points, std::span<const Spring> springs);

    bool consistent() const
    {
        return point_.size() == pair_.size() && stretch_.size() == pair_.size() &&
               overlap_.size() == pair_.size();
    }
    template <class F> void each_field(F&& f)
    {
        f("contact.spring_pair", pair_);
        f("contact.spring_point", point_);
        f("contact.spring_stretch", stretch_);
        f("contact.spring_overlap", overlap_);
    }

private:
    std::vector<std::int64_t> pair_; // a 2^32 + b, sorted
    std::vector<std::int64_t> point_;
    std::vector<Vec3> stretch_;
    std::vector<double> overlap_;
};

} // namespace flotsam::contact
