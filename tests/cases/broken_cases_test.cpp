#include "support.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Broken {
    std::string name;
    std::string text;
    std::vector<std::string> parts; // of the message; the first is how it begins
};

std::string with(const std::string& from, const std::string& to)
{
    return replaced(good_case, from, to);
}
std::string plus(const std::string& more) { return good_case + more; }
std::string flat(const std::string& from, const std::string& to)
{
    return replaced(flat_case, from, to);
}

const std::string gate =
    "[[wall]]\nname = \"gate\"\nkind = \"solid\"\nbox = { min = [1, 0, 0], max = [1.4, 1, 1] }\n";

const std::vector<Broken> syntax{
    {"empty file", "", {"case.toml: 'format' is missing", "format = 1"}},
    {"comment only", "# nothing\n", {"case.toml: 'format' is missing"}},
    {"not TOML", "format = 1\nspacing 0.1\n", {"case.toml:2:", "not TOML"}},
    {"open string", "format = 1\ntitle = \"abc\n", {"case.toml:2:", "not TOML"}},
    {"open table header", "format = 1\n[fluid\n", {"case.toml:2:", "not TOML"}},
    {"key twice",
     with("spacing = 0.1", "spacing = 0.1\nspacing = 0.2"),
     {"case.toml:4:1", "not TOML", "spacing"}},
    {"zero byte", std::string("format = 1\n\0", 12), {"case.toml: not a text file", "offset 11"}},
    {"bad UTF-8", "format = 1\ntitle = \"\xff\xfe\"\n", {"case.toml:2:", "not TOML"}},
    {"format 2",
     with("format = 1", "format = 2"),
     {"case.toml:1:10: 'format' must be 1", "but is 2"}},
    {"format as text",
     with("format = 1", "format = \"1\""),
     {"case.toml:1:10: 'format' must be 1"}},
    {"nested too deep",
     plus("x = [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]\n"),
     {"case.toml:17:", "deep"}},
    {"name too deep", "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1\n", {"case.toml:1:34", "parts"}},
};

const std::vector<Broken> keys{
    {"misspelt top key",
     with("spacing", "spacng"),
     {"case.toml:3:1: unknown key 'spacng'; did you mean 'spacing'?"}},
    {"misspelt fluid key",
     with("density", "viscosty"),
     {"case.toml:7:1: unknown key 'viscosty' in [fluid]; did you mean 'viscosity'?"}},
    {"longer name of a key",
     with("density", "dynamic_viscosity"),
     {"case.toml:7:1", "did you mean 'viscosity'?"}},
    {"misspelt section",
     with("[fluid]", "[fluids]"),
     {"case.toml:6:2: unknown key 'fluids'; did you mean 'fluid'?"}},
    {"misspelt wall key",
     with("kind", "knd"),
     {"case.toml:14:1: unknown key 'knd' in [wall.0]; did you mean 'kind'?"}},
    {"misspelt box key",
     with("max = [2", "mx = [2"),
     {"case.toml:15:26", "'mx'", "[wall.tank.box]", "'max'"}},
    {"key of another section",
     with("title", "density = 1\n#"),
     {"case.toml:2:1", "'density'", "it belongs in [fluid]"}},
    {"top key under a section",
     with("density = 1000.0", "gravity = [0,0,-9]"),
     {"case.toml:7:1", "'gravity' in [fluid]", "the top level, above the first [section]"}},
    {"unknown far key",
     with("title", "zzzzzz"),
     {"case.toml:2:1: unknown key 'zzzzzz'; known: format, title"}},
    {"missing spacing",
     with("spacing = 0.1\n", ""),
     {"case.toml: 'spacing' is missing: a number from 1e-06 to 1000 (m)"}},
    {"missing end time", with("end_time = 1.0\n", ""), {"case.toml: 'end_time' is missing"}},
    {"missing fluid",
     "format = 1\nspacing = 0.1\nend_time = 1\n",
     {"case.toml: 'fluid' is missing"}},
    {"missing wall name",
     with("name = \"tank\"\n", ""),
     {"case.toml:12:1: 'name' is missing in [wall.0]"}},
    {"missing wall kind",
     with("kind = \"tank\"\n", ""),
     {"case.toml:12:1: 'kind' is missing in [wall.tank]", "\"solid\""}},
    {"fluid as list", with("[fluid]", "[[fluid]]"), {"case.toml:", "write [fluid], not [[fluid]]"}},
    {"wall as table", with("[[wall]]", "[wall]"), {"case.toml:12:1", "write [[wall]], not [wall]"}},
    {"coupling without a body",
     with("title = \"test\"", "coupling = \"auto\""),
     {"case.toml:2:12: 'coupling' is about bodies in water, but there is no [[body]]"}},
};

const std::vector<Broken> values{
    {"number as text",
     with("spacing = 0.1", "spacing = \"0.1\""),
     {"case.toml:3:11: 'spacing' must be a number from 1e-06 to 1000 (m), but is the text "
      "\"0.1\""}},
    {"NaN",
     with("spacing = 0.1", "spacing = nan"),
     {"case.toml:3:11", "'spacing' must be", "but is nan"}},
    {"infinity",
     with("end_time = 1.0", "end_time = inf"),
     {"case.toml:4:12", "'end_time'", "but is inf"}},
    {"negative end",
     with("end_time = 1.0", "end_time = -1"),
     {"case.toml:4:12", "above 0", "but is -1"}},
    {"zero density",
     with("density = 1000.0", "density = 0"),
     {"case.toml:7:11", "'density' in [fluid]", "kg/m^3"}},
    {"date", with("spacing = 0.1", "spacing = 2020-01-01"), {"case.toml:3:11", "a date or time"}},
    {"vector of two in 3D",
     with("max = [2, 1, 2]", "max = [2, 1]"),
     {"case.toml:15:32",
      "'max' in [wall.tank.box] must be a vector [x, y, z], but is a list of 2"}},
    {"vector with text",
     with("max = [2, 1, 2]", "max = [2, \"b\", 2]"),
     {"case.toml:15:36", "'max'", ", y,", "\"b\""}},
    {"unknown word",
     with("kind = \"tank\"", "kind = \"tnak\""),
     {"case.toml:14:8: 'kind' in [wall.tank] must be one of \"tank\", \"solid\"",
      "did you mean 'tank'?"}},
    {"number for a word",
     with("kind = \"tank\"", "kind = 4"),
     {"case.toml:14:8", "one of \"tank\", \"solid\", but is 4"}},
    {"dimension 4",
     with("title = \"test\"", "dimension = 4"),
     {"case.toml:2:13", "a whole number from 2 to 3, but is 4"}},
    {"dimension 2.5",
     with("title = \"test\"", "dimension = 2.5"),
     {"case.toml:2:13", "whole number"}},
    {"time step as a word",
     with("title", "time_step = \"fast\" #"),
     {"case.toml:2:13", "\"auto\""}},
    {"empty title", with("\"test\"", "\"\""), {"case.toml:2:9", "'title'", "1 to 1000 characters"}},
    {"open as text",
     with("[\"z+\"]", "\"z+\""),
     {"case.toml:16:8", "'open' in [wall.tank] must be a list of texts"}},
    {"bad name",
     with("name = \"tank\"", "name = \"my tank\""),
     {"case.toml:13:8", "letters, digits, - and _"}},
    {"numeric name",
     with("name = \"tank\"", "name = \"12\""),
     {"case.toml:13:8", "not digits alone"}},
    {"slip of zero",
     plus("slip = [0, 0]\n"),
     {"case.toml:17:8", "'slip' in [wall.tank]", "both are 0"}},
    {"wall law with a slip ratio",
     plus("slip = [2, 1]\nwall_law = true\n"),
     {"case.toml:18:12", "'wall_law' in [wall.tank]", "leave 'slip' out"}},
    {"wall law as text",
     plus("wall_law = \"yes\"\n"),
     {"case.toml:17:12", "'wall_law' in [wall.tank]", "true or false"}},
    {"sealed as number",
     with("density = 1000.0", "sealed = 1"),
     {"case.toml:7:10", "'sealed' in [fluid]", "\"auto\""}},
};

const std::vector<Broken> shapes{
    {"empty box",
     with("max = [1, 1, 1]", "max = [1, 0, 1]"),
     {"case.toml:10:32", "'max' in [fluid.fill.0.box] must be larger than 'min' in y, but 0 <= 0 "
                         "(see case.toml:10:15)"}},
    {"two shapes",
     plus("sphere = { center = [0,0,0], radius = 1 }\n"),
     {"case.toml:17:10", "'sphere' in [wall.tank] stands beside 'box'", "(see case.toml:15:7)"}},
    {"no shape",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }\n", ""),
     {"case.toml:9:1: [fluid.fill.0] has no shape"}},
    {"disc in 3D",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }", "disc = { center = [0,0,0], radius = 1 }"),
     {"case.toml:10:8", "'disc'", "no shape of three dimensions"}},
    {"sphere in 2D",
     flat("box = { min = [0, 0], max = [1, 1] }", "sphere = { center = [0,0], radius = 1 }"),
     {"case.toml:7:10", "'sphere'", "no shape of two dimensions", "disc"}},
    {"no radius",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }", "sphere = { center = [0,0,0] }"),
     {"case.toml:10:10: 'radius' is missing in [fluid.fill.0.sphere]"}},
    {"cylinder without length",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }",
          "cylinder = { from = [0,0,1], to = [0,0,1], radius = 1 }"),
     {"case.toml:10:35", "'to'", "must differ from 'from' (see case.toml:10:21)"}},
    {"cone of nothing",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }",
          "cone = { from = [0,0,0], to = [0,0,1], radius_from = 0, radius_to = 0 }"),
     {"case.toml:10:", "both 0"}},
    {"no water",
     with("[[fluid.fill]]\nbox = { min = [0, 0, 0], max = [1, 1, 1] }\n", ""),
     {"case.toml:6:1: there is no water"}},
    {"plane filled",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }",
          "plane = { point = [0,0,0], normal = [0,0,1] }"),
     {"case.toml:10:9: a plane has no end"}},
    {"plane as tank",
     with("box = { min = [0, 0, 0], max = [2, 1, 2] }\nopen = [\"z+\"]",
          "plane = { point = [0,0,0], normal = [0,0,1] }"),
     {"case.toml:15:9: a plane has no inside", "(see case.toml:14:8)"}},
    {"normal of zero",
     plus("[[wall]]\nname = \"p\"\nkind = \"solid\"\nplane = { point = [0,0,0], normal = [0,0,0] "
          "}\n"),
     {"case.toml:20:37", "length is zero"}},
    {"mesh that is not there",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }", "mesh = { file = \"no-such.stl\" }"),
     {"case.toml:10:17", "'file' in [fluid.fill.0.mesh] names no file", "no-such.stl"}},
    {"empty union",
     with("box = { min = [0, 0, 0], max = [1, 1, 1] }", "union = []"),
     {"case.toml:10:9", "'union'", "no parts"}},
    {"turn without angle",
     plus("turn = { axis = [0,0,1] }\n"),
     {"case.toml:17:8: 'angle' is missing in [wall.tank.turn]"}},
    {"axis off y in 2D",
     flat_case + "turn = { angle = 10, axis = [0,0,1] }\n",
     {"case.toml:13:29", "[0, 1, 0] or [0, -1, 0]"}},
    {"y in 2D",
     flat("max = [1, 1]", "max = [1, 1, 1]"),
     {"case.toml:7:29", "'max' in [fluid.fill.0.box] has y = 1", "two dimensions",
      "(see case.toml:2:13)"}},
};

const std::vector<Broken> contradictions{
    {"gate starts before 0",
     plus(gate + "motion = { velocity = 1, direction = [0,0,1], start = -1 }\n"),
     {"case.toml:21:55", "'start' in [wall.gate.motion] must be a number from 0", "but is -1"}},
    {"travel without motion",
     plus(gate + "motion = { travel = 0.5, direction = [0,0,1] }\n"),
     {"case.toml:21:10: [wall.gate.motion] says not how to move"}},
    {"two laws",
     plus(gate + "motion = { velocity = 1, acceleration = 2, direction = [0,0,1] }\n"),
     {"case.toml:21:41", "stands beside 'velocity'", "(see case.toml:21:23)"}},
    {"no direction",
     plus(gate + "motion = { velocity = 1 }\n"),
     {"case.toml:21:10: 'direction' is missing"}},
    {"turns along a line",
     plus(gate + "motion = { velocity = 1, direction = [0,0,1], axis = [0,1,0] }\n"),
     {"case.toml:21:26", "'direction'", "this motion turns", "(see case.toml:21:54)"}},
    {"travel of a wave",
     plus(gate + "motion = { sinusoid = { amplitude = 1, frequency = 1 }, direction = [1,0,0], "
                 "travel = 1 }\n"),
     {"case.toml:21:78", "'travel'", "no meaning for a sinusoid"}},
    {"column without table",
     plus(gate + "motion = { velocity = 1, direction = [1,0,0], column = \"z\" }\n"),
     {"case.toml:21:47", "'column'", "from a table"}},
    {"table that is not there",
     plus(gate + "motion = { table = \"none.csv\", direction = [1,0,0] }\n"),
     {"case.toml:21:20", "names no file"}},
    {"two walls of one name",
     plus("[[wall]]\nname = \"tank\"\nkind = \"solid\"\nsphere = { center = [0,0,0], radius = 1 "
          "}\n"),
     {"case.toml:18:8: two walls are named 'tank' (see case.toml:13:8)"}},
    {"unknown face",
     with("open = [\"z+\"]", "open = [\"top\"]"),
     {"case.toml:16:8", "no face 'top'; its faces are x-, x+, y-, y+, z-, z+"}},
    {"y face in 2D",
     flat("open = [\"z+\"]", "open = [\"y+\"]"),
     {"case.toml:12:8", "its faces are x-, x+, z-, z+"}},
    {"face opened twice",
     with("open = [\"z+\"]", "open = [\"z+\", \"z+\"]"),
     {"case.toml:16:8", "opened twice"}},
    {"all open",
     flat("open = [\"z+\"]", "open = [\"z+\", \"z-\", \"x-\", \"x+\"]"),
     {"case.toml:12:8", "nothing is left"}},
    {"solid with an open face",
     with("kind = \"tank\"", "kind = \"solid\""),
     {"case.toml:16:8", "is for tanks", "(see case.toml:14:8)"}},
    {"round tank without faces",
     with("box = { min = [0, 0, 0], max = [2, 1, 2] }",
          "sphere = { center = [0,0,0], radius = 1 }"),
     {"case.toml:16:8", "no named faces"}},
    {"periodic through a wall",
     with("title = \"test\"", "periodic = { x = [0, 2] }"),
     {"case.toml:15:7", "closes the tank at x-, but x is periodic", "(see case.toml:2:12)"}},
    {"periodic backwards",
     with("title = \"test\"", "periodic = { x = [2, 0] }"),
     {"case.toml:2:18", "'x' in [periodic] must rise"}},
    {"periodic y in 2D",
     flat("spacing", "periodic = { y = [0, 1] }\nspacing"),
     {"case.toml:3:18", "no direction of a case in two dimensions", "(see case.toml:2:13)"}},
    {"period too short",
     with("title = \"test\"", "periodic = { y = [0, 0.5] }"),
     {"case.toml:2:18", "period of 0.5 m", "(see case.toml:3:11)"}},
    {"time step beyond the end",
     with("title = \"test\"", "time_step = 2.0"),
     {"case.toml:2:13", "'time_step' 2 s", "(see case.toml:4:12)"}},
    {"probe outside the domain",
     with("title = \"test\"", "domain = { min = [0,0,0], max = [2,1,2] }") +
         "[[probe]]\nname = \"P\"\nkind = \"pressure\"\nat = [3, 0, 0]\n",
     {"case.toml:20:6: probe 'P' at [3, 0, 0] lies outside the domain (see case.toml:2:10)"}},
    {"force on an unknown wall",
     plus("[[probe]]\nname = \"F\"\nkind = \"force\"\nwall = \"tnk\"\n"),
     {"case.toml:20:8", "'tnk'", "did you mean 'tank'?"}},
    {"force on an unknown face",
     plus("[[probe]]\nname = \"F\"\nkind = \"force\"\nwall = \"tank.x\"\n"),
     {"case.toml:20:8", "no face 'x'; its faces are x-", "(see case.toml:15:7)"}},
    {"force on an open face",
     plus("[[probe]]\nname = \"F\"\nkind = \"force\"\nwall = \"tank.z+\"\n"),
     {"case.toml:20:8", "is open", "(see case.toml:16:8)"}},
    {"radius of a level",
     plus("[[probe]]\nname = \"L\"\nkind = \"level\"\nat = [0,0,0]\nradius = 1\n"),
     {"case.toml:21:1", "'radius' in [probe.L] has no meaning for a level probe",
      "(see case.toml:19:8)"}},
    {"probe that moves with an unknown wall",
     plus("[[probe]]\nname = \"P\"\nkind = \"pressure\"\nat = [0,0,0]\nwall = \"tnk\"\n"),
     {"case.toml:21:8", "'tnk'", "did you mean 'tank'?"}},
    {"level that moves with a wall",
     plus("[[probe]]\nname = \"L\"\nkind = \"level\"\nat = [0,0,0]\nwall = \"tank\"\n"),
     {"case.toml:21:1", "'wall' in [probe.L] has no meaning for a level probe"}},
    {"two probes of one name",
     plus("[[probe]]\nname = \"V\"\nkind = \"volume\"\n[[probe]]\nname = \"V\"\nkind = "
          "\"volume\"\n"),
     {"case.toml:21:8: two probes are named 'V' (see case.toml:18:8)"}},
    {"probe named time",
     plus("[[probe]]\nname = \"time\"\nkind = \"volume\"\n"),
     {"case.toml:18:8: 'time' is a column"}},
    {"reference for nothing",
     plus("[[reference]]\nfile = \"r.csv\"\nseries = \"front\"\ncolumns = [\"t\", \"x\"]\n"),
     {"case.toml:17:1", "'front', but no probe has this name"}},
    {"reference with one column",
     plus("[[reference]]\nfile = \"r.csv\"\nseries = \"front\"\ncolumns = [\"t\"]\n"),
     {"case.toml:20:11", "must name two columns"}},
};

void check_all(const std::vector<Broken>& table)
{
    for (const Broken& broken : table) {
        const std::string message = refusal(broken.text);
        CAPTURE(broken.name);
        CAPTURE(message);
        CHECK(message.starts_with(broken.parts[0]));
        for (const std::string& part : broken.parts)
            CHECK(message.find(part) != std::string::npos);
        CHECK(message.find('\n') == std::string::npos);
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the cases that the broken ones are made from are accepted")
    {
        CHECK(refusal(good_case) == "");
        CHECK(refusal(flat_case) == "");
        CHECK(refusal(plus(
                  gate +
                  "motion = { velocity = 1, direction = [0,0,1], start = 0, travel = 1 }\n")) ==
              "");
    }
    TEST_CASE("12 files that are not a case are refused with their place") { check_all(syntax); }
    TEST_CASE("17 unknown or missing or misplaced keys are refused with the right one")
    {
        check_all(keys);
    }
    TEST_CASE("19 values of wrong type or range are refused with what was expected")
    {
        check_all(values);
    }
    TEST_CASE("17 impossible shapes are refused where they stand") { check_all(shapes); }
    TEST_CASE("30 contradictions are refused and cite both lines") { check_all(contradictions); }

    TEST_CASE("files beyond the limits are refused at once")
    {
        CHECK(refusal(good_case + std::string(5u << 20, '#')).find("larger than 4.2 MB") !=
              std::string::npos);
        std::string many = good_case + "open2 = [";
        for (int n = 0; n < 200000; ++n)
            many += "1,";
        CHECK(refusal(many + "1]\n").find("more than 100,000 values") != std::string::npos);
        std::string deep;
        for (int n = 0; n < 1000000; ++n)
            deep += "a.";
        CHECK(refusal(deep + "a = 1\n").find("parts") != std::string::npos);
        std::string nested = "x = ";
        for (int n = 0; n < 300; ++n)
            nested += "[{ a.b.c.d.e.f.g.h = ";
        CHECK(refusal(nested).starts_with("case.toml:1:"));
        std::string walls = good_case;
        for (int n = 0; n < 1001; ++n)
            walls += "[[wall]]\nname = \"w" + std::to_string(n) + "\"\n";
        CHECK(refusal(walls).find("more than 1,000") != std::string::npos);
    }

    TEST_CASE("any bytes in place of a case end in a message and not in a crash")
    {
        std::mt19937 random(7);
        int refused = 0;
        for (int n = 0; n < 3000; ++n) {
            std::string text = good_case;
            const int edits = 1 + static_cast<int>(random() % 4u);
            for (int e = 0; e < edits; ++e) {
                const std::size_t at = random() % text.size();
                switch (random() % 3u) {
                case 0:
                    text[at] = static_cast<char>(random() % 256u);
                    break;
                case 1:
                    text.erase(at, 1 + random() % 10u);
                    break;
                default:
                    text.insert(at, text.substr(random() % text.size(), random() % 20u));
                    break;
                }
                if (text.empty())
                    text = "x";
            }
            refused += refusal(text).empty() ? 0 : 1;
        }
        CHECK(refused > 1500); // most edits break a file this strict
    }
}
