// `flotsam validate` seen from outside: verdicts, exit codes, what it refuses and what it leaves.
#include "tests/support/run_directory.h"

#include "core/json_read.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

using Words = std::vector<std::string>;

// A run directory "run" and a measurement "m.csv".
class Lab {
public:
    explicit Lab(const std::string& references = "", double end = 1.0)
    {
        make_run(directory_ / "run", references, end);
        put("m.csv", small_measurement);
    }
    void put(const std::string& name, const std::string& text) const
    {
        write_whole_file(directory_ / name, text);
    }
    Ended validate(Words more = {}) const
    {
        more.insert(more.begin(), {"validate", "run"});
        return call(more, {directory_.path(), {}});
    }
    // Against m.csv, or what was put in its place.
    Ended own(Words more = {}) const
    {
        more.insert(more.begin(), {"--reference", "m.csv", "--series", "front", "--force"});
        return validate(more);
    }
    // Exit code 2, one line with these parts, and nothing new.
    void check_refused(const Ended& ended, const Words& parts) const
    {
        CAPTURE(ended.err);
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        for (const std::string& part : parts) {
            CAPTURE(part);
            CHECK(ended.says(part));
        }
        CHECK(tree(directory_ / "run") == Words{"case.toml", "series.csv", "summary.json"});
    }
    std::string file(const std::string& name) const { return read_whole_file(directory_ / name); }
    bool has(const std::string& name) const { return std::filesystem::exists(directory_ / name); }

private:
    TemporaryDirectory directory_;
};

std::string reference(const std::string& file, const std::string& more = "")
{
    return "[[reference]]\nname = \"lab\"\nfile = \"" + file +
           "\"\nseries = \"front\"\ncolumns = [\"time\", \"x\"]\n" + more;
}

std::string scaled(double factor)
{
    std::string text = "t,x\n";
    for (int n = 0; n < 10; ++n)
        text += std::to_string(0.1 * n) + "," + std::to_string(factor * 0.2 * n) + "\n";
    return text;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a run within the limits of its reference passes with code 0 and one beyond fails "
              "with code 1")
    {
        const Lab good(reference("../m.csv", "limits = { rmse = 1e-4 }\n"));
        const Ended passed = good.validate();
        CAPTURE(passed.err);
        CHECK(passed.code == 0);
        CHECK(passed.out.find("front against lab: PASS") != std::string::npos);
        CHECK(passed.out.find("run/report.html: PASS") != std::string::npos);
        CHECK(parse_json(good.file("run/metrics.json"), "m")["pass"].boolean);
        CHECK(good.file("run/report.html").ends_with("</html>\n"));

        const Lab bad(reference("../m.csv", "limits = { rmse = 1e-4 }\nvalue_scale = 1.1\n"));
        const Ended failed = bad.validate();
        CHECK(failed.code == 1);
        CHECK(failed.out.find("rmse") != std::string::npos);
        CHECK(failed.out.find("run/report.html: FAIL") != std::string::npos);
        CHECK(!parse_json(bad.file("run/metrics.json"), "m")["pass"].boolean);
    }

    TEST_CASE("metrics.json has series and metric and value and limit and pass for every metric")
    {
        const Lab lab(reference("../m.csv", "limits = { rmse = 1e-4, peak_error = 0.1 }\n"));
        CHECK(lab.validate().code == 1); // a rising curve has no peak
        const JsonValue j = parse_json(lab.file("run/metrics.json"), "metrics.json");
        REQUIRE(j["metrics"].members.size() >= 10);
        bool rmse = false, peak = false;
        for (const auto& [none, m] : j["metrics"].members) {
            CHECK(m["series"].as_text() == "front");
            CHECK(m["pass"].kind == JsonValue::Kind::boolean);
            if (m["metric"].as_text() == "rmse") {
                rmse = true;
                CHECK(*m["value"].as_number() < 1e-9);
                CHECK(m["limit"].as_number() == 1e-4);
                CHECK(m["pass"].boolean);
            } else if (m["metric"].as_text() == "peak_error") {
                peak = true;
                CHECK(m["value"].kind == JsonValue::Kind::null);
                CHECK(!m["pass"].boolean);
            } else if (m["metric"].as_text() != "coverage") {
                CHECK(m["limit"].kind == JsonValue::Kind::null);
                CHECK(m["pass"].boolean);
            }
        }
        CHECK(rmse);
        CHECK(peak);
        CHECK(!j["pass"].boolean);
    }

    TEST_CASE("a user's own CSV is compared by a few options and judged by --limit")
    {
        const Lab lab;
        CHECK(lab.own().code == 0); // two columns: no choice
        CHECK(lab.own({"--limit", "rmse=1e-6", "--limit", "correlation=0.99"}).code == 0);
        lab.put("m.csv", scaled(1.3));
        CHECK(lab.own().out.find("no limits given") != std::string::npos);
        CHECK(lab.own({"--limit", "relative_rmse=0.05"}).code == 1);
        CHECK(lab.own({"--limit", "relative_rmse=0.05", "--value-scale", "0.76923077"}).code == 0);
        lab.put("m.csv", "\xEF\xBB\xBF# lab 3\r\nt [ms];note;x "
                         "[cm]\r\n0;dry;0\r\n100;wet;\r\n200;wet;40\r\n300;wet;60\r\n");
        const Words units{"--column",      "x",    "--time-scale", "0.001",
                          "--value-scale", "0.01", "--limit",      "rmse=1e-6"};
        CHECK(lab.own(units).code == 0);
        CHECK(lab.file("run/report.html").find("3 compared, 1 without a value left out") !=
              std::string::npos);
        lab.put("m.csv", "run,t,x,lo,hi\n1,0,0,-1,1\n2,0,0,-1,0.1\n1,0.5,9,8,9\n2,0.5,1,0.9,1.1\n2,"
                         "0.9,1.8,1,1.7\n");
        const Ended band = lab.own({"--column", "x", "--time-column", "t", "--where", "run=2",
                                    "--band", "lo,hi", "--limit", "inside_band=0.6",
                                    "--speed-between", "0.5:1.5", "--limit", "speed_error=0.01"});
        CAPTURE(band.out);
        CHECK(band.code == 0);
        CHECK(band.out.find("66.7 %  (limit at least 60 %)") != std::string::npos);
    }

    TEST_CASE("shift and window and smoothing are off by default and always in the report with "
              "their size")
    {
        const Lab lab;
        CHECK(lab.own().code == 0);
        std::string report = lab.file("run/report.html");
        CHECK(report.find("<dt>time shift</dt><dd>off (0 s)</dd>") != std::string::npos);
        CHECK(report.find("<dt>window</dt><dd>off (all of the reference)</dd>") !=
              std::string::npos);
        CHECK(report.find("<dt>smoothing</dt><dd>off (0 s)</dd>") != std::string::npos);
        CHECK(lab.own({"--shift", "-0.05", "--window", "0.2:0.6", "--smooth", "0.03", "--limit",
                       "max_error=0.11"})
                  .code == 0);
        report = lab.file("run/report.html");
        CHECK(report.find("−0.05 s, added to the reference’s times") != std::string::npos);
        CHECK(report.find("0.2 s to 0.6 s of the reference’s own time") != std::string::npos);
        CHECK(report.find("moving average of the simulation over 0.03 s") != std::string::npos);
        CHECK(lab.own({"--shift", "arrival", "--limit", "time_shift=1e-6"}).code == 0);
        CHECK(lab.file("run/report.html").find("so that both arrive at the same time") !=
              std::string::npos);
    }

    TEST_CASE("a run that stopped early fails by its coverage")
    {
        const Lab lab(reference("../m.csv", "limits = { rmse = 1e-4 }\n"), 0.8);
        const Ended ended = lab.validate();
        CHECK(ended.code == 1);
        CHECK(ended.out.find("coverage") != std::string::npos);
        CHECK(lab.file("run/report.html").find("class=\"gap\"") != std::string::npos);
    }

    TEST_CASE("data that is not given is said and is neither a pass nor a fail")
    {
        const Lab lab(reference("data:set/m.csv", "limits = { rmse = 1e-4 }\n"));
        const Ended nothing = lab.validate();
        CHECK(nothing.code == 2);
        CHECK(nothing.is_one_line());
        CHECK(nothing.says("nothing to compare with"));
        CHECK(nothing.says("--data DIR"));
        CHECK(nothing.out.find("not compared: needs --data DIR") != std::string::npos);
        CHECK(lab.file("run/report.html").find("not compared: needs --data DIR") !=
              std::string::npos);
        CHECK(lab.validate({"--force", "--data", "nowhere"}).code == 2);
        const Lab both(reference("data:set/m.csv") +
                       reference("../m.csv", "limits = { rmse = 1e-4 }\n"));
        const Ended one = both.validate();
        CHECK(one.code == 0);
        CHECK(one.out.find("not compared") != std::string::npos);
        const Lab with(reference("data:m.csv", "limits = { rmse = 1e-4 }\n"));
        CHECK(with.validate({"--data", "."}).code == 0);
    }

    TEST_CASE("a run without references gets a report of its curves and code 2")
    {
        const Lab lab;
        const Ended ended = lab.validate();
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("--reference FILE --series NAME"));
        const std::string report = lab.file("run/report.html");
        CHECK(report.find("nothing to compare with") != std::string::npos);
        CHECK(report.find("1,234 water") != std::string::npos);
        CHECK(report.find("<path class=\"thin\"") != std::string::npos);
        CHECK(!parse_json(lab.file("run/metrics.json"), "m")["pass"].boolean);
    }

    TEST_CASE("a report is replaced only by --force")
    {
        const Lab lab(reference("../m.csv"));
        CHECK(lab.validate().code == 0);
        const std::string before = lab.file("run/report.html");
        const Ended again = lab.validate({"--shift", "0.1"});
        CHECK(again.code == 2);
        CHECK(again.says("--force"));
        CHECK(lab.file("run/report.html") == before);
        CHECK(lab.validate({"--shift", "0.1", "--force"}).code == 0);
        CHECK(lab.file("run/report.html") != before);
    }

    TEST_CASE("each ambiguity of a CSV is refused with its row and leaves nothing")
    {
        const Lab lab;
        const std::vector<std::pair<std::string, Words>> files{
            {"t;x\n0;1\n0,1;2\n", {"m.csv:3:1", "decimal comma"}},
            {"t,x\n0,1\n0,5,1\n", {"m.csv:3:1", "3 cells", "decimal comma?"}},
            {"t,x\n0,1\n0.2,1\n0.1,1\n", {"m.csv:4:1", "'t' must rise, but 0.1 follows 0.2"}},
            {"t,x\n0,1\n0.2,1\n0.2,1\n", {"m.csv:4:1", "'t' must rise"}},
            {"t,x\n0,1\n,1\n", {"m.csv:3:1", "no value in column 't'"}},
            {"t,x,x\n0,1,2\n", {"m.csv:1:1", "two columns are named 'x'"}},
            {"t,x\ns,m\n0,1\n", {"m.csv:2:1", "a row of units?"}},
            {"0,1\n1,2\n", {"m.csv:1:1", "must name the columns"}},
            {"t,x\n0,1\n1,abc\n", {"m.csv:3:1", "'abc' in column 'x' is not a number"}},
            {"t,x\n0,1\n1,nan\n", {"fewer than two values in column 'x'"}},
            {"t [ms],x\n0,1\n1,2\n", {"m.csv:1:1", "'t [ms]' is in ms", "give --time-scale 0.001"}},
            {"t_ms,x\n0,1\n1,2\n", {"m.csv:1:1", "'t_ms' is in ms", "0.001"}},
            {"t,x [mm]\n0,1\n1,2\n",
             {"'x [mm]' is in mm", "the series 'front' is in m", "--value-scale 0.001"}},
            {"t,x [Pa]\n0,1\n1,2\n", {"'x [Pa]' is in Pa", "--value-scale FACTOR"}},
            {"t,x,y\n0,1,2\n1,2,3\n", {"--column is missing; columns: x, y"}},
            {"", {"m.csv: no header row"}}};
        for (const auto& [text, parts] : files) {
            CAPTURE(text);
            lab.put("m.csv", text);
            lab.check_refused(lab.own(), parts);
        }
    }

    TEST_CASE("a wrong option or column of validate is one line with the nearest name")
    {
        const Lab lab;
        const auto refused = [&](const Words& words, const Words& parts) {
            CAPTURE(words.back());
            lab.check_refused(lab.validate(words), parts);
        };
        const auto own = [&](Words more, const Words& parts) {
            more.insert(more.begin(), {"--reference", "m.csv"});
            refused(more, parts);
        };
        refused({"--reference", "none.csv", "--series", "front"}, {"none.csv"});
        refused({"--reference", "m.csv"}, {"--series NAME"});
        refused({"--series", "front"}, {"--series needs --reference FILE"});
        refused({"--band", "a,b"}, {"--band needs --reference FILE"});
        refused({"--shfit", "1"}, {"--shfit"});
        refused({"--shift", "soon"}, {"--shift 'soon': expected a number"});
        refused({"--window", "1"}, {"--window '1': expected two numbers A:B"});
        refused({"--window", "2:1"}, {"the second must be larger"});
        refused({"--window", "a:b"}, {"expected a number"});
        refused({"--smooth", "-1"}, {"--smooth"});
        refused({"--limit", "rmse"}, {"expected metric=value"});
        refused({"--limit", "rsme=1"}, {"no metric is named 'rsme'; did you mean 'rmse'?"});
        refused({"--limit", "rmse=-1"}, {"0 or more"});
        refused({"--limit", "rmse=big"}, {"expected a number"});
        own({"--series", "fornt"},
            {"series.csv: no series is named 'fornt'; did you mean 'front'?"});
        own({"--series", "front", "--column", "y", "--time-column", "tme"},
            {"'tme'; did you mean 'time'?"});
        own({"--series", "front", "--column", "xx"}, {"m.csv:2:1: no column is named 'xx'"});
        own({"--series", "front", "--column", "time"}, {"both time and value"});
        own({"--series", "bodies.crate.x"}, {"has no bodies.csv"});
        own({"--series", "bodies.crate"}, {"bodies.NAME.COLUMN"});
        own({"--series", "front", "--where", "run"}, {"expected column=cell"});
        own({"--series", "front", "--where", "run=1"}, {"no column is named 'run'"});
        own({"--series", "front", "--time-scale", "0"}, {"above 0"});
        own({"--series", "front", "--value-scale", "0"}, {"must not be 0"});
        own({"--series", "front", "--window", "5:6"}, {"fewer than two samples"});
        own({"--series", "front", "--limit", "inside_band=0.5"}, {"needs --band"});
        own({"--series", "front", "--limit", "speed_error=0.5"}, {"need --speed-between"});
        own({"--series", "front", "--band", "low"}, {"two columns LOW,HIGH"});
        own({"--series", "front", "--band", "low,high"}, {"no column is named 'low'"});
    }

    TEST_CASE("what is no run directory is refused and a damaged one is named")
    {
        const TemporaryDirectory directory;
        const Surroundings here{directory.path(), {}};
        CHECK(call({"validate"}, here).says("expected one directory"));
        const Ended none = call({"validate", "nowhere"}, here);
        CHECK(none.code == 2);
        CHECK(none.is_one_line());
        CHECK(none.says("nowhere: no case.toml there: not a run directory"));
        CHECK(tree(directory.path()).empty());
        make_run(
            directory / "run",
            "[[reference]]\nfile = \"gone.csv\"\nseries = \"front\"\ncolumns = [\"t\", \"x\"]\n");
        CHECK(call({"validate", "run"}, here).says("gone.csv"));
        write_whole_file(directory / "run/case.toml", small_case);
        write_whole_file(directory / "run/summary.json", "{\"steps\": }");
        CHECK(call({"validate", "run"}, here).says("summary.json:1:1: not JSON"));
        std::filesystem::remove(directory / "run/summary.json");
        CHECK(call({"validate", "run"}, here).code == 2); // nothing to compare with, but a report
        CHECK(read_whole_file(directory / "run/report.html").find("no summary.json") !=
              std::string::npos);
        write_whole_file(directory / "run/series.csv", "time,front\n0,0\n1,2\n0.5,1\n");
        const Ended unsorted = call({"validate", "run", "--force"}, here);
        CHECK(unsorted.code == 2);
        CHECK(unsorted.says("series.csv:4:1"));
    }

    TEST_CASE("bodies are compared by name and column of the long table")
    {
        const Lab lab;
        lab.put("run/bodies.csv", "time,body,x,z\n0,crate,0,1\n0,ball,5,2\n0.5,crate,1,1\n0.5,ball,"
                                  "5,3\n1,crate,2,1\n1,ball,5,4\n");
        const Words common{"--reference", "m.csv", "--force", "--limit", "rmse=1e-6", "--series"};
        const auto with = [&](const std::string& series) {
            Words words = common;
            words.push_back(series);
            return lab.validate(words);
        };
        CHECK(with("bodies.crate.x").code == 0);
        CHECK(with("bodies.ball.x").code == 1);
        CHECK(with("bodies.crat.x").says("no row has body = crat; did you mean 'crate'?"));
        CHECK(with("bodies.crate.y").says("no column is named 'y'"));
    }

    TEST_CASE("columns after the second are added to the value and one that is not there is named")
    {
        const auto lab_with = [](const std::string& columns) {
            const Lab lab("[[reference]]\nname = \"parts\"\nfile = \"../parts.csv\"\nseries = "
                          "\"front\"\ncolumns = " +
                          columns + "\nlimits = { rmse = 1e-6 }\n");
            lab.put("parts.csv", "t,a,b,c\n0,1,-2,1\n0.5,0.25,0.5,0.25\n1,2,-1,1\n");
            return lab.validate();
        };
        CHECK(lab_with("[\"t\", \"a\", \"b\", \"c\"]").code == 0); // 0, 1, 2: the front
        CHECK(lab_with("[\"t\", \"a\", \"b\"]").code == 1);
        CHECK(lab_with("[\"t\", \"a\", \"d\"]").says("no column is named 'd'"));
    }

    TEST_CASE("a finished run validates itself when asked to and its exit code is the verdict")
    {
        const TemporaryDirectory directory;
        const Surroundings here{directory.path(), {}};
        std::string text = small_case;
        text.replace(text.find("end_time = 1.0"), 14, "end_time = 0.02");
        write_whole_file(directory / "m.csv", "time,x\n0,1\n0.02,1\n");
        write_whole_file(directory / "with.toml",
                         text + reference("m.csv", "limits = { max_error = 0.1 }\n"));
        write_whole_file(directory / "without.toml", text);
        const Ended passed = call({"run", "with.toml", "--quiet", "--validate"}, here);
        CAPTURE(passed.err);
        CHECK(passed.code == 0);
        CHECK(passed.out.find("Report: runs/with/report.html: PASS") != std::string::npos);
        write_whole_file(directory / "m.csv", "time,x\n0,1\n0.02,1.5\n");
        CHECK(call({"run", "with.toml", "--quiet", "--validate", "--force"}, here).code == 1);
        const Ended nothing = call({"run", "without.toml", "--quiet", "--validate"}, here);
        CHECK(nothing.code == 0);
        CHECK(nothing.out.find("runs/without/report.html: nothing to compare with") !=
              std::string::npos);
        CHECK(call({"run", "without.toml", "--quiet", "--data", ".", "--out", "b"}, here)
                  .says("--data needs --validate"));
        // A mistake in the reference is told before the run.
        write_whole_file(directory / "m.csv", "time,x\n0,1\n0.02,wet\n");
        const Ended early = call({"run", "with.toml", "--validate", "--out", "c"}, here);
        CHECK(early.code == 2);
        CHECK(early.is_one_line());
        CHECK(early.says("m.csv:3:1"));
        CHECK(!std::filesystem::exists(directory / "c"));
        // A run that goes on has no report any more.
        CHECK(call({"resume", "runs/without", "--quiet", "--set", "end_time=0.03"}, here).code ==
              0);
        CHECK(!std::filesystem::exists(directory / "runs/without/report.html"));
    }
}
