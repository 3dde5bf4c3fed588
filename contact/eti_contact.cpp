#include "contact/eti_contact.h"

#include "core/error.h"
#include "core/parallel.h"

namespace flotsam::contact {

namespace {

constexpr Index large = 2048; // contacts from which an island is shared among threads
constexpr Index few = 256;    // contacts below which threads cost more than they give

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

} // namespace

void make_rows(const Scene& scene, const Islands& islands, std::vector<Row>& rows)
{
    rows.resize(islands.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Index number = islands.rows[i];
        const ContactPoint& p = scene.points[at(number)];
        const PairRule& rule = scene.rules[at(p.rule)];
        const bool wet = !scene.wet.empty() && scene.wet[at(number)] != 0;
        rows[i] = {p.point - scene.bodies[at(p.key.a)].center,
                   p.point - scene.bodies[at(p.key.b)].center,
                   p.normal,
                   p.gap,
                   wet ? rule.wet_friction : rule.friction,
                   p.key.a,
                   p.key.b,
                   number,
                   p.rule};
    }
}

// Large islands one after the other, with threads inside; the others side by side. Which is which
// depends on sizes alone.
template <class F> void EtiContact::each_island(F&& solve)
{
    Index small = 0;
    for (Index i = 0; i < islands_.count(); ++i) {
        const Index size = islands_.first_row[at(i) + 1] - islands_.first_row[at(i)];
        if (size >= large)
            solve(i, true);
        else
            small += size;
    }
    const auto solve_small = [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        if (islands_.first_row[i + 1] - islands_.first_row[i] < large)
            solve(static_cast<Index>(n), false);
    };
    if (small < few || islands_.count() == 1)
        for (Index i = 0; i < islands_.count(); ++i)
            solve_small(i);
    else
        parallel_for_uneven(islands_.count(), 4, solve_small);
}

void EtiContact::prepare(const Scene& scene)
{
    islands_.find(scene.points, scene.bodies);
    make_rows(scene, islands_, rows_);
    collision_.assign(rows_.size(), Vec3::Zero());
    resting_.resize(rows_.size());
    unknowns_.resize(rows_.size());
    books_.assign(at(islands_.count()), {});
    collisions_.assign(at(islands_.count()), {});
    contacts_.assign(at(islands_.count()), {});
    drift_.assign(scene.bodies.size(), {});
    touched_.assign(scene.bodies.size(), 0);
    collided_ = scene.points.data();
}

CollisionReport EtiContact::collide(const Scene& scene, std::span<Twist> twists)
{
    expects(scene.bodies.size() == twists.size(), "every body has a velocity");
    expects(scene.wet.empty() || scene.wet.size() == scene.points.size(),
            "every contact is wet or dry");
    prepare(scene);
    each_island([&](Index i, bool) {
        const auto first = at(islands_.first_row[at(i)]);
        const auto count = at(islands_.first_row[at(i) + 1]) - first;
        collisions_[at(i)] =
            collide_island(std::span<const Row>(rows_).subspan(first, count), scene, settings_,
                           twists, std::span(collision_).subspan(first, count), books_[at(i)]);
    });
    CollisionReport report;
    for (const CollisionReport& r : collisions_)
        report += r;
    return report;
}

IslandWork EtiContact::island(Index i, bool threads)
{
    const auto first = at(islands_.first_row[at(i)]);
    const auto count = at(islands_.first_row[at(i) + 1]) - first;
    const auto first_body = at(islands_.first_body[at(i)]);
    const auto body_count = at(islands_.first_body[at(i) + 1]) - first_body;
    return {std::span<const Row>(rows_).subspan(first, count),
            std::span(unknowns_).subspan(first, count),
            std::span<const Index>(islands_.bodies).subspan(first_body, body_count),
            bodies_,
            std::span(resting_).subspan(first, count),
            threads ? &work_ : nullptr};
}

ContactReport EtiContact::rest(const Scene& scene, std::span<Twist> twists)
{
    expects(collided_ == scene.points.data() && touched_.size() == scene.bodies.size(),
            "impacts come before resting contact, with the same scene");
    by_point_.resize(scene.points.size());
    warm.recall(scene.points, scene.dt, by_point_);
    for (std::size_t i = 0; i < rows_.size(); ++i)
        resting_[i] = by_point_[at(rows_[i].point)];
    bodies_.resize(scene.bodies.size());
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        MovingBody& body = bodies_[k];
        body.inverse_mass = scene.bodies[k].inverse_mass;
        body.inverse_inertia = scene.bodies[k].inverse_inertia;
        body.moves = moves(scene.bodies[k]);
        body.start = twists[k];
        body.now = twists[k];
    }
    each_island([&](Index i, bool threads) {
        const IslandWork w = island(i, threads);
        contacts_[at(i)] = rest_island(w, scene, settings_, books_[at(i)]);
        for (const Index k : w.islanders)
            twists[at(k)] = bodies_[at(k)].now;
        undo_depth(w, scene, settings_, drift_, books_[at(i)], contacts_[at(i)]);
    });
    finish(scene);
    ContactReport report;
    for (const ContactReport& r : contacts_)
        report += r;
    return report;
}

// What the step leaves behind: memory for the next, totals, and who was touched.
void EtiContact::finish(const Scene& scene)
{
    std::fill(by_point_.begin(), by_point_.end(), Vec3(Vec3::Zero()));
    total_.assign(scene.points.size(), Vec3::Zero());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& r = rows_[i];
        by_point_[at(r.point)] = resting_[i];
        total_[at(r.point)] = collision_[i] + resting_[i];
        if (!total_[at(r.point)].isZero(0.0) || !collision_[i].isZero(0.0))
            touched_[at(r.a)] = touched_[at(r.b)] = 1;
    }
    warm.remember(scene.points, scene.dt, by_point_);
    pairs.add(scene.points, total_);
    for (const EnergyBook& b : books_)
        energy += b;
}

} // namespace flotsam::contact
