// Instruments: what is read off the state after a step and written to series.csv.
#pragma once

#include "coupling/state.h"

#include <span>
#include <string>
#include <vector>

namespace flotsam::coupling {

struct Probe {
    enum class Kind { pressure, level, velocity, front, force, volume };
    std::string name;
    Kind kind = Kind::pressure;
    Vec3 at = Vec3::Zero();                 // pressure, velocity; level: a point of the line
    double radius = 0.0;                    // pressure: averaged over a disc; 0 = a point
    Vec3 normal = Vec3::Zero();             // pressure disc; zero = nearest wall's
    Vec3 direction = Vec3::UnitX();         // front: which way water advances (unit)
    std::vector<std::uint16_t> groups;      // force: load groups that are summed
    Vec3 about = Vec3::Zero();              // force: point the moment is taken about
    std::optional<Bounds> region;           // volume, front
};

// Names of the columns it fills: "P1"; velocity "V1.x" "V1.y" "V1.z"; force "plate.fx" ... "plate.mz"
// by pair reactions, then the same from the marker integral as "plate.marker_fx" ....
std::vector<std::string> columns(const Probe& probe);

// Fills one value a column. NaN where there is no water to measure pressure or velocity in.
// The state must just have been stepped: neighbour lists and loads of the step are used.
void measure(const Probe& probe, const State& s, const Method& m, std::span<double> out);

} // namespace flotsam::coupling
