#include "cases/warn.h"

#include "cases/csv.h"
#include "cases/section.h"
#include "cases/shapes.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

using Kind = ShapeSpec::Kind;

// The smallest thickness of a solid, m; infinite when the shape does not tell.
double thickness(const ShapeSpec& s, int dimension)
{
    switch (s.kind) {
    case Kind::box: {
        const Vec3 size = s.max - s.min;
        return dimension == 2 ? std::min(size.x(), size.z()) : size.minCoeff();
    }
    case Kind::sphere:
        return 2.0 * s.radius;
    case Kind::ellipsoid:
        return 2.0 * s.radii.minCoeff();
    case Kind::cylinder:
        return dimension == 2 ? 2.0 * s.radius : std::min(2.0 * s.radius, (s.to - s.from).norm());
    default:
        return std::numeric_limits<double>::infinity();
    }
}

void check_wall(const Case& c, const WallSpec& wall, std::vector<std::string>& warnings)
{
    const std::string who = "wall '" + wall.name + "'";
    const double thin = thickness(wall.shape, c.dimension);
    if (!wall.tank && thin < 2.999 * c.spacing)
        warnings.push_back(
            who + " is " + rounded_text(thin / c.spacing, 2) +
            " spacings thick: with water on both sides it needs 3, or the two sides feel "
            "each other");
    if (wall.tank && thin < 3.999 * c.spacing)
        warnings.push_back(who + " is only " + rounded_text(thin / c.spacing, 2) +
                           " spacings wide: too coarse to flow in");
    if (!wall.tank || wall.shape.kind != Kind::box)
        return;
    for (int axis = 0; axis < 3; axis += c.dimension == 2 ? 2 : 1) {
        const double steps = (wall.shape.max - wall.shape.min)[axis] / c.spacing;
        if (std::abs(steps - std::round(steps)) > 0.05)
            warnings.push_back(who + " is " + rounded_text(steps, 4) + " spacings long in " +
                               "xyz"[axis] +
                               ": a whole number would put its far side on the lattice");
    }
}

void check_motion(const Case& c, const WallSpec& wall, const rigid::Motion& motion,
                  const Bounds& box, double fall_speed, std::vector<std::string>& warnings)
{
    if (!motion.moves())
        return;
    const std::string who = "wall '" + wall.name + "'";
    if (motion.law == rigid::Motion::Law::table) {
        const CsvTable csv = read_csv(wall.motion.file);
        const double first =
            csv.numbers(wall.motion.column.empty() ? 1 : csv.index_of(wall.motion.column))[0];
        if (first != 0.0)
            warnings.push_back("the motion of " + who + " counts from its first value, " +
                               number_text(first) + ": the wall starts where it is drawn");
        if (motion.start + motion.table.time.back() < c.end_time)
            warnings.push_back("the motion of " + who + " ends at " +
                               number_text(motion.start + motion.table.time.back()) +
                               " s, before the run: "
                               "the wall rests after");
    } else if (motion.start >= c.end_time) {
        warnings.push_back(who + " starts to move at " + number_text(motion.start) +
                           " s, after the run's end");
    }
    const double speed = sweep(motion, box, c.end_time).speed;
    if (fall_speed > 0.0 && speed > 10.0 * fall_speed)
        warnings.push_back(who + " moves at up to " + rounded_text(speed, 2) +
                           " m/s, ten times faster than the "
                           "water falls: time steps will be small");
}

void check_probe(const Case& c, const CaseShapes& shapes, const ProbeSpec& probe, Built& built)
{
    using Probe = ProbeSpec::Kind;
    if (probe.kind != Probe::pressure && probe.kind != Probe::velocity &&
        probe.kind != Probe::level)
        return;
    const SourcePlace place = c.place("probe." + probe.name + ".at");
    Vec3 at = probe.at;
    if (probe.kind == Probe::level)
        at.z() = built.method.domain.min.z();
    if (!built.method.domain.contains(at))
        throw UserError(place, "probe '" + probe.name + "' at " + vector_text(probe.at) +
                                   " lies outside the domain, which reaches from " +
                                   vector_text(built.method.domain.min) + " to " +
                                   vector_text(built.method.domain.max) + see(c.place("domain")));
    if (probe.kind == Probe::level)
        return;
    if (probe.radius > 0.0 && probe.radius < 0.5 * c.spacing)
        built.warnings.push_back("the disc of probe '" + probe.name +
                                 "' is smaller than a particle: it reads almost as a point");
    bool tanks = false, inside = false;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        if (c.walls[w].motion.law != MotionSpec::Law::none)
            continue;
        const double distance = shapes.walls[w]->distance(probe.at);
        if (c.walls[w].tank) {
            tanks = true;
            inside = inside || distance < 0.5 * c.spacing;
        } else if (distance < -0.5 * c.spacing) {
            built.warnings.push_back("probe '" + probe.name + "' lies inside wall '" +
                                     c.walls[w].name + "'");
        }
    }
    if (tanks && !inside)
        built.warnings.push_back("probe '" + probe.name + "' lies outside every tank");
}

void check_water(const Case& c, const CaseMeasure& size, Built& built)
{
    std::vector<std::string>& warnings = built.warnings;
    const double volume =
        static_cast<double>(built.state.fluid.size()) * std::pow(c.spacing, c.dimension);
    const double off = volume / size.water - 1.0;
    if (std::abs(off) > 0.03)
        warnings.push_back("the particles hold " + rounded_text(100.0 * std::abs(off), 2) + " % " +
                           (off > 0.0 ? "more" : "less") +
                           " water than the fills: their sizes are no whole number of spacings");
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const PeriodicSpec& p = c.periodic[axis];
        const double steps = (p.to - p.from) / c.spacing;
        if (p.on && std::abs(steps - std::round(steps)) > 0.01)
            warnings.push_back(std::string("the period in ") + "xyz"[axis] + " is " +
                               rounded_text(steps, 5) +
                               " spacings: with no whole number the lattice has a seam");
    }
    const bool endless = std::any_of(c.walls.begin(), c.walls.end(), [](const WallSpec& wall) {
        return wall.shape.kind == Kind::plane;
    });
    if (endless && !c.domain)
        warnings.push_back(
            "planes have no end, but the domain ends a little beyond the other walls and "
            "the water: set 'domain' if water is to run farther");
    if (built.state.fluid.size() < 100)
        warnings.push_back("there are only " + std::to_string(built.state.fluid.size()) +
                           " fluid particles");
}

void check_whole(const Case& c, Built& built)
{
    std::vector<std::string>& warnings = built.warnings;
    if (c.output.every > c.end_time)
        warnings.push_back(
            "output.every is longer than the run: only its start and end are written");
    if (built.memory > 0.8 * built.available)
        warnings.push_back("the case takes most of the free memory: about " +
                           bytes_text(built.memory) + " of " + bytes_text(built.available));
}

} // namespace

void check_built(const Case& c, const CaseShapes& shapes, const CaseMeasure& size, Built& built)
{
    const Bounds water = bounds_of(built.state.fluid.position);
    const double fall_speed =
        c.dry() ? 0.0 : std::sqrt(2.0 * c.gravity.norm() * water.size().maxCoeff());
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        if (!c.dry())
            check_wall(c, c.walls[w], built.warnings);
        Bounds box = shapes.walls[w]->bounds();
        if (c.dimension == 2)
            box.min.y() = box.max.y() = 0.0;
        check_motion(c, c.walls[w], built.method.solids[w].motion, box, fall_speed, built.warnings);
    }
    for (const ProbeSpec& probe : c.probes)
        check_probe(c, shapes, probe, built);
    if (!c.dry())
        check_water(c, size, built);
    check_whole(c, built);
}

} // namespace flotsam::cases
