// Water that runs over and under edges: nothing may be lost in a wall.
#include "cases/build.h"
#include "cases/read.h"
#include "coupling/run.h"

#include <doctest/doctest.h>

using namespace flotsam;

namespace {

const std::string basin = R"(
format = 1
dimension = 2
spacing = 0.01
end_time = 0.9
[[fluid.fill]]
box = { min = [0.0, 0.0], max = [0.4, 0.3] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0.0, 0.0], max = [1.2, 0.9] }
open = ["z+"]
[[wall]]
kind = "solid"
)";

std::int64_t lost(const std::string& solid)
{
    const cases::Case c = cases::parse_case(basin + solid, "edges.toml");
    cases::Built built = cases::build(c);
    REQUIRE(built.state.fluid.size() == 1200);
    coupling::RunOptions options;
    options.end_time = c.end_time;
    coupling::Observer nobody;
    const auto outcome = coupling::run(built.state, built.method, options, nobody);
    INFO(outcome.diagnosis.line());
    CHECK(outcome.ending == coupling::Ending::end_time);
    return built.state.events.left;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a dam break over a sill loses no particle at its convex edges")
    {
        CHECK(lost(R"(
name = "sill"
box = { min = [0.8, 0.0], max = [0.85, 0.1] }
)") == 0);
    }

    TEST_CASE("water under a gate that is lifted loses no particle at its edges")
    {
        CHECK(lost(R"(
name = "gate"
box = { min = [0.4, 0.0], max = [0.43, 0.5] }
motion = { velocity = 1.0, direction = [0.0, 1.0], start = 0.1, travel = 0.8 }
)") == 0);
    }
}
