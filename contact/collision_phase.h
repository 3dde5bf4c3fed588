// Impacts before forces act: patches of body pairs, the fastest approaching first, until nothing
// approaches faster than the resting speed.
//
// A contact collides when gap + dt u < 0 and u < -v_rest. The velocities are those before gravity,
// so that a body at rest has none and never bounces, whatever its restitution (docs/theory.md).
// Contacts that are hit through a neighbour collide when their own u falls below -v_rest.
#pragma once

#include "contact/energy_book.h"
#include "contact/row.h"

namespace flotsam::contact {

struct CollisionReport {
    std::int64_t patches = 0;    // resolved
    std::int64_t increments = 0; // in them
    int unfinished = 0;          // islands that reached the limit of patches

    CollisionReport& operator+=(const CollisionReport& other);
};

// Resolves the impacts among `rows`, one island. Adds impulses to `impulses` (on body a, by row).
CollisionReport collide_island(std::span<const Row> rows, const Scene& scene,
                               const Settings& settings, std::span<Twist> twists,
                               std::span<Vec3> impulses, EnergyBook& book);

} // namespace flotsam::contact
