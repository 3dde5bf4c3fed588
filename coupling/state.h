// Everything that changes during a run (State) and everything that does not (Method).
#pragma once

#include "core/boundary.h"
#include "rigid/prescribed.h"
#include "sph/projection.h"

#include <optional>
#include <string>
#include <vector>

namespace flotsam::coupling {

// Energies booked since the start, J (2D: per metre of depth). What is left over when they are
// compared with the change of kinetic + potential energy is the scheme's own dissipation.
struct EnergyBook {
    double viscous = 0.0;   // added by viscosity: negative
    double wall_work = 0.0; // done by moving walls on the fluid
    double shifting = 0.0;  // potential energy added by shifting
};

// Things that were done to the numbers, counted since the start.
struct EventCounts {
    std::int64_t clamped = 0; // pressures raised to zero
    std::int64_t guarded = 0; // approaching velocities removed at walls
    std::int64_t pushed = 0;  // particles pushed back from walls
    std::int64_t left = 0;    // particles that left the domain
    std::int64_t retried = 0; // steps repeated with half the time step
};

struct State {
    sph::Fluid fluid;
    double time = 0.0; // s
    std::int64_t step = 0;
    double max_nu = 0.0; // of the last step, for the time step
    EnergyBook energy;
    EventCounts events;

    Boundary boundary;    // follows from time
    sph::Workspace work;  // follows from the rest
};

struct Solid {
    std::string name;
    rigid::Motion motion;
};

struct Method {
    sph::Settings fluid;
    std::vector<Solid> solids;       // by owner of a boundary point
    std::vector<std::string> groups; // names of the load groups
    Boundary start;                  // boundary at time 0, kept only if something moves
    Bounds domain;                   // particles outside have left
    std::optional<double> time_step; // s; empty = automatic
};

} // namespace flotsam::coupling
