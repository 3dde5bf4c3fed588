// Impulses of the last step's contact phase by key: the start of the next. Restart state, since the
// number of iterations, and so the last bits, follow from it.
#pragma once

#include "contact/contact_point.h"

#include <span>
#include <vector>

namespace flotsam::contact {

class WarmStart {
public:
    // Impulses for the points, scaled to the new time step; zero for new ones.
    void recall(std::span<const ContactPoint> points, double dt, std::span<Vec3> impulses) const;

    void remember(std::span<const ContactPoint> points, double dt, std::span<const Vec3> impulses);

    // Body i touched another body.
    bool holds_pair_of_bodies(Index i, Index bodies) const
    {
        for (const std::int64_t pair : pair_) {
            const auto a = static_cast<Index>(pair >> 32), b = static_cast<Index>(pair & 0xffffffff);
            if ((a == i && b < bodies) || b == i)
                return true;
        }
        return false;
    }

    std::size_t size() const { return impulse_.size(); }

    // One entry of each a contact: true of everything but a damaged file.
    bool consistent() const
    {
        return point_.size() == pair_.size() && impulse_.size() == pair_.size() &&
               dt_.size() <= 1 && (pair_.empty() || dt_.size() == 1);
    }
    template <class F> void each_field(F&& f)
    {
        f("contact.warm_pair", pair_);
        f("contact.warm_point", point_);
        f("contact.warm_impulse", impulse_);
        f("contact.warm_dt", dt_);
    }

private:
    std::vector<std::int64_t> pair_; // a 2^32 + b, sorted
    std::vector<std::int64_t> point_;
    std::vector<Vec3> impulse_; // on body a, N s
    std::vector<double> dt_;    // one number, s; none before the first step
};

} // namespace flotsam::contact
