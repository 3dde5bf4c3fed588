#include "cases/read.h"

#include "cases/check.h"
#include "cases/find.h"
#include "cases/keys.h"
#include "cases/preset.h"
#include "cases/read_reference.h"
#include "cases/read_body.h"
#include "cases/read_shape.h"
#include "cases/soft.h"
#include "cases/words.h"

#include <algorithm>
#include <filesystem>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_walls = 1000, max_fills = 1000, max_probes = 1000;

void read_format(const Value& root, const std::string& file)
{
    const Value* format = root.find("format");
    if (!format)
        throw UserError({file, 0, 0}, "'format' is missing: write format = 1 as the first line");
    if (format->kind != Value::Kind::integer || format->integer != 1)
        throw UserError(format->place,
                        "'format' must be 1, the format this version reads, but is " +
                            described(*format));
}

void read_times(Case& c, const Section& top)
{
    constexpr Limits seconds{0.0, 1e6, true, "s"};
    c.end_time = top.number("end_time", seconds);
    const Value* step = top.value("time_step");
    if (step && step->kind != Value::Kind::text)
        c.time_step = top.number("time_step", seconds);
    else
        top.choice("time_step", {"auto"}, "auto");
}

void read_periodic(Case& c, const Section& top)
{
    auto periodic = top.optional_section("periodic");
    if (!periodic)
        return top.note_default("periodic", "no direction");
    periodic->allow(keys_of("periodic"));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string key(1, "xyz"[axis]);
        if (!periodic->has(key))
            continue;
        if (c.dimension == 2 && key == "y")
            periodic->fail(key, "is no direction of a case in two dimensions, x and z" +
                                    see(top.place("dimension")));
        const auto [from, to] = periodic->pair(key, anywhere);
        if (!(to > from))
            periodic->fail(key, "must rise, but " + number_text(to) + " <= " + number_text(from));
        c.periodic[axis] = {true, from, to};
    }
}

void read_domain(Case& c, const Section& top)
{
    const Value* domain = top.value("domain");
    if (!domain || domain->kind == Value::Kind::text) {
        top.choice("domain", {"auto"}, "auto");
        return;
    }
    Section section = top.section("domain");
    section.allow(keys_of("box"));
    c.domain = read_bounds(section);
}

void read_fluid(Case& c, const Section& top)
{
    if (!top.has("fluid") && top.has("body"))
        return top.note_default("fluid", "none: bodies alone");
    Section s = top.section("fluid");
    s.allow(keys_of("fluid"), homes_of_keys());
    FluidSpec& f = c.fluid;
    f.density = s.number("density", {1e-3, 1e5, false, "kg/m^3"}, f.density);
    f.viscosity = s.number("viscosity", {0.0, 1e6, false, "Pa s"}, f.viscosity);
    f.smagorinsky = s.number("smagorinsky", {0.0, 1.0, false, ""}, f.smagorinsky);
    f.relaxation = s.number("relaxation", {0.0, 1.0, false, ""}, f.relaxation);
    // Below 1 the kernel misses its neighbours; above 1.5 it reaches past three layers of wall.
    f.smoothing_ratio = s.number("smoothing_ratio", {1.0, 1.5, false, ""}, f.smoothing_ratio);
    const Value* shifting = s.value("shifting");
    if (shifting && shifting->kind != Value::Kind::text)
        f.shifting = s.number("shifting", {0.0, 2.0, false, ""}, 0.0);
    else
        s.choice("shifting", {"auto"}, "auto");
    f.cfl = s.number("cfl", {0.0, 0.5, true, "spacings"}, f.cfl);
    f.may_leave = s.number("may_leave", {0.0, 1.0, false, ""}, f.may_leave);
    f.tolerance = s.number("tolerance", {1e-12, 0.1, false, ""}, f.tolerance);
    f.max_iterations = s.integer("max_iterations", 1, 1000000, f.max_iterations);
    f.surface = s.choice("surface", {"soft", "ungated", "detected"}, f.surface);
    f.solver = s.choice("solver", {"auto", "jacobi", "multigrid"}, f.solver);
    f.pressure_zero = s.choice("pressure_zero", {"auto", "mean", "lowest"}, f.pressure_zero);
    f.hydrostatics_apart = s.choice("hydrostatics", {"solved", "apart"}, "solved") == "apart";
    const Value* sealed = s.value("sealed");
    if (sealed && sealed->kind == Value::Kind::boolean)
        f.sealed = s.boolean("sealed", false);
    else
        s.choice("sealed", {"auto"}, "auto");

    for (Section& fill : s.sections("fill", max_fills)) {
        fill.allow(keys_of("fluid.fill"), homes_of_keys());
        FillSpec spec;
        spec.shape = read_shape(fill);
        spec.velocity = fill.vector("velocity", {-1e4, 1e4, false, "m/s"}, Vec3::Zero());
        f.fills.push_back(std::move(spec));
    }
    if (f.fills.empty())
        throw UserError(s.place(), "there is no water: add a [[fluid.fill]] with a shape");
}

void read_walls(Case& c, const Section& top)
{
    for (Section& s : top.sections("wall", max_walls)) {
        s.allow(keys_of("wall"), homes_of_keys());
        WallSpec wall;
        wall.name = read_name(s);
        wall.place = s.place("name");
        s.rename("wall." + wall.name);
        wall.tank = s.choice("kind", {"tank", "solid"}) == "tank";
        wall.shape = read_shape(s);
        wall.open = s.texts("open", 6);
        wall.wall_law = s.boolean("wall_law", false);
        if (wall.wall_law && s.has("slip"))
            s.fail("wall_law", "has a friction of its own: leave 'slip' out");
        if (!wall.wall_law)
            wall.slip = read_slip(s);
        wall.material = read_material(s);
        if (auto motion = s.optional_section("motion"))
            wall.motion = read_motion(*motion);
        c.walls.push_back(std::move(wall));
    }
}

void read_region(ProbeSpec& probe, const Section& s)
{
    if (auto region = s.optional_section("region")) {
        region->allow(keys_of("box"));
        probe.region = read_bounds(*region);
    }
}

ProbeSpec read_probe(Section& s)
{
    using Kind = ProbeSpec::Kind;
    static const std::vector<std::string> kinds{"pressure", "level", "velocity",
                                                "front",    "force", "volume"};
    // Which keys each kind takes, in the order of `kinds`.
    static const std::vector<std::vector<std::string>> keys{
        {"at", "radius", "normal", "wall"}, {"at"}, {"at", "wall"}, {"direction", "region"},
        {"wall", "about"},          {"region"}};
    s.allow(keys_of("probe"));
    ProbeSpec probe;
    probe.name = read_name(s);
    probe.place = s.place("name");
    s.rename("probe." + probe.name);
    const std::string word = s.choice("kind", kinds);
    const auto kind =
        static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), word) - kinds.begin());
    probe.kind = static_cast<Kind>(kind);
    for (const std::string& key : keys_of("probe"))
        if (key != "name" && key != "kind" &&
            std::find(keys[kind].begin(), keys[kind].end(), key) == keys[kind].end())
            s.refuse({key}, "kind",
                     "has no meaning for a " + word + " probe, which takes: " + joined(keys[kind]));
    switch (probe.kind) {
    case Kind::pressure:
        probe.at = s.vector("at", anywhere);
        probe.radius = s.number("radius", {0.0, farthest, false, "m"}, 0.0);
        if (s.has("normal"))
            probe.normal = s.direction("normal");
        else
            s.note_default("normal", "of the nearest wall");
        if (s.has("wall"))
            probe.wall = s.text("wall");
        break;
    case Kind::level:
        probe.at = s.vector("at", anywhere);
        break;
    case Kind::velocity:
        probe.at = s.vector("at", anywhere);
        if (s.has("wall"))
            probe.wall = s.text("wall");
        break;
    case Kind::front:
        probe.direction = s.direction("direction", Vec3::UnitX());
        read_region(probe, s);
        break;
    case Kind::force:
        probe.wall = s.text("wall");
        probe.about = s.vector("about", anywhere, Vec3::Zero());
        break;
    case Kind::volume:
        read_region(probe, s);
        break;
    }
    return probe;
}

void read_output(Case& c, const Section& top)
{
    static const Value empty;
    const Value* value = top.value("output");
    Section s(value ? *value : empty, "output", top.reading());
    s.allow(keys_of("output"), homes_of_keys());
    constexpr Limits seconds{0.0, 1e6, false, "s"};
    c.output.every = s.number("every", seconds, c.end_time / 100.0);
    if (c.output.every == 0.0)
        c.output.every = c.end_time / 100.0;
    c.output.series_every = s.number("series_every", seconds, 0.0);
    c.output.bodies_every = s.number("bodies_every", seconds, c.end_time / 1000.0);
    if (c.output.bodies_every == 0.0)
        c.output.bodies_every = c.end_time / 1000.0;
    c.output.compression = s.choice("compression", {"zlib", "lz4", "none"}, c.output.compression);
    c.output.checkpoint_minutes =
        s.number("checkpoint_minutes", {0.0, 1e6, false, "minutes"}, c.output.checkpoint_minutes);
}

std::string name_of(const std::filesystem::path& file)
{
    if (file.filename() == "case.toml" && file.has_parent_path())
        return file.parent_path().filename().string();
    return file.stem().string();
}

Case read_root(const Value& root, const std::string& file)
{
    read_format(root, file);
    const auto path = std::filesystem::absolute(file).lexically_normal();
    Reading reading;
    reading.folder = path.parent_path().string();
    Section top(root, "", reading);
    top.allow(keys_of(""), homes_of_keys());
    Case c;
    c.path = file;
    c.name = name_of(path);
    c.title = top.text("title", c.name);
    c.dimension = reading.dimension = top.integer("dimension", 2, 3, c.dimension);
    c.spacing = top.number("spacing", {1e-6, 1e3, false, "m"});
    read_times(c, top);
    c.gravity = top.vector("gravity", {-1e4, 1e4, false, "m/s^2"}, c.gravity);
    read_periodic(c, top);
    read_domain(c, top);
    read_fluid(c, top);
    read_walls(c, top);
    read_bodies(c, top);
    read_coupling(c, top);
    read_contacts(c, top);
    for (Section& probe : top.sections("probe", max_probes))
        c.probes.push_back(read_probe(probe));
    read_output(c, top);
    c.references = read_references(top);
    c.defaults = std::move(reading.defaults);
    c.places = std::move(reading.places);
    check_case(c);
    return c;
}

} // namespace

Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides, const std::string& preset)
{
    Value root = parse_toml(text, file);
    const std::vector<Preset> presets = take_presets(root);
    const auto with_preset = [&](const std::string& name) {
        Value changed = root;
        if (!name.empty())
            apply_preset(changed, presets, name, file);
        for (const std::string& override_text : overrides)
            set_value(changed, override_text);
        changed.place = {file, 0, 0};
        return read_root(changed, file);
    };
    Case c = with_preset(preset);
    // A mistake in a preset is found by whoever reads the case, not by the first who asks for it.
    for (const Preset& one : presets) {
        c.presets.push_back(one.name);
        if (one.name != preset)
            with_preset(one.name);
    }
    return c;
}

Case read_case(const std::string& name_or_path, const std::vector<std::string>& overrides,
               const std::string& preset)
{
    const std::string file = find_case(name_or_path);
    return parse_case(read_text_file(file, max_file_bytes, "case file"), file, overrides, preset);
}

} // namespace flotsam::cases
