// Broken files, small ones: written by hand for what readers are known to fall for, and found by
// tools/fuzz. The name says what is expected: good-* is read, bad-* ends in one line.
#include "cases/csv.h"
#include "cases/read.h"
#include "core/input_file.h"
#include "core/mesh_check.h"
#include "core/obj.h"
#include "core/ply.h"
#include "core/stl.h"
#include "coupling/checkpoint.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace flotsam;

namespace {

const Path corpus = Path(FLOTSAM_SOURCE_DIR) / "tests/corpus";

template <class Parse> void read_mesh(const Path& file, Parse&& parse)
{
    Mesh mesh = parse(read_input_file(file.string()), file.string());
    accept_mesh(mesh, file.string());
}

void read(const std::string& kind, const Path& file)
{
    if (kind == "stl")
        read_mesh(file, parse_stl);
    else if (kind == "obj")
        read_mesh(file, parse_obj);
    else if (kind == "ply")
        read_mesh(file, parse_ply);
    else if (kind == "csv")
        cases::read_csv(file.string());
    else if (kind == "case")
        cases::read_case(file.string());
    else {
        coupling::State state;
        coupling::read_checkpoint(file, state, std::nullopt);
    }
}

struct Verdicts {
    int good = 0, bad = 0;
    double slowest = 0.0; // s
};

Verdicts judge(const std::string& kind)
{
    Verdicts verdicts;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / kind)) {
        const std::string name = entry.path().filename().string();
        INFO(kind << "/" << name);
        const auto began = std::chrono::steady_clock::now();
        std::string said;
        try {
            read(kind, entry.path());
        } catch (const UserError& error) {
            said = error.what();
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        verdicts.slowest = std::max(verdicts.slowest, took.count());
        ++(said.empty() ? verdicts.good : verdicts.bad);
        CHECK(said.empty() == name.starts_with("good"));
        if (!said.empty()) {
            CHECK(said.find(name) != std::string::npos);
            CHECK(said.find('\n') == std::string::npos);
            CHECK(said.size() < 2000);
        }
    }
    return verdicts;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("broken files of 6 kinds end in one line that names them and good ones are read")
    {
        for (const char* kind : {"stl", "obj", "ply", "csv", "case", "checkpoint"}) {
            const Verdicts verdicts = judge(kind);
            MESSAGE(std::string(kind) << ": " << verdicts.bad << " refused, " << verdicts.good
                                      << " read, slowest " << verdicts.slowest << " s");
            CHECK(verdicts.bad >= 4);
            CHECK(verdicts.slowest < 5.0); // no file here is larger than 70 kB
        }
    }
}
