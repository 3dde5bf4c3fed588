// A case as plain data, exactly as a user may write it in TOML, with every default beside its
// unit. Reading fills it (cases/read.h); building turns it into a state and a method
// (cases/build.h). SI units; angles in degrees, as users write them.
#pragma once

#include "core/error.h"
#include "core/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flotsam::cases {

// One of: box, sphere, ellipsoid, cylinder, cone, bowl, plane, mesh, union. In two dimensions: box,
// disc (stored as a cylinder along y), plane, union.
struct ShapeSpec {
    enum class Kind { box, sphere, ellipsoid, cylinder, cone, bowl, plane, mesh, join };
    Kind kind = Kind::box;
    SourcePlace place;

    Vec3 min = Vec3::Zero(), max = Vec3::Zero();  // box
    Vec3 center = Vec3::Zero();                   // sphere, ellipsoid, bowl (centre of its rim)
    double radius = 0.0;                          // sphere, cylinder, bowl
    Vec3 radii = Vec3::Zero();                    // ellipsoid: half axes
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // cylinder, cone: ends of the axis
    double radius_from = 0.0, radius_to = 0.0;    // cone: radius at each end (either may be 0)
    Vec3 point = Vec3::Zero();                    // plane: a point of it
    Vec3 direction = Vec3::UnitZ();               // plane: normal out of the solid
    std::string file;                             // mesh: absolute path; relative to the case file there
    double scale = 1.0;                           // mesh: file units to metres
    Vec3 at = Vec3::Zero();                       // mesh: added after scaling
    std::vector<ShapeSpec> parts;                 // union

    // Turned by `angle` degrees about `axis` through `about`, after everything above.
    double angle = 0.0;
    Vec3 axis = Vec3::UnitY();
    Vec3 about = Vec3::Zero();
};

// A scalar law of time: distance (m) or angle (degrees in the file) along one direction or axis.
struct MotionSpec {
    enum class Law { none, velocity, acceleration, sinusoid, table };
    Law law = Law::none;
    SourcePlace place;
    bool turns = false;               // false: along `direction`; true: about `axis` through `about`
    Vec3 direction = Vec3::Zero();    // unit
    Vec3 axis = Vec3::UnitY();        // unit
    Vec3 about = Vec3::Zero();        // m
    double value = 0.0;               // m/s or deg/s; m/s^2 or deg/s^2
    double amplitude = 0.0;           // sinusoid: m or degrees
    double frequency = 0.0;           // sinusoid: Hz
    double phase = 0.0;               // sinusoid: degrees
    double start = 0.0;               // s: at rest before
    double travel = 0.0;              // m or degrees after which it stops; 0 = never
    std::string file;                 // table: CSV, absolute path; relative there
    std::string column;               // table: column of the value; empty = the second column.
                                      // The first column is time; motion counts from the first row
    bool degrees = true;              // table of angles: degrees or radians
};

struct FillSpec {
    ShapeSpec shape;
    Vec3 velocity = Vec3::Zero(); // m/s at the start
};

struct FluidSpec {
    double density = 1000.0;          // kg/m^3
    double viscosity = 8.9e-4;        // dynamic, Pa s
    double smagorinsky = 0.0;         // C_s, [A21] Eq. 19; 0 = off
    double relaxation = 0.01;         // alpha, [A21] Eq. 14
    double smoothing_ratio = 1.2;     // h / spacing
    std::optional<double> shifting;   // Fickian shifting, 0 = off; empty = "auto": 0.5, sealed 2
    double cfl = 0.2;                 // largest displacement a step, in spacings
    double may_leave = 1e-3;          // share of the particles that may leave before the run stops
    double tolerance = 1e-3;          // relative residual of the pressure solve
    int max_iterations = 2000;        // of the pressure solve
    std::string surface = "soft";     // "soft" | "ungated" | "detected" (the paper's p = 0 on detected particles)
    std::string solver = "auto";      // "auto" | "jacobi" | "multigrid"
    std::string pressure_zero = "auto"; // where sealed: "mean" | "lowest"; auto: lowest under gravity
    bool hydrostatics_apart = false;  // "apart": only where sealed, solved without gravity; bodies get
                                      // the weight of their water as lift
    std::optional<bool> sealed;       // no free surface anywhere; empty = "auto", told by building
    std::vector<FillSpec> fills;
};

// Ratio slip : no-slip of what water feels along a surface.
struct SlipRatio {
    double slip = 2.0, no_slip = 1.0;

    double share() const { return slip / (slip + no_slip); }
};

// Elasticity of a solid in soft contact; empty = that of [soft].
struct MaterialSpec {
    std::optional<double> young;   // Pa
    std::optional<double> poisson;
};

struct WallSpec {
    std::string name;
    SourcePlace place;
    bool tank = false;                // kind: "tank" holds fluid inside its shape, "solid" outside
    ShapeSpec shape;
    std::vector<std::string> open;    // box faces without a wall: "x-" ... "z+"
    SlipRatio slip;
    MaterialSpec material;
    bool wall_law = false;            // instead: slips, with the friction of a smooth wall
    MotionSpec motion;
};

// How a body settles on a flat surface ([D21]). Empty: a default that building knows.
struct SettlingSpec {
    SourcePlace place;
    std::string surface;                 // wall, or "wall.face"; empty = the only wall
    std::optional<double> epsilon;       // m: corners no higher touch; empty = L / 1000
    double damping = 0.0;                // C of rolling, kg m^2/s; spheres and ellipsoids
    std::string scheme = "consistent";   // "consistent" | "paper" (Eqs. 5-7 and 18 as printed)
    std::string inertia = "contact";     // "contact" | "centre": about which the body turns
    std::optional<double> line_residual; // below it, points form a line; empty = (epsilon / L)^2
    std::optional<double> final_speed;   // m/s: slower landings do not rebound; empty =
                                         // sqrt(2 g epsilon)
    double from = 0.0;                   // s: rigid before
    std::optional<double> until;         // s: rigid again from then on
    std::optional<double> below;         // m/s: rigid until slower than this on the surface
};

// A body, or an array of equal ones: count[0] x count[1] x count[2] copies, `step` apart, named
// name.1, name.2, ... with x running fastest.
struct BodySpec {
    enum class Mode { free, fixed, prescribed };
    std::string name;
    SourcePlace place;
    std::string type = "rigid";
    std::optional<SettlingSpec> settling; // type = "settling", or a rigid one that settles later
    ShapeSpec shape;
    std::optional<double> density;    // kg/m^3: this or the mass
    std::optional<double> mass;       // kg of each (2D: kg/m)
    double hollow = 0.0;              // thickness of its wall, m; 0 = solid throughout
    SlipRatio slip;
    MaterialSpec material;
    Mode mode = Mode::free;
    MotionSpec motion;                // prescribed
    std::vector<std::string> locked;  // "x" "y" "z": no shift; "turn-x" ...: no turn about that axis
    double angle = 0.0;               // orientation: degrees about `axis` through its centre of mass,
    Vec3 axis = Vec3::UnitY();        // after the shape's own turn
    Vec3 at = Vec3::Zero();           // added last, m
    Vec3 velocity = Vec3::Zero();     // of the centre of mass at the start, m/s
    Vec3 angular_velocity = Vec3::Zero(); // degrees/s
    int count[3] = {1, 1, 1};
    Vec3 step = Vec3::Zero();         // m

    int copies() const { return count[0] * count[1] * count[2]; }
    // How far member m stands from the first.
    Vec3 place_of(int m) const
    {
        return Vec3(m % count[0], m / count[0] % count[1], m / (count[0] * count[1]))
            .cwiseProduct(step);
    }
};

// Friction and restitution between two solids, "name" or "name.face".
struct ContactSpec {
    SourcePlace place;
    std::string first, second;
    double friction = 0.0;         // dry
    double wet_friction = 0.0;     // under water; the dry one unless said
    double restitution = 0.0;      // of an impact
    double restitution_rest = 0.0; // of slow contact
    std::string uplift = "gap";    // "gap" | "sealed": whether water presses in a joint under water
    // Of soft contact alone.
    std::optional<double> tangential_restitution; // empty = restitution
    std::optional<double> clearance;              // gap at which contact begins, m; empty = 0
    SourcePlace soft_place;                       // of these two
};

// Soft contact (contact_model = "hertz-mindlin").
struct SoftSpec {
    double young = 5e9;      // Pa, of all solids that have none of their own
    double poisson = 0.28;
    double step_share = 0.1; // of the critical step that a step of contact may last
};

struct ProbeSpec {
    enum class Kind { pressure, level, velocity, front, force, volume };
    std::string name;
    SourcePlace place;
    Kind kind = Kind::pressure;
    Vec3 at = Vec3::Zero();           // pressure, velocity; level: a point of the vertical line
    double radius = 0.0;              // pressure: averaged over a disc of this radius; 0 = a point
    Vec3 normal = Vec3::Zero();       // pressure disc: its normal; zero = nearest wall's
    Vec3 direction = Vec3::UnitX();   // front: which way water advances (unit)
    std::string wall;                 // force: wall name, or "wall.x-" for one face of a box;
                                      // pressure, velocity: wall it moves with; empty = none
    Vec3 about = Vec3::Zero();        // force: point the moment is taken about
    std::optional<Bounds> region;     // volume, front: only particles in this box
};

struct OutputSpec {
    double every = 0.0;               // s between .vtu files; 0 = a hundredth of the run
    double series_every = 0.0;        // s between rows of series.csv; 0 = every step
    double bodies_every = 0.0;        // s between rows of bodies.csv and contacts.csv; 0 = a
                                      // thousandth of the run
    std::string compression = "zlib"; // "zlib" | "lz4" | "none"
    double checkpoint_minutes = 10.0; // wall time between checkpoints; 0 = only when stopped
};

// Measured or exact data that a finished run is compared with. Its times and values become seconds
// and SI units of the series: t = time_scale * cell + shift, y = value_scale * cell + value_offset.
struct ReferenceSpec {
    std::string name;                 // for the report
    SourcePlace place;
    std::string file;                 // CSV: absolute path, relative there; "data:a/b.csv" = below
                                      // the directory given to validate as --data
    std::string series;               // column of series.csv; bodies.NAME.COLUMN: of bodies.csv
    std::string time_column;          // of the file
    std::string value_column;
    std::vector<std::string> added_columns; // added to it: parts of one quantity
    std::string low_column, high_column; // of a band around the values; empty = there is none
    std::vector<std::pair<std::string, std::string>> where; // column, cell: only these rows
    std::optional<double> time_scale, value_scale;          // empty = 1
    double value_offset = 0.0;
    double time_shift = 0.0;          // s, added to the reference's times
    bool shift_at_arrival = false;    // instead: moved until both arrive at the same time
    std::optional<std::pair<double, double>> window; // s, in the reference's own time, unshifted
    double smooth = 0.0;              // s: moving average of the simulation over this width; 0 = off
    std::optional<double> arrival_at; // value whose first crossing is the arrival; empty = a tenth
                                      // of the reference's range above its smallest value
    std::optional<std::pair<double, double>> speed_between; // values: mean slope on the way
    std::vector<std::pair<std::string, double>> limits; // metric, largest (correlation,
                                                        // inside_band: smallest) allowed value
};

// "data:a/b.csv" -> "a/b.csv"; empty for a file of the case itself.
inline std::string path_below_data(const ReferenceSpec& reference)
{
    constexpr std::string_view prefix = "data:";
    return reference.file.starts_with(prefix) ? reference.file.substr(prefix.size()) : std::string();
}

struct PeriodicSpec {
    bool on = false;
    double from = 0.0, to = 0.0; // m
};

struct Case {
    std::string path;                 // the file it was read from
    std::string name;                 // its folder's or file's name
    std::string title;
    int dimension = 3;
    double spacing = 0.0;             // particle diameter d, m
    double end_time = 0.0;            // s
    std::optional<double> time_step;  // s; empty = "auto"
    Vec3 gravity{0.0, 0.0, -9.81};    // m/s^2
    PeriodicSpec periodic[3];         // x, y, z
    std::optional<Bounds> domain;     // empty = bounds of walls and fluid, with room above
    FluidSpec fluid;
    std::vector<WallSpec> walls;
    std::vector<BodySpec> bodies;
    std::vector<ContactSpec> contacts;
    std::string coupling = "auto";    // "auto" | "strong" | "staggered"
    std::string load = "reaction";    // "reaction" | "markers": the water's force on bodies
    std::string contact_model = "eti"; // "eti" | "hertz-mindlin"
    SoftSpec soft;
    std::vector<ProbeSpec> probes;
    std::vector<ReferenceSpec> references;
    OutputSpec output;
    std::vector<std::string> presets; // names of those in its file

    bool dry() const { return fluid.fills.empty(); } // bodies alone

    // Where each value was read, by its key as --set names it: to cite both lines of a
    // contradiction.
    std::vector<std::pair<std::string, SourcePlace>> places;
    SourcePlace place(const std::string& key) const
    {
        for (const auto& [name, where] : places)
            if (name == key)
                return where;
        return {path, 0, 0};
    }

    // Keys the user did not set and the value used instead: what `flotsam explain` lists.
    std::vector<std::pair<std::string, std::string>> defaults;
};

} // namespace flotsam::cases
