// A Case to a State and a Method that are ready to step.
//
// Lattice. Water is laid on the lattice of the first tank (its corner on a cell corner), so that in
// boxes of whole spacings water and walls are one lattice; without a tank on that of the first
// fill. A place is filled once, by the first fill that covers it, and keeps a quarter spacing from
// walls.
//
// Sealed. A fluid without a free surface is told by rule unless the case says: every tank is closed
// but for periodic directions (or all directions are periodic without a tank) and the fills leave
// less than half a layer of places empty. Solids alone do not seal: say fluid.sealed = true then.
#pragma once

#include "cases/bodies.h"
#include "cases/case.h"
#include "core/mesh.h"
#include "coupling/probes.h"
#include "coupling/state.h"

#include <optional>
#include <string>
#include <vector>

namespace flotsam::cases {

struct WallPicture {
    std::string name;
    std::size_t solid = 0; // index in Method::solids, for its motion
    Mesh mesh;             // at time 0
};

struct Built {
    coupling::State state;
    coupling::Method method;
    BuiltBodies bodies;
    std::vector<coupling::Probe> probes;
    std::vector<WallPicture> pictures;
    std::vector<Offset> fluid_by_fill; // particles
    std::vector<Offset> wall_by_solid;
    double memory = 0.0;    // estimated peak, B
    double available = 0.0; // when it was built, B
    std::vector<std::string> warnings;
};

// Throws UserError for what only building shows: no room for water, no memory, files that cannot be
// read. `available` stands in for the machine's free memory, B.
Built build(const Case& c, std::optional<double> available = std::nullopt);

// The solver's settings, without the particles.
sph::Settings make_settings(const Case& c);

} // namespace flotsam::cases
