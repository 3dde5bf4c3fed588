// tests/check_layers.sh finds what it is there to find.
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Verdict {
    int code = 0;
    std::string said;
};

Verdict check(const Path& tree)
{
    const TemporaryDirectory directory;
    const std::string command = "bash '" FLOTSAM_SOURCE_DIR "/tests/check_layers.sh' '" + tree.string()
                                + "' > '" + (directory / "said").string() + "' 2>&1";
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), read_whole_file(directory / "said")};
}

void put(const TemporaryDirectory& tree, const std::string& path, const std::string& text)
{
    std::filesystem::create_directories((tree / path).parent_path());
    write_whole_file(tree / path, text);
}

// A small tree that keeps the rules.
void plant_good(const TemporaryDirectory& tree)
{
    put(tree, "core/a.h", "#pragma once\n");
    put(tree, "core/io/v.cpp", "#include <vtkNew.h>\n");
    put(tree, "sph/a.h", "#include \"core/a.h\"\n");
    put(tree, "rigid/a.h", "#include \"core/a.h\"\n");
    put(tree, "contact/a.h", "#include \"rigid/a.h\"\n");
    put(tree, "coupling/a.cpp", "#include \"sph/a.h\"\n#include \"contact/a.h\"\n");
    put(tree, "cases/a.cpp", "#include \"coupling/a.h\"\n#include <toml++/toml.h>\n");
    put(tree, "tools/a.cpp", "#include \"cases/a.h\"\n#include <boost/program_options.hpp>\n");
    put(tree, "tests/sph/a_test.cpp", "TEST_CASE(\"water is wet\")\n{\n    f(1, 2);\n}\n");
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the source tree keeps the rules between its folders")
    {
        const Verdict verdict = check(FLOTSAM_SOURCE_DIR);
        CHECK(verdict.said == "");
        CHECK(verdict.code == 0);
    }

    TEST_CASE("each planted breach of the rules between folders is found with file and line")
    {
        struct Breach {
            std::string file, text, said;
        };
        const std::vector<Breach> breaches{
            {"sph/b.cpp", "\n#include \"rigid/a.h\"\n", "sph/b.cpp:2: sph must not know rigid"},
            {"rigid/b.h", "#include \"sph/a.h\"\n", "rigid/b.h:1: rigid must not know sph"},
            {"core/b.h", "#  include \"sph/a.h\"\n", "core/b.h:1: core must not know sph"},
            {"contact/b.h", "#include \"sph/a.h\"\n", "contact must not know sph"},
            {"coupling/b.h", "#include \"cases/a.h\"\n", "coupling must not know cases"},
            {"cases/b.h", "#include \"tools/a.h\"\n", "cases must not know tools"},
            {"tools/b.h", "#include \"tests/main.h\"\n", "tools must not know tests"},
            {"sph/c.cpp", "#include <vtkNew.h>\n", "sph/c.cpp:1: VTK has no place here"},
            {"core/b.cpp", "#include <vtkNew.h>\n", "core/b.cpp:1: VTK has no place here"},
            {"tools/b.cpp", "#include <toml++/toml.h>\n", "toml++ has no place here"},
            {"cases/b.cpp", "#include <boost/program_options.hpp>\n", "Program_options has no place"},
            {"tests/sph/b_test.cpp", "TEST_CASE(\"a, b\")\n", "tests/sph/b_test.cpp:1: a test's name"},
            {"tests/sph/c_test.cpp", "\nTEST_CASE(\n    \"a b \"\n    \"c; d\")\n", "c_test.cpp:2: a test's"},
            {"sph/d.cpp", std::string(421, '\n'), "421 lines; a file has at most 420"},
        };
        const TemporaryDirectory tree;
        plant_good(tree);
        const Verdict kept = check(tree.path());
        CHECK(kept.said == "");
        CHECK(kept.code == 0);
        for (const Breach& breach : breaches)
            put(tree, breach.file, breach.text);
        const Verdict verdict = check(tree.path());
        CAPTURE(verdict.said);
        CHECK(verdict.code == 1);
        for (const Breach& breach : breaches) {
            CAPTURE(breach.said);
            CHECK(verdict.said.find(breach.said) != std::string::npos);
        }
        CHECK(verdict.said.find(std::to_string(breaches.size()) + " breaches") != std::string::npos);
    }
}
