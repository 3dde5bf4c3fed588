// What each pair of bodies exchanged since the last row of contacts.csv.
#pragma once

#include "contact/contact_point.h"

#include <span>
#include <vector>

namespace flotsam::contact {

struct PairImpulse {
    Index a = 0, b = 0;          // a < b
    double normal = 0.0;         // sum of normal impulses, N s
    double tangential = 0.0;     // sum of the sizes of tangential impulses, N s
    Vec3 impulse = Vec3::Zero(); // on a, vector sum, N s
    Index points = 0;            // contacts with an impulse, in the last step that had any

    double mean_normal_force(double interval) const { return normal / interval; }
    Vec3 mean_force(double interval) const { return impulse / interval; }
};

class PairImpulses {
public:
    // One step: impulses on body a of each contact, in the order of the points.
    void add(std::span<const ContactPoint> points, std::span<const Vec3> impulses);

    // Sorted by pair.
    std::vector<PairImpulse> totals() const;
    void clear();

    bool consistent() const // one entry of each a pair
    {
        return normal_.size() == pair_.size() && tangential_.size() == pair_.size() &&
               impulse_.size() == pair_.size() && points_.size() == pair_.size();
    }
    // Restart state when a checkpoint falls between two rows.
    template <class F> void each_field(F&& f)
    {
        f("contact.sum_pair", pair_);
        f("contact.sum_normal", normal_);
        f("contact.sum_tangential", tangential_);
        f("contact.sum_impulse", impulse_);
        f("contact.sum_points", points_);
    }

private:
    std::size_t slot(std::int64_t pair);

    std::vector<std::int64_t> pair_; // a 2^32 + b, sorted
    std::vector<double> normal_, tangential_;
    std::vector<Vec3> impulse_;
    std::vector<std::int64_t> points_;
    std::vector<std::int64_t> fresh_; // contacts of the step being added
};

} // namespace flotsam::contact
