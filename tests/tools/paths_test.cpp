// A case is data of somebody: whatever it is called and names, a run writes into its directory
// alone.
#include "tests/support/program.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

std::string case_with(const std::string& wall, const std::string& probe, const std::string& title)
{
    return "format = 1\ndimension = 2\nspacing = 0.1\nend_time = 0.002\ntitle = '" + title +
           "'\n[fluid]\n[[fluid.fill]]\nbox = { min = [0, 0], max = [1, 0.5] }\n"
           "[[wall]]\nname = '" +
           wall +
           "'\nkind = \"tank\"\n"
           "box = { min = [0, 0], max = [2, 1] }\n[[probe]]\nname = '" +
           probe + "'\nkind = \"front\"\n[[body]]\nname = '" + probe +
           "'\nbox = { min = [1.2, 0.5], max = [1.5, 0.7] }\ndensity = 500\n";
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("9 names that look like paths write nothing outside the run directory")
    {
        for (const std::string name :
             {"../evil", "../../evil", "/tmp/flotsam-evil", "a/../../evil", "..", "evil;touch evil",
              "$(touch evil)", "`touch evil`", "|touch evil"}) {
            const TemporaryDirectory directory;
            INFO(name);
            std::filesystem::create_directories(directory / "in/here");
            write_whole_file(directory / "in/here/c.toml", case_with(name, name, name));
            Surroundings where;
            where.directory = directory / "in/here";
            const Ended ended = call({"run", "c.toml", "--out", "out", "--quiet"}, where);
            CHECK((ended.code == 0 || (ended.code == 2 && ended.is_one_line())));
            std::filesystem::remove_all(directory / "in/here/out");
            CHECK(tree(directory.path()) ==
                  std::vector<std::string>{"in", "in/here", "in/here/c.toml"});
            CHECK(!std::filesystem::exists("/tmp/flotsam-evil"));
        }
    }

    TEST_CASE("a run does not write over its own case even by a symbolic link")
    {
        const TemporaryDirectory directory;
        std::filesystem::create_directories(directory / "in");
        const std::string text = case_with("tank", "front", "mine");
        write_whole_file(directory / "in/case.toml", text);
        std::filesystem::create_directory_symlink(directory / "in", directory / "link");
        for (const char* out : {"in", "link", "in/../in"}) {
            const Ended ended = call({"run", (directory / "in/case.toml").string(), "--out",
                                      (directory / out).string(), "--force", "--quiet"});
            CHECK(ended.code == 2);
            CHECK(ended.is_one_line());
            CHECK(read_whole_file(directory / "in/case.toml") == text);
        }
    }
}
