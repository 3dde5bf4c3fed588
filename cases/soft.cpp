#include "cases/soft.h"

#include "cases/keys.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

constexpr Limits young{0.0, 1e13, true, "Pa"}, poisson{0.0, 0.5, false, ""};

bool is_soft(const Case& c) { return c.contact_model == "hertz-mindlin"; }

contact::Material material_of(const Case& c, const MaterialSpec& own)
{
    return {own.young.value_or(c.soft.young), own.poisson.value_or(c.soft.poisson)};
}

// Critical step of a body pressed against its like: at rest on one point, or hit at 1 m/s.
struct Critical {
    double rest = std::numeric_limits<double>::infinity();
    double impact = std::numeric_limits<double>::infinity();
};

Critical critical_of(const Case& c, const rigid::BodyModel& model, const contact::Collider& collider,
                     const contact::Material& material)
{
    double damping = 0.0;
    for (const ContactSpec& rule : c.contacts)
        damping = std::max(damping, contact::damping_ratio(rule.restitution));
    double curvature = collider.curvature;
    for (const contact::Ball& ball : collider.balls)
        curvature = std::max(curvature, 1.0 / ball.radius);
    const double radius = 1.0 / curvature;
    const contact::JointModuli e = contact::joint_moduli(material, material);
    const auto step = [&](double u) {
        return contact::critical_step(model.mass, contact::steepest_stiffness(e, radius, u),
                                      0.5 * contact::hertz_damping * damping);
    };
    const double weight = model.mass * c.gravity.norm();
    Critical critical;
    critical.impact = step(contact::deepest_overlap(e, radius, 0.0, model.mass, 1.0));
    if (weight > 0.0)
        critical.rest = step(std::cbrt(std::pow(
            weight / contact::normal_stiffness(e, radius, 1.0), 2.0))); // K_N(u) u = K_N(1) u^1.5
    return critical;
}

} // namespace

MaterialSpec read_material(const Section& s)
{
    MaterialSpec material;
    if (s.has("young"))
        material.young = s.number("young", young);
    if (s.has("poisson"))
        material.poisson = s.number("poisson", poisson);
    return material;
}

void read_contact_model(Case& c, const Section& top)
{
    if (!c.bodies.empty() || top.has("contact_model"))
        c.contact_model = top.choice("contact_model", {"eti", "hertz-mindlin"}, "eti");
    if (!is_soft(c) && !top.has("soft"))
        return;
    static const Value empty;
    const Value* value = top.value("soft");
    Section s(value ? *value : empty, "soft", top.reading());
    if (!is_soft(c))
        throw UserError(s.place(), "[soft] belongs to contact_model = \"hertz-mindlin\", but the case has \"eti\"" +
                                       see(top.has("contact_model") ? top.place("contact_model") : SourcePlace{}));
    s.allow(keys_of("soft"), homes_of_keys());
    c.soft.young = s.number("young", young, c.soft.young);
    c.soft.poisson = s.number("poisson", poisson, c.soft.poisson);
    c.soft.step_share = s.number("step_share", {0.0, 0.5, true, ""}, c.soft.step_share);
}

void read_soft_rule(ContactSpec& contact, const Section& s)
{
    if (s.has("tangential_restitution"))
        contact.tangential_restitution = s.number("tangential_restitution", {0.0, 1.0, false, ""});
    if (s.has("clearance"))
        contact.clearance = s.number("clearance", {0.0, farthest, false, "m"});
    for (const char* key : {"tangential_restitution", "clearance"})
        if (s.has(key) && contact.soft_place.line == 0)
            contact.soft_place = s.place(key);
}

void check_soft(const Case& c)
{
    if (is_soft(c))
        return;
    const auto refuse = [&](const SourcePlace& place, const std::string& what) {
        throw UserError(place, what + " belongs to contact_model = \"hertz-mindlin\", but the case has \"eti\"");
    };
    const auto check = [&](const MaterialSpec& m, const std::string& section) {
        if (m.young)
            refuse(c.place(section + ".young"), "'young'");
        if (m.poisson)
            refuse(c.place(section + ".poisson"), "'poisson'");
    };
    for (const BodySpec& body : c.bodies)
        check(body.material, "body." + body.name);
    for (const WallSpec& wall : c.walls)
        check(wall.material, "wall." + wall.name);
    for (const ContactSpec& contact : c.contacts)
        if (contact.soft_place.line > 0)
            refuse(contact.soft_place, contact.clearance ? "'clearance'" : "'tangential_restitution'");
}

std::optional<contact::SoftModel> make_soft(const Case& c)
{
    if (!is_soft(c))
        return std::nullopt;
    contact::SoftModel model;
    model.share = c.soft.step_share;
    for (const BodySpec& body : c.bodies)
        model.materials.insert(model.materials.end(), static_cast<std::size_t>(body.copies()),
                               material_of(c, body.material));
    for (const WallSpec& wall : c.walls)
        model.materials.push_back(material_of(c, wall.material));
    return model;
}

std::string explain_soft(const Case& c, const BuiltBodies& built)
{
    if (!is_soft(c))
        return {};
    std::string text = "Springs of contact (critical steps by [A21] Eq. 66; a step is cut into parts of at most " +
                       number_text(c.soft.step_share) + " of the smallest)\n";
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const auto first = static_cast<std::size_t>(built.first[n]);
        const contact::Material m = material_of(c, c.bodies[n].material);
        const Critical critical =
            critical_of(c, built.solids->models[first], *built.solids->colliders[first], m);
        text += row_text(c.bodies[n].name,
                         "E " + rounded_text(m.young, 4) + " Pa, nu " + rounded_text(m.poisson, 4) +
                             ", critical step " +
                             (std::isfinite(critical.rest)
                                  ? rounded_text(critical.rest, 2) + " s at rest on one point, "
                                  : std::string()) +
                             rounded_text(critical.impact, 2) + " s when hit at 1 m/s");
    }
    return text;
}

} // namespace flotsam::cases
