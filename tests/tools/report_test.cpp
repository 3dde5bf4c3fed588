// Pieces of the report: ticks, thinning, escaping, units, pictures.
#include "tests/support/run_directory.h"
#include "tools/references.h"
#include "tools/report.h"
#include "tools/report_parts.h"
#include "tools/svg_plot.h"
#include "tools/units.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace flotsam;
using namespace flotsam::tools;
using namespace flotsam::tests;

namespace {

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("ticks are round and lie inside the axis")
    {
        CHECK(round_ticks({0.0, 1.0}, 5) ==
              std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0});
        CHECK(round_ticks({-37.0, 42.0}, 4) == std::vector<double>{-20, 0, 20, 40});
        CHECK(round_ticks({3.0, 3.0}, 4).empty());
        for (const double size : {1e-9, 0.3, 7.7, 1e12}) {
            const auto ticks = round_ticks({1.0 * size, 2.0 * size}, 6);
            CHECK(ticks.size() >= 3);
            CHECK(ticks.size() <= 12);
        }
    }

    TEST_CASE("a thinned curve keeps its extremes and its gaps")
    {
        Curve curve;
        for (int n = 0; n < 100000; ++n)
            curve.add(n * 1e-5, n == 54321 ? 7.0 : n == 12345 ? -3.0 : 0.0);
        curve.value[77777] = std::numeric_limits<double>::quiet_NaN();
        const Curve thin = thinned(curve, {0.0, 1.0}, 500);
        CHECK(thin.size() <= 2001);
        CHECK(range_of(thin).high == 7.0);
        CHECK(range_of(thin).low == -3.0);
        CHECK(std::is_sorted(thin.time.begin(), thin.time.end()));
    }

    TEST_CASE("text cannot become markup and pictures become letters")
    {
        CHECK(escaped("<script>&\"\n") == "&lt;script&gt;&amp;&quot; ");
        CHECK(base64("") == "");
        CHECK(base64("f") == "Zg==");
        CHECK(base64("fo") == "Zm8=");
        CHECK(base64("foobar") == "Zm9vYmFy");
        CHECK(base64("\xff\xfe\xfd") == "//79");
    }

    TEST_CASE("numbers are written with their unit and shares as per cent")
    {
        CHECK(number_with_unit(0.12345, "m") == "0.1235 m");
        CHECK(number_with_unit(-0.0218, "%") == "−2.18 %");
        CHECK(number_with_unit(0.0218, "%", true) == "+2.18 %");
        CHECK(number_with_unit(3.0, "m^2") == "3 m²");
        CHECK(number_with_unit(std::nan(""), "m") == "none");
    }

    TEST_CASE("units in names of columns are told and compared")
    {
        CHECK(unit_of_column("time [ms]") == "ms");
        CHECK(unit_of_column("p_kPa") == "kPa");
        CHECK(unit_of_column("t_s") == "s");
        CHECK(unit_of_column("x_min") == ""); // a smallest value rather than minutes
        CHECK(unit_of_column("pressure") == "");
        CHECK(unit_factor("kPa", "Pa") == 1000.0);
        CHECK(unit_factor("s", "s") == 1.0);
        CHECK(unit_factor("m", "Pa") == 0.0);
        CHECK(unit_factor("furlong", "m") == 1.0);
    }

    TEST_CASE("a report has the curves and the facts of its run and nothing to fetch")
    {
        const TemporaryDirectory directory;
        make_run(directory.path());
        write_whole_file(directory / "m.csv", small_measurement);
        write_whole_file(directory / "a.png", "\x89PNG\r\n\x1a\nnot really");
        cases::Case c;
        c.name = "small";
        c.title = "<b>bold</b>";
        c.dimension = 2;
        c.probes.resize(1);
        c.probes[0].name = "front";
        c.probes[0].kind = cases::ProbeSpec::Kind::front;
        cases::ReferenceSpec spec;
        spec.name = "lab";
        spec.file = (directory / "m.csv").string();
        spec.series = "front";
        spec.value_column = "x";
        spec.limits = {{"rmse", 0.01}};
        RunTables tables(directory.path());
        Validation validation;
        validation.comparisons.push_back(
            compare(tables.curve("front"), read_reference(spec, "", "m")));
        const std::string html = report_html(directory.path(), c, validation, tables);
        CHECK(validation.pass());
        CHECK(count(html, "<path class=\"sim\" d=\"M") == 1 + 1); // and the legend's
        CHECK(count(html, "<circle class=\"dot\"") == 10 + 1);    // and the legend's
        CHECK(count(html, "<svg class=\"plot\"") ==
              5); // curve, residual, front, energy, iterations
        for (const char* fact :
             {"abc1234", "1,234 water", "0.1 m", "11.5 a step on average, 77 at most", "12.5 s",
              "4,321", "−0.9 J/m", "A lab, 1999", "off (0 s)", "off (all of the reference)",
              "linear, of the simulation", "data:image/png;base64,iVBOR"}) {
            CAPTURE(fact);
            CHECK(count(html, fact) >= 1);
        }
        CHECK(count(html, "<b>bold") == 0);
        CHECK(count(html, "http://") + count(html, "https://") + count(html, "<script") +
                  count(html, "url(") ==
              0);
        CHECK(metrics_json(validation).ends_with("  \"pass\": true\n}\n"));
    }
}
