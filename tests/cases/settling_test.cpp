// Case files with bodies that settle: what is read, written, explained and refused.
#include "cases/build.h"
#include "cases/explain.h"
#include "cases/write.h"
#include "core/files.h"
#include "support.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const std::string settling_case = R"(format = 1
spacing = 0.02
end_time = 0.5
time_step = 0.001
[[wall]]
name = "floor"
kind = "solid"
box = { min = [-1, -1, -0.2], max = [1, 1, 0] }
[[body]]
name = "block"
type = "settling"
density = 500
box = { min = [0, 0, 0.1], max = [0.1, 0.2, 0.4] }
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

std::string with(const std::string& from, const std::string& to)
{
    return replaced(settling_case, from, to);
}
std::string settling(const std::string& keys)
{
    return settling_case + "settling = { " + keys + " }\n";
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a body that settles is refused with its place and the reason")
    {
        const std::string wall = "[[wall]]\nname = \"other\"\nkind = \"solid\"\n"
                                 "box = { min = [2, 2, -0.2], max = [3, 3, 0] }\n";
        const std::vector<std::pair<std::string, std::vector<std::string>>> all{
            {settling("epsilon = 0.5"),
             {"case.toml:14:", "epsilon = 0.5 m would take all of body 'block'", "0.1 m thin"}},
            {settling("epsilon = 0"), {"case.toml:14:", "'epsilon'", "above 0"}},
            {settling("epsilom = 0.001"),
             {"case.toml:14:", "unknown key 'epsilom'", "did you mean 'epsilon'?"}},
            {settling("damping = 1"),
             {"case.toml:14:", "damping is for bodies that roll", "(see case.toml:13:"}},
            {settling("scheme = \"papr\""), {"case.toml:14:", "'scheme'", "\"paper\""}},
            {settling("inertia = \"center\""), {"case.toml:14:", "'inertia'", "\"centre\""}},
            {settling("line_residual = 2"), {"case.toml:14:", "'line_residual'", "at most 1"}},
            {settling("final_speed = -1"), {"case.toml:14:", "'final_speed'", "-1"}},
            {settling("from = -1"), {"case.toml:14:", "'from'", "-1"}},
            {settling("from = 0.2, until = 0.1"),
             {"case.toml:14:", "'until'", "must be later than 'from'"}},
            {settling("below = 0"), {"case.toml:14:", "'below'", "above 0"}},
            {settling("surface = \"flor\""),
             {"case.toml:14:", "no wall is named 'flor'", "'floor'"}},
            {settling("surface = \"floor.z*\""), {"case.toml:14:", "has no face 'z*'"}},
            {settling("surface = \"floor.z-\""),
             {"case.toml:14:", "faces away from gravity", "(see case.toml:8:"}},
            {settling_case + wall,
             {"case.toml:11:", "may settle on several walls", "floor, other"}},
            {with("0.1], max = [0.1, 0.2, 0.4]", "-0.1], max = [0.1, 0.2, 0.2]"),
             {"case.toml:10:8: body 'block' starts 0.1 m below the surface"}},
            {with("density = 500", "motion = \"fixed\""),
             {"case.toml:11:", "must be free to move and turn"}},
            {with("density = 500", "density = 500\nlocked = [\"x\"]"),
             {"case.toml:11:", "must be free to move and turn"}},
            {with("type = \"settling\"", "settling = { damping = 0 }"),
             {"case.toml:11:", "'from'", "is missing"}},
            {with("kind = \"solid\"",
                  "kind = \"solid\"\nmotion = { velocity = 1, direction = [1, 0, 0] }"),
             {"case.toml:12:", "wall 'floor' moves", "(see case.toml:8:"}},
            {with("box = { min = [-1, -1, -0.2], max = [1, 1, 0] }",
                  "sphere = { center = [0, 0, -1], radius = 1 }"),
             {"case.toml:11:", "wall 'floor' has no flat face", "(see case.toml:8:"}},
            {"gravity = [0, 0, 0]\n" + settling_case,
             {"case.toml:12:", "nothing settles without gravity"}},
        };
        for (const auto& [text, parts] : all) {
            const std::string message = build_refusal(text);
            CAPTURE(text);
            CAPTURE(message);
            CHECK(message.find('\n') == std::string::npos);
            CHECK(message.rfind(parts[0], 0) == 0);
            for (const std::string& part : parts)
                CHECK(message.find(part) != std::string::npos);
        }
    }

    TEST_CASE("an open mesh cannot settle")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                                 "f 1 3 2\nf 1 2 4\nf 1 4 3\n");
        const std::string text =
            replaced(settling_case, "box = { min = [0, 0, 0.1], max = [0.1, 0.2, 0.4] }",
                     "mesh = { file = \"" + (directory / "open.obj").string() + "\" }");
        const std::string message = build_refusal(text);
        CAPTURE(message);
        CHECK(message.rfind("case.toml:13:", 0) == 0);
        CHECK(message.find("open.obj") != std::string::npos);
    }

    TEST_CASE("the written case says again how bodies settle")
    {
        const auto again = [](const std::string& text) {
            const cases::Case c = cases::parse_case(text, "case.toml");
            const std::string written = cases::write_case_resolved(c, "");
            CAPTURE(written);
            CHECK(cases::write_case_resolved(cases::parse_case(written, "case.toml"), "") ==
                  written);
            return written;
        };
        const std::string one = again(settling(
            "surface = \"floor.z+\", epsilon = 0.001, scheme = \"paper\", inertia = \"centre\", "
            "line_residual = 0.1, final_speed = 0.2, from = 0.1, until = 0.3, below = 0.4"));
        for (const char* part : {"surface = \"floor.z+\"", "epsilon = 0.001", "scheme = \"paper\"",
                                 "inertia = \"centre\"", "line_residual = 0.1", "final_speed = 0.2",
                                 "from = 0.1", "until = 0.3", "below = 0.4", "damping = 0"})
            CHECK(one.find(part) != std::string::npos);
        CHECK(again(settling_case).find("type = \"settling\"") != std::string::npos);
    }

    TEST_CASE("explain names the surface and epsilon and that settling bodies meet nothing else")
    {
        const cases::Case c = cases::parse_case(settling_case, "case.toml");
        const cases::Built built = cases::build(c);
        const std::string text = cases::explain(c, built);
        CAPTURE(text);
        CHECK(text.find("not each other, nor other bodies or walls") != std::string::npos);
        CHECK(text.find("normal [0, 0, 1], epsilon 0.000374 m of L 0.374 m, 8 corners") !=
              std::string::npos);
    }
}
