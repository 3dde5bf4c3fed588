#include "cases/read_body.h"

#include "cases/keys.h"
#include "cases/read_shape.h"
#include "cases/soft.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_bodies = 10000, max_contacts = 10000;
constexpr int max_copies = 100000; // of all bodies together

const std::vector<std::string> locks{"x", "y", "z", "turn-x", "turn-y", "turn-z"};

void read_type(BodySpec& body, const Section& s)
{
    const Value* type = s.value("type");
    if (type && type->kind == Value::Kind::text && type->text == "cosserat")
        s.fail("type",
               "\"" + type->text + "\" is not known to this version; there are: rigid, settling");
    body.type = s.choice("type", {"rigid", "settling"}, "rigid");
}

void read_settling(BodySpec& body, const Section& s)
{
    auto table = s.optional_section("settling");
    if (!table && body.type == "rigid")
        return;
    SettlingSpec& settling = body.settling.emplace();
    settling.place = table ? s.place("settling") : s.place("type");
    if (!table)
        return s.note_default("settling", "on the only wall, epsilon = L / 1000");
    table->allow(keys_of("settling"));
    const auto maybe = [&](const char* key, const Limits& limits, std::optional<double>& value) {
        if (table->has(key))
            value = table->number(key, limits);
    };
    if (table->has("surface"))
        settling.surface = table->text("surface");
    maybe("epsilon", length, settling.epsilon);
    maybe("line_residual", {0.0, 1.0, true, ""}, settling.line_residual);
    maybe("final_speed", {0.0, 1e4, false, "m/s"}, settling.final_speed);
    settling.damping = table->number("damping", {0.0, 1e15, false, "kg m^2/s"}, 0.0);
    settling.scheme = table->choice("scheme", {"consistent", "paper"}, "consistent");
    settling.inertia = table->choice("inertia", {"contact", "centre"}, "contact");
    settling.from = table->number("from", {0.0, 1e6, false, "s"}, 0.0);
    maybe("until", {0.0, 1e6, true, "s"}, settling.until);
    maybe("below", {0.0, 1e4, true, "m/s"}, settling.below);
    if (settling.until && *settling.until <= settling.from)
        table->fail("until", "must be later than 'from'" + see(table->place("from")));
    if (body.type == "rigid" && !table->has("from") && !table->has("below"))
        table->fail("from", "is missing: a rigid body settles from a time on, or 'below' a speed; "
                            "or its type is \"settling\"");
}

void read_motion_of(BodySpec& body, const Section& s)
{
    const Value* motion = s.value("motion");
    if (!motion || motion->kind == Value::Kind::text) {
        body.mode = s.choice("motion", {"free", "fixed"}, "free") == "free" ? BodySpec::Mode::free
                                                                            : BodySpec::Mode::fixed;
        return;
    }
    body.mode = BodySpec::Mode::prescribed;
    body.motion = read_motion(s.section("motion"));
}

void read_weight(BodySpec& body, const Section& s)
{
    constexpr Limits density{0.0, 1e6, true, "kg/m^3"}, mass{0.0, 1e15, true, "kg"};
    if (s.has("density"))
        body.density = s.number("density", density);
    if (s.has("mass"))
        body.mass = s.number("mass", mass);
    if (body.density && body.mass)
        s.fail("mass", "stands beside 'density': give one of them" + see(s.place("density")));
    if (!body.density && !body.mass && body.mode == BodySpec::Mode::free)
        throw UserError(s.place(), "[" + s.path() + "] has no weight: give its density or mass");
    if (!body.density && !body.mass)
        body.density = s.number("density", density, 1000.0);
    body.hollow = s.number("hollow", {0.0, farthest, false, "m"}, 0.0);
}

void read_array(BodySpec& body, const Section& s)
{
    auto array = s.optional_section("array");
    if (!array)
        return s.note_default("array", "one body");
    array->allow(keys_of("array"));
    const Vec3 count = array->vector("count", {0.0, 1e5, false, ""});
    body.step = array->vector("step", anywhere);
    double copies = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double n = count[k] == 0.0 && s.reading().dimension == 2 && k == 1 ? 1.0 : count[k];
        if (n < 1.0 || n != std::floor(n))
            array->fail("count", "must be whole numbers from 1 on, but has " + number_text(n));
        copies *= n;
        if (copies > max_copies)
            array->fail("count", "makes more than " + count_text(max_copies) + " bodies");
        body.count[k] = static_cast<int>(n);
        if (n > 1.0 && body.step[k] == 0.0)
            array->fail("step", std::string("is 0 in ") + "xyz"[k] + ", where there are " +
                                    number_text(n) + " bodies" + see(array->place("count")));
    }
}

BodySpec read_body(Section& s)
{
    s.allow(keys_of("body"), homes_of_keys());
    BodySpec body;
    body.name = read_name(s);
    body.place = s.place("name");
    s.rename("body." + body.name);
    read_type(body, s);
    body.shape = read_shape(s);
    read_motion_of(body, s);
    read_settling(body, s);
    read_weight(body, s);
    body.slip = read_slip(s);
    body.material = read_material(s);
    body.locked = s.texts("locked", locks.size());
    body.at = s.vector("at", anywhere, Vec3::Zero());
    if (auto turn = s.optional_section("orientation")) {
        turn->allow(keys_of("orientation"));
        body.angle = turn->number("angle", {-360.0, 360.0, false, "degrees"});
        body.axis = turn->axis("axis", Vec3::UnitY());
    }
    const bool moves = body.mode == BodySpec::Mode::free;
    if (!moves)
        s.refuse({"velocity", "angular_velocity", "locked"}, "motion",
                 "is for bodies that move freely");
    if (moves) {
        body.velocity = s.vector("velocity", {-1e4, 1e4, false, "m/s"}, Vec3::Zero());
        const Limits spin{-1e6, 1e6, false, "degrees/s"};
        const Value* value = s.value("angular_velocity");
        const bool single = value && value->kind != Value::Kind::list;
        if (s.reading().dimension == 2 && single)
            body.angular_velocity.y() = s.number("angular_velocity", spin);
        else if (s.reading().dimension == 2 && value)
            s.fail("angular_velocity", "is one number in two dimensions, about +y");
        else if (s.reading().dimension == 2)
            s.note_default("angular_velocity", "0");
        else
            body.angular_velocity = s.vector("angular_velocity", spin, Vec3::Zero());
    }
    read_array(body, s);
    return body;
}

// "block" or "block.2" or either with ".face"; what is wrong with it, or nothing.
std::string fault_of_name(const Case& c, const std::string& text)
{
    if (text == "*")
        return {};
    const auto dot = text.find('.');
    const std::string name = text.substr(0, dot);
    const std::string rest = dot == std::string::npos ? "" : text.substr(dot + 1);
    std::vector<std::string> names;
    const auto fault_of_face = [&](const ShapeSpec& shape, const std::string& face) -> std::string {
        const auto faces = face_names(shape, c.dimension);
        if (std::find(faces.begin(), faces.end(), face) != faces.end())
            return {};
        return "'" + name + "' has no face '" + face + "'" +
               (faces.empty() ? "" : suggestion(face, faces)) + see(shape.place);
    };
    for (const WallSpec& wall : c.walls) {
        names.push_back(wall.name);
        if (wall.name == name)
            return rest.empty() ? "" : fault_of_face(wall.shape, rest);
    }
    for (const BodySpec& body : c.bodies) {
        names.push_back(body.name);
        if (body.name != name)
            continue;
        if (rest.empty())
            return {};
        const std::string member = rest.substr(0, rest.find('.'));
        const bool numbered =
            !member.empty() &&
            std::all_of(member.begin(), member.end(), [](char d) { return d >= '0' && d <= '9'; });
        if (!numbered || body.copies() == 1)
            return fault_of_face(body.shape, rest);
        const int n = member.size() > 6 ? 0 : std::stoi(member);
        if (n < 1 || n > body.copies())
            return "'" + name + "' has no member " + member + ": they are " + name + ".1 to " +
                   name + "." + std::to_string(body.copies()) + see(body.place);
        return rest.size() == member.size()
                   ? ""
                   : fault_of_face(body.shape, rest.substr(member.size() + 1));
    }
    return "no wall or body is named '" + name + "'" + suggestion(name, names);
}

void check_settling(const Case& c, const BodySpec& body)
{
    const SourcePlace place = body.settling->place;
    if (c.dimension == 2)
        throw UserError(place, "bodies settle in three dimensions only" +
                                   see(c.place("dimension")));
    if (!c.dry())
        throw UserError(place, "settling bodies and water do not feel each other: take one of them "
                               "out" + see(c.fluid.fills[0].shape.place));
    if (c.gravity.isZero(0.0))
        throw UserError(place, "nothing settles without gravity" + see(c.place("gravity")));
    if (body.mode != BodySpec::Mode::free || !body.locked.empty())
        throw UserError(place, "body '" + body.name + "' must be free to move and turn to settle");
}

} // namespace

void read_bodies(Case& c, const Section& top)
{
    double all = 0.0;
    for (Section& s : top.sections("body", max_bodies)) {
        c.bodies.push_back(read_body(s));
        all += c.bodies.back().copies();
        if (all > max_copies)
            throw UserError(s.place(), "there are more than " + count_text(max_copies) + " bodies");
    }
}

void read_coupling(Case& c, const Section& top)
{
    for (const char* key : {"coupling", "load"})
        if (top.has(key) && (c.dry() || c.bodies.empty()))
            top.fail(key, std::string("is about bodies in water, but there ") +
                              (c.dry() ? "is no [fluid]" : "is no [[body]]"));
    if (c.dry() || c.bodies.empty())
        return;
    c.coupling = top.choice("coupling", {"auto", "strong", "staggered"}, c.coupling);
    c.load = top.choice("load", {"reaction", "markers"}, c.load);
}

void read_contacts(Case& c, const Section& top)
{
    read_contact_model(c, top);
    constexpr Limits friction{0.0, 1e3, false, ""}, share{0.0, 1.0, false, ""};
    for (Section& s : top.sections("contact", max_contacts)) {
        s.allow(keys_of("contact"), homes_of_keys());
        ContactSpec contact;
        contact.place = s.place("between");
        const auto names = s.texts("between", 2);
        if (names.size() != 2)
            s.fail("between", "must name two solids: [\"block\", \"floor\"]");
        contact.first = names[0];
        contact.second = names[1];
        contact.friction = s.number("friction", friction, 0.0);
        contact.wet_friction = s.number("wet_friction", friction, contact.friction);
        contact.restitution = s.number("restitution", share, 0.0);
        contact.restitution_rest = s.number("restitution_rest", share, 0.0);
        contact.uplift = s.choice("uplift", {"gap", "sealed"}, contact.uplift);
        read_soft_rule(contact, s);
        c.contacts.push_back(contact);
    }
    if (c.bodies.empty() && !c.contacts.empty())
        throw UserError(c.contacts[0].place, "there is no [[body]] that could touch anything");
}

void check_bodies(const Case& c)
{
    check_soft(c);
    for (int axis = 0; axis < 3; ++axis) {
        if (!c.periodic[axis].on || c.bodies.empty())
            continue;
        const bool alone = c.bodies.size() == 1 && c.bodies[0].copies() == 1 && c.walls.empty();
        if (!alone || c.dry() || c.gravity[axis] != 0.0)
            throw UserError(c.bodies[0].place,
                            "contact does not reach over a periodic end: with 'periodic' there can "
                            "be one body, in water without walls, and no gravity that way" +
                                see(c.place("periodic")));
    }
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const BodySpec& body = c.bodies[n];
        for (const WallSpec& wall : c.walls)
            if (wall.name == body.name)
                throw UserError(body.place, "a body and a wall are both named '" + body.name + "'" +
                                                see(wall.place));
        for (std::size_t m = 0; m < n; ++m)
            if (c.bodies[m].name == body.name)
                throw UserError(body.place, "two bodies are named '" + body.name + "'" +
                                                see(c.bodies[m].place));
        if (body.settling)
            check_settling(c, body);
        const SourcePlace lock_place = c.place("body." + body.name + ".locked");
        for (const std::string& lock : body.locked)
            if (std::find(locks.begin(), locks.end(), lock) == locks.end())
                throw UserError(lock_place, "body '" + body.name + "' cannot be locked in '" +
                                                lock + "'" + suggestion(lock, locks));
    }
    for (std::size_t n = 0; n < c.contacts.size(); ++n) {
        const ContactSpec& contact = c.contacts[n];
        for (const std::string& name : {contact.first, contact.second})
            if (const std::string fault = fault_of_name(c, name); !fault.empty())
                throw UserError(contact.place, fault);
        for (std::size_t m = 0; m < n; ++m) {
            const ContactSpec& other = c.contacts[m];
            if ((other.first == contact.first && other.second == contact.second) ||
                (other.first == contact.second && other.second == contact.first))
                throw UserError(contact.place, "'" + contact.first + "' and '" + contact.second +
                                                   "' have a rule already" + see(other.place));
        }
    }
}

} // namespace flotsam::cases
