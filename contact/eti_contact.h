// Contact of rigid bodies in two phases around the forces of a step (docs/theory.md):
//
//   const Scene scene{points, inertial, rules, wet, dt};   // at X^n
//   contact.collide(scene, twists);                        // impacts, on V^n
//   ... forces: V* = V + dt F/M ...
//   contact.rest(scene, twists);                           // resting contact, on V*
//   positions: bodies with touched() move by dt V^{n+1}, others by dt (V^n + V^{n+1})/2,
//              and all by dt drift() besides
#pragma once

#include "contact/collision_phase.h"
#include "contact/contact_phase.h"
#include "contact/pair_impulses.h"
#include "contact/warm_start.h"

namespace flotsam::contact {

class EtiContact {
public:
    explicit EtiContact(const Settings& settings = {}) : settings_(settings) {}

    CollisionReport collide(const Scene& scene, std::span<Twist> twists);

    // The same scene as in collide(), which must come before.
    ContactReport rest(const Scene& scene, std::span<Twist> twists);

    const Settings& settings() const { return settings_; }
    std::span<const std::uint8_t> touched() const { return touched_; } // 1: had a contact impulse
    std::span<const Twist> drift() const { return drift_; } // for positions alone, m/s and rad/s

    // Impulses of the step on body a, both phases, in the order of the points.
    std::span<const Vec3> impulses() const { return total_; }

    EnergyBook energy;  // since the start
    PairImpulses pairs; // since they were last cleared
    WarmStart warm;     // restart state

private:
    void prepare(const Scene& scene);
    IslandWork island(Index i, bool threads);
    void finish(const Scene& scene);
    template <class F> void each_island(F&& solve);

    Settings settings_;
    Islands islands_;
    std::vector<Row> rows_;
    std::vector<Vec3> collision_; // impulses by row
    std::vector<Vec3> resting_;   // impulses by row
    std::vector<Vec3> by_point_;  // of the contact phase
    std::vector<Vec3> total_;
    std::vector<Unknown> unknowns_;
    std::vector<MovingBody> bodies_;
    std::vector<Twist> drift_;
    std::vector<std::uint8_t> touched_;
    std::vector<EnergyBook> books_; // by island
    std::vector<CollisionReport> collisions_;
    std::vector<ContactReport> contacts_;
    ProjectionWork work_;
    const ContactPoint* collided_ = nullptr; // the points that rows_ were made from
};

} // namespace flotsam::contact
