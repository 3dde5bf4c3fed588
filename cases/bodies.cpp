#include "cases/bodies.h"

#include "cases/section.h"
#include "cases/shapes.h"
#include "cases/words.h"
#include "core/sampling.h"
#include "rigid/form.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flotsam::cases {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

Vec3 sides_of(const Shape& shape, int dimension)
{
    Vec3 size = shape.frame_bounds().size();
    if (dimension == 2)
        size.y() = std::numeric_limits<double>::infinity();
    return size;
}

void check_hollow(const Case& c, const BodySpec& body, const Shape& shape)
{
    if (body.hollow == 0.0)
        return;
    const SourcePlace place = c.place("body." + body.name + ".hollow");
    const auto kind = rigid::form_of(shape, c.dimension).kind;
    const bool flat = kind == rigid::Form::Kind::sphere || kind == rigid::Form::Kind::box;
    if (c.dimension == 2 && !flat)
        throw UserError(place, "hollow bodies of two dimensions are discs or boxes" +
                                   see(body.shape.place));
    if (!shape.exact())
        throw UserError(place, "a union of parts that overlap cannot be hollow: use a mesh" +
                                   see(body.shape.place));
    const double thinnest = sides_of(shape, c.dimension).minCoeff();
    if (2.0 * body.hollow >= thinnest)
        throw UserError(place, "a wall of " + rounded_text(body.hollow) + " m leaves no room in '" +
                                   body.name + "', which is " + rounded_text(thinnest) +
                                   " m thick; leave 'hollow' out" + see(body.shape.place));
}

// A body that falls between the places of its lattice has no volume at all.
void check_has_particles(const Case& c, const BodySpec& body, const Shape& shape)
{
    if (shape.exact())
        return;
    if (sample_body(shape, lattice_for(shape, c.spacing, c.dimension)).position.empty())
        throw UserError(body.shape.place, "body '" + body.name +
                                              "' is too small to hold a particle" +
                                              see(c.place("spacing")));
}

rigid::BodyPlan plan_of(const BodySpec& body, const ShapePtr& shape)
{
    rigid::BodyPlan plan;
    plan.name = body.copies() == 1 ? body.name : body.name + ".1";
    plan.shape = shape;
    plan.material = {body.density.value_or(0.0), body.mass.value_or(0.0), body.hollow};
    plan.mode = static_cast<rigid::Mode>(body.mode);
    if (body.mode == BodySpec::Mode::prescribed)
        plan.motion = make_motion(body.motion);
    for (const std::string& lock : body.locked)
        (lock.size() == 1 ? plan.translates : plan.rotates)[lock.back() - 'x'] = 0.0;
    return plan;
}

void warn_of(const Case& c, const BodySpec& body, const Shape& shape, const rigid::Volume& volume,
             std::vector<std::string>& warnings)
{
    const std::string who = "body '" + body.name + "'";
    const double thin = sides_of(shape, c.dimension).minCoeff() / c.spacing;
    if (thin < 2.999)
        warnings.push_back(who + " is " + rounded_text(thin, 2) +
                           " spacings thick: water feels it as a body from 3 on");
    else if (std::abs(volume.particle_error) > 0.1)
        warnings.push_back("the particles of " + who + " hold " +
                           rounded_text(100.0 * std::abs(volume.particle_error), 2) + " % " +
                           (volume.particle_error > 0.0 ? "more" : "less") +
                           " volume than its shape");
    if (!volume.exact)
        warnings.push_back("mass and inertia of " + who +
                           " are sums over its particles: its parts overlap, and no closed form "
                           "is known");
    if (body.locked.size() == (c.dimension == 2 ? 3U : 6U))
        warnings.push_back(who + " is locked in every way: motion = \"fixed\" says the same");
}

std::vector<contact::Wall> contact_walls(const Case& c, const CaseShapes& shapes,
                                         const std::vector<rigid::Motion>& motions)
{
    std::vector<contact::Wall> walls;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        contact::Wall wall{c.walls[w].name, shapes.walls[w], c.walls[w].tank, {}, motions[w]};
        const auto faces = wall.shape->face_names();
        for (std::size_t f = 0; f < faces.size(); ++f)
            if (std::find(c.walls[w].open.begin(), c.walls[w].open.end(), faces[f]) !=
                c.walls[w].open.end())
                wall.open.push_back(static_cast<int>(f));
        walls.push_back(std::move(wall));
    }
    return walls;
}

// As it stands at time 0, then taken into the body's frame.
Mesh body_picture(const BodySpec& body, const Case& c, const rigid::BodyModel& model)
{
    const ShapePtr shape = make_body_shape(body, c.dimension, 0.5 * c.spacing);
    const double side = shape->bounds().size().maxCoeff() / picture_sides;
    Mesh mesh = shape->triangles(std::max(side, c.spacing));
    for (Vec3& x : mesh.vertex)
        x = model.start_orientation.conjugate() * (x - model.start_position);
    return mesh;
}

contact::PairRules make_rules(const Case& c, const std::vector<contact::Party>& parties)
{
    std::vector<contact::NamedRule> named;
    for (const ContactSpec& s : c.contacts)
        named.push_back(
            {s.first, s.second, {s.friction, s.wet_friction, s.restitution_rest, s.restitution, s.uplift == "sealed",
              s.tangential_restitution.value_or(s.restitution), s.clearance.value_or(0.0)}});
    return {parties, named, contact::PairRule{}};
}

std::string overlap_text(const BuiltBodies& built, const contact::Overlap& o)
{
    return built.parties[static_cast<std::size_t>(o.a)].name + " in " +
           built.parties[static_cast<std::size_t>(o.b)].name + " by " + rounded_text(o.depth) +
           " m at " + vector_text(o.at);
}

// The [[body]] that solid i is a member of.
const BodySpec& body_of(const Case& c, const BuiltBodies& built, Index i)
{
    std::size_t owner = 0;
    while (owner + 1 < built.first.size() && built.first[owner + 1] <= i)
        ++owner;
    return c.bodies[owner];
}

void look_for_overlaps(const Case& c, BuiltBodies& built, std::vector<std::string>& warnings)
{
    built.overlaps = contact::find_overlaps(*built.solids, built.start, 1e-6 * c.spacing);
    // Those that settle throughout meet nothing but their surface, which is looked at on its own.
    const auto settles = [&](Index i) { return body_of(c, built, i).type == "settling"; };
    std::erase_if(built.overlaps, [&](const contact::Overlap& o) {
        return settles(o.a) || (o.b < built.solids->bodies() && settles(o.b));
    });
    if (built.overlaps.empty())
        return;
    constexpr std::size_t most = 5;
    std::string list;
    for (std::size_t n = 0; n < std::min(most, built.overlaps.size()); ++n)
        list += (n == 0 ? "" : "; ") + overlap_text(built, built.overlaps[n]);
    if (built.overlaps.size() > most)
        list += "; and " + std::to_string(built.overlaps.size() - most) + " pairs more";
    if (built.overlaps[0].depth <= largest_overlap * c.spacing) {
        warnings.push_back("bodies stand in each other a little: " + list);
        return;
    }
    throw UserError(body_of(c, built, built.overlaps[0].a).place, "bodies overlap by more than " +
                                               rounded_text(largest_overlap) +
                                               " of a spacing: " + list);
}

} // namespace

BuiltBodies build_bodies(const Case& c, const CaseShapes& shapes,
                         const std::vector<rigid::Motion>& wall_motions,
                         std::vector<std::string>& warnings)
{
    BuiltBodies built;
    if (c.bodies.empty())
        return built;
    std::vector<rigid::BodyModel> models;
    std::vector<rigid::Start> starts;
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const BodySpec& body = c.bodies[n];
        check_hollow(c, body, *shapes.bodies[n]);
        check_has_particles(c, body, *shapes.bodies[n]);
        const rigid::MadeBody made =
            rigid::make_body(plan_of(body, shapes.bodies[n]), c.dimension, c.spacing);
        warn_of(c, body, *shapes.bodies[n], made.volume, warnings);
        built.volumes.push_back(made.volume);
        built.first.push_back(static_cast<Index>(models.size()));
        built.pictures.push_back(body_picture(body, c, made.model));
        const std::string family = body.copies() == 1 ? "" : body.name;
        for (int m = 0; m < body.copies(); ++m) {
            const std::string name =
                family.empty() ? body.name : family + "." + std::to_string(m + 1);
            models.push_back(rigid::copy_of(made.model, name, body.place_of(m)));
            starts.push_back({body.velocity, degree * body.angular_velocity});
            built.parties.push_back({name, family, shapes.bodies[n]->face_names()});
        }
    }
    for (std::size_t w = 0; w < c.walls.size(); ++w)
        built.parties.push_back({c.walls[w].name, "", shapes.walls[w]->face_names()});
    built.start = rigid::start_bodies(models, starts);
    built.rules = make_rules(c, built.parties);
    built.solids = std::make_shared<const contact::Solids>(contact::make_solids(
        std::move(models), contact_walls(c, shapes, wall_motions), c.dimension, c.spacing));
    look_for_overlaps(c, built, warnings);
    return built;
}

namespace {

std::string body_text(const Case& c, const BodySpec& body, const rigid::BodyModel& model)
{
    const std::string per = c.dimension == 2 ? " kg/m" : " kg";
    std::string text = body.copies() > 1 ? count_text(body.copies()) + " of " : "";
    text += rounded_text(model.mass, 4) + per;
    if (body.hollow > 0.0)
        text += ", hollow";
    if (body.mode == BodySpec::Mode::fixed)
        text += ", fixed";
    else if (body.mode == BodySpec::Mode::prescribed)
        text += ", moved as prescribed";
    else
        text += ", free";
    if (!body.locked.empty())
        text += " but for " + joined(body.locked);
    text += ", centre of mass at " + vector_text(model.start_position);
    const Vec3& i = model.inertia;
    text += c.dimension == 2
                ? ", inertia " + rounded_text(i.y(), 4) + " kg m"
                : ", principal inertia " + rounded_text(i.x(), 4) + " " + rounded_text(i.y(), 4) +
                      " " + rounded_text(i.z(), 4) + " kg m^2";
    return text + ", " + count_text(static_cast<Offset>(model.surface.position.size())) +
           " surface points";
}

} // namespace

std::string explain_bodies(const Case& c, const BuiltBodies& built)
{
    if (c.bodies.empty())
        return {};
    std::string text = "Bodies (" + count_text(static_cast<Offset>(built.solids->models.size())) +
                       ", contact by " +
                       (c.contact_model == "eti" ? "energy-tracking impulses" : "springs") + ")\n";
    for (std::size_t n = 0; n < c.bodies.size(); ++n)
        text += row_text(c.bodies[n].name,
                    body_text(c, c.bodies[n],
                              built.solids->models[static_cast<std::size_t>(built.first[n])]));
    text += "Contact rules (the closest names win)\n";
    for (const ContactSpec& s : c.contacts)
        text += row_text(s.first + " - " + s.second, "friction " + number_text(s.friction) + ", wet " +
                                                    number_text(s.wet_friction) + ", restitution " +
                                                    number_text(s.restitution) + ", at rest " +
                                                    number_text(s.restitution_rest) +
                                                        (s.uplift == "sealed" ? ", sealed" : ""));
    text += row_text("all others", "no friction, no rebound");
    for (const contact::Overlap& o : built.overlaps)
        text += row_text("overlap", overlap_text(built, o));
    return text;
}

} // namespace flotsam::cases
