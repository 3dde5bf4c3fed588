#include "cases/build.h"
#include "cases/explain.h"
#include "cases/list.h"
#include "support.h"

#include "coupling/step.h"
#include "sph/time_step.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace flotsam;
using namespace flotsam::tests;
using cases::build;
using cases::Built;
using cases::Case;

namespace {

Built built_from(const std::string& text, const std::vector<std::string>& set = {})
{
    return build(cases::parse_case(text, "case.toml", set));
}

std::string build_refusal(const std::string& text, const std::vector<std::string>& set = {})
{
    try {
        built_from(text, set);
        return {};
    } catch (const UserError& error) {
        return error.what();
    }
}

bool warns(const Built& built, const std::string& part)
{
    return std::any_of(built.warnings.begin(), built.warnings.end(),
                       [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the 2D dam break has 40 x 80 particles of water and three layers of wall on one lattice")
    {
        const Case c = cases::read_case("dam-break");
        const Built b = build(c);
        CHECK(b.state.fluid.size() == 40 * 80);
        // Floor of 166 x 3 with its corners, two sides of 3 x 160.
        CHECK(b.state.boundary.size() == 166 * 3 + 2 * 3 * 240);
        const double d = c.spacing;
        const auto off_lattice = [&](const Vec3& x) {
            const double u = x.x() / d - 0.5, w = x.z() / d - 0.5;
            return std::abs(u - std::round(u)) + std::abs(w - std::round(w)) + std::abs(x.y());
        };
        double worst = 0.0;
        for (const Vec3& x : b.state.fluid.position)
            worst = std::max(worst, off_lattice(x));
        for (const Vec3& x : b.state.boundary.position)
            worst = std::max(worst, off_lattice(x));
        CHECK(worst < 1e-6);
        CHECK(b.method.groups[0] == "tank");
        CHECK(b.method.groups[1] == "tank.x-");
        const std::set<std::uint16_t> groups(b.state.boundary.group.begin(),
                                             b.state.boundary.group.end());
        CHECK(groups.size() == 4); // corners, x-, x+, z-
        CHECK_FALSE(b.method.fluid.sealed);
        CHECK(b.method.start.size() == 0);
        CHECK(b.warnings.empty());
        CHECK(b.probes.size() == 5);
        REQUIRE(b.probes[3].kind == coupling::Probe::Kind::force);
        CHECK(b.probes[3].groups.size() == b.method.groups.size());
        CHECK(b.pictures.size() == 1);
        CHECK_FALSE(b.pictures[0].mesh.triangle.empty());
    }

    TEST_CASE("the 3D dam break has 20 x 34 x 15 particles of water")
    {
        const Built b = build(cases::read_case("dam-break-3d"));
        CHECK(b.state.fluid.size() == 20 * 34 * 15);
        CHECK(b.state.boundary.size() == 86 * 40 * 33 - 80 * 34 * 30);
        CHECK(b.warnings.empty());
        REQUIRE(b.probes.size() == 4);
        REQUIRE(b.probes[3].groups.size() == 1);
        CHECK(b.method.groups[b.probes[3].groups[0]] == "tank.x+");
    }

    TEST_CASE("overlapping fills fill a place once and the first one gives its velocity")
    {
        const std::string second =
            "[[fluid.fill]]\nbox = { min = [0.5, 0], max = [1.5, 1] }\nvelocity = [1, 0]\n[[wall]]";
        const Built b = built_from(replaced(flat_case, "[[wall]]", second));
        CHECK(b.state.fluid.size() == 150);
        CHECK(b.fluid_by_fill == std::vector<Offset>{100, 50});
        const auto moving =
            std::count_if(b.state.fluid.velocity.begin(), b.state.fluid.velocity.end(),
                          [](const Vec3& v) { return v.x() == 1.0; });
        CHECK(moving == 50);
        std::vector<std::int64_t> ids = b.state.fluid.id;
        std::sort(ids.begin(), ids.end());
        CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
    }

    TEST_CASE("a fill that holds nothing is refused where it stands")
    {
        CHECK(build_refusal(replaced(flat_case, "max = [1, 1]", "max = [1, 0.02]"))
                  .starts_with("case.toml:7:7: this fill holds no water"));
        const std::string outside =
            "[[fluid.fill]]\nbox = { min = [5, 0], max = [6, 1] }\n[[wall]]";
        CHECK(build_refusal(replaced(flat_case, "[[wall]]", outside))
                  .starts_with("case.toml:9:7: this fill holds no water"));
        const std::string same = "[[fluid.fill]]\nbox = { min = [0, 0], max = [1, 1] }\n[[wall]]";
        CHECK(build_refusal(replaced(flat_case, "[[wall]]", same))
                  .starts_with("case.toml:9:7: this fill holds no water"));
    }

    TEST_CASE("what only building shows is refused with both places")
    {
        CHECK(
            build_refusal(flat_case + "[[probe]]\nname = \"P\"\nkind = \"pressure\"\nat = [9, 0]\n")
                .starts_with("case.toml:16:6: probe 'P' at [9, 0, 0] lies outside the domain"));
        const std::string small =
            replaced(flat_case, "spacing", "domain = { min = [0,0], max = [0.5,2] }\nspacing");
        CHECK(
            build_refusal(small).starts_with("case.toml:8:7: this fill reaches out of the domain"));
        CHECK(build_refusal(small).find("(see case.toml:3:10)") != std::string::npos);
    }

    TEST_CASE("a closed tank is sealed when full and has a surface when a layer is missing")
    {
        CHECK(built_from(closed_case).method.fluid.sealed);
        CHECK_FALSE(built_from(replaced(closed_case, "max = [2, 2]", "max = [2, 1.9]"))
                        .method.fluid.sealed);
        CHECK_FALSE(built_from(closed_case + "open = [\"z+\"]\n").method.fluid.sealed);
        CHECK_FALSE(built_from(closed_case, {"fluid.sealed=false"}).method.fluid.sealed);
        CHECK(built_from(flat_case, {"fluid.sealed=true"}).method.fluid.sealed);
    }

    TEST_CASE("a periodic channel has no walls across it and is sealed when full")
    {
        const std::string channel =
            replaced(closed_case, "spacing", "periodic = { x = [0, 2] }\nspacing") +
            "open = [\"x-\", \"x+\"]\n";
        const Built b = built_from(channel);
        CHECK(b.state.fluid.size() == 400);
        CHECK(b.state.boundary.size() == 2 * 3 * 20);
        CHECK(b.method.fluid.sealed);
        CHECK(b.method.fluid.periodic.length.x() == 2.0);
        CHECK(b.method.domain.max.x() == 2.0);
        const std::string box = "format = 1\ndimension = 2\nspacing = 0.1\nend_time = 1\nperiodic "
                                "= { x = [0, 2], z = [0, 2] }\n"
                                "[fluid]\n[[fluid.fill]]\nbox = { min = [0, 0], max = [2, 2] }\n";
        const Built full = built_from(box);
        CHECK(full.state.fluid.size() == 400);
        CHECK(full.method.fluid.sealed);
        CHECK_FALSE(built_from(replaced(box, "max = [2, 2]", "max = [2, 1]")).method.fluid.sealed);
    }

    TEST_CASE("a moving gate keeps its start and its motion and its own group")
    {
        const std::string gate =
            "[[wall]]\nname = \"gate\"\nkind = \"solid\"\nbox = { min = [1, 0], max = [1.3, 1.5] "
            "}\n"
            "motion = { acceleration = 9.81, direction = [0, 2], start = 0.1, travel = 0.5 }\n";
        const Built b = built_from(flat_case + gate);
        CHECK(b.method.start.size() == b.state.boundary.size());
        REQUIRE(b.method.solids.size() == 2);
        CHECK(b.method.solids[1].motion.direction == Vec3(0, 0, 1));
        CHECK(b.method.solids[1].motion.travel == 0.5);
        CHECK(b.wall_by_solid[1] == 3 * 15);
        CHECK(b.method.fluid.slip[0] == doctest::Approx(2.0 / 3.0));
        // The domain has room for the gate and, above it, for splashes.
        CHECK(b.method.domain.max.z() > 3.0 * 2.0);
    }

    TEST_CASE("the domain has room above under gravity and all around without")
    {
        const Bounds falls = built_from(flat_case).method.domain;
        CHECK(falls.min.x() == doctest::Approx(-0.4));
        CHECK(falls.max.x() == doctest::Approx(2.4));
        CHECK(falls.max.z() == doctest::Approx(2.4 + 2.0 * 2.0));
        const Bounds floats = built_from(flat_case, {"gravity=[0, 0]"}).method.domain;
        CHECK(floats.min.x() == doctest::Approx(-2.0));
        CHECK(floats.max.z() == doctest::Approx(4.0));
        // A tank that swings by 0.5 m takes its water along.
        const std::string swings =
            "motion = { sinusoid = { amplitude = 0.5, frequency = 1000 }, direction = [1, 0] }\n";
        const Bounds swung = built_from(flat_case + swings).method.domain;
        CHECK(swung.min.x() == doctest::Approx(-0.9).epsilon(1e-3));
        CHECK(swung.max.x() == doctest::Approx(2.9).epsilon(1e-3));
    }

    TEST_CASE("a motion table counts from its first value and is turned to radians")
    {
        const TemporaryFolder folder;
        folder.file("roll.csv", "# t\ntime_s;angle_deg\n0;10\n0.5;100\n2;190\n");
        const auto roll = [&](const std::string& more) {
            const std::string text =
                flat_case + "motion = { table = \"roll.csv\", about = [1, 0]" + more + " }\n";
            return build(cases::read_case(folder.file("case.toml", text)));
        };
        const Built b = roll("");
        const rigid::Table& table = b.method.solids[0].motion.table;
        CHECK(table.value[0] == 0.0);
        CHECK(table.value[1] == doctest::Approx(1.5707963267948966));
        CHECK(warns(b, "counts from its first value, 10"));
        CHECK(roll(", degrees = false").method.solids[0].motion.table.value[1] == 90.0);
        CHECK_THROWS_AS(roll(", column = \"angle\""), UserError);
        folder.file("roll.csv", "t,a\n0,0\n1,1\n1,2\n");
        try {
            roll("");
            CHECK(false);
        } catch (const UserError& error) {
            CHECK(std::string(error.what()).find("roll.csv:4:1: 't' must rise") !=
                  std::string::npos);
        }
    }

    TEST_CASE("doubtful cases are built with a warning")
    {
        const auto plate = [](const std::string& width) {
            return flat_case +
                   "[[wall]]\nname = \"plate\"\nkind = \"solid\"\nbox = { min = [1.2, 0], max = [" +
                   width + ", 1] }\n";
        };
        CHECK(warns(built_from(plate("1.4")), "'plate' is 2 spacings thick"));
        CHECK_FALSE(warns(built_from(plate("1.5")), "spacings thick"));
        CHECK(warns(built_from(flat_case, {"wall.tank.box.max=[2.05, 2]"}),
                    "20.5 spacings long in x"));
        CHECK(warns(built_from(flat_case, {"output.every=2"}), "longer than the run"));
        CHECK(warns(
            built_from(flat_case + "motion = { velocity = 1, direction = [1, 0], start = 2 }\n"),
            "after the run's end"));
        CHECK(warns(built_from(flat_case + "motion = { velocity = 900, direction = [1, 0] }\n"),
                    "ten times faster"));
        CHECK(warns(built_from(flat_case +
                               "[[probe]]\nname = \"P\"\nkind = \"pressure\"\nat = [1, -0.2]\n"),
                    "outside every tank"));
        CHECK(
            warns(built_from(flat_case + "[[wall]]\nname = \"slope\"\nkind = \"solid\"\nplane = { "
                                         "point = [0, -1], normal = [0, 1] }\n"),
                  "planes have no end"));
        CHECK(built_from(flat_case).warnings.empty());
    }

    TEST_CASE("explain names domain and particles and memory and the binding limit and defaults")
    {
        const Case c = cases::read_case("dam-break", {"output.every=5"});
        const std::string text = cases::explain(c, build(c));
        for (const char* part :
             {"Two dimensions", "The domain reaches", "3,200", "memory", "advection limit",
              "from the advection limit", "fluid.smoothing_ratio", "Warnings",
              "longer than the run", "tank", "front of the water", "free surface"})
            CHECK(text.find(part) != std::string::npos);
        CHECK(text.find("fluid.density") == std::string::npos);
    }

    TEST_CASE("list has a line for every shipped case and one for a case that cannot be read")
    {
        const std::string text = cases::list_cases();
        CHECK(text.find("dam-break ") != std::string::npos);
        CHECK(text.find("dam-break-3d ") != std::string::npos);
        CHECK(text.find("cannot be read") == std::string::npos);
        const TemporaryFolder folder;
        folder.file("good/case.toml", good_case);
        folder.file("bad/case.toml", "format = 2\n");
        setenv("FLOTSAM_CASES", folder.path().c_str(), 1);
        const std::string own = cases::list_cases();
        unsetenv("FLOTSAM_CASES");
        CHECK(std::count(own.begin(), own.end(), '\n') == 2);
        CHECK(own.find("cannot be read: ") != std::string::npos);
        CHECK(own.find("particles, about ") != std::string::npos);
    }
}
