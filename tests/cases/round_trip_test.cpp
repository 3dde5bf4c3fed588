#include "cases/csv.h"
#include "cases/find.h"
#include "cases/value.h"
#include "cases/write.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace flotsam;
using namespace flotsam::tests;
using cases::Case;

namespace {

const std::string rich_case = R"(format = 1
title = "everything, with \"quotes\" and \\"
spacing = 0.1
time_step = 0.00123
end_time = 0.7
gravity = [0.1, 0, -9.8]
domain = { min = [-1, -1, -1], max = [4, 4, 4] }
[fluid]
density = 998.2
viscosity = 1.0016e-3
smagorinsky = 0.1
sealed = false
surface = "detected"
[[fluid.fill]]
union = [{ box = { min = [0.1, 0, 0], max = [1, 1, 1] } }, { ellipsoid = { center = [1, 1, 1], radii = [1, 2, 3] }, turn = { angle = 12.5, axis = [1, 1, 0] } }]
velocity = [0.3, 0, 0]
[[fluid.fill]]
cone = { from = [0, 0, 0], to = [0, 0, 1], radius_from = 0.5, radius_to = 0 }
[[wall]]
name = "tank"
kind = "tank"
cylinder = { from = [0, 0, 0], to = [0, 0, 3], radius = 1.1 }
open = ["to"]
slip = [1, 0]
motion = { sinusoid = { amplitude = 5, frequency = 0.7, phase = 30 }, axis = [0, 1, 0.1], about = [1, 0, 0] }
[[wall]]
name = "bowl"
kind = "tank"
bowl = { center = [0, 0, 3], radius = 1 }
wall_law = true
[[wall]]
name = "gate"
kind = "solid"
box = { min = [1, 0, 0], max = [1.4, 1, 1] }
turn = { angle = 30, axis = [0, 1, 0], about = [1, 0, 0] }
motion = { acceleration = 9.81, direction = [1, 1, 1], start = 0.2, travel = 0.5 }
[[wall]]
name = "piston"
kind = "solid"
sphere = { center = [3, 0, 0], radius = 0.3 }
motion = { table = "piston.csv", column = "x_m", direction = [1, 0, 0] }
[[wall]]
name = "rock"
kind = "solid"
mesh = { file = "rock.stl", scale = 0.001, at = [1, 2, 3] }
[[wall]]
name = "slope"
kind = "solid"
plane = { point = [0, 0, 0], normal = [0.1, 0, 1] }
[[probe]]
name = "P"
kind = "pressure"
at = [0.5, 0.5, 0]
radius = 0.1
normal = [0, 1, 1]
[[probe]]
name = "L"
kind = "level"
at = [0.5, 0, 0]
[[probe]]
name = "V"
kind = "velocity"
at = [0.5, 0, 0]
[[probe]]
name = "front"
kind = "front"
direction = [1, 1, 0]
region = { min = [0, 0, 0], max = [1, 1, 1] }
[[probe]]
name = "F"
kind = "force"
wall = "gate.x-"
about = [1, 0, 0]
[[probe]]
name = "vol"
kind = "volume"
[output]
every = 0.013
compression = "lz4"
[[reference]]
file = "data/ref.csv"
series = "F.fx"
columns = ["t", "f"]
limits = { rmse = 0.1, peak_error = 0.2 }
[[reference]]
name = "all keys"
file = "data:lab/run 3.csv"
series = "F.fx"
columns = ["time [ms]", "force \"x\" [kN]"]
band = ["lo", "hi"]
where = { run = 3, "wall [side]" = "left" }
time_scale = 0.001
value_scale = -1000
value_offset = 0.5
time_shift = -0.02
window = [0.1, 0.9]
smooth = 0.005
arrival_at = 12
speed_between = [1, 2.5]
limits = { speed_error = 0.03, inside_band = 0.7, time_shift = 0.1 }
[[reference]]
file = "data/ref.csv"
series = "bodies.crate.x"
columns = ["t", "f"]
time_shift = "arrival"
)";

// Everything but places and notes on defaults.
void check_same(const cases::ShapeSpec& a, const cases::ShapeSpec& b)
{
    CHECK(a.kind == b.kind);
    for (auto field : {&cases::ShapeSpec::min, &cases::ShapeSpec::max, &cases::ShapeSpec::center,
                       &cases::ShapeSpec::radii, &cases::ShapeSpec::from, &cases::ShapeSpec::to,
                       &cases::ShapeSpec::point, &cases::ShapeSpec::direction,
                       &cases::ShapeSpec::at, &cases::ShapeSpec::axis, &cases::ShapeSpec::about})
        CHECK(a.*field == b.*field);
    for (auto field :
         {&cases::ShapeSpec::radius, &cases::ShapeSpec::radius_from, &cases::ShapeSpec::radius_to,
          &cases::ShapeSpec::scale, &cases::ShapeSpec::angle})
        CHECK(a.*field == b.*field);
    CHECK(a.file == b.file);
    REQUIRE(a.parts.size() == b.parts.size());
    for (std::size_t n = 0; n < a.parts.size(); ++n)
        check_same(a.parts[n], b.parts[n]);
}

void check_same(const cases::MotionSpec& a, const cases::MotionSpec& b)
{
    CHECK(a.law == b.law);
    CHECK(a.turns == b.turns);
    CHECK(a.degrees == b.degrees);
    for (auto field :
         {&cases::MotionSpec::direction, &cases::MotionSpec::axis, &cases::MotionSpec::about})
        CHECK(a.*field == b.*field);
    for (auto field :
         {&cases::MotionSpec::value, &cases::MotionSpec::amplitude, &cases::MotionSpec::frequency,
          &cases::MotionSpec::phase, &cases::MotionSpec::start, &cases::MotionSpec::travel})
        CHECK(a.*field == b.*field);
    CHECK(a.file == b.file);
    CHECK(a.column == b.column);
}

void check_same(const std::optional<Bounds>& a, const std::optional<Bounds>& b)
{
    REQUIRE(a.has_value() == b.has_value());
    if (a) {
        CHECK(a->min == b->min);
        CHECK(a->max == b->max);
    }
}

void check_same(const cases::FluidSpec& a, const cases::FluidSpec& b)
{
    using F = cases::FluidSpec;
    for (auto field : {&F::density, &F::viscosity, &F::smagorinsky, &F::relaxation,
                       &F::smoothing_ratio, &F::cfl, &F::may_leave, &F::tolerance})
        CHECK(a.*field == b.*field);
    CHECK(a.max_iterations == b.max_iterations);
    CHECK(a.surface == b.surface);
    CHECK(a.solver == b.solver);
    CHECK(a.pressure_zero == b.pressure_zero);
    CHECK(a.hydrostatics_apart == b.hydrostatics_apart);
    CHECK(a.sealed == b.sealed);
    CHECK(a.shifting == b.shifting);
    REQUIRE(a.fills.size() == b.fills.size());
    for (std::size_t n = 0; n < a.fills.size(); ++n) {
        check_same(a.fills[n].shape, b.fills[n].shape);
        CHECK(a.fills[n].velocity == b.fills[n].velocity);
    }
}

void check_same(const cases::ProbeSpec& a, const cases::ProbeSpec& b)
{
    CHECK(a.name == b.name);
    CHECK(a.kind == b.kind);
    CHECK(a.at == b.at);
    CHECK(a.radius == b.radius);
    CHECK(a.normal == b.normal);
    CHECK(a.direction == b.direction);
    CHECK(a.wall == b.wall);
    CHECK(a.about == b.about);
    check_same(a.region, b.region);
}

void check_same(const Case& a, const Case& b)
{
    CHECK(a.title == b.title);
    CHECK(a.dimension == b.dimension);
    CHECK(a.spacing == b.spacing);
    CHECK(a.end_time == b.end_time);
    CHECK(a.time_step == b.time_step);
    CHECK(a.gravity == b.gravity);
    for (int k = 0; k < 3; ++k) {
        CHECK(a.periodic[k].on == b.periodic[k].on);
        CHECK(a.periodic[k].from == b.periodic[k].from);
        CHECK(a.periodic[k].to == b.periodic[k].to);
    }
    check_same(a.domain, b.domain);
    check_same(a.fluid, b.fluid);
    REQUIRE(a.walls.size() == b.walls.size());
    for (std::size_t n = 0; n < a.walls.size(); ++n) {
        CHECK(a.walls[n].name == b.walls[n].name);
        CHECK(a.walls[n].tank == b.walls[n].tank);
        CHECK(a.walls[n].open == b.walls[n].open);
        CHECK(a.walls[n].slip.slip == b.walls[n].slip.slip);
        CHECK(a.walls[n].slip.no_slip == b.walls[n].slip.no_slip);
        CHECK(a.walls[n].wall_law == b.walls[n].wall_law);
        check_same(a.walls[n].shape, b.walls[n].shape);
        check_same(a.walls[n].motion, b.walls[n].motion);
    }
    REQUIRE(a.probes.size() == b.probes.size());
    for (std::size_t n = 0; n < a.probes.size(); ++n)
        check_same(a.probes[n], b.probes[n]);
    CHECK(a.output.every == b.output.every);
    CHECK(a.output.series_every == b.output.series_every);
    CHECK(a.output.compression == b.output.compression);
    CHECK(a.output.checkpoint_minutes == b.output.checkpoint_minutes);
    REQUIRE(a.references.size() == b.references.size());
    for (std::size_t n = 0; n < a.references.size(); ++n) {
        CHECK(a.references[n].name == b.references[n].name);
        CHECK(a.references[n].file == b.references[n].file);
        CHECK(a.references[n].series == b.references[n].series);
        CHECK(a.references[n].time_column == b.references[n].time_column);
        CHECK(a.references[n].value_column == b.references[n].value_column);
        CHECK(a.references[n].added_columns == b.references[n].added_columns);
        CHECK(a.references[n].limits == b.references[n].limits);
        CHECK(a.references[n].low_column == b.references[n].low_column);
        CHECK(a.references[n].high_column == b.references[n].high_column);
        CHECK(a.references[n].where == b.references[n].where);
        CHECK(a.references[n].time_scale == b.references[n].time_scale);
        CHECK(a.references[n].value_scale == b.references[n].value_scale);
        CHECK(a.references[n].value_offset == b.references[n].value_offset);
        CHECK(a.references[n].time_shift == b.references[n].time_shift);
        CHECK(a.references[n].shift_at_arrival == b.references[n].shift_at_arrival);
        CHECK(a.references[n].window == b.references[n].window);
        CHECK(a.references[n].smooth == b.references[n].smooth);
        CHECK(a.references[n].arrival_at == b.references[n].arrival_at);
        CHECK(a.references[n].speed_between == b.references[n].speed_between);
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a case with every kind of entry is the same after writing and reading")
    {
        const TemporaryFolder folder;
        folder.file("piston.csv", "t,x_m\n0,0\n1,1\n");
        folder.file("rock.stl", "solid rock\nendsolid rock\n");
        const Case first = cases::read_case(folder.file("case.toml", rich_case));
        const Case second = cases::read_case(folder.file(
            "out/run/case.toml", cases::write_case_resolved(first, folder.path() + "/out/run")));
        check_same(first, second);
        CHECK(second.defaults.empty());
        const Case absolute =
            cases::read_case(folder.file("elsewhere.toml", cases::write_case_resolved(first)));
        check_same(first, absolute);
        CHECK(cases::write_case_resolved(absolute) == cases::write_case_resolved(first));
    }

    TEST_CASE("a periodic 2D case with discs and all defaults comes back the same")
    {
        const std::string text =
            replaced(flat_case, "spacing", "periodic = { x = [0, 2] }\nspacing");
        const Case first =
            cases::parse_case(replaced(text, "open = [\"z+\"]", "open = [\"z+\", \"x-\", \"x+\"]") +
                                  "[[wall]]\nname = \"post\"\nkind = \"solid\"\ndisc = { center = "
                                  "[1.5, 0.5], radius = 0.2 }\n",
                              "case.toml");
        CHECK_FALSE(first.defaults.empty());
        const Case second = cases::parse_case(cases::write_case_resolved(first), "case.toml");
        check_same(first, second);
        CHECK(second.defaults.empty());
    }

    TEST_CASE("an override changes what the file says by name and by number")
    {
        const auto with = [](const std::vector<std::string>& set) {
            return cases::parse_case(good_case, "case.toml", set);
        };
        CHECK(with({"spacing=0.05"}).spacing == 0.05);
        CHECK(with({"spacing = 0.05", "spacing=0.025"}).spacing == 0.025);
        CHECK(with({"fluid.viscosity=1"}).fluid.viscosity == 1.0);
        CHECK(with({"wall.0.slip=[1, 0]"}).walls[0].slip.no_slip == 0.0);
        CHECK(with({"wall.tank.slip=[1, 0]"}).walls[0].slip.no_slip == 0.0);
        CHECK(with({"fluid.fill.0.box.max=[1, 1, 0.5]"}).fluid.fills[0].shape.max.z() == 0.5);
        CHECK(with({"fluid.fill.0.box.max.2=0.5"}).fluid.fills[0].shape.max.z() == 0.5);
        CHECK(with({"output.compression=lz4"}).output.compression == "lz4");
        CHECK(with({"output.compression=\"none\""}).output.compression == "none");
        CHECK(with({"time_step=0.001"}).time_step.value() == 0.001);
        CHECK_FALSE(with({"time_step=auto"}).time_step.has_value());
        CHECK(with({"title=two words"}).title == "two words");
        CHECK(with({"wall.tank.motion={ velocity = 1, direction = [1, 0, 0] }"})
                  .walls[0]
                  .motion.value == 1.0);
    }

    TEST_CASE("a wrong override is refused in the same words with itself as the place")
    {
        const auto said = [](const std::string& set) { return refusal(good_case, {set}); };
        CHECK(said("spacng=1") == "--set spacng=1: unknown key 'spacng'; did you mean 'spacing'?");
        CHECK(said("spacing=-1")
                  .starts_with("--set spacing=-1: 'spacing' must be a number from 1e-06"));
        CHECK(said("spacing=0.0.2").find("but is the text \"0.0.2\"") != std::string::npos);
        CHECK(said("spacing").find("must be key=value") != std::string::npos);
        CHECK(said("=1").find("must be key=value") != std::string::npos);
        CHECK(said("spacing=").find("a value is missing") != std::string::npos);
        CHECK(said("fluid..density=1").find("a part of the key is empty") != std::string::npos);
        CHECK(said("wall.tnk.slip=[1,0]").find("did you mean 'tank'?") != std::string::npos);
        CHECK(said("wall.7.slip=[1,0]").find("it has 1, numbered from 0") != std::string::npos);
        CHECK(said("spacing.x=1").find("'spacing' is 0.1, so it has no 'x'") != std::string::npos);
        CHECK(said("gravity=[0,0,").find("is not TOML") != std::string::npos);
        CHECK(said("spacing=1\nend_time=2").find("but is the text") != std::string::npos);
        CHECK(said("format=2").starts_with("--set format=2: 'format' must be 1"));
        CHECK(said("dimension=2").find("(see --set dimension=2)") != std::string::npos);
    }

    TEST_CASE("every default that was used is noted with value and unit and nothing that was set")
    {
        const Case c = cases::parse_case(good_case, "folder/case.toml");
        const auto noted = [&](const std::string& key) {
            for (const auto& [name, value] : c.defaults)
                if (name == key)
                    return value;
            return std::string();
        };
        CHECK(noted("fluid.viscosity") == "0.00089 Pa s");
        CHECK(noted("gravity") == "[0, 0, -9.81] m/s^2");
        CHECK(noted("time_step") == "\"auto\"");
        CHECK(noted("wall.tank.slip") == "[2, 1]");
        CHECK(noted("output.every") == "0.01 s");
        CHECK(noted("fluid.density") == "");
        CHECK(c.name == "folder");
    }

    TEST_CASE("shipped cases are found by name and a misspelt one gets the nearest")
    {
        for (const std::string& name : cases::shipped_names()) {
            CAPTURE(name);
            CHECK(cases::read_case(name).name == name);
        }
        CHECK(cases::shipped_names().size() >= 2);
        CHECK_THROWS_WITH(cases::read_case("dam-brek"),
                          "there is no case 'dam-brek'; did you mean 'dam-break'?");
        CHECK_THROWS_WITH(cases::read_case("none/case.toml"),
                          "there is no case file 'none/case.toml'");
        const TemporaryFolder folder;
        folder.file("my-case/case.toml", good_case);
        CHECK(cases::read_case(folder.path() + "/my-case").name == "my-case");
        setenv("FLOTSAM_CASES", folder.path().c_str(), 1);
        CHECK(cases::shipped_names() == std::vector<std::string>{"my-case"});
        CHECK(cases::read_case("my-case").spacing == 0.1);
        unsetenv("FLOTSAM_CASES");
    }

    TEST_CASE("the references of shipped cases can be read and rise in time")
    {
        int read = 0;
        for (const std::string& name : cases::shipped_names())
            for (const auto& reference : cases::read_case(name).references) {
                if (!cases::path_below_data(reference).empty())
                    continue;
                std::vector<cases::CsvSelection> only;
                for (const auto& [column, cell] : reference.where)
                    only.push_back({column, cell});
                const auto table = cases::parse_csv(
                    cases::read_text_file(reference.file, cases::max_csv_bytes, "CSV file"),
                    reference.file, only);
                table.expect_rising(table.index_of(reference.time_column));
                table.expect_full(table.index_of(reference.value_column));
                ++read;
            }
        CHECK(read >= 1);
    }
}
