#include "cases/build.h"

#include "cases/domain.h"
#include "cases/fill.h"
#include "cases/memory.h"
#include "cases/section.h"
#include "cases/shapes.h"
#include "cases/warn.h"
#include "cases/words.h"
#include "core/sampling.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

// Planes have no corner: their lattice starts at their point, layers parallel to them. An upright
// one keeps the water's lattice along its other axes.
Lattice plane_lattice(const ShapeSpec& plane, const Lattice& water)
{
    Lattice lattice = water;
    Eigen::Index across = 0;
    if (plane.direction.cwiseAbs().maxCoeff(&across) > 1.0 - 1e-12) {
        lattice.turn = Quat::Identity();
        lattice.origin[across] = plane.point[across];
    } else {
        const Vec3 axis = Vec3::UnitZ().cross(plane.direction).normalized();
        lattice.turn = Eigen::AngleAxisd(std::acos(plane.direction.z()), axis);
        lattice.origin = plane.point;
    }
    return lattice;
}

Lattice water_lattice(const Case& c, const CaseShapes& shapes)
{
    for (std::size_t w = 0; w < c.walls.size(); ++w)
        if (c.walls[w].tank)
            return lattice_for(*shapes.walls[w], c.spacing, c.dimension);
    Lattice lattice = lattice_for(*shapes.fills.front(), c.spacing, c.dimension);
    for (int axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on)
            lattice.origin[axis] = c.periodic[axis].from;
    return lattice;
}

std::vector<WallPart> wall_parts(const Case& c, const CaseShapes& shapes, const Lattice& water,
                                 std::vector<std::string>& groups)
{
    std::vector<WallPart> parts;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        const WallSpec& wall = c.walls[w];
        WallPart part;
        part.shape = shapes.walls[w];
        part.tank = wall.tank;
        part.moves = wall.motion.law != MotionSpec::Law::none;
        part.owner = static_cast<std::uint16_t>(w);
        part.group = static_cast<std::uint16_t>(groups.size());
        part.lattice = wall.shape.kind == ShapeSpec::Kind::plane
                           ? plane_lattice(wall.shape, water)
                           : lattice_for(*part.shape, c.spacing, c.dimension);
        groups.push_back(wall.name);
        const auto faces = part.shape->face_names();
        for (std::size_t f = 0; f < faces.size(); ++f) {
            groups.push_back(wall.name + "." + faces[f]);
            if (std::find(wall.open.begin(), wall.open.end(), faces[f]) != wall.open.end())
                part.open.push_back(static_cast<int>(f));
        }
        expects(part.open.size() == wall.open.size(), "an open face is a face of its shape");
        parts.push_back(std::move(part));
    }
    return parts;
}

void drop_images(const Case& c, Boundary& boundary)
{
    std::vector<std::uint8_t> keep;
    for (const Vec3& x : boundary.position)
        keep.push_back(is_home(c, x) ? 1 : 0);
    boundary.each_field([&](const char*, auto& field) {
        std::size_t kept = 0;
        for (std::size_t n = 0; n < keep.size() && n < field.size(); ++n)
            if (keep[n])
                field[kept++] = field[n];
        field.resize(kept);
    });
}

coupling::Probe make_probe(const Case& c, const ProbeSpec& spec,
                           const std::vector<std::string>& groups)
{
    coupling::Probe probe;
    probe.name = spec.name;
    probe.kind = static_cast<coupling::Probe::Kind>(spec.kind);
    probe.at = spec.at;
    probe.radius = spec.radius;
    probe.normal = spec.normal;
    probe.direction = spec.direction;
    probe.about = spec.about;
    probe.region = spec.region;
    if (probe.region && c.dimension == 2) {
        probe.region->min.y() = -flat_depth;
        probe.region->max.y() = flat_depth;
    }
    if (spec.kind != ProbeSpec::Kind::force && !spec.wall.empty())
        for (std::size_t w = 0; w < c.walls.size(); ++w)
            if (c.walls[w].name == spec.wall)
                probe.solid = static_cast<int>(w);
    if (spec.kind == ProbeSpec::Kind::force)
        for (std::size_t g = 0; g < groups.size(); ++g)
            if (groups[g] == spec.wall || groups[g].starts_with(spec.wall + "."))
                probe.groups.push_back(static_cast<std::uint16_t>(g));
    return probe;
}

} // namespace

sph::Settings make_settings(const Case& c)
{
    sph::Settings s;
    s.dimension = c.dimension;
    s.spacing = c.spacing;
    s.density = c.fluid.density;
    s.viscosity = c.fluid.viscosity / c.fluid.density;
    s.smagorinsky = c.fluid.smagorinsky;
    s.relaxation = c.fluid.relaxation;
    s.shift = c.fluid.shifting;
    s.tolerance = c.fluid.tolerance;
    s.max_iterations = c.fluid.max_iterations;
    s.solver = c.fluid.solver == "jacobi"      ? sph::SolverKind::jacobi
               : c.fluid.solver == "multigrid" ? sph::SolverKind::multigrid
                                               : sph::SolverKind::automatic;
    s.cfl = c.fluid.cfl;
    s.surface = c.fluid.surface == "detected" ? sph::SurfaceRule::detected : sph::SurfaceRule::soft;
    s.zero = c.fluid.pressure_zero == "mean"     ? sph::PressureZero::mean
             : c.fluid.pressure_zero == "lowest" ? sph::PressureZero::lowest
                                                 : sph::PressureZero::automatic;
    s.gravity = c.gravity;
    for (int axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on) {
            s.periodic.from[axis] = c.periodic[axis].from;
            s.periodic.length[axis] = c.periodic[axis].to - c.periodic[axis].from;
        }
    for (const WallSpec& wall : c.walls)
        s.slip.push_back(wall.slip / (wall.slip + wall.no_slip));
    s.finish(c.fluid.smoothing_ratio);
    return s;
}

Built build(const Case& c, std::optional<double> available)
{
    Built built;
    coupling::Method& method = built.method;
    const CaseShapes shapes = make_shapes(c);
    std::vector<rigid::Motion> motions;
    for (const WallSpec& wall : c.walls)
        motions.push_back(make_motion(wall.motion));
    method.domain = choose_domain(c, shapes, motions);

    const CaseMeasure size = measure(c, shapes, method.domain);
    built.available = available ? *available : available_memory();
    built.memory = estimate_memory(estimate_particles(size, c.spacing), c.dimension);
    expect_memory(c, size, built.available);

    built.bodies = build_bodies(c, shapes, motions, built.warnings);
    method.fluid = make_settings(c);
    method.time_step = c.time_step;
    const Lattice lattice = water_lattice(c, shapes);
    const std::vector<WallPart> parts = wall_parts(c, shapes, lattice, method.groups);
    Boundary& boundary = built.state.boundary;
    boundary = sample_walls(parts, wall_layers, method.domain);
    drop_images(c, boundary);
    boundary.velocity.assign(boundary.position.size(), Vec3::Zero());
    boundary.acceleration.assign(boundary.position.size(), Vec3::Zero());
    built.wall_by_solid.assign(c.walls.size(), 0);
    for (const std::uint16_t owner : boundary.owner)
        ++built.wall_by_solid[owner];

    const Filler filler(c, shapes, lattice, parts);
    built.fluid_by_fill = filler.fill(method.domain, built.state.fluid);
    method.fluid.sealed = filler.is_sealed(built.state.fluid.size());
    method.fluid.finish(c.fluid.smoothing_ratio);

    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        method.solids.push_back({c.walls[w].name, motions[w]});
        built.pictures.push_back({c.walls[w].name, w, wall_picture(c.walls[w], c, method.domain)});
    }
    if (std::any_of(motions.begin(), motions.end(), [](const auto& m) { return m.moves(); }))
        method.start = boundary;
    for (const ProbeSpec& probe : c.probes)
        built.probes.push_back(make_probe(c, probe, method.groups));
    check_built(c, shapes, size, built);
    return built;
}

} // namespace flotsam::cases
