#include "cases/build.h"
#include "cases/explain.h"
#include "cases/write.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace flotsam;
using namespace flotsam::tests;
using cases::Case;

namespace {

// good_case has 16 lines; a body begins at line 17.
const std::string block = R"([[body]]
name = "block"
density = 500
box = { min = [0.5, 0.3, 1.2], max = [0.9, 0.7, 1.6] }
)";

const std::string two_blocks = R"([[body]]
name = "block"
density = 500
box = { min = [0.2, 0.3, 0.0], max = [0.6, 0.7, 0.4] }
array = { count = [3, 1, 1], step = [0.4, 0, 0] }
[[body]]
name = "lid"
mass = 3.5
hollow = 0.05
slip = [0, 1]
box = { min = [-0.2, -0.2, 0], max = [0.2, 0.2, 0.4] }
at = [0.6, 0.5, 0.4]
locked = ["y", "turn-x", "turn-z"]
velocity = [1, 0, 0]
angular_velocity = [0, 90, 0]
[[contact]]
between = ["block", "tank"]
friction = 0.3
[[contact]]
between = ["lid.z-", "block.2"]
friction = 0.2
wet_friction = 0.1
restitution = 0.5
restitution_rest = 0.01
uplift = "sealed"
)";

std::string build_refusal(const std::string& text)
{
    try {
        cases::build(cases::parse_case(text, "case.toml"));
        return {};
    } catch (const UserError& error) {
        return error.what();
    }
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

bool warns(const cases::Built& built, const std::string& part)
{
    for (const std::string& warning : built.warnings)
        if (has(warning, part))
            return true;
    return false;
}

struct Broken {
    std::string text;
    std::vector<std::string> parts;
};

std::string body_with(const std::string& from, const std::string& to)
{
    return good_case + replaced(block, from, to);
}
std::string contact_of(const std::string& lines)
{
    return good_case + block + "[[contact]]\n" + lines;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("what is wrong with a body or a contact rule is said with its place")
    {
        const std::string rule = "between = [\"block\", \"tank\"]\n";
        const std::vector<Broken> list{
            {body_with("density = 500", "density = 0"),
             {"case.toml:19:11: 'density' in [body.block] must be a number above 0"}},
            {body_with("density = 500", "mass = -1"),
             {"case.toml:19:8: 'mass' in [body.block]", "above 0", "but is -1"}},
            {body_with("density = 500\n", ""),
             {"case.toml:17:1: [body.block] has no weight: give its density or mass"}},
            {body_with("density = 500", "density = 500\nmass = 2"),
             {"case.toml:20:8", "stands beside 'density'", "(see case.toml:19:11)"}},
            {body_with("density = 500", "densty = 500"),
             {"case.toml:19:1: unknown key 'densty'", "did you mean 'density'?"}},
            {body_with("name = \"block\"", "name = \"tank\""),
             {"case.toml:18:8: a body and a wall are both named 'tank' (see case.toml:13:8)"}},
            {"periodic = { x = [0, 1] }\n" + good_case + block,
             {"case.toml:19:8: contact does not reach over a periodic end", "one body", "(see case.toml:1:"}},
            {good_case + block + block,
             {"case.toml:22:8: two bodies are named 'block' (see case.toml:18:8)"}},
            {body_with("density = 500", "density = 500\ntype = \"settling\""),
             {"case.toml:20:8", "settling bodies and water do not feel each other"}},
            {body_with("density = 500", "density = 500\ntype = \"ridgid\""),
             {"case.toml:20:8", "'type'", "rigid"}},
            {body_with("density = 500", "density = 500\nmotion = \"freee\""),
             {"case.toml:20:10", "'motion'", "\"free\""}},
            {body_with("density = 500", "density = 500\nslip = [0, 0]"),
             {"case.toml:20:8: 'slip' in [body.block]", "both are 0"}},
            {body_with("density = 500", "motion = \"fixed\"\nvelocity = [1, 0, 0]"),
             {"case.toml:20:", "'velocity'", "bodies that move freely", "(see case.toml:19:"}},
            {body_with("density = 500", "density = 500\nlocked = [\"turnx\"]"),
             {"case.toml:20:10: body 'block' cannot be locked in 'turnx'", "'turn-x'"}},
            {body_with("box = { min = [0.5, 0.3, 1.2], max = [0.9, 0.7, 1.6] }",
                       "plane = { point = [0,0,0], normal = [0,0,1] }"),
             {"case.toml:20:9: a plane has no end, so it cannot be a body: make it a wall"}},
            {body_with("density = 500",
                       "density = 500\narray = { count = [2, 1.5, 1], step = [1,1,1] }"),
             {"case.toml:20:", "'count'", "whole numbers from 1 on, but has 1.5"}},
            {body_with("density = 500",
                       "density = 500\narray = { count = [2, 1, 1], step = [0,1,1] }"),
             {"case.toml:20:", "'step'", "is 0 in x, where there are 2 bodies"}},
            {body_with("density = 500",
                       "density = 500\narray = { count = [1000,1000,1000], step = [1,1,1] }"),
             {"case.toml:20:", "'count'", "more than 100,000 bodies"}},
            {contact_of(rule + "friction = -0.1\n"),
             {"case.toml:23:12: 'friction' in [contact.0] must be a number from 0", "but is -0.1"}},
            {contact_of(rule + "restitution = 1.1\n"),
             {"case.toml:23:15: 'restitution' in [contact.0] must be a number from 0 to 1"}},
            {contact_of(rule + "restitution_rest = -0.1\n"), {"case.toml:23:20", "from 0 to 1"}},
            {contact_of("between = [\"blok\", \"tank\"]\n"),
             {"case.toml:22:11: no wall or body is named 'blok'; did you mean 'block'?"}},
            {contact_of("between = [\"block.z_\", \"tank\"]\n"),
             {"case.toml:22:11: 'block' has no face 'z_'", "z-", "(see case.toml:20:7)"}},
            {contact_of("between = [\"block.2\", \"tank\"]\n"),
             {"case.toml:22:11: 'block' has no face '2'"}},
            {contact_of("between = [\"block\", \"tank.top\"]\n"),
             {"case.toml:22:11: 'tank' has no face 'top'"}},
            {contact_of("between = [\"block\"]\n"), {"case.toml:22:11", "must name two solids"}},
            {contact_of(rule + "[[contact]]\nbetween = [\"tank\", \"block\"]\n"),
             {"case.toml:24:11: 'tank' and 'block' have a rule already (see case.toml:22:11)"}},
            {good_case + "[[contact]]\n" + rule, {"case.toml:18:11: there is no [[body]]"}},
            {contact_of(rule + "uplift = \"gaps\"\n"),
             {"case.toml:23:10: 'uplift'", "\"gap\"", "\"sealed\""}},
            {contact_of(rule + "uplift = 1\n"), {"case.toml:23:10", "'uplift'"}},
            {good_case + "uplift = \"gap\"\n", {"case.toml:17:1", "it belongs in [[contact]]"}},
            {replaced(good_case, "title", "load = \"marker\"\n#") + block,
             {"case.toml:2:8: 'load'", "\"reaction\"", "did you mean 'markers'?"}},
            {replaced(good_case, "title", "coupling = \"weak\"\n#") + block,
             {"case.toml:2:12: 'coupling'", "\"strong\"", "\"staggered\""}},
            {replaced(good_case, "title", "coupling = \"strong\"\n#"),
             {"case.toml:2:12: 'coupling' is about bodies in water, but there is no [[body]]"}},
            {good_case + block + "load = \"markers\"\n",
             {"case.toml:21:1", "it belongs in the top level"}},
            {replaced(good_case, "title", "contact_model = \"hertz-mindlen\"\n#") + block,
             {"case.toml:2:17", "'contact_model'", "did you mean 'hertz-mindlin'?"}},
            {body_with("density = 500", "density = 500\nyoung = 1e9"),
             {"case.toml:20:9: 'young' belongs to contact_model = \"hertz-mindlin\""}},
            {contact_of(rule + "clearance = 0.001\n"), {"case.toml:23:13: 'clearance' belongs to"}},
            {good_case + block + "[soft]\nyoung = 1e9\n", {"case.toml:21:1: [soft] belongs to contact_model"}},
            {replaced(good_case, "title", "contact_model = \"hertz-mindlin\"\n#") + block + "young = 0\n",
             {"case.toml:22:9: 'young' in [body.block]", "above 0", "but is 0"}},
            {replaced(good_case, "title", "contact_model = \"hertz-mindlin\"\n#") + block +
                 "poisson = 0.6\n",
             {"case.toml:22:11: 'poisson' in [body.block]", "from 0 to 0.5"}},
            {replaced(good_case, "title", "contact_model = \"hertz-mindlin\"\n#") + block +
                 "[soft]\nstep_shar = 0.1\n",
             {"case.toml:23:1: unknown key 'step_shar'", "did you mean 'step_share'?"}},
            {good_case + "friction = 1\n", {"case.toml:17:1", "it belongs in [[contact]]"}},
            {good_case + replaced(two_blocks, "\"block.2\"", "\"block.4\""),
             {"case.toml:36:11: 'block' has no member 4: they are block.1 to block.3"}},
        };
        for (const Broken& broken : list) {
            const std::string message = refusal(broken.text);
            CAPTURE(message);
            REQUIRE_FALSE(message.empty());
            CHECK(message.starts_with(broken.parts[0]));
            for (const std::string& part : broken.parts) {
                CAPTURE(part);
                CHECK(has(message, part));
            }
        }
    }

    TEST_CASE("bodies and rules are the same after writing and reading and leave no default")
    {
        const std::string more = R"([[body]]
name = "gate"
motion = { sinusoid = { amplitude = 5, frequency = 0.7 }, axis = [0, 1, 0], about = [1, 0, 0] }
cylinder = { from = [1.7, 0.5, 0.6], to = [1.7, 0.5, 1.1], radius = 0.1 }
orientation = { angle = 30, axis = [1, 0, 0] }
)";
        const Case a = cases::parse_case(good_case + two_blocks + more, "case.toml");
        const Case b = cases::parse_case(cases::write_case_resolved(a), "case.toml");
        CHECK(b.defaults.empty());
        REQUIRE(b.bodies.size() == 3);
        for (std::size_t n = 0; n < 3; ++n) {
            const cases::BodySpec &x = a.bodies[n], &y = b.bodies[n];
            CHECK(x.name == y.name);
            CHECK(x.type == y.type);
            CHECK(x.shape.kind == y.shape.kind);
            CHECK(x.shape.min == y.shape.min);
            CHECK(x.shape.max == y.shape.max);
            CHECK(x.density == y.density);
            CHECK(x.mass == y.mass);
            CHECK(x.hollow == y.hollow);
            CHECK(x.slip.slip == y.slip.slip);
            CHECK(x.slip.no_slip == y.slip.no_slip);
            CHECK(x.mode == y.mode);
            CHECK(x.motion.amplitude == y.motion.amplitude);
            CHECK(x.locked == y.locked);
            CHECK(x.angle == y.angle);
            CHECK(x.axis == y.axis);
            CHECK(x.at == y.at);
            CHECK(x.velocity == y.velocity);
            CHECK(x.angular_velocity == y.angular_velocity);
            CHECK(x.copies() == y.copies());
            CHECK(x.step == y.step);
        }
        REQUIRE(b.contacts.size() == 2);
        for (std::size_t n = 0; n < 2; ++n) {
            CHECK(a.contacts[n].first == b.contacts[n].first);
            CHECK(a.contacts[n].second == b.contacts[n].second);
            CHECK(a.contacts[n].friction == b.contacts[n].friction);
            CHECK(a.contacts[n].wet_friction == b.contacts[n].wet_friction);
            CHECK(a.contacts[n].restitution == b.contacts[n].restitution);
            CHECK(a.contacts[n].restitution_rest == b.contacts[n].restitution_rest);
            CHECK(a.contacts[n].uplift == b.contacts[n].uplift);
        }
        CHECK(a.contacts[0].wet_friction == 0.3);
        CHECK(cases::write_case_resolved(b) == cases::write_case_resolved(a));
    }

    TEST_CASE("an array and a hollow lid are built as they were asked for")
    {
        const cases::Built built =
            cases::build(cases::parse_case(good_case + two_blocks, "case.toml"));
        const auto& models = built.bodies.solids->models;
        REQUIRE(models.size() == 4);
        CHECK(models[0].name == "block.1");
        CHECK(models[2].name == "block.3");
        CHECK(models[0].mass == doctest::Approx(500 * 0.064));
        CHECK((models[2].start_position - Vec3(1.2, 0.5, 0.2)).norm() < 1e-12);
        CHECK(models[3].mass == 3.5);
        CHECK((models[3].start_position - Vec3(0.6, 0.5, 0.6)).norm() < 1e-12);
        // Shell of a cube with wall t: I = m/6 (a^5 - b^5)/(a^3 - b^3).
        const double a = 0.4, b = 0.3;
        CHECK(models[3].inertia.x() ==
              doctest::Approx(3.5 / 6.0 * (std::pow(a, 5) - std::pow(b, 5)) /
                              (a * a * a - b * b * b)));
        CHECK(models[3].translates == Vec3(1.0, 0.0, 1.0));
        CHECK(models[3].rotates == Vec3(0.0, 1.0, 0.0));
        CHECK(built.bodies.start.velocity[3] == Vec3(1.0, 0.0, 0.0));
        const Vec3 omega = rigid::angular_velocity(models[3], built.bodies.start, 3, 0.0);
        CHECK(omega.y() == doctest::Approx(0.5 * std::numbers::pi));
        const auto rule = [&](Index p, int fp, Index q, int fq) {
            return built.bodies.rules
                .rules()[static_cast<std::size_t>(built.bodies.rules.find(p, fp, q, fq))];
        };
        CHECK(rule(0, 4, 4, -1).friction == 0.3);
        CHECK(rule(1, 5, 3, 4).friction == 0.2);
        CHECK(rule(1, 5, 3, 4).restitution == 0.5);
        CHECK(rule(0, 5, 3, 4).friction == 0.0);
        CHECK(built.bodies.overlaps.empty());
    }

    TEST_CASE("overlapping bodies are refused with their pairs and shallow overlaps are shown")
    {
        const std::string deep =
            build_refusal(good_case + two_blocks +
                          "[[body]]\nname = \"ball\"\ndensity = 800\nsphere = { "
                          "center = [1.4, 0.5, 0.5], radius = 0.2 }\n");
        CAPTURE(deep);
        CHECK(deep.starts_with("case.toml:18:8: bodies overlap by more than 0.1 of a spacing"));
        CHECK(has(deep, "block.3 in ball by 0.1 m"));
        const Case shallow =
            cases::parse_case(good_case + two_blocks +
                                  "[[body]]\nname = \"ball\"\ndensity = 800\nsphere = { center = "
                                  "[1.2, 0.5, 0.599], radius = 0.2 }\n",
                              "case.toml");
        const cases::Built built = cases::build(shallow);
        REQUIRE(built.bodies.overlaps.size() == 1);
        CHECK(warns(built, "block.3 in ball by 0.001 m"));
        CHECK(has(cases::explain(shallow, built), "block.3 in ball by 0.001 m"));
        const std::string wall =
            build_refusal(body_with("1.2], max = [0.9, 0.7, 1.6]", "-0.2], max = [0.9, 0.7, 0.2]"));
        CHECK(has(wall, "block in tank by 0.2 m"));
    }

    TEST_CASE("thin bodies are warned of and open meshes and walls without room are refused")
    {
        CHECK(warns(cases::build(cases::parse_case(
                        body_with("max = [0.9, 0.7, 1.6]", "max = [0.9, 0.7, 1.3]"), "case.toml")),
                    "body 'block' is 1 spacings thick"));
        CHECK(has(build_refusal(body_with("density = 500", "density = 500\nhollow = 0.2")),
                  "case.toml:20:10: a wall of 0.2 m leaves no room in 'block'"));
        const TemporaryFolder folder;
        folder.file("open.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 "
                                "0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n");
        const std::string file = folder.file(
            "case.toml", good_case + "[[body]]\nname = \"rock\"\ndensity = 2500\nmesh = { file = "
                                     "\"open.stl\" }\n");
        std::string message;
        try {
            cases::build(cases::read_case(file));
        } catch (const UserError& error) {
            message = error.what();
        }
        CAPTURE(message);
        CHECK(has(message, "case.toml:20:8"));
        CHECK(has(message, "open"));
    }

    TEST_CASE("every copy of a body has the slip of its body and walls keep theirs")
    {
        const auto slip = cases::build(cases::parse_case(good_case + two_blocks, "case.toml"))
                              .method.fluid.slip;
        CHECK(slip == std::vector<double>{2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 0.0});
    }

    TEST_CASE("hydrostatics are taken apart without a free surface only and give bodies lift")
    {
        const std::string body = "[[body]]\nname = \"log\"\ndensity = 600\n"
                                 "disc = { center = [1, 0.5], radius = 0.2 }\n";
        const std::string open = replaced(flat_case, "[fluid]", "[fluid]\nhydrostatics = \"apart\"");
        CHECK(has(build_refusal(open + body), "hydrostatics can only be taken apart"));
        const cases::Built built = cases::build(cases::parse_case(
            replaced(open, "[fluid]", "[fluid]\nsealed = true") + body, "case.toml"));
        CHECK(built.method.fluid.gravity == Vec3(0.0, 0.0, 0.0));
        CHECK(built.method.gravity == Vec3(0.0, 0.0, -9.81));
        REQUIRE(built.method.lift.size() == 1);
        CHECK(built.method.lift[0].z() == doctest::Approx(1000.0 * 9.81 * 0.04 * 3.14159265).epsilon(1e-6));
    }

    TEST_CASE("explain tells mass and rules of bodies")
    {
        const Case c = cases::parse_case(good_case + two_blocks, "case.toml");
        const std::string text = cases::explain(c, cases::build(c));
        CHECK(has(text, "Bodies (4"));
        CHECK(has(text, "3 of 32 kg, free"));
        CHECK(has(text, "3.5 kg, hollow, free but for y, turn-x, turn-z"));
        CHECK(has(text, "lid.z- - block.2"));
        CHECK(has(text, "friction 0.2, wet 0.1, restitution 0.5, at rest 0.01"));
    }

    TEST_CASE("plane bodies weigh per metre and turn by one number")
    {
        const Case c = cases::parse_case(
            flat_case +
                "[[body]]\nname = \"log\"\ndensity = 600\ndisc = { center = [1.4, 0.25], radius "
                "= 0.2 }\nangular_velocity = 180\narray = { count = [1, 3], step = [0, 0.5] }\n",
            "case.toml");
        const cases::Built built = cases::build(c);
        REQUIRE(built.bodies.solids->models.size() == 3);
        CHECK(built.bodies.solids->models[0].mass == doctest::Approx(600 * std::numbers::pi * 0.04));
        CHECK((built.bodies.solids->models[2].start_position - Vec3(1.4, 0.0, 1.25)).norm() < 1e-12);
        CHECK(rigid::angular_velocity(built.bodies.solids->models[1], built.bodies.start, 1, 0.0)
                  .y() == doctest::Approx(std::numbers::pi));
        const Case again = cases::parse_case(cases::write_case_resolved(c), "case.toml");
        CHECK(again.defaults.empty());
        CHECK(again.bodies[0].copies() == 3);
        CHECK(again.bodies[0].angular_velocity.y() == 180.0);
    }
}
