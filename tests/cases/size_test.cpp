#include "cases/build.h"
#include "cases/memory.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cmath>

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

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("every shape of a tank holds its volume of water within three percent")
    {
        constexpr double pi = 3.14159265358979;
        struct Vessel {
            std::string shape, open;
            double volume;
        };
        const std::vector<Vessel> vessels{
            {"cylinder = { from = [0, 0, 0], to = [0, 0, 1], radius = 0.5 }", "\"to\"", pi / 4.0},
            {"sphere = { center = [0, 0, 0], radius = 0.6 }", "", 4.0 / 3.0 * pi * 0.216},
            {"ellipsoid = { center = [0, 0, 0], radii = [0.4, 0.5, 0.7] }", "",
             4.0 / 3.0 * pi * 0.14},
            {"bowl = { center = [0, 0, 0], radius = 0.7 }", "\"rim\"", 2.0 / 3.0 * pi * 0.343},
            {"cone = { from = [0, 0, 0], to = [0, 0, 1], radius_from = 0.3, radius_to = 0.6 }",
             "\"to\"", pi / 3.0 * (0.09 + 0.18 + 0.36)},
            {"box = { min = [0, 0, 0], max = [1, 0.8, 0.6] }\nturn = { angle = 30, about = [1, 0, "
             "0] }",
             "\"z+\"", 0.48},
            {"union = [{ box = { min = [0, 0, 0], max = [1, 1, 0.5] } }, "
             "{ box = { min = [0, 0, 0], max = [0.5, 1, 1] } }]",
             "", 0.75},
        };
        for (const Vessel& vessel : vessels) {
            const std::string open = vessel.open.empty() ? "" : "open = [" + vessel.open + "]\n";
            const std::string text =
                "format = 1\nspacing = 0.04\nend_time = 1\n[fluid]\n[[fluid.fill]]\n" +
                vessel.shape + "\n[[wall]]\nname = \"v\"\nkind = \"tank\"\n" + vessel.shape + "\n" +
                open;
            CAPTURE(vessel.shape);
            const Built b = built_from(text);
            const double volume = static_cast<double>(b.state.fluid.size()) * 0.04 * 0.04 * 0.04;
            CHECK(volume == doctest::Approx(vessel.volume).epsilon(0.03));
            CHECK(b.state.boundary.size() > 500);
            CHECK_FALSE(b.pictures[0].mesh.triangle.empty());
            CHECK(b.method.fluid.sealed == open.empty());
        }
    }

    TEST_CASE("a mesh wall is scaled and placed and a broken one is refused where it is named")
    {
        // A tetrahedron with legs of 500 mm.
        const std::string good = "solid t\n"
                                 "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 500 "
                                 "0\nvertex 500 0 0\nendloop\nendfacet\n"
                                 "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 500 0 "
                                 "0\nvertex 0 0 500\nendloop\nendfacet\n"
                                 "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 "
                                 "500\nvertex 0 500 0\nendloop\nendfacet\n"
                                 "facet normal 0 0 0\nouter loop\nvertex 500 0 0\nvertex 0 500 "
                                 "0\nvertex 0 0 500\nendloop\nendfacet\n"
                                 "endsolid t\n";
        const TemporaryFolder folder;
        const std::string text =
            good_case + "[[wall]]\nname = \"rock\"\nkind = \"solid\"\n"
                        "mesh = { file = \"rock.stl\", scale = 0.001, at = [0.2, 0.2, 0.2] }\n";
        folder.file("rock.stl", good);
        const Case c = cases::read_case(folder.file("case.toml", text), {"spacing=0.05"});
        const Built b = build(c);
        const Built without = built_from(good_case, {"spacing=0.05"});
        const double taken =
            static_cast<double>(without.state.fluid.size() - b.state.fluid.size()) * 1.25e-4;
        CHECK(taken == doctest::Approx(0.125 / 6.0).epsilon(0.05));
        CHECK(b.wall_by_solid[1] > 20);
        folder.file("rock.stl", replaced(good, "vertex 0 0 500\nvertex 0 500 0",
                                         "vertex 0 0 500\nvertex 9 500 0"));
        try {
            build(c);
            CHECK(false);
        } catch (const UserError& error) {
            const std::string message = error.what();
            CAPTURE(message);
            CHECK(message.find("case.toml:20:8: ") != std::string::npos);
            CHECK(message.find("rock.stl") != std::string::npos);
            CHECK(message.find("not closed") != std::string::npos);
        }
    }

    TEST_CASE("particles are estimated within a tenth before they are made")
    {
        const std::string round =
            replaced(replaced(good_case, "box = { min = [0, 0, 0], max = [2, 1, 2] }",
                              "cylinder = { from = [0, 0, 0], to = [0, 0, 2], radius = 1.5 }"),
                     "open = [\"z+\"]", "open = [\"to\"]");
        const std::string sphere =
            good_case + "[[wall]]\nname = \"ball\"\nkind = \"solid\"\nsphere = { center = [1, 0.5, "
                        "0.5], radius = 0.4 }\n";
        for (const std::string& text : {good_case, round, sphere, flat_case, closed_case}) {
            for (const char* set : {"spacing=0.1", "spacing=0.05"}) {
                const Case c = cases::parse_case(text, "case.toml", {set});
                const Built b = build(c);
                const auto shapes = cases::make_shapes(c);
                const auto p = cases::estimate_particles(cases::measure(c, shapes, b.method.domain),
                                                         c.spacing);
                CAPTURE(text);
                CHECK(p.fluid ==
                      doctest::Approx(static_cast<double>(b.state.fluid.size())).epsilon(0.05));
                CHECK(p.wall ==
                      doctest::Approx(static_cast<double>(b.state.boundary.size())).epsilon(0.1));
            }
        }
    }

    TEST_CASE("a case beyond the memory is refused before allocating and told a spacing that fits")
    {
        const Case c = cases::parse_case(good_case, "case.toml", {"spacing=0.0005"});
        std::string message;
        try {
            build(c, 2e9);
        } catch (const UserError& error) {
            message = error.what();
        }
        CAPTURE(message);
        CHECK(message.starts_with("--set spacing=0.0005: the case needs about 9.8 TB for 8.2e+09"));
        CHECK(message.find("but 2 GB are available; spacing = ") != std::string::npos);
        const std::string fits = message.substr(message.find("; spacing = ") + 12, 6);
        const Case smaller = cases::parse_case(good_case, "case.toml",
                                               {"spacing=" + fits.substr(0, fits.find(' '))});
        const auto shapes = cases::make_shapes(smaller);
        const auto size = cases::measure(smaller, shapes, {Vec3(-1, -1, -1), Vec3(9, 9, 9)});
        CHECK_NOTHROW(cases::expect_memory(smaller, size, 2e9));
        CHECK_THROWS_AS(build(cases::parse_case(good_case, "case.toml"), 1e6), UserError);
    }

    TEST_CASE("free memory is the least of what the machine and the control groups leave")
    {
        const TemporaryFolder folder;
        CHECK(std::isinf(cases::available_memory(folder.path())));
        folder.file("proc/meminfo", "MemTotal: 16000000 kB\nMemAvailable:    8000000 kB\n");
        CHECK(cases::available_memory(folder.path()) == 8000000.0 * 1024.0);
        folder.file("proc/self/cgroup", "0::/user/job\n");
        folder.file("sys/fs/cgroup/user/memory.max", "4000000000\n");
        folder.file("sys/fs/cgroup/user/memory.current", "1500000000\n");
        folder.file("sys/fs/cgroup/user/memory.stat",
                    "anon 1\ninactive_file 300000000\nactive_file 200000000\n");
        folder.file("sys/fs/cgroup/user/job/memory.max", "max\n");
        CHECK(cases::available_memory(folder.path()) == 3e9);
        CHECK(cases::available_memory() > 0.0);
    }
}
