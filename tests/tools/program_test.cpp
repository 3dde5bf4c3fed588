// What the program says and leaves behind, seen from outside.
#include "tests/cases/support.h"
#include "tests/support/run_files.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Exit code 2, one line with these parts, and nothing new in the directory.
void check_refused(const TemporaryDirectory& directory, const std::vector<std::string>& words,
                   const std::vector<std::string>& parts)
{
    Surroundings where;
    where.directory = directory.path();
    const auto before = tree(directory.path());
    const Ended ended = call(words, where);
    CAPTURE(words.size() > 1 ? words[1] : "");
    CAPTURE(ended.err);
    CHECK(ended.code == 2);
    CHECK(ended.is_one_line());
    CHECK(ended.out == "");
    for (const std::string& part : parts) {
        CAPTURE(part);
        CHECK(ended.says(part));
    }
    CHECK(tree(directory.path()) == before);
}

std::string flat(const std::string& from, const std::string& to)
{
    return replaced(flat_case, from, to);
}

// Twelve triangles of a cube from 0.2 to 0.6, less `left_out`.
std::string cube_stl(std::size_t left_out = 0)
{
    static const char* const corners[12][3] = {
        {"000", "010", "110"}, {"000", "110", "100"}, {"001", "101", "111"}, {"001", "111", "011"},
        {"000", "100", "101"}, {"000", "101", "001"}, {"010", "011", "111"}, {"010", "111", "110"},
        {"000", "001", "011"}, {"000", "011", "010"}, {"100", "110", "111"}, {"100", "111", "101"}};
    std::string text = "solid cube\n";
    for (std::size_t t = left_out; t < 12; ++t) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const char* corner : corners[t]) {
            text += "vertex";
            for (int k = 0; k < 3; ++k)
                text += corner[k] == '0' ? " 0.2" : " 0.6";
            text += "\n";
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid cube\n";
}

std::string binary_stl(std::uint32_t says, std::uint32_t has)
{
    std::string bytes(80, ' ');
    bytes.append(reinterpret_cast<const char*>(&says), 4);
    return bytes + std::string(50 * has, '\1');
}

std::vector<double> times_in(const std::string& table)
{
    std::vector<double> times;
    std::istringstream in(table);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line))
        times.push_back(std::stod(line));
    return times;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a wrong command line ends with code 2 and one line and leaves nothing")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "flat.toml", flat_case);
        check_refused(directory, {"swim"}, {"unknown command 'swim'", "run, resume"});
        check_refused(directory, {"run"}, {"expected one case, found 0"});
        check_refused(directory, {"run", "flat.toml", "b"}, {"expected one case, found 2"});
        check_refused(directory, {"run", "no-such-case"}, {"there is no case 'no-such-case'"});
        check_refused(directory, {"run", "dam-braek"}, {"did you mean 'dam-break'?"});
        check_refused(directory, {"run", "none.toml"}, {"there is no case file 'none.toml'"});
        check_refused(directory, {"run", "flat.toml", "--fast"}, {"--fast"});
        check_refused(directory, {"run", "flat.toml", "--threads", "-1"}, {"-1", "from 0 to 4096"});
        check_refused(directory, {"run", "flat.toml", "--threads", "abc"}, {"abc", "--threads"});
        check_refused(directory, {"run", "flat.toml", "--threads", "99999999999"}, {"--threads"});
        check_refused(directory, {"run", "flat.toml", "--wall-limit", "-3"}, {"--wall-limit"});
        check_refused(directory, {"run", "flat.toml", "--wall-limit", "nan"}, {"--wall-limit"});
        check_refused(directory, {"run", "flat.toml", "--set", "spacng=1"}, {"spacng", "'spacing'"});
        check_refused(directory, {"run", "flat.toml", "--set", "spacing"}, {"--set", "spacing"});
        check_refused(directory, {"run", "flat.toml", "--set", "spacing=-1"}, {"--set", "spacing"});
        check_refused(directory, {"resume"}, {"expected one directory, found 0"});
        check_refused(directory, {"resume", "nowhere"}, {"nowhere", "not a run directory"});
        check_refused(directory, {"resume", std::string(5000, 'x')}, {"not a run directory"});
        check_refused(directory, {"explain", "none.toml"}, {"there is no case file"});
        check_refused(directory, {"list", "--long"}, {"--long"});
        check_refused(directory, {"bench", "--threads", "x"}, {"--threads"});
        CHECK(call({}).code == 2);
    }

    TEST_CASE("a broken case ends with code 2 and file and line and leaves nothing")
    {
        const TemporaryDirectory directory;
        const std::vector<std::pair<std::string, std::vector<std::string>>> broken{
            {"", {"broken.toml: 'format' is missing"}},
            {"format = 1\nspacing 0.1\n", {"broken.toml:2:", "not TOML"}},
            {"format = 1\ntitle = \"\xff\xfe\"\n", {"broken.toml:2:", "not TOML"}},
            {std::string("format = 1\n\0", 12), {"broken.toml: not a text file"}},
            {flat("spacing", "spacng"), {"broken.toml:3:1: unknown key 'spacng'"}},
            {flat("spacing = 0.1", "spacing = nan"), {"broken.toml:3:11", "but is nan"}},
            {flat("end_time = 1.0", "end_time = \"1\""), {"broken.toml:4:12", "end_time"}},
            {flat("[fluid]", "[fluid]\ndensity = 0"), {"broken.toml:6:11", "kg/m^3"}},
            {flat("max = [1, 1]", "max = [1, -1]"), {"broken.toml:7:29", "larger than 'min'"}},
            {flat("open = [\"z+\"]", "open = [\"top\"]"), {"broken.toml:12:8", "no face 'top'"}},
            {flat("kind = \"tank\"", "kind = \"tnak\""), {"broken.toml:10:8", "'tank'"}},
            {flat("min = [0, 0], max = [1, 1]", "min = [0, 0], max = [0.01, 0.01]"), {"broken.toml"}},
        };
        for (const auto& [text, parts] : broken) {
            write_whole_file(directory / "broken.toml", text);
            check_refused(directory, {"run", "broken.toml"}, parts);
            check_refused(directory, {"explain", "broken.toml"}, parts);
        }
    }

    TEST_CASE("a broken mesh ends with code 2 and its name and leaves nothing")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "mesh.toml",
                         good_case + "[[wall]]\nname = \"block\"\nkind = \"solid\"\n"
                                     "mesh = { file = \"block.stl\" }\n");
        const std::string whole = cube_stl();
        for (const std::string& bytes :
             {std::string(), std::string("solid nothing\nendsolid nothing\n"),
              whole.substr(0, whole.size() / 2), cube_stl(1), cube_stl(11),
              replaced(whole, "0.2 0.2 0.6", "0.2 nan 0.6"), replaced(whole, "0.6", "x.6"),
              std::string(1000, '\xee'), binary_stl(4000000000u, 12), binary_stl(12, 11),
              binary_stl(0, 0)}) {
            write_whole_file(directory / "block.stl", bytes);
            check_refused(directory, {"run", "mesh.toml"}, {"block.stl"});
        }
        write_whole_file(directory / "block.stl", whole);
        CHECK(call({"explain", (directory / "mesh.toml").string()}).code == 0);
    }

    TEST_CASE("a case that cannot fit in memory is refused at once with a spacing that fits")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "large.toml", good_case);
        check_refused(directory, {"run", "large.toml", "--set", "spacing=1e-5"},
                      {"the case needs about", "are available", "would fit"});
        Surroundings where;
        where.directory = directory.path();
        CHECK(call({"run", "large.toml", "--set", "spacing=1e-5"}, where).seconds < 2.0);
        // Water above an open tank counts too.
        write_whole_file(directory / "large.toml",
                         replaced(good_case, "min = [0, 0, 0], max = [1, 1, 1]",
                                  "min = [0, 0, 5], max = [1, 1, 6]"));
        check_refused(directory, {"run", "large.toml", "--set", "spacing=5e-4"},
                      {"the case needs about", "are available", "would fit"});
    }

    TEST_CASE("a directory that holds anything is left untouched without --force")
    {
        const Undisturbed reference;
        const Path out = reference.run("whole");
        write_whole_file(out / "notes.txt", "mine");
        const auto names = tree(out);
        const Ended ended = call(reference.words(out));
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("use --force or another --out"));
        CHECK(tree(out) == names);
        check_same_results(reference.results(), out);
    }

    TEST_CASE("--force replaces what a run wrote and nothing else")
    {
        const Undisturbed reference;
        const Path out = reference.run("whole");
        for (const char* name : {"notes.txt", "fluid.txt", "my_000001.vtu", "sub/fluid.pvd"}) {
            std::filesystem::create_directories((out / name).parent_path());
            write_whole_file(out / name, "mine");
        }
        auto words = reference.words(out);
        words.insert(words.end(), {"--force", "--set", "end_time=0.06"});
        REQUIRE(call(words).code == 0);
        for (const char* name : {"notes.txt", "fluid.txt", "my_000001.vtu", "sub/fluid.pvd"})
            CHECK(read_whole_file(out / name) == "mine");
        CHECK(std::filesystem::exists(out / "fluid_000002.vtu"));
        CHECK(!std::filesystem::exists(out / "fluid_000003.vtu"));
    }

    TEST_CASE("--force never replaces the case that is run")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "case.toml", flat_case);
        check_refused(directory, {"run", "case.toml", "--out", ".", "--force"},
                      {"would replace its own input", "use another --out"});
        check_refused(directory, {"run", "./case.toml", "--out", directory.path().string(), "--force"},
                      {"would replace its own input"});
        CHECK(read_whole_file(directory / "case.toml") == flat_case);
    }

    TEST_CASE("a second run into the directory of a living one is refused")
    {
        const Undisturbed reference;
        const std::string out = reference.run("shared");
        auto words = reference.words(out);
        words.insert(words.end(), {"--set", "end_time=30"});
        Child first(words);
        REQUIRE(first.waits_for(Path(out) / "series.csv"));
        for (const auto& second : {std::vector<std::string>{"run", reference.file(), "--out", out, "--force"},
                                   std::vector<std::string>{"run", reference.file(), "--out", out}}) {
            const Ended ended = call(second);
            CHECK(ended.code == 2);
            CHECK(ended.is_one_line());
            CHECK(ended.says("another run is writing here (process "));
        }
        first.send(SIGTERM);
        CHECK(first.wait().code == 128 + SIGTERM);
    }

    TEST_CASE("an output directory that cannot be made ends with one line")
    {
        const Undisturbed reference;
        const std::string file = reference.file();
        Ended ended = call({"run", file, "--out", file});
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("is a file"));
        for (const std::string& out : {file + "/below", reference.run(std::string(300, 'x')),
                                       std::string("/proc/flotsam")}) {
            ended = call({"run", file, "--out", out});
            CAPTURE(ended.err);
            CHECK(ended.code == 4);
            CHECK(ended.is_one_line());
            CHECK(ended.says(out));
        }
    }

    TEST_CASE("list and explain and --version and --help say what they should")
    {
        Ended ended = call({"list"});
        CHECK(ended.code == 0);
        CHECK(contains(ended.out, "dam-break"));
        CHECK(ended.err == "");
        ended = call({"--version"});
        CHECK(ended.code == 0);
        for (const char* part : {"flotsam ", "compiler: ", "libraries: ", "-ffp-contract=off"})
            CHECK(contains(ended.out, part));
        ended = call({"--help"});
        CHECK(ended.code == 0);
        for (const char* part : {"flotsam run CASE", "flotsam resume DIR", "flotsam explain CASE"})
            CHECK(contains(ended.out, part));
        CHECK(contains(call({"resume", "--help"}).out, "--previous"));

        const TemporaryDirectory directory;
        write_whole_file(directory / "flat.toml", flat_case);
        ended = call({"explain", (directory / "flat.toml").string()});
        CHECK(ended.code == 0);
        for (const char* part : {"Particles", "water", "tank", "fluid.viscosity"})
            CHECK(contains(ended.out, part));
        CHECK(directory.names() == std::vector<std::string>{"flat.toml"});
    }

    TEST_CASE("without --out a run goes to runs/CASE and tells where to look")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "flat.toml", flat("end_time = 1.0", "end_time = 0.02"));
        Surroundings where;
        where.directory = directory.path();
        const Ended ended = call({"run", "flat.toml", "--threads", "0"}, where);
        CHECK(ended.code == 0);
        CHECK(contains(ended.out, "runs/flat/fluid.pvd"));
        CHECK(std::filesystem::exists(directory / "runs/flat/summary.json"));
    }

    TEST_CASE("a run leaves its case and frames and tables and log and checkpoint")
    {
        const Undisturbed reference(replaced(gate_case, ", start = 0.05 }", ", start = 9 }"));
        const Path moving = reference.run("whole");
        for (const char* name : {"case.toml", "fluid.pvd", "fluid_000000.vtu", "fluid_000010.vtu",
                                 "walls.pvd", "walls_000010.vtp", "series.csv", "run.log",
                                 "summary.json", "checkpoint"}) {
            CAPTURE(name);
            CHECK(std::filesystem::exists(moving / name));
        }
        const std::string index = read_whole_file(moving / "fluid.pvd");
        for (int n = 0; n <= 10; ++n) {
            const std::string digits = n < 10 ? "0" + std::to_string(n) : "10";
            const std::string time = n == 0 ? "0" : n == 10 ? "0.3" : "0." + std::string(3 * n < 10 ? "0" : "")
                                                                          + std::to_string(3 * n);
            CAPTURE(time);
            CHECK(contains(index, "timestep=\"" + time + "\" part=\"0\" file=\"fluid_0000" + digits + ".vtu\""));
        }
        const std::string table = read_whole_file(moving / "series.csv");
        CHECK(table.starts_with("time,step,dt,"));
        const auto times = times_in(table);
        CHECK(times.front() == 0.0);
        CHECK(times.back() == 0.3);
        CHECK(std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end());
        CHECK(contains(read_whole_file(moving / "summary.json"), "\"ending\": \"finished\""));
        CHECK(contains(read_whole_file(moving / "run.log"), "finished at t = 0.3"));
        // The case as run can be run again, and is then the same.
        const std::string again = reference.run("again");
        CHECK(call({"run", (moving / "case.toml").string(), "--out", again, "--quiet"}).code == 0);
        CHECK((read_whole_file(Path(again) / "series.csv") == table));
    }

    TEST_CASE("walls at rest are written once")
    {
        const Undisturbed reference(flat("end_time = 1.0", "end_time = 0.05"));
        CHECK(std::filesystem::exists(Path(reference.run("whole")) / "walls.vtp"));
        CHECK(!std::filesystem::exists(Path(reference.run("whole")) / "walls.pvd"));
    }

    TEST_CASE("the last row and the last frame show the end whatever the intervals")
    {
        const Undisturbed reference(flat("end_time = 1.0", "end_time = 0.1")
                                    + "[output]\nevery = 0.03\nseries_every = 0.04\n");
        const Path out = reference.run("whole");
        CHECK(times_in(read_whole_file(out / "series.csv")).back() == 0.1);
        CHECK(contains(read_whole_file(out / "fluid.pvd"), "timestep=\"0.1\""));
    }

    TEST_CASE("a locale with decimal commas changes no byte")
    {
        const Undisturbed reference;
        const std::string out = reference.run("german");
        Surroundings where;
        where.environment = {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}};
        REQUIRE(call(reference.words(out), where).code == 0);
        check_same_results(reference.results(), out);
    }

    TEST_CASE("paths with spaces and umlauts are as good as any")
    {
        const TemporaryDirectory directory;
        write_whole_file(directory / "d\xc3\xa4mm e.toml", flat("end_time = 1.0", "end_time = 0.02"));
        Surroundings where;
        where.directory = directory.path();
        const std::string out = "a b/\xc3\xbc";
        CHECK(call({"run", "d\xc3\xa4mm e.toml", "--out", out, "--quiet"}, where).code == 0);
        CHECK(call({"resume", out, "--quiet", "--set", "end_time=0.03"}, where).code == 0);
    }

    TEST_CASE("a mesh that was changed after the run began is found on resuming")
    {
        const TemporaryDirectory directory;
        const Path file = directory / "mesh.toml", mesh = directory / "block.stl";
        write_whole_file(mesh, cube_stl());
        write_whole_file(file, replaced(replaced(good_case, "end_time = 1.0", "end_time = 0.01"),
                                        "max = [1, 1, 1]", "max = [1, 1, 0.5]")
                                   + "[[wall]]\nname = \"block\"\nkind = \"solid\"\n"
                                     "mesh = { file = \"block.stl\", at = [1, 0, 0] }\n");
        const std::string out = (directory / "out").string();
        Ended ended = call({"run", file.string(), "--out", out, "--quiet"});
        INFO(ended.err);
        REQUIRE(ended.code == 0);
        write_whole_file(mesh, replaced(cube_stl(), "solid cube", "solid cubes"));
        ended = call({"resume", out, "--quiet", "--set", "end_time=0.02"});
        CHECK(ended.code == 2);
        CHECK(ended.says("a mesh or table was changed"));
        write_whole_file(mesh, cube_stl());
        CHECK(call({"resume", out, "--quiet", "--set", "end_time=0.02"}).code == 0);
    }
}
