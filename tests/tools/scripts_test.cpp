// The scripts run and validate-all: what they refuse, and what validate-all does to its page. The
// program is replaced by a stand-in, so that no case is run.
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

namespace fs = std::filesystem;

struct Said {
    int code = -1;
    std::string text;
};

Said shell(const TemporaryDirectory& directory, const std::string& command)
{
    const std::string all = "cd '" + directory.path().string() + "' && " + command + " > said 2>&1";
    const int code = WEXITSTATUS(std::system(all.c_str()));
    return {code, read_whole_file(directory / "said")};
}

// Writes what a run and its comparison would, with the value in the environment variable VALUE.
constexpr const char* stand_in = R"(#!/usr/bin/env bash
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
mkdir -p "$out"
[ "${CODE:-0}" -le 1 ] || exit "$CODE"
cat >"$out/summary.json" <<END
{
  "commit": "abc1234",
  "date": "2026-02-03 04:05 UTC",
  "particles": {
    "fluid": 4321,
    "wall": 99
  },
  "wall_seconds": 61.4
}
END
cat >"$out/metrics.json" <<END
{
  "metrics": [
    {
      "series": "front",
      "metric": "peak_error",
      "value": -0.0123,
      "limit": 0.05,
      "pass": true,
      "reference": "lab",
      "unit": "1"
    },
    {
      "series": "front",
      "metric": "max_error",
      "value": 0.5,
      "limit": null,
      "pass": true,
      "reference": "lab",
      "unit": "m"
    },
    {
      "series": "P1",
      "metric": "inside_band",
      "value": ${VALUE:-0.8},
      "limit": 0.7,
      "pass": $([ "${CODE:-0}" = 0 ] && echo true || echo false),
      "reference": "lab",
      "unit": "1"
    }
  ],
  "pass": true
}
END
exit "${CODE:-0}"
)";

class Tree {
public:
    Tree()
    {
        for (const char* folder : {"tools", "build", "docs", "cases/a", "cases/b", "cases/c"})
            fs::create_directories(directory_ / folder);
        fs::copy_file(FLOTSAM_SOURCE_DIR "/tools/validate-all", directory_ / "tools/validate-all");
        script("tools/build", "#!/usr/bin/env bash\n");
        script("build/flotsam", stand_in);
        write_whole_file(directory_ / "cases/a/case.toml", "[[reference]]\n");
        write_whole_file(directory_ / "cases/b/case.toml", "[[reference]]\n");
        write_whole_file(directory_ / "cases/c/case.toml", "format = 1\n");
        write_whole_file(directory_ / "docs/validation.md",
                         "Before\n<!-- tools/validate-all: begin -->\nold\n| b | kept | row |\n"
                         "<!-- tools/validate-all: end -->\nAfter | b |\n");
    }
    Said run(const std::string& words) const { return shell(directory_, words); }
    std::string page() const { return read_whole_file(directory_ / "docs/validation.md"); }
    void spoil_page() const { write_whole_file(directory_ / "docs/validation.md", "nothing\n"); }

private:
    void script(const std::string& name, const std::string& text) const
    {
        write_whole_file(directory_ / name, text);
        fs::permissions(directory_ / name, fs::perms::owner_all);
    }
    TemporaryDirectory directory_;
};

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("tools/run without a case is refused")
    {
        const TemporaryDirectory directory;
        const Said said = shell(directory, "'" FLOTSAM_SOURCE_DIR "/tools/run'");
        CHECK(said.code == 2);
        CHECK(contains(said.text, "expected a case"));
    }

    TEST_CASE("validate-all writes a row for each judged metric and keeps the rest of its page")
    {
        const Tree tree;
        const Said said = tree.run("tools/validate-all --data docs");
        CAPTURE(said.text);
        CHECK(said.code == 0);
        const std::string page = tree.page();
        CAPTURE(page);
        CHECK(page.starts_with("Before\n<!-- tools/validate-all: begin -->\n| case | reference |"));
        CHECK(page.ends_with("<!-- tools/validate-all: end -->\nAfter | b |\n"));
        CHECK(contains(page, "| a | lab | front: peak_error | -1.23 % | 5 % | pass | 4321 | 61 s | "
                             "2026-02-03 | abc1234 |\n"));
        CHECK(contains(page, "| b | lab | P1: inside_band | 80 % | at least 70 % | pass |"));
        CHECK(!contains(page, "max_error"));
        CHECK(!contains(page, "old"));
        CHECK(!contains(page, "| c |"));
    }

    TEST_CASE("validate-all of one case keeps the rows of the others and tells a fail by its code")
    {
        const Tree tree;
        Said said = tree.run("env CODE=1 VALUE=0.2 tools/validate-all a");
        CHECK(said.code == 1);
        CHECK(contains(tree.page(),
                       "| a | lab | P1: inside_band | 20 % | at least 70 % | **fail** |"));
        CHECK(contains(tree.page(), "\n| b | kept | row |\n"));
        said = tree.run("env CODE=3 tools/validate-all a");
        CHECK(said.code == 1);
        CHECK(contains(tree.page(), "| a | | the run ended with exit code 3 |"));
        CHECK(contains(tree.page(), "\n| b | kept | row |\n"));
    }

    TEST_CASE("validate-all refuses what it does not know and leaves its page alone")
    {
        const Tree tree;
        const std::string before = tree.page();
        for (const char* words : {"--fast", "--data", "--data nowhere", "none", "c"}) {
            CAPTURE(words);
            CHECK(tree.run(std::string("tools/validate-all ") + words).code == 2);
            CHECK(tree.page() == before);
        }
        tree.spoil_page();
        CHECK(contains(tree.run("tools/validate-all").text, "lacks its marks"));
        CHECK(tree.page() == "nothing\n");
    }
}
