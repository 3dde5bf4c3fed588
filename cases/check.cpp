#include "cases/check.h"

#include "cases/read_body.h"
#include "cases/read_shape.h"
#include "cases/section.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

void check_names(const Case& c)
{
    for (std::size_t n = 0; n < c.walls.size(); ++n)
        for (std::size_t m = 0; m < n; ++m)
            if (c.walls[n].name == c.walls[m].name)
                throw UserError(c.walls[n].place, "two walls are named '" + c.walls[n].name + "'" +
                                                      see(c.walls[m].place));
    for (std::size_t n = 0; n < c.probes.size(); ++n)
        for (std::size_t m = 0; m < n; ++m)
            if (c.probes[n].name == c.probes[m].name)
                throw UserError(c.probes[n].place, "two probes are named '" + c.probes[n].name +
                                                       "'" + see(c.probes[m].place));
    for (const ProbeSpec& probe : c.probes)
        if (probe.name == "time" || probe.name == "step")
            throw UserError(probe.place, "'" + probe.name +
                                             "' is a column of series.csv already: name the "
                                             "probe otherwise");
}

bool unbounded(const ShapeSpec& shape)
{
    return shape.kind == ShapeSpec::Kind::plane ||
           std::any_of(shape.parts.begin(), shape.parts.end(), unbounded);
}

void check_shapes(const Case& c)
{
    for (const FillSpec& fill : c.fluid.fills)
        if (unbounded(fill.shape))
            throw UserError(fill.shape.place,
                            "a plane has no end, so it cannot be filled: use a box");
    for (const BodySpec& body : c.bodies)
        if (unbounded(body.shape))
            throw UserError(body.shape.place,
                            "a plane has no end, so it cannot be a body: make it a wall");
    for (const WallSpec& wall : c.walls)
        if (wall.tank && unbounded(wall.shape))
            throw UserError(wall.shape.place, "a plane has no inside, so it cannot be a tank" +
                                                  see(c.place("wall." + wall.name + ".kind")));
}

void check_open(const Case& c, const WallSpec& wall)
{
    if (wall.open.empty())
        return;
    const SourcePlace place = c.place("wall." + wall.name + ".open");
    if (!wall.tank)
        throw UserError(place, "'open' is for tanks, but wall '" + wall.name + "' is solid" +
                                   see(c.place("wall." + wall.name + ".kind")));
    const auto faces = face_names(wall.shape, c.dimension);
    if (faces.empty())
        throw UserError(place, "the shape of wall '" + wall.name + "' has no named faces to open" +
                                   see(wall.shape.place));
    for (std::size_t n = 0; n < wall.open.size(); ++n) {
        if (std::find(faces.begin(), faces.end(), wall.open[n]) == faces.end())
            throw UserError(place, "wall '" + wall.name + "' has no face '" + wall.open[n] +
                                       "'; its faces are " + joined(faces) + see(wall.shape.place));
        if (std::find(wall.open.begin(), wall.open.begin() + static_cast<std::ptrdiff_t>(n),
                      wall.open[n]) != wall.open.begin() + static_cast<std::ptrdiff_t>(n))
            throw UserError(place, "face '" + wall.open[n] + "' is opened twice");
    }
    if (wall.open.size() == faces.size())
        throw UserError(place, "all faces of wall '" + wall.name +
                                   "' are open: nothing is left of it" + see(wall.shape.place));
}

// A tank that ends where the domain repeats itself would cut it in two.
void check_periodic(const Case& c, const WallSpec& wall)
{
    for (int axis = 0; axis < 3; ++axis) {
        const PeriodicSpec& periodic = c.periodic[axis];
        const std::string letter(1, "xyz"[axis]);
        if (!periodic.on)
            continue;
        if (wall.motion.turns)
            throw UserError(wall.motion.place, "wall '" + wall.name + "' turns, but " + letter +
                                                   " is periodic" + see(c.place("periodic")));
        if (!wall.tank || wall.shape.kind != ShapeSpec::Kind::box)
            continue;
        for (const char* side : {"-", "+"})
            if (std::find(wall.open.begin(), wall.open.end(), letter + side) == wall.open.end())
                throw UserError(wall.shape.place, "wall '" + wall.name + "' closes the tank at " +
                                                      letter + side + ", but " + letter +
                                                      " is periodic: add \"" + letter + side +
                                                      "\" to its open" + see(c.place("periodic")));
        const double slack = 1e-6 * c.spacing;
        if (wall.shape.angle == 0.0 && (wall.shape.min[axis] > periodic.from + slack ||
                                        wall.shape.max[axis] < periodic.to - slack))
            throw UserError(wall.shape.place, "wall '" + wall.name +
                                                  "' ends inside the periodic range of " + letter +
                                                  see(c.place("periodic")));
    }
}

void check_period_length(const Case& c)
{
    const double least = 6.0 * c.fluid.smoothing_ratio * c.spacing; // three cells of the search
    for (int axis = 0; axis < 3; ++axis) {
        const PeriodicSpec& p = c.periodic[axis];
        const std::string key(1, "xyz"[axis]);
        if (p.on && p.to - p.from < least)
            throw UserError(c.place("periodic." + key),
                            "the period of " + rounded_text(p.to - p.from) + " m is less than " +
                                rounded_text(least) +
                                " m, three reaches of the kernel at this spacing" +
                                see(c.place("spacing")));
        if (p.on && c.domain &&
            (std::abs(c.domain->min[axis] - p.from) > 1e-9 ||
             std::abs(c.domain->max[axis] - p.to) > 1e-9))
            throw UserError(c.place("domain"),
                            "the domain must span exactly the periodic range of " + key +
                                see(c.place("periodic." + key)));
    }
}

void check_force(const Case& c, const ProbeSpec& probe)
{
    const SourcePlace place = c.place("probe." + probe.name + ".wall");
    const auto dot = probe.wall.find('.');
    const std::string name = probe.wall.substr(0, dot);
    std::vector<std::string> names;
    for (const WallSpec& wall : c.walls) {
        names.push_back(wall.name);
        if (wall.name != name)
            continue;
        if (dot == std::string::npos)
            return;
        const std::string face = probe.wall.substr(dot + 1);
        const auto faces = face_names(wall.shape, c.dimension);
        if (std::find(faces.begin(), faces.end(), face) == faces.end())
            throw UserError(place, "wall '" + name + "' has no face '" + face + "'" +
                                       (faces.empty() ? "" : "; its faces are " + joined(faces)) +
                                       see(wall.shape.place));
        if (std::find(wall.open.begin(), wall.open.end(), face) != wall.open.end())
            throw UserError(place, "face '" + face + "' of wall '" + name +
                                       "' is open, so nothing loads it" +
                                       see(c.place("wall." + name + ".open")));
        return;
    }
    throw UserError(place, "probe '" + probe.name + "' asks for the force on '" + name +
                               "', but no wall has this name" + suggestion(name, names));
}

void check_carrier(const Case& c, const ProbeSpec& probe)
{
    std::vector<std::string> names;
    for (const WallSpec& wall : c.walls)
        names.push_back(wall.name);
    if (std::find(names.begin(), names.end(), probe.wall) == names.end())
        throw UserError(c.place("probe." + probe.name + ".wall"),
                        "probe '" + probe.name + "' moves with '" + probe.wall +
                            "', but no wall has this name" + suggestion(probe.wall, names));
}

void check_probe(const Case& c, const ProbeSpec& probe)
{
    using Kind = ProbeSpec::Kind;
    if (c.dry())
        throw UserError(probe.place, "probe '" + probe.name +
                                         "' looks at water, but the case has no [fluid]; what "
                                         "bodies do stands in bodies.csv and contacts.csv");
    if (probe.kind == Kind::force)
        check_force(c, probe);
    else if (!probe.wall.empty())
        check_carrier(c, probe);
    const bool has_place =
        probe.kind == Kind::pressure || probe.kind == Kind::velocity || probe.kind == Kind::level;
    Vec3 at = probe.at;
    if (c.domain && probe.kind == Kind::level)
        at.z() = c.domain->min.z(); // only the vertical line counts
    if (c.domain && c.dimension == 2)
        at.y() = c.domain->min.y();
    if (c.domain && has_place && !c.domain->contains(at))
        throw UserError(c.place("probe." + probe.name + ".at"),
                        "probe '" + probe.name + "' at " + vector_text(probe.at) +
                            " lies outside the domain" + see(c.place("domain")));
}

void check_references(const Case& c)
{
    std::vector<std::string> names;
    for (const ProbeSpec& probe : c.probes)
        names.push_back(probe.name);
    for (const ReferenceSpec& r : c.references) {
        const std::string probe = r.series.substr(0, r.series.find('.'));
        if (probe == "bodies") // bodies.NAME.COLUMN; validate finds out whether it is there
            continue;
        if (std::find(names.begin(), names.end(), probe) == names.end())
            throw UserError(r.place, "the reference '" + r.name + "' is for the series '" +
                                         r.series + "', but no probe has this name" +
                                         suggestion(probe, names));
    }
}

} // namespace

void check_case(const Case& c)
{
    if (c.time_step && *c.time_step > c.end_time)
        throw UserError(c.place("time_step"), "'time_step' " + number_text(*c.time_step) +
                                                  " s is longer than the whole run of " +
                                                  number_text(c.end_time) + " s" +
                                                  see(c.place("end_time")));
    check_names(c);
    check_shapes(c);
    check_bodies(c);
    check_period_length(c);
    for (const WallSpec& wall : c.walls) {
        check_open(c, wall);
        check_periodic(c, wall);
    }
    for (const ProbeSpec& probe : c.probes)
        check_probe(c, probe);
    check_references(c);
}

} // namespace flotsam::cases
