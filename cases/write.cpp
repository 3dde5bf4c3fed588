#include "cases/write.h"

#include "cases/words.h"

#include <array>
#include <filesystem>

namespace flotsam::cases {

namespace {

// TOML tells 1 from 1.0, but reading takes whole numbers for numbers, so 1 may stay 1.
std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

class Writer {
public:
    Writer(const Case& c, std::string folder) : case_(c), folder_(std::move(folder)) {}

    std::string write()
    {
        top();
        fluid();
        for (const WallSpec& wall : case_.walls)
            put_wall(wall);
        for (const BodySpec& body : case_.bodies)
            put_body(body);
        for (const ContactSpec& contact : case_.contacts)
            put_contact(contact);
        for (const ProbeSpec& probe : case_.probes)
            put_probe(probe);
        header("[output]");
        put("every", number_text(case_.output.every));
        put("series_every", number_text(case_.output.series_every));
        put("bodies_every", number_text(case_.output.bodies_every));
        put("compression", quoted(case_.output.compression));
        put("checkpoint_minutes", number_text(case_.output.checkpoint_minutes));
        for (const ReferenceSpec& reference : case_.references)
            put_reference(reference);
        return std::move(out_);
    }

private:
    void header(const std::string& text) { out_ += "\n" + text + "\n"; }
    void put(const std::string& key, const std::string& value)
    {
        out_ += key + " = " + value + "\n";
    }
    std::string file(const std::string& path) const
    {
        if (folder_.empty())
            return quoted(path);
        const auto base = std::filesystem::absolute(folder_).lexically_normal();
        return quoted(std::filesystem::path(path).lexically_relative(base).string());
    }
    static std::string bounds(const Bounds& b)
    {
        return "{ min = " + vector_text(b.min) + ", max = " + vector_text(b.max) + " }";
    }

    static std::string slip(const SlipRatio& ratio)
    {
        return "[" + number_text(ratio.slip) + ", " + number_text(ratio.no_slip) + "]";
    }

    void top()
    {
        out_ += "# The case as it was run, with every default written out. SI units.\n";
        put("format", "1");
        put("title", quoted(case_.title));
        put("dimension", std::to_string(case_.dimension));
        put("spacing", number_text(case_.spacing));
        put("end_time", number_text(case_.end_time));
        put("time_step", case_.time_step ? number_text(*case_.time_step) : quoted("auto"));
        put("gravity", vector_text(case_.gravity));
        std::string ranges;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (const PeriodicSpec& p = case_.periodic[axis]; p.on)
                ranges += std::string(ranges.empty() ? "" : ", ") + "xyz"[axis] + " = [" +
                          number_text(p.from) + ", " + number_text(p.to) + "]";
        put("periodic", ranges.empty() ? "{}" : "{ " + ranges + " }");
        put("domain", case_.domain ? bounds(*case_.domain) : quoted("auto"));
        if (case_.bodies.empty())
            return;
        put("contact_model", quoted(case_.contact_model));
        if (!case_.dry()) {
            put("coupling", quoted(case_.coupling));
            put("load", quoted(case_.load));
        }
        if (case_.contact_model == "eti")
            return;
        header("[soft]");
        put("young", number_text(case_.soft.young));
        put("poisson", number_text(case_.soft.poisson));
        put("step_share", number_text(case_.soft.step_share));
    }

    void put_material(const MaterialSpec& material)
    {
        if (material.young)
            put("young", number_text(*material.young));
        if (material.poisson)
            put("poisson", number_text(*material.poisson));
    }

    void fluid()
    {
        if (case_.dry())
            return;
        const FluidSpec& f = case_.fluid;
        header("[fluid]");
        put("density", number_text(f.density));
        put("viscosity", number_text(f.viscosity));
        put("smagorinsky", number_text(f.smagorinsky));
        put("relaxation", number_text(f.relaxation));
        put("smoothing_ratio", number_text(f.smoothing_ratio));
        put("shifting", f.shifting ? number_text(*f.shifting) : quoted("auto"));
        put("cfl", number_text(f.cfl));
        put("may_leave", number_text(f.may_leave));
        put("tolerance", number_text(f.tolerance));
        put("max_iterations", std::to_string(f.max_iterations));
        put("surface", quoted(f.surface));
        put("solver", quoted(f.solver));
        put("pressure_zero", quoted(f.pressure_zero));
        put("hydrostatics", quoted(f.hydrostatics_apart ? "apart" : "solved"));
        put("sealed", f.sealed ? (*f.sealed ? "true" : "false") : quoted("auto"));
        for (const FillSpec& fill : f.fills) {
            header("[[fluid.fill]]");
            out_ += shape(fill.shape, "\n") + "\n";
            put("velocity", vector_text(fill.velocity));
        }
    }

    void put_wall(const WallSpec& wall)
    {
        header("[[wall]]");
        put("name", quoted(wall.name));
        put("kind", quoted(wall.tank ? "tank" : "solid"));
        out_ += shape(wall.shape, "\n") + "\n";
        if (!wall.open.empty())
            put("open", "[\"" + joined(wall.open, "\", \"") + "\"]");
        put("wall_law", wall.wall_law ? "true" : "false");
        if (!wall.wall_law)
            put("slip", slip(wall.slip));
        put_material(wall.material);
        if (wall.motion.law != MotionSpec::Law::none)
            put("motion", "{ " + motion(wall.motion) + " }");
    }

    void put_body(const BodySpec& body)
    {
        header("[[body]]");
        put("name", quoted(body.name));
        put("type", quoted(body.type));
        if (body.settling)
            put("settling", "{ " + settling(*body.settling) + " }");
        out_ += shape(body.shape, "\n") + "\n";
        if (body.density)
            put("density", number_text(*body.density));
        if (body.mass)
            put("mass", number_text(*body.mass));
        put("hollow", number_text(body.hollow));
        put("slip", slip(body.slip));
        put_material(body.material);
        if (body.mode == BodySpec::Mode::prescribed)
            put("motion", "{ " + motion(body.motion) + " }");
        else
            put("motion", quoted(body.mode == BodySpec::Mode::free ? "free" : "fixed"));
        if (!body.locked.empty())
            put("locked", "[\"" + joined(body.locked, "\", \"") + "\"]");
        put("at", vector_text(body.at));
        if (body.angle != 0.0)
            put("orientation", "{ angle = " + number_text(body.angle) +
                                   ", axis = " + vector_text(body.axis) + " }");
        if (body.mode == BodySpec::Mode::free) {
            put("velocity", vector_text(body.velocity));
            put("angular_velocity", case_.dimension == 2 ? number_text(body.angular_velocity.y())
                                                         : vector_text(body.angular_velocity));
        }
        put("array", "{ count = [" + std::to_string(body.count[0]) + ", " +
                         (case_.dimension == 2 ? "" : std::to_string(body.count[1]) + ", ") +
                         std::to_string(body.count[2]) + "], step = " + vector_text(body.step) +
                         " }");
    }

    static std::string settling(const SettlingSpec& s)
    {
        std::string text;
        if (!s.surface.empty())
            text += "surface = " + quoted(s.surface) + ", ";
        const auto maybe = [&](const char* key, const std::optional<double>& value) {
            if (value)
                text += std::string(key) + " = " + number_text(*value) + ", ";
        };
        maybe("epsilon", s.epsilon);
        maybe("line_residual", s.line_residual);
        maybe("final_speed", s.final_speed);
        maybe("until", s.until);
        maybe("below", s.below);
        return text + "damping = " + number_text(s.damping) + ", scheme = " + quoted(s.scheme) +
               ", inertia = " + quoted(s.inertia) + ", from = " + number_text(s.from);
    }

    void put_contact(const ContactSpec& contact)
    {
        header("[[contact]]");
        put("between", "[" + quoted(contact.first) + ", " + quoted(contact.second) + "]");
        put("friction", number_text(contact.friction));
        put("wet_friction", number_text(contact.wet_friction));
        put("restitution", number_text(contact.restitution));
        put("restitution_rest", number_text(contact.restitution_rest));
        put("uplift", quoted(contact.uplift));
        if (contact.tangential_restitution)
            put("tangential_restitution", number_text(*contact.tangential_restitution));
        if (contact.clearance)
            put("clearance", number_text(*contact.clearance));
    }

    void put_probe(const ProbeSpec& probe)
    {
        using Kind = ProbeSpec::Kind;
        constexpr std::array kinds{"pressure", "level", "velocity", "front", "force", "volume"};
        header("[[probe]]");
        put("name", quoted(probe.name));
        put("kind", quoted(kinds[static_cast<std::size_t>(probe.kind)]));
        if (probe.kind == Kind::pressure || probe.kind == Kind::level ||
            probe.kind == Kind::velocity)
            put("at", vector_text(probe.at));
        if (probe.kind == Kind::pressure)
            put("radius", number_text(probe.radius));
        if (probe.kind == Kind::pressure && !probe.normal.isZero(0.0))
            put("normal", vector_text(probe.normal));
        if (probe.kind == Kind::front)
            put("direction", vector_text(probe.direction));
        if (!probe.wall.empty())
            put("wall", quoted(probe.wall));
        if (probe.kind == Kind::force) {
            put("about", vector_text(probe.about));
        }
        if (probe.region)
            put("region", bounds(*probe.region));
    }

    void put_reference(const ReferenceSpec& r)
    {
        header("[[reference]]");
        put("name", quoted(r.name));
        put("file", path_below_data(r).empty() ? file(r.file) : quoted(r.file));
        put("series", quoted(r.series));
        std::string columns = quoted(r.time_column) + ", " + quoted(r.value_column);
        for (const std::string& added : r.added_columns)
            columns += ", " + quoted(added);
        put("columns", "[" + columns + "]");
        if (!r.low_column.empty())
            put("band", "[" + quoted(r.low_column) + ", " + quoted(r.high_column) + "]");
        std::vector<std::string> where, limits;
        for (const auto& [column, cell] : r.where)
            where.push_back(quoted(column) + " = " + quoted(cell));
        if (!where.empty())
            put("where", "{ " + joined(where) + " }");
        if (r.time_scale)
            put("time_scale", number_text(*r.time_scale));
        if (r.value_scale)
            put("value_scale", number_text(*r.value_scale));
        put("value_offset", number_text(r.value_offset));
        put("time_shift", r.shift_at_arrival ? "\"arrival\"" : number_text(r.time_shift));
        if (r.window)
            put("window", pair_text(*r.window));
        put("smooth", number_text(r.smooth));
        if (r.arrival_at)
            put("arrival_at", number_text(*r.arrival_at));
        if (r.speed_between)
            put("speed_between", pair_text(*r.speed_between));
        for (const auto& [metric, limit] : r.limits)
            limits.push_back(metric + " = " + number_text(limit));
        if (!limits.empty())
            put("limits", "{ " + joined(limits) + " }");
    }
    static std::string pair_text(const std::pair<double, double>& pair)
    {
        return "[" + number_text(pair.first) + ", " + number_text(pair.second) + "]";
    }

    // "box = { ... }" and, after `between`, "turn = { ... }".
    std::string shape(const ShapeSpec& s, const std::string& between) const
    {
        std::string text = plain_shape(s);
        if (s.angle != 0.0)
            text += between + "turn = { angle = " + number_text(s.angle) +
                    ", axis = " + vector_text(s.axis) + ", about = " + vector_text(s.about) + " }";
        return text;
    }

    std::string plain_shape(const ShapeSpec& s) const
    {
        const auto round = [&](const char* key) {
            return std::string(key) + " = { center = " + vector_text(s.center) +
                   ", radius = " + number_text(s.radius) + " }";
        };
        const std::string ends = "{ from = " + vector_text(s.from) + ", to = " + vector_text(s.to);
        switch (s.kind) {
        case ShapeSpec::Kind::box:
            return "box = " + bounds({s.min, s.max});
        case ShapeSpec::Kind::sphere:
            return round("sphere");
        case ShapeSpec::Kind::bowl:
            return round("bowl");
        case ShapeSpec::Kind::ellipsoid:
            return "ellipsoid = { center = " + vector_text(s.center) +
                   ", radii = " + vector_text(s.radii) + " }";
        case ShapeSpec::Kind::cylinder:
            return case_.dimension == 2
                       ? round("disc")
                       : "cylinder = " + ends + ", radius = " + number_text(s.radius) + " }";
        case ShapeSpec::Kind::cone:
            return "cone = " + ends + ", radius_from = " + number_text(s.radius_from) +
                   ", radius_to = " + number_text(s.radius_to) + " }";
        case ShapeSpec::Kind::plane:
            return "plane = { point = " + vector_text(s.point) +
                   ", normal = " + vector_text(s.direction) + " }";
        case ShapeSpec::Kind::mesh:
            return "mesh = { file = " + file(s.file) + ", scale = " + number_text(s.scale) +
                   ", at = " + vector_text(s.at) + " }";
        default:
            break;
        }
        std::vector<std::string> parts;
        for (const ShapeSpec& part : s.parts)
            parts.push_back("{ " + shape(part, ", ") + " }");
        return "union = [" + joined(parts) + "]";
    }

    std::string motion(const MotionSpec& m) const
    {
        std::string text;
        switch (m.law) {
        case MotionSpec::Law::velocity:
            text = "velocity = " + number_text(m.value);
            break;
        case MotionSpec::Law::acceleration:
            text = "acceleration = " + number_text(m.value);
            break;
        case MotionSpec::Law::sinusoid:
            text = "sinusoid = { amplitude = " + number_text(m.amplitude) +
                   ", frequency = " + number_text(m.frequency) +
                   ", phase = " + number_text(m.phase) + " }";
            break;
        default:
            text = "table = " + file(m.file);
            if (!m.column.empty())
                text += ", column = " + quoted(m.column);
            if (m.turns)
                text += std::string(", degrees = ") + (m.degrees ? "true" : "false");
        }
        text += m.turns ? ", axis = " + vector_text(m.axis) + ", about = " + vector_text(m.about)
                        : ", direction = " + vector_text(m.direction);
        text += ", start = " + number_text(m.start);
        if (m.law == MotionSpec::Law::velocity || m.law == MotionSpec::Law::acceleration)
            text += ", travel = " + number_text(m.travel);
        return text;
    }

    const Case& case_;
    std::string folder_;
    std::string out_;
};

} // namespace

std::string write_case_resolved(const Case& c, const std::string& folder)
{
    return Writer(c, folder).write();
}

} // namespace flotsam::cases
