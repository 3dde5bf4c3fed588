// Cases of bodies alone, run by the program: what its tables say is what mechanics says.
#include "cases/csv.h"
#include "cases/read.h"
#include "cases/build.h"
#include "tests/support/program.h"
#include "tests/support/trust.h"

#include <cmath>
#include <limits>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const std::string floor_wall = R"(
[[wall]]
name = "floor"
kind = "solid"
box = { min = [-1, -1, -0.2], max = [1, 1, 0] }
)";

std::string block(const std::string& more, const std::string& box = "min = [0, 0, 0], max = [0.1, 0.2, 0.3]")
{
    return "format = 1\nspacing = 0.02\nend_time = 0.5\ntime_step = 0.001\n[[body]]\nname = \"block\"\n"
           "density = 500\nbox = { " + box + " }\n" + more;
}

struct Played {
    explicit Played(const std::string& text)
    {
        write_whole_file(directory / "case.toml", text);
        ended = call({"run", (directory / "case.toml").string(), "--quiet", "--out", run().string()});
    }
    struct Shipped {
        std::string name;
    };
    explicit Played(const Shipped& shipped)
        : ended(call({"run", shipped.name, "--quiet", "--out", run().string()}))
    {
    }

    TemporaryDirectory directory;
    Ended ended;
    Path run() const { return directory / "run"; }
    std::vector<double> column(const char* file, const char* name,
                               const std::vector<cases::CsvSelection>& only = {}) const
    {
        return cases::read_csv((run() / file).string(), only).numbers(name);
    }
    double last(const char* file, const char* name,
                const std::vector<cases::CsvSelection>& only = {}) const
    {
        return column(file, name, only).back();
    }
};

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a thrown block flies its parabola and turns at its rate")
    {
        const Played p(block("velocity = [1, 0, 2]\nangular_velocity = [0, 0, 90]\n"));
        INFO(p.ended.err);
        REQUIRE(p.ended.code == 0);
        CHECK(p.last("bodies.csv", "time") == 0.5);
        CHECK(p.last("bodies.csv", "x") == doctest::Approx(0.05 + 0.5).epsilon(1e-12));
        CHECK(p.last("bodies.csv", "z")
              == doctest::Approx(0.15 + 2 * 0.5 - 0.5 * 9.81 * 0.25).epsilon(1e-12));
        CHECK(p.last("bodies.csv", "vz") == doctest::Approx(2 - 9.81 * 0.5).epsilon(1e-12));
        CHECK(p.last("bodies.csv", "turn_z") == doctest::Approx(45.0).epsilon(1e-10));
        CHECK(std::abs(p.last("series.csv", "body_energy.residual")) < 1e-13);
        const std::string contacts = read_whole_file(p.run() / "contacts.csv");
        CHECK(contacts.find('\n') == contacts.size() - 1); // the header alone
    }

    TEST_CASE("the floor carries the weight of a block and of the one upon it")
    {
        const Played p(block("[[body]]\nname = \"upper\"\nmass = 7\n"
                                    "box = { min = [0, 0, 0.3], max = [0.1, 0.2, 0.4] }\n"
                                    + floor_wall + "[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.3\n"));
        INFO(p.ended.err);
        REQUIRE(p.ended.code == 0);
        const double g = 9.81, lower = 3.0, upper = 7.0;
        const auto force = [&](const char* pair) {
            return p.last("contacts.csv", "normal_force", {{"pair", pair}});
        };
        CHECK(force("block - upper") == doctest::Approx(upper * g).epsilon(1e-9));
        CHECK(force("block - floor") == doctest::Approx((lower + upper) * g).epsilon(1e-9));
        CHECK(p.last("bodies.csv", "contact_fz") == doctest::Approx(upper * g).epsilon(1e-9));
        CHECK(std::abs(p.last("bodies.csv", "z") - 0.35) < 1e-9);
    }

    TEST_CASE("the shipped stack of six blocks rests for 5 s to 1e-9 m and 1e-12 of its energy")
    {
        const Played p(Played::Shipped{"block-stack"});
        INFO(p.ended.err);
        REQUIRE(p.ended.code == 0);
        const auto z = p.column("bodies.csv", "z"), x = p.column("bodies.csv", "x");
        for (std::size_t n = 0; n < z.size(); ++n) {
            CHECK(std::abs(z[n] - z[n % 6]) < 1e-9);
            CHECK(std::abs(x[n] - x[n % 6]) < 1e-9);
        }
        // e_KE of [A21]: what contact leaves of the kinetic energy that gravity gives in a step.
        const double given = 0.5 * 6 * 0.12 * std::pow(9.81e-3, 2);
        CHECK(p.last("series.csv", "body_energy.kinetic") < 1e-12 * given);
        CHECK(p.last("series.csv", "events.unsettled") == 0.0);
    }

    TEST_CASE("the energy of a row of dominoes is accounted for to rounding")
    {
        const Played p(Played::Shipped{"dominoes"});
        REQUIRE(p.ended.code == 0);
        const double fallen = -p.last("series.csv", "body_energy.potential");
        CHECK(fallen > 0.01);
        CHECK(std::abs(p.last("series.csv", "body_energy.residual")) < 1e-12 * fallen);
        const auto turned = p.column("bodies.csv", "turn_y");
        for (std::size_t n = turned.size() - 20; n < turned.size(); ++n)
            CHECK(turned[n] > 60.0); // all lie
    }

    TEST_CASE("a body that falls out of the domain is noted and the run goes on")
    {
        const Played p(block("[[body]]\nname = \"stone\"\nmass = 1\n"
                                    "box = { min = [0.9, 0, 0], max = [1.0, 0.1, 0.1] }\nvelocity = [3, 0, 0]\n"
                                    + floor_wall));
        INFO(p.ended.err);
        CHECK(p.ended.code == 0);
        const std::string log = read_whole_file(p.run() / "run.log");
        CHECK(log.find("body 'stone' left the domain at (") != std::string::npos);
        CHECK(log.find("body 'block' left") == std::string::npos);
    }

    TEST_CASE("a bad number in a body stops the run with its name and the state before")
    {
        auto built = cases::build(cases::parse_case(block(floor_wall), "case.toml"));
        Recorder recorder;
        coupling::Faults faults;
        faults.alter_step = 5;
        faults.times = 99;
        faults.before_step = [](coupling::State& s) {
            s.bodies.velocity[0].x() = std::numeric_limits<double>::quiet_NaN();
        };
        const auto outcome = run_steps(built, 10, recorder, faults);
        CHECK(outcome.ending == coupling::Ending::numbers);
        const std::string line = outcome.diagnosis.line();
        CAPTURE(line);
        CHECK(line.find("step 5") == 0);
        CHECK(line.find("body 'block'") != std::string::npos);
        CHECK(line.find("first in the bodies at (0.05, 0.1, 0.15)") != std::string::npos);
        CHECK(built.state.step == 4);
        CHECK(std::isfinite(built.state.bodies.velocity[0].x()));
    }

    TEST_CASE("a case of bodies alone is refused for what only water has")
    {
        const auto refused = [](const std::string& text, const std::string& part) {
            const Played p(text);
            CAPTURE(p.ended.err);
            CHECK(p.ended.code == 2);
            CHECK(p.ended.is_one_line());
            CHECK(p.ended.says(part));
            CHECK(!std::filesystem::exists(p.run()));
        };
        refused(block("[[probe]]\nname = \"P\"\nkind = \"pressure\"\nat = [0, 0, 0]\n"),
                "case.toml:10:8: probe 'P' looks at water, but the case has no [fluid]");
        refused("format = 1\nspacing = 0.1\nend_time = 1\n" + floor_wall, "fluid");
    }
}
