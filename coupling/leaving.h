// Particles that leave: beyond the domain, or more than half a spacing deep in a wall, where the
// guard of sph/projection.h cannot have let them pass. They are taken out, counted, and their
// energy is booked.
#pragma once

#include "coupling/state.h"

#include <vector>

namespace flotsam::coupling {

struct Leaving {
    std::vector<std::int64_t> ids;  // of the particles taken out, in their order
    std::vector<Vec3> places;       // where each of them was taken out
    std::vector<std::uint8_t> gone; // work array
};

// To be called right after a step of length dt, while its neighbour lists still fit the particles.
void remove_leaving(State& s, const Method& m, double dt, Leaving& leaving);

} // namespace flotsam::coupling
