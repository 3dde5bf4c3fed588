#include "contact/collision_phase.h"

#include "contact/patch.h"

#include <algorithm>
#include <tuple>

namespace flotsam::contact {

namespace {

constexpr double touching = 1e-9; // gap left at the end of the step that counts as none, m

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// All contacts of two bodies: those with points of the one and those with points of the other.
struct PairPatch {
    Index low = 0, high = 0; // bodies
    std::vector<Index> rows;
    double approach = 0.0; // largest -u of its colliding contacts, m/s; 0 = none
    int stamp = 0;         // counts changes of `approach`: older entries of the queue are stale
};

struct Entry {
    double approach;
    Index patch;
    int stamp;
};

// Fastest first, then the lower number.
bool later(const Entry& x, const Entry& y)
{
    return std::tuple(x.approach, -x.patch) < std::tuple(y.approach, -y.patch);
}

class Collision {
public:
    Collision(std::span<const Row> rows, const Scene& scene, const Settings& settings,
              std::span<Twist> twists, std::span<Vec3> impulses, EnergyBook& book)
        : rows_(rows), scene_(scene), settings_(settings), twists_(twists), impulses_(impulses),
          book_(book), resting_(2.0 * settings.gravity.norm() * scene.dt)
    {
        double fastest = 0.0;
        for (const Row& r : rows_)
            fastest = std::max(fastest, -velocity_of(r, twists_).dot(r.normal));
        rounding_ = 1e-12 * fastest;
        bool bounces_at_rest = false;
        for (const PairRule& rule : scene.rules)
            bounces_at_rest = bounces_at_rest || rule.restitution_rest > 0.0;
        slow_ = fastest <= (bounces_at_rest ? 1e-3 : 1.0) * resting_;
    }

    bool anything_collides() const
    {
        return !slow_ && std::any_of(rows_.begin(), rows_.end(),
                                     [&](const Row& r) { return speed(r) > 0.0; });
    }

    CollisionReport resolve();

private:
    double speed(const Row& r) const;
    void make_patches();
    void rank(Index patch);
    PatchResult collide(const PairPatch& patch);

    std::span<const Row> rows_;
    const Scene& scene_;
    const Settings& settings_;
    std::span<Twist> twists_;
    std::span<Vec3> impulses_;
    EnergyBook& book_;
    double resting_;        // v_rest, m/s
    double rounding_ = 0.0; // approach that is rounding, m/s
    bool slow_ = false;     // nothing approaches fast enough

    std::vector<PairPatch> patches_;
    std::vector<std::pair<Index, Index>> of_body_; // (moving body, patch), sorted
    std::vector<Entry> queue_;
    std::vector<PatchPoint> points_;
};

// Approach of a contact that collides, or 0. Restitution below the resting speed, where it is asked
// for, ends at a thousandth of that speed.
double Collision::speed(const Row& r) const
{
    const double u = velocity_of(r, twists_).dot(r.normal);
    const PairRule& rule = scene_.rules[at(r.rule)];
    const double least = rule.restitution_rest > 0.0 ? 1e-3 * resting_ : resting_;
    return u < -std::max(least, rounding_) && r.gap + scene_.dt * u < 0.0 ? -u : 0.0;
}

void Collision::make_patches()
{
    std::vector<std::tuple<Index, Index, Index>> order; // low body, high body, row
    order.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
        order.emplace_back(std::min(rows_[i].a, rows_[i].b), std::max(rows_[i].a, rows_[i].b),
                           static_cast<Index>(i));
    std::sort(order.begin(), order.end());
    for (const auto& [low, high, row] : order) {
        if (patches_.empty() || patches_.back().low != low || patches_.back().high != high)
            patches_.push_back({low, high, {}, 0.0, 0});
        patches_.back().rows.push_back(row);
    }
    for (std::size_t p = 0; p < patches_.size(); ++p)
        for (const Index body : {patches_[p].low, patches_[p].high})
            if (moves(scene_.bodies[at(body)]))
                of_body_.emplace_back(body, static_cast<Index>(p));
    std::sort(of_body_.begin(), of_body_.end());
}

void Collision::rank(Index number)
{
    PairPatch& patch = patches_[at(number)];
    patch.approach = 0.0;
    ++patch.stamp;
    for (const Index r : patch.rows)
        patch.approach = std::max(patch.approach, speed(rows_[at(r)]));
    if (patch.approach > 0.0) {
        queue_.push_back({patch.approach, number, patch.stamp});
        std::push_heap(queue_.begin(), queue_.end(), later);
    }
}

CollisionReport Collision::resolve()
{
    CollisionReport report;
    make_patches();
    for (std::size_t p = 0; p < patches_.size(); ++p)
        rank(static_cast<Index>(p));
    while (!queue_.empty()) {
        std::pop_heap(queue_.begin(), queue_.end(), later);
        const Entry next = queue_.back();
        queue_.pop_back();
        const PairPatch& patch = patches_[at(next.patch)];
        if (next.stamp != patch.stamp)
            continue;
        if (report.patches == settings_.patch_limit) { // the contact phase takes the rest
            report.unfinished = 1;
            break;
        }
        report.increments += collide(patch).increments;
        ++report.patches;
        for (const Index body : {patch.low, patch.high}) {
            auto it = std::lower_bound(of_body_.begin(), of_body_.end(), std::pair(body, Index{0}));
            for (; it != of_body_.end() && it->first == body; ++it)
                rank(it->second);
        }
    }
    return report;
}

// One patch: the contacts that collide, and those that touch and may be pressed by them.
PatchResult Collision::collide(const PairPatch& patch)
{
    points_.clear();
    Index rule = 0;
    double fastest = 0.0;
    for (const Index n : patch.rows) {
        const Row& r = rows_[at(n)];
        const double u = velocity_of(r, twists_).dot(r.normal);
        if (!(r.gap + scene_.dt * u < touching))
            continue;
        const bool straight = r.a == patch.low;
        PatchPoint p;
        p.arm_first = straight ? r.arm_a : r.arm_b;
        p.arm_second = straight ? r.arm_b : r.arm_a;
        p.normal = straight ? r.normal : Vec3(-r.normal);
        p.friction = r.friction;
        p.row = n;
        points_.push_back(p);
        if (const double s = speed(r); s > fastest) {
            fastest = s;
            rule = r.rule;
        }
    }
    const PairRule& law = scene_.rules[at(rule)];
    const double e = fastest > resting_ ? law.restitution : law.restitution_rest;
    Twist& low = twists_[at(patch.low)];
    Twist& high = twists_[at(patch.high)];
    Patch impact(points_, scene_.bodies[at(patch.low)], scene_.bodies[at(patch.high)], low, high);
    const PatchResult result = impact.resolve(e, settings_.path_increments);

    for (const PatchPoint& p : points_) {
        const Row& r = rows_[at(p.row)];
        const Vec3 on_a = r.a == patch.low ? p.impulse : Vec3(-p.impulse);
        impulses_[at(p.row)] += on_a;
        book_.driven += driven_work(r, on_a, scene_, twists_);
    }
    book_.compression += result.compression;
    book_.dissipated += (1.0 - e * e) * result.compression;
    book_.released += result.released;
    book_.collision_friction += result.friction;
    return result;
}

} // namespace

CollisionReport& CollisionReport::operator+=(const CollisionReport& other)
{
    patches += other.patches;
    increments += other.increments;
    unfinished += other.unfinished;
    return *this;
}

CollisionReport collide_island(std::span<const Row> rows, const Scene& scene,
                               const Settings& settings, std::span<Twist> twists,
                               std::span<Vec3> impulses, EnergyBook& book)
{
    Collision collision(rows, scene, settings, twists, impulses, book);
    if (!collision.anything_collides())
        return {};
    return collision.resolve();
}

} // namespace flotsam::contact
