#include "cases/read_shape.h"

#include "cases/keys.h"
#include "cases/words.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_parts = 100;

// The one shape key of the owner; none, two, or one of the other dimension is an error.
std::string shape_key(const Section& owner)
{
    const int dimension = owner.reading().dimension;
    const auto& known = shape_keys(dimension);
    std::string found;
    for (const int other : {2, 3})
        for (const std::string& key : shape_keys(other)) {
            if (!owner.has(key) || key == found)
                continue;
            if (std::find(known.begin(), known.end(), key) == known.end())
                owner.fail(key, "is no shape of " + std::string(dimension == 2 ? "two" : "three") +
                                    " dimensions; there are: " + joined(known));
            if (!found.empty())
                owner.fail(key, "stands beside '" + found + "': give one shape, or a union" +
                                    see(owner.place(found)));
            found = key;
        }
    if (found.empty())
        throw UserError(owner.place(),
                        "[" + owner.path() + "] has no shape: give one of " + joined(known));
    return found;
}

void read_union(ShapeSpec& shape, const Section& owner)
{
    shape.kind = ShapeSpec::Kind::join;
    for (Section& part : owner.sections("union", max_parts)) {
        part.allow(keys_of("part"));
        shape.parts.push_back(read_shape(part));
    }
    if (shape.parts.empty())
        owner.fail("union", "has no parts");
}

// cylinder and cone: two different ends.
void read_axis(ShapeSpec& shape, const Section& section)
{
    shape.from = section.vector("from", anywhere);
    shape.to = section.vector("to", anywhere);
    if (!((shape.to - shape.from).norm() > 0.0))
        section.fail("to", "must differ from 'from'" + see(section.place("from")));
}

void read_plain(ShapeSpec& shape, const std::string& key, Section section)
{
    using Kind = ShapeSpec::Kind;
    section.allow(keys_of(key));
    if (key == "box") {
        const Bounds box = read_bounds(section);
        shape.kind = Kind::box;
        shape.min = box.min;
        shape.max = box.max;
    } else if (key == "sphere" || key == "bowl" || key == "disc") {
        shape.kind = key == "sphere" ? Kind::sphere : key == "bowl" ? Kind::bowl : Kind::cylinder;
        shape.center = section.vector("center", anywhere);
        shape.radius = section.number("radius", length);
    } else if (key == "ellipsoid") {
        shape.kind = Kind::ellipsoid;
        shape.center = section.vector("center", anywhere);
        shape.radii = section.vector("radii", length);
    } else if (key == "cylinder") {
        shape.kind = Kind::cylinder;
        read_axis(shape, section);
        shape.radius = section.number("radius", length);
    } else if (key == "cone") {
        constexpr Limits tip{0.0, farthest, false, "m"};
        shape.kind = Kind::cone;
        read_axis(shape, section);
        shape.radius_from = section.number("radius_from", tip);
        shape.radius_to = section.number("radius_to", tip);
        if (shape.radius_from + shape.radius_to == 0.0)
            section.fail("radius_to",
                         "and 'radius_from' are both 0" + see(section.place("radius_from")));
    } else if (key == "plane") {
        shape.kind = Kind::plane;
        shape.point = section.vector("point", anywhere);
        shape.direction = section.direction("normal");
    } else {
        shape.kind = Kind::mesh;
        shape.file = section.file("file");
        if (!std::filesystem::is_regular_file(shape.file))
            section.fail("file", "names no file: " + shape.file);
        shape.scale = section.number("scale", {1e-9, 1e6, false, ""}, 1.0);
        shape.at = section.vector("at", anywhere, Vec3::Zero());
    }
}

} // namespace

std::string read_name(const Section& section)
{
    std::string name = section.text("name");
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    const bool numeric =
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (name.size() > 60 || numeric || !std::all_of(name.begin(), name.end(), is_letter))
        section.fail("name",
                     "must be made of letters, digits, - and _ (at most 60, not digits alone), "
                     "but is \"" +
                         name.substr(0, 60) + "\"");
    return name;
}

Bounds read_bounds(const Section& section)
{
    Bounds box{section.vector("min", anywhere), section.vector("max", anywhere)};
    const bool flat = section.reading().dimension == 2;
    for (int axis = 0; axis < 3; axis += flat ? 2 : 1)
        if (!(box.max[axis] > box.min[axis]))
            section.fail("max", std::string("must be larger than 'min' in ") + "xyz"[axis] +
                                    ", but " + number_text(box.max[axis]) + " <= " +
                                    number_text(box.min[axis]) + see(section.place("min")));
    return box;
}

SlipRatio read_slip(const Section& owner)
{
    SlipRatio ratio;
    std::tie(ratio.slip, ratio.no_slip) =
        owner.pair("slip", {0.0, 1e6, false, ""}, {ratio.slip, ratio.no_slip});
    if (ratio.slip + ratio.no_slip == 0.0)
        owner.fail("slip", "must be a ratio slip : no-slip, but both are 0");
    return ratio;
}

ShapeSpec read_shape(const Section& owner)
{
    ShapeSpec shape;
    const std::string key = shape_key(owner);
    shape.place = owner.place(key);
    if (key == "union")
        read_union(shape, owner);
    else
        read_plain(shape, key, owner.section(key));
    if (auto turn = owner.optional_section("turn")) {
        turn->allow(keys_of("turn"));
        shape.angle = turn->number("angle", {-360.0, 360.0, false, "degrees"});
        shape.axis = turn->axis("axis", Vec3::UnitY());
        shape.about = turn->vector("about", anywhere, Vec3::Zero());
    }
    return shape;
}

namespace {

std::string law_key(const Section& section)
{
    std::string found;
    for (const char* key : {"velocity", "acceleration", "sinusoid", "table"}) {
        if (!section.has(key))
            continue;
        if (!found.empty())
            section.fail(key, "stands beside '" + found + "': a motion has one law" +
                                  see(section.place(found)));
        found = key;
    }
    if (found.empty())
        throw UserError(section.place(), "[" + section.path() +
                                             "] says not how to move: give one of velocity, "
                                             "acceleration, sinusoid, table");
    return found;
}

void read_path(MotionSpec& motion, const Section& section)
{
    motion.turns = section.has("axis") || section.has("about");
    if (motion.turns) {
        section.refuse({"direction"}, section.has("axis") ? "axis" : "about",
                       "is for moving along a line, but this motion turns");
        motion.axis = section.axis("axis", Vec3::UnitY());
        motion.about = section.vector("about", anywhere, Vec3::Zero());
    } else {
        motion.direction = section.direction("direction");
    }
}

void read_table(MotionSpec& motion, const Section& section)
{
    motion.law = MotionSpec::Law::table;
    motion.file = section.file("table");
    if (!std::filesystem::is_regular_file(motion.file))
        section.fail("table", "names no file: " + motion.file);
    if (section.has("column"))
        motion.column = section.text("column");
    else
        section.note_default("column", "the second of the file");
    if (motion.turns)
        motion.degrees = section.boolean("degrees", true);
    else
        section.refuse({"degrees"}, "direction", "is for motions that turn");
}

} // namespace

MotionSpec read_motion(Section section)
{
    using Law = MotionSpec::Law;
    section.allow(keys_of("motion"));
    const std::string law = law_key(section);
    MotionSpec motion;
    motion.place = section.place(law);
    read_path(motion, section);
    if (law != "table")
        section.refuse({"column", "degrees"}, law, "is for a motion from a table");
    if (law == "velocity") {
        motion.law = Law::velocity;
        motion.value = section.number(law, {-1e4, 1e4, false, motion.turns ? "degrees/s" : "m/s"});
    } else if (law == "acceleration") {
        motion.law = Law::acceleration;
        motion.value =
            section.number(law, {-1e6, 1e6, false, motion.turns ? "degrees/s^2" : "m/s^2"});
    } else if (law == "sinusoid") {
        motion.law = Law::sinusoid;
        Section wave = section.section(law);
        wave.allow(keys_of("sinusoid"));
        motion.amplitude =
            wave.number("amplitude", {0.0, farthest, true, motion.turns ? "degrees" : "m"});
        motion.frequency = wave.number("frequency", {0.0, 1e5, true, "Hz"});
        motion.phase = wave.number("phase", {-360.0, 360.0, false, "degrees"}, 0.0);
    } else {
        read_table(motion, section);
    }
    motion.start = section.number("start", {0.0, 1e6, false, "s"}, 0.0);
    if (law == "velocity" || law == "acceleration")
        motion.travel =
            section.number("travel", {0.0, farthest, false, motion.turns ? "degrees" : "m"}, 0.0);
    else
        section.refuse({"travel"}, law, "has no meaning for a " + law);
    return motion;
}

std::vector<std::string> face_names(const ShapeSpec& shape, int dimension)
{
    const bool flat = dimension == 2;
    switch (shape.kind) {
    case ShapeSpec::Kind::box:
        return flat ? std::vector<std::string>{"x-", "x+", "z-", "z+"}
                    : std::vector<std::string>{"x-", "x+", "y-", "y+", "z-", "z+"};
    case ShapeSpec::Kind::cylinder:
        return flat ? std::vector<std::string>{} : std::vector<std::string>{"side", "from", "to"};
    case ShapeSpec::Kind::cone:
        return {"side", "from", "to"};
    case ShapeSpec::Kind::bowl:
        return {"shell", "rim"};
    default:
        return {};
    }
}

} // namespace flotsam::cases
