#include "cases/settling.h"

#include "cases/section.h"
#include "cases/words.h"

#include <algorithm>

namespace flotsam::cases {

namespace {

using contact::SettlingSurface;

SourcePlace place_of(const Case& c, const BodySpec& body, const std::string& key)
{
    const SourcePlace place = c.place("body." + body.name + ".settling." + key);
    return place.line > 0 ? place : body.settling->place;
}

// The flat face f, or nothing if it is curved or open; normal out of the solid.
std::optional<SettlingSurface> flat_face(const Case& c, const CaseShapes& shapes, std::size_t w,
                                         std::size_t f)
{
    const Shape& shape = *shapes.walls[w];
    const auto names = shape.face_names();
    const auto& open = c.walls[w].open;
    if (std::find(open.begin(), open.end(), names[f]) != open.end())
        return std::nullopt;
    const std::vector<Vec3> points = shape.face_points(static_cast<int>(f));
    if (points.size() < 3)
        return std::nullopt;
    Vec3 middle = Vec3::Zero();
    for (const Vec3& x : points)
        middle += x / static_cast<double>(points.size());
    const SurfacePoint on = shape.nearest(middle);
    return SettlingSurface{middle, c.walls[w].tank ? Vec3(-on.normal) : on.normal};
}

// How steeply it faces gravity: 1 = square to it.
double facing(const Case& c, const SettlingSurface& s)
{
    return -s.normal.dot(c.gravity.normalized());
}

struct FoundSurface {
    std::size_t wall = 0;
    int face = -1;
    SettlingSurface surface;
};

std::optional<FoundSurface> on_wall(const Case& c, const CaseShapes& shapes, std::size_t w,
                                    const std::string& face)
{
    const Shape& shape = *shapes.walls[w];
    if (c.walls[w].shape.kind == ShapeSpec::Kind::plane) {
        const SurfacePoint on = shape.nearest(c.walls[w].shape.point);
        return FoundSurface{w, -1, {on.point, on.normal}};
    }
    std::optional<FoundSurface> best;
    const auto names = shape.face_names();
    for (std::size_t f = 0; f < names.size(); ++f) {
        if (!face.empty() && names[f] != face)
            continue;
        const auto flat = flat_face(c, shapes, w, f);
        if (flat && (!best || facing(c, *flat) > facing(c, best->surface)))
            best = FoundSurface{w, static_cast<int>(f), *flat};
    }
    return best;
}

FoundSurface find_surface(const Case& c, const CaseShapes& shapes, const BodySpec& body)
{
    const SourcePlace place = place_of(c, body, "surface");
    const std::string& text = body.settling->surface;
    const std::string name = text.substr(0, text.find('.'));
    const std::string face = name.size() == text.size() ? "" : text.substr(name.size() + 1);
    std::vector<std::string> names;
    for (const WallSpec& wall : c.walls)
        names.push_back(wall.name);
    if (names.empty())
        throw UserError(place, "body '" + body.name + "' has no [[wall]] to settle on");
    if (text.empty() && names.size() > 1)
        throw UserError(place, "body '" + body.name +
                                   "' may settle on several walls: give its settling.surface, one "
                                   "of " +
                                   joined(names));
    const auto found = text.empty() ? names.begin() : std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw UserError(place, "no wall is named '" + name + "'" + suggestion(name, names));
    const auto w = static_cast<std::size_t>(found - names.begin());
    const WallSpec& wall = c.walls[w];
    const auto faces = shapes.walls[w]->face_names();
    if (!face.empty() && std::find(faces.begin(), faces.end(), face) == faces.end())
        throw UserError(place, "wall '" + wall.name + "' has no face '" + face + "'" +
                                   (faces.empty() ? "" : suggestion(face, faces)));
    if (wall.motion.law != MotionSpec::Law::none)
        throw UserError(place, "wall '" + wall.name + "' moves, but bodies settle on one at rest" +
                                   see(wall.motion.place));
    const auto surface = on_wall(c, shapes, w, face);
    if (!surface)
        throw UserError(place, "wall '" + wall.name + "' has no flat face to settle on" +
                                   see(wall.shape.place));
    if (!(facing(c, surface->surface) > 0.0))
        throw UserError(place, "the surface of wall '" + wall.name +
                                   "' faces away from gravity: nothing falls on it" +
                                   see(wall.shape.place));
    return *surface;
}

contact::SettlingModel make_model(const Case& c, const BodySpec& body,
                                  const rigid::BodyModel& model,
                                  std::shared_ptr<const contact::SettlingShape> shape,
                                  const FoundSurface& on, const contact::PairRule& rule)
{
    const SettlingSpec& spec = *body.settling;
    contact::SettlingModel m = contact::settling_model(model, shape, on.surface, c.gravity);
    if (spec.epsilon) {
        m.epsilon = *spec.epsilon;
        const double thin = shape->box.size().minCoeff();
        if (m.epsilon >= 0.25 * thin)
            throw UserError(place_of(c, body, "epsilon"),
                            "epsilon = " + rounded_text(m.epsilon) + " m would take all of body '" +
                                body.name +
                                "' for contact, which "
                                "is " +
                                rounded_text(thin) + " m thin: at most a quarter of that");
        m.line_residual = std::pow(m.epsilon / shape->length, 2);
        m.final_speed = std::sqrt(2.0 * c.gravity.norm() * m.epsilon);
    }
    if (spec.damping > 0.0 && !shape->smooth)
        throw UserError(place_of(c, body, "damping"),
                        "damping is for bodies that roll: spheres and ellipsoids" +
                            see(body.shape.place));
    m.damping = spec.damping;
    m.line_residual = spec.line_residual.value_or(m.line_residual);
    m.final_speed = spec.final_speed.value_or(m.final_speed);
    m.restitution = rule.restitution;
    m.friction = rule.friction;
    m.scheme = spec.scheme == "paper" ? contact::SettlingScheme::paper
                                      : contact::SettlingScheme::consistent;
    m.inertia_about =
        spec.inertia == "centre" ? contact::InertiaAbout::centre : contact::InertiaAbout::contact;
    return m;
}

void check_start(const BodySpec& body, const rigid::BodyModel& model,
                 const contact::SettlingModel& m)
{
    const double low = contact::lowest(m, model.start_position, model.start_orientation);
    if (low < -1e-6 * m.shape->length)
        throw UserError(body.place, "body '" + model.name + "' starts " + rounded_text(-low) +
                                        " m below the surface it settles on: raise it with 'at'" +
                                        see(body.settling->place));
}

} // namespace

void build_settling(const Case& c, const CaseShapes& shapes, Built& built)
{
    const auto any = [](const BodySpec& body) { return body.settling.has_value(); };
    if (std::none_of(c.bodies.begin(), c.bodies.end(), any))
        return;
    const auto models = built.method.models();
    built.method.settling.resize(models.size());
    built.state.settling.resize(models.size());
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const BodySpec& body = c.bodies[n];
        if (!body.settling)
            continue;
        const FoundSurface on = find_surface(c, shapes, body);
        const auto first = static_cast<std::size_t>(built.bodies.first[n]);
        // Round faces: some 190 corners around.
        const double fine = models[first].radius / 30.0;
        const auto shape = std::make_shared<const contact::SettlingShape>(
            contact::settling_shape(models[first], fine));
        for (std::size_t i = first; i < first + static_cast<std::size_t>(body.copies()); ++i) {
            const Index wall = static_cast<Index>(models.size() + on.wall);
            const Index rule = built.method.rules.find(static_cast<Index>(i), -1, wall, on.face);
            contact::SettlingPlan& plan = built.method.settling[i];
            plan.model = make_model(c, body, models[i], shape, on,
                                    built.method.rules.rules()[static_cast<std::size_t>(rule)]);
            plan.from = body.settling->from;
            plan.until = body.settling->until.value_or(plan.until);
            plan.below = body.settling->below;
            check_start(body, models[i], plan.model);
            if (plan.from <= 0.0 && !plan.below)
                built.state.settling.stage[i] = static_cast<std::int64_t>(contact::Stage::falling);
        }
    }
}

std::string explain_settling(const Case& c, const Built& built)
{
    std::string text;
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        if (!c.bodies[n].settling)
            continue;
        const SettlingSpec& spec = *c.bodies[n].settling;
        const contact::SettlingPlan& plan =
            built.method.settling[static_cast<std::size_t>(built.bodies.first[n])];
        const contact::SettlingModel& m = plan.model;
        text += "  " + c.bodies[n].name + ": on the plane through " + vector_text(m.surface.point) +
                " with normal " + vector_text(m.surface.normal) + ", epsilon " +
                rounded_text(m.epsilon) + " m of L " + rounded_text(m.shape->length) + " m, " +
                (m.shape->smooth ? "rolls, C " + number_text(m.damping) + " kg m^2/s"
                                 : count_text(static_cast<Offset>(m.shape->corner.size())) +
                                       " corners of its hull can touch") +
                ", scheme " + spec.scheme + ", inertia about the " + spec.inertia;
        if (m.restitution > 0.0)
            text += ", rebounds above " + rounded_text(m.final_speed) + " m/s";
        if (spec.from > 0.0)
            text += ", rigid until " + number_text(spec.from) + " s";
        if (spec.below)
            text += ", rigid until slower than " + number_text(*spec.below) + " m/s on the surface";
        if (spec.until)
            text += ", rigid again from " + number_text(*spec.until) + " s";
        text += "\n";
    }
    return text.empty()
               ? ""
               : "Settling (bodies that settle meet their surface alone, which has no end: "
                 "not each other, nor other bodies or walls)\n" +
                     text;
}

} // namespace flotsam::cases
