// Instruments: what is read off the state after a step and written to series.csv.
//
//   pressure  p = <p - rho0 (g - a).(x_j - x)>, a Shepard average over the water in reach with the
//             hydrostatic part taken out, so that it is exact in still water also at walls and
//             below the surface; a: blocked part of the acceleration of a wall at x (sph/wall.h).
//             Only water on the sensor's side of that wall counts. A dry sensor reads 0.
//   level     topmost height of the vertical line where water / (water + air) crosses one half; a
//             drop of spray does not reach it. A dry line reads the height of its floor.
//   velocity  Shepard average; NaN where there is no water
//             (pressure and velocity probes may move with a solid, as a sensor in a rolling tank)
//   front     how far the largest connected body of water reaches (front.h); NaN without water
//   force     loads of the step, by pair reactions and by the marker integral; 0 before the first
//   volume    particles in a region, each with its d^dim (2D: m^2)
#pragma once

#include "coupling/front.h"
#include "coupling/state.h"
#include "coupling/water.h"

#include <span>
#include <string>
#include <vector>

namespace flotsam::coupling {

struct Probe {
    enum class Kind { pressure, level, velocity, front, force, volume };
    std::string name;
    Kind kind = Kind::pressure;
    Vec3 at = Vec3::Zero();            // pressure, velocity; level: a point of the line
    double radius = 0.0;               // pressure: averaged over a disc; 0 = a point
    Vec3 normal = Vec3::Zero();        // pressure disc; zero = nearest wall's
    int solid = -1;                    // pressure, velocity: moves with this solid; -1 = stays
    Vec3 direction = Vec3::UnitX();    // front: which way water advances (unit)
    std::vector<std::uint16_t> groups; // force: load groups that are summed
    Vec3 about = Vec3::Zero();         // force: point the moment is taken about
    std::optional<Bounds> region;      // volume, front
};

// Names of the columns it fills: "P1"; velocity "V1.x" "V1.y" "V1.z"; force "plate.fx" ...
// "plate.mz" by pair reactions, then the same from the marker integral as "plate.marker_fx" ....
std::vector<std::string> columns(const Probe& probe);

// The probes of a run with what they share: one search structure over the present particles, built
// at most once a measurement.
class Instruments {
public:
    explicit Instruments(std::vector<Probe> probes);

    const std::vector<std::string>& columns() const { return columns_; }
    // One value a column. The loads are those of the last step.
    std::span<const double> measure(const State& s, const Method& m);

private:
    std::vector<Probe> probes_;
    std::vector<std::string> columns_;
    std::vector<std::size_t> counts_; // of columns, by probe
    std::vector<double> values_;
    Water water_;
    FrontSearch front_;
    bool needs_water_ = false;
};

// One probe, once.
void measure(const Probe& probe, const State& s, const Method& m, std::span<double> out);

} // namespace flotsam::coupling
