// Resting contact after forces: accumulated impulses, restitution 0, and no closer than touching.
//
//   for all contacts:  u >= -max(gap, 0)/dt,  G_n >= 0,  |G_t| <= mu G_n
//
// The gap is predictive: a body may come as near as touching in this step, so nothing has to be
// pushed out later. Depth that arises all the same (rotation, late detection) is undone by pseudo
// velocities, which move positions and are thrown away: fed into the velocities they would create
// kinetic energy.
#pragma once

#include "contact/energy_book.h"
#include "contact/projection.h"
#include "contact/row.h"

namespace flotsam::contact {

struct ContactReport {
    std::int64_t contacts = 0; // that took part
    int iterations = 0;        // most in an island
    std::int64_t updates = 0;  // contacts times iterations
    double residual = 0.0;     // largest of an island, m/s
    int unconverged = 0;       // islands that reached the limit of iterations
    int wandering = 0;         // islands where loads still wandered between points
    int drift_iterations = 0;  // most in an island
    double deepest = 0.0;      // largest depth found, m

    ContactReport& operator+=(const ContactReport& other);
};

// One island and the arrays it has a part in: rows and unknowns its own, bodies by number.
struct IslandWork {
    std::span<const Row> rows;
    std::span<Unknown> unknowns;       // room for one a row
    std::span<const Index> islanders;  // moving bodies
    std::span<MovingBody> bodies;      // all
    std::span<Vec3> impulses;          // by row; start values, then solution
    ProjectionWork* threads = nullptr; // not null: share the island among threads
};

// Bodies' `start` holds velocities after forces; their `now` is the result.
ContactReport rest_island(const IslandWork& w, const Scene& scene, const Settings& settings,
                          EnergyBook& book);

// Pseudo velocities of the island's bodies into `drift` (by body), if any contact is too deep.
void undo_depth(const IslandWork& w, const Scene& scene, const Settings& settings,
                std::span<Twist> drift, EnergyBook& book, ContactReport& report);

} // namespace flotsam::contact
