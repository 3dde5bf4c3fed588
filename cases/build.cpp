#include "cases/build.h"

#include "cases/domain.h"
#include "cases/fill.h"
#include "cases/memory.h"
#include "cases/section.h"
#include "cases/settle.h"
#include "cases/surface_areas.h"
#include "cases/settling.h"
#include "cases/shapes.h"
#include "cases/soft.h"
#include "cases/warn.h"
#include "cases/words.h"
#include "core/sampling.h"
#include "rigid/form.h"

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

// Of walls: bodies may reach over a periodic end.
void drop_images(const Case& c, Boundary& boundary, std::size_t walls)
{
    std::vector<std::uint8_t> keep;
    for (std::size_t w = 0; w < boundary.position.size(); ++w)
        keep.push_back(boundary.owner[w] >= walls || is_home(c, boundary.position[w]) ? 1 : 0);
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
    s.viscosity = c.dry() ? 0.0 : c.fluid.viscosity / c.fluid.density;
    s.smagorinsky = c.fluid.smagorinsky;
    s.relaxation = c.fluid.relaxation;
    s.shift = c.fluid.shifting;
    s.tolerance = c.fluid.tolerance;
    s.max_iterations = c.fluid.max_iterations;
    s.solver = c.fluid.solver == "jacobi"      ? sph::SolverKind::jacobi
               : c.fluid.solver == "multigrid" ? sph::SolverKind::multigrid
                                               : sph::SolverKind::automatic;
    s.cfl = c.fluid.cfl;
    s.surface = c.fluid.surface == "detected"  ? sph::SurfaceRule::detected
                : c.fluid.surface == "ungated" ? sph::SurfaceRule::ungated
                                               : sph::SurfaceRule::soft;
    s.zero = c.fluid.pressure_zero == "mean"     ? sph::PressureZero::mean
             : c.fluid.pressure_zero == "lowest" ? sph::PressureZero::lowest
                                                 : sph::PressureZero::automatic;
    s.gravity = c.fluid.hydrostatics_apart ? Vec3(Vec3::Zero()) : c.gravity;
    for (int axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on) {
            s.periodic.from[axis] = c.periodic[axis].from;
            s.periodic.length[axis] = c.periodic[axis].to - c.periodic[axis].from;
        }
    for (const WallSpec& wall : c.walls) {
        s.slip.push_back(wall.wall_law ? 1.0 : wall.slip.share());
        s.wall_law.push_back(wall.wall_law);
    }
    s.finish(c.fluid.smoothing_ratio);
    return s;
}

namespace {

// Round bodies have layers of their own; others are cut from a lattice.
std::vector<Vec3> round_places(const Case& c, const rigid::BodyModel& model)
{
    using Kind = rigid::Form::Kind;
    const rigid::Form form = rigid::form_of(*model.shape, c.dimension);
    std::vector<Vec3> places;
    if (form.kind == Kind::sphere && c.dimension == 2)
        places = disc_places(form.center, Vec3::UnitY(), form.radius, c.spacing, wall_layers);
    else if (form.kind == Kind::sphere)
        places = ball_places(form.center, form.radius, c.spacing, wall_layers);
    else if (form.kind == Kind::cylinder)
        places = cylinder_places(form.from, form.to, form.radius, c.spacing, wall_layers);
    for (Vec3& x : places)
        x = model.start_position + model.start_orientation * x;
    return places;
}

// Bodies are solids of their own after the walls, each with one load group.
void add_body_parts(const Case& c, coupling::Method& method, std::vector<WallPart>& parts)
{
    for (const rigid::BodyModel& model : method.models()) {
        WallPart part;
        part.shape = make_placed(model.shape, model.start_orientation, model.start_position);
        part.moves = true;
        part.owner = static_cast<std::uint16_t>(method.solids.size());
        part.group = static_cast<std::uint16_t>(method.groups.size());
        part.lattice = lattice_for(*part.shape, c.spacing, c.dimension);
        part.places = round_places(c, model);
        parts.push_back(std::move(part));
        method.body_group.push_back(static_cast<std::uint16_t>(method.groups.size()));
        method.groups.push_back(model.name);
        method.solids.push_back({model.name, {}});
    }
    for (const BodySpec& body : c.bodies)
        method.fluid.slip.insert(method.fluid.slip.end(), static_cast<std::size_t>(body.copies()),
                                 body.slip.share());
    method.fluid.wall_law.resize(method.fluid.slip.size(), 0);
}

// Where each body's points stand in the boundary.
void find_body_points(std::size_t walls, const Boundary& boundary, coupling::Method& method)
{
    std::size_t w = 0;
    while (w < boundary.owner.size() && boundary.owner[w] < walls)
        ++w;
    for (std::size_t i = 0; i < method.models().size(); ++i) {
        const std::size_t first = w;
        while (w < boundary.owner.size() && boundary.owner[w] == walls + i)
            ++w;
        method.body_points.emplace_back(static_cast<Index>(first), static_cast<Index>(w));
    }
    expects(w == boundary.owner.size(), "the points of bodies follow those of walls, body by body");
}

// Of a body that is always wholly in the water.
void take_hydrostatics_apart(const Case& c, Built& built)
{
    const SourcePlace place = c.place("fluid.hydrostatics");
    if (!built.method.fluid.sealed)
        throw UserError(place,
                        "hydrostatics can only be taken apart in a fluid without free "
                        "surface: leave it \"solved\", or fill closed tanks (sealed = true)");
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const MassProperties& solid = built.bodies.volumes[n].solid;
        const auto first = static_cast<std::size_t>(built.bodies.first[n]);
        const rigid::BodyModel& model = built.method.models()[first];
        Vec3 off = solid.center - model.start_position;
        if (c.dimension == 2)
            off.y() = 0.0;
        if (off.norm() > 1e-6 * model.radius)
            throw UserError(place, "body '" + c.bodies[n].name +
                                       "' has its centre of mass beside that of its volume: "
                                       "hydrostatics must be \"solved\"" +
                                       see(c.bodies[n].place));
        built.method.lift.insert(built.method.lift.end(),
                                 static_cast<std::size_t>(c.bodies[n].copies()),
                                 -c.fluid.density * solid.volume * c.gravity);
    }
}

// Particles of walls, bodies and water. A case of bodies alone has none.
void build_water(const Case& c, const CaseShapes& shapes, Built& built)
{
    coupling::Method& method = built.method;
    const Lattice lattice = water_lattice(c, shapes);
    std::vector<WallPart> parts = wall_parts(c, shapes, lattice, method.groups);
    const std::size_t walls = method.solids.size();
    add_body_parts(c, method, parts);
    Boundary& boundary = built.state.boundary;
    boundary = sample_walls(parts, wall_layers, method.domain);
    for (std::size_t w = 0; w < boundary.owner.size(); ++w)
        if (boundary.owner[w] >= walls) // one group, whatever the face
            boundary.group[w] = method.body_group[boundary.owner[w] - walls];
    drop_images(c, boundary, walls);
    find_body_points(walls, boundary, method);
    share_areas(boundary, method);
    boundary.velocity.assign(boundary.position.size(), Vec3::Zero());
    boundary.acceleration.assign(boundary.position.size(), Vec3::Zero());
    for (const std::uint16_t owner : boundary.owner)
        if (owner < walls)
            ++built.wall_by_solid[owner];

    const Filler filler(c, shapes, lattice, parts);
    built.fluid_by_fill = filler.fill(method.domain, built.state.fluid);
    method.fluid.sealed = filler.is_sealed(built.state.fluid.size());
    if (c.fluid.hydrostatics_apart)
        take_hydrostatics_apart(c, built);
    method.fluid.finish(c.fluid.smoothing_ratio);
    if (!method.models().empty())
        settle_around_bodies(method, built.state);
    const auto moves = [](const coupling::Solid& solid) { return solid.motion.moves(); };
    if (method.rigid || std::any_of(method.solids.begin(), method.solids.end(), moves))
        method.start = boundary;
}

void build_rigid(const Case& c, const CaseShapes& shapes, const std::vector<rigid::Motion>& motions,
                 Built& built)
{
    built.bodies = build_bodies(c, shapes, motions, built.warnings);
    built.state.bodies = built.bodies.start;
    built.state.each_resting([&](const char*, std::vector<Vec3>& field) {
        field.assign(built.state.bodies.position.size(), Vec3::Zero());
    });
    built.state.wet.assign(built.state.bodies.position.size(), 0.0);
    built.method.rigid = built.bodies.solids;
    built.method.rules = built.bodies.rules;
    built.method.soft = make_soft(c);
    built.method.contacts_every = c.output.bodies_every;
    contact::Settings settings;
    settings.gravity = c.gravity;
    built.state.contact = contact::EtiContact(settings);
    build_settling(c, shapes, built);
}

} // namespace

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
    built.memory = estimate_memory(size, c.spacing);
    expect_memory(c, size, built.available);

    build_rigid(c, shapes, motions, built);
    method.fluid = make_settings(c);
    method.gravity = c.gravity;
    method.time_step = c.time_step;
    method.coupling =
        c.coupling == "staggered" ? coupling::Coupling::staggered : coupling::Coupling::strong;
    method.load =
        c.load == "markers" ? coupling::WaterLoad::markers : coupling::WaterLoad::reaction;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        method.solids.push_back({c.walls[w].name, motions[w]});
        built.pictures.push_back({c.walls[w].name, w, wall_picture(c.walls[w], c, method.domain)});
    }
    built.wall_by_solid.assign(c.walls.size(), 0);
    if (!c.dry())
        build_water(c, shapes, built);
    for (const ProbeSpec& probe : c.probes)
        built.probes.push_back(make_probe(c, probe, method.groups));
    check_built(c, shapes, size, built);
    return built;
}

} // namespace flotsam::cases
