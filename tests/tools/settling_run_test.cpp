// Settling bodies in a run: tables and frames, handing over to rigid contact and back, many bodies.
#include "cases/build.h"
#include "cases/csv.h"
#include "cases/read.h"
#include "tests/support/program.h"
#include "tests/support/trust.h"

#include <cmath>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const std::string head = R"(format = 1
spacing = 0.02
end_time = 1.5
time_step = 0.001
[[wall]]
name = "floor"
kind = "solid"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[contact]]
between = ["*", "*"]
friction = 0.5
)";

std::string block(const std::string& more)
{
    return "[[body]]\nname = \"block\"\ndensity = 500\norientation = { angle = 30, axis = [0.3, 1, "
           "0] }\n"
           "box = { min = [0, 0, 0.2], max = [0.2, 0.15, 0.3] }\n" +
           more;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a settled block lies flat at half its height in the tables and its energy is "
              "accounted for")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "case.toml", head + block("type = \"settling\"\n"));
        const Ended ended = call({"run", (directory / "case.toml").string(), "--quiet", "--out",
                                  (directory / "run").string()});
        INFO(ended.err);
        REQUIRE(ended.code == 0);
        const auto last = [&](const char* file, const char* column) {
            return cases::read_csv((directory / "run" / file).string()).numbers(column).back();
        };
        CHECK(last("settling.csv", "stage") == 4.0);
        CHECK(last("settling.csv", "contact") == 3.0);
        CHECK(last("settling.csv", "points") == 4.0);
        CHECK(last("settling.csv", "on_face") == 1.0);
        CHECK(last("settling.csv", "height") == doctest::Approx(0.05).epsilon(0.006)); // epsilon
        CHECK(last("settling_points.csv", "height") < 0.000271);                       // L / 1000
        CHECK(last("series.csv", "settling.at_rest") == 1.0);
        const double fallen = -last("series.csv", "body_energy.potential");
        CHECK(fallen > 0.1);
        CHECK(std::abs(last("series.csv", "body_energy.residual")) < 1e-6 * fallen);
        const auto z =
            cases::read_csv((directory / "run" / "settling_points.csv").string()).numbers("height");
        for (const double height : z)
            CHECK(height > -1e-9);
    }

    TEST_CASE("a rigid block settles once it is slow and is rigid again later and lies still all "
              "the time")
    {
        auto built = cases::build(cases::parse_case(
            head + block("settling = { below = 0.3, until = 1.2 }\n"), "case.toml"));
        CHECK(built.state.settling.stage_of(0) == contact::Stage::apart);
        Recorder recorder;
        std::int64_t settled = 0;
        double when = 0.0, lowest = 0.0;
        for (int n = 0; n < 1500; ++n) {
            run_steps(built, 1, recorder);
            const bool now = built.state.settling.stage_of(0) != contact::Stage::apart;
            if (now && settled == 0)
                when = built.state.time;
            settled += now;
            lowest = std::min(lowest, contact::lowest(built.method.settling[0].model,
                                                      built.state.bodies.position[0],
                                                      built.state.bodies.orientation[0]));
        }
        MESSAGE("settles from " << when << " s on for " << settled << " steps; lowest " << lowest
                                << " m");
        CHECK(when > 0.15); // it falls 0.2 m first
        CHECK(settled > 100);
        CHECK(built.state.settling.stage_of(0) == contact::Stage::apart);
        CHECK(built.state.bodies.position[0].z() == doctest::Approx(0.05).epsilon(0.006));
        CHECK(built.state.bodies.velocity[0].norm() < 1e-6);
        CHECK(lowest > -2e-3); // the rigid impact's own depth
    }

    TEST_CASE("a rigid block on another does not settle and falls through nothing")
    {
        auto built = cases::build(
            cases::parse_case(head + "[[body]]\nname = \"lower\"\ndensity = 500\nbox = { min = [0, "
                                     "0, 0], max = [0.2, 0.2, 0.1] }\n"
                                     "settling = { below = 0.3, from = 0.01 }\n"
                                     "[[body]]\nname = \"upper\"\ndensity = 500\nbox = { min = [0, "
                                     "0, 0.1], max = [0.2, 0.2, 0.2] }\n",
                              "case.toml"));
        Recorder recorder;
        run_steps(built, 300, recorder);
        CHECK(built.state.settling.stage_of(0) == contact::Stage::apart);
        CHECK(built.state.bodies.position[1].z() == doctest::Approx(0.15).epsilon(1e-6));
    }
}
