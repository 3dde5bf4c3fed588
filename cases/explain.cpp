#include "cases/explain.h"

#include "cases/pace.h"
#include "cases/settling.h"
#include "cases/shapes.h"
#include "cases/soft.h"
#include "cases/words.h"

#include <array>
#include <cmath>

namespace flotsam::cases {

namespace {

// [x, y, z], or [x, z] in two dimensions; rounded for reading.
std::string place_text(const Vec3& v, int dimension)
{
    const std::string y = dimension == 2 ? "" : rounded_text(v.y(), 4) + ", ";
    return "[" + rounded_text(v.x(), 4) + ", " + y + rounded_text(v.z(), 4) + "]";
}

std::string space_sentences(const Case& c, const Built& built)
{
    const Bounds& domain = built.method.domain;
    std::string text =
        std::string(c.dimension == 2 ? "Two dimensions, x and z" : "Three dimensions") +
        "; spacing " + number_text(c.spacing) + " m; from 0 to " + number_text(c.end_time) +
        " s; gravity " + place_text(c.gravity, c.dimension) + " m/s^2.\n";
    text += "The domain reaches from " + place_text(domain.min, c.dimension) + " to " +
            place_text(domain.max, c.dimension) + " m" +
            (c.domain ? "" : ": everything in the case, with room above") + ".\n";
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on)
            text += std::string("It is periodic in ") + "xyz"[axis] + ".\n";
    if (c.dry())
        return text + "There is no water: bodies alone.\n";
    text += built.method.fluid.sealed
                ? "The water has no free surface, so its pressure is known up to a constant"
                : "The water has a free surface, where its pressure is 0";
    return text + (c.fluid.sealed ? " (as the case says).\n" : ".\n");
}

std::string particle_rows(const Case& c, const Built& built)
{
    const Offset water = built.state.fluid.size(), walls = built.state.boundary.size();
    const std::string memory = row_text("memory", "about " + bytes_text(built.memory) + " of " +
                                                 bytes_text(built.available) + " free");
    if (c.dry())
        return memory;
    std::string text = "Particles\n" + row_text("water", count_text(water));
    if (built.fluid_by_fill.size() > 1)
        for (std::size_t f = 0; f < built.fluid_by_fill.size(); ++f)
            text += row_text("  fill " + std::to_string(f), count_text(built.fluid_by_fill[f]));
    text += row_text("walls", count_text(walls));
    if (c.walls.size() > 1)
        for (std::size_t w = 0; w < c.walls.size(); ++w)
            text += row_text("  " + c.walls[w].name, count_text(built.wall_by_solid[w]));
    return text + memory;
}

std::string step_rows(const Case& c, const Built& built)
{
    std::vector<rigid::Motion> motions;
    for (std::size_t w = 0; w < c.walls.size(); ++w) // bodies follow
        motions.push_back(built.method.solids[w].motion);
    const StepLimits limits = step_limits(c, make_shapes(c), built.method.domain, motions);
    const auto seconds = [](double dt) {
        return std::isfinite(dt) ? rounded_text(dt, 3) + " s" : std::string("none");
    };
    std::string text = "Time step\n";
    text += row_text("gravity limit", seconds(limits.gravity));
    text +=
        row_text("advection limit", seconds(limits.advection) + " at " + rounded_text(limits.speed, 3) +
                                   " m/s, the highest speed to be expected");
    if (!c.dry())
        text += row_text("viscosity limit", seconds(limits.viscosity));
    if (c.time_step)
        text += row_text("used", seconds(*c.time_step) + ", as the case says");
    else
        text += row_text("used", seconds(limits.choice.dt) + ", from the " +
                                sph::limit_name(limits.choice.limit) +
                                " limit; chosen anew every step");
    const ParticleEstimate particles{static_cast<double>(built.state.fluid.size()),
                                     static_cast<double>(built.state.boundary.size())};
    const double steps = c.end_time / std::min(limits.choice.dt, c.end_time);
    const std::string many = "about " + count_text(static_cast<Offset>(std::llround(steps))) + " steps";
    const bool cut = c.contact_model != "eti" && c.dry(); // what the springs take is not known before
    return text + row_text("the whole run",
                           many + ", " + (cut ? "each cut for the springs"
                                              : duration_text(run_time(c, particles, limits))));
}

std::string motion_text(const MotionSpec& m, int dimension)
{
    if (m.law == MotionSpec::Law::none)
        return "at rest";
    const std::string unit = m.turns ? "degrees" : "m";
    std::string text = m.turns ? "turns about " + place_text(m.about, dimension)
                               : "moves along " + place_text(m.direction, dimension);
    switch (m.law) {
    case MotionSpec::Law::velocity:
        text += " at " + number_text(m.value) + " " + unit + "/s";
        break;
    case MotionSpec::Law::acceleration:
        text += " with " + number_text(m.value) + " " + unit + "/s^2";
        break;
    case MotionSpec::Law::sinusoid:
        text += " by " + number_text(m.amplitude) + " " + unit + " at " + number_text(m.frequency) +
                " Hz";
        break;
    default:
        text += " as " + m.file + " says";
        break;
    }
    if (m.start > 0.0)
        text += ", from " + number_text(m.start) + " s on";
    if (m.travel > 0.0)
        text += ", until " + number_text(m.travel) + " " + unit;
    return text;
}

std::string wall_rows(const Case& c)
{
    constexpr std::array kinds{"box",  "sphere", "ellipsoid", "cylinder", "cone",
                               "bowl", "plane",  "mesh",      "union"};
    std::string text = "Walls\n";
    for (const WallSpec& wall : c.walls) {
        const bool disc = c.dimension == 2 && wall.shape.kind == ShapeSpec::Kind::cylinder;
        std::string line = disc ? "disc" : kinds[static_cast<std::size_t>(wall.shape.kind)];
        line += wall.tank ? ", tank" : ", solid";
        if (!wall.open.empty())
            line += ", open at " + joined(wall.open);
        if (!c.dry())
            line += wall.wall_law ? ", friction by the law of the wall"
                                  : ", slip : no-slip " + number_text(wall.slip.slip) + " : " + number_text(wall.slip.no_slip);
        line += ", " + motion_text(wall.motion, c.dimension);
        text += row_text(wall.name, line);
    }
    return c.walls.empty() ? "" : text;
}

std::string probe_rows(const Case& c, const Built& built)
{
    std::string text = "Probes\n";
    for (std::size_t n = 0; n < c.probes.size(); ++n) {
        const ProbeSpec& p = c.probes[n];
        const std::string at = " at " + place_text(p.at, c.dimension);
        std::string line;
        switch (p.kind) {
        case ProbeSpec::Kind::pressure:
            line = "pressure" + at +
                   (p.radius > 0.0 ? ", over a disc of " + number_text(p.radius) + " m" : "") +
                   (p.wall.empty() ? "" : ", moving with " + p.wall);
            break;
        case ProbeSpec::Kind::level:
            line = "water level" + at;
            break;
        case ProbeSpec::Kind::velocity:
            line = "velocity" + at + (p.wall.empty() ? "" : ", moving with " + p.wall);
            break;
        case ProbeSpec::Kind::front:
            line = "front of the water along " + place_text(p.direction, c.dimension);
            break;
        case ProbeSpec::Kind::force:
            line = "force and moment on " + p.wall + " (" +
                   std::to_string(built.probes[n].groups.size()) + " groups of wall particles)";
            break;
        case ProbeSpec::Kind::volume:
            line = "volume of the water";
            break;
        }
        text += row_text(p.name, line + (p.region ? ", in a region" : ""));
    }
    return c.probes.empty() ? "" : text;
}

} // namespace

std::string explain(const Case& c, const Built& built)
{
    std::string text = c.name + ": " + c.title + "\n(" + c.path + ")\n\n";
    text += space_sentences(c, built) + "\n";
    text += particle_rows(c, built) + "\n";
    text += step_rows(c, built) + "\n";
    for (const std::string& part : {wall_rows(c), explain_bodies(c, built.bodies),
                                    explain_soft(c, built.bodies), explain_settling(c, built),
                                    probe_rows(c, built)})
        text += part.empty() ? "" : part + "\n";
    if (!c.presets.empty())
        text += "Presets: " + joined(c.presets) + " (--preset NAME)\n\n";
    if (!c.references.empty()) {
        text += "Compared with, when validated\n";
        for (const ReferenceSpec& r : c.references)
            text += row_text(r.series, r.name + (path_below_data(r).empty() ? "" : " (needs --data)"));
        text += "\n";
    }
    if (!c.defaults.empty()) {
        text += "Defaults used (keys the case does not set)\n";
        for (const auto& [key, value] : c.defaults)
            text += row_text(key, value);
        text += "\n";
    }
    if (built.warnings.empty())
        return text + "No warnings.\n";
    text += "Warnings\n";
    for (const std::string& warning : built.warnings)
        text += "  " + warning + "\n";
    return text;
}

} // namespace flotsam::cases
