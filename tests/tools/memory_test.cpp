// The memory that a case is told to need, against the peak of its run.
#include "core/json_read.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const std::string block = R"(format = 1
dimension = 3
spacing = 0.004
end_time = 0.002
time_step = 0.001
[[wall]]
name = "floor"
kind = "solid"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[body]]
name = "block"
density = 600
box = { min = [0, 0, 0.1], max = [0.2, 0.2, 0.3] }
[output]
every = 1
)";

const std::string bath = R"(format = 1
dimension = 3
spacing = 0.02
end_time = 0.01
[fluid]
[[fluid.fill]]
box = { min = [0, 0, 0], max = [1, 1, 0.4] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0, 0], max = [1, 1, 0.8] }
[[body]]
name = "ball"
density = 500
sphere = { center = [0.5, 0.5, 0.4], radius = 0.15 }
[output]
every = 1
)";

struct Memory {
    double peak = 0.0, estimated = 0.0; // B
};

Memory memory_of(const std::string& text, const std::vector<std::string>& sets)
{
    const TemporaryDirectory directory;
    const Path file = directory / "case.toml", out = directory / "run";
    write_whole_file(file, text);
    std::vector<std::string> words{"run",     file.string(), "--out", out.string(),
                                   "--quiet", "--threads",   "2"};
    for (const std::string& set : sets)
        words.insert(words.end(), {"--set", set});
    const Ended ended = call(words);
    INFO(ended.err);
    REQUIRE(ended.code == 0);
    const JsonValue summary = parse_json(read_whole_file(out / "summary.json"), "summary.json");
    const JsonValue& memory = summary["memory_bytes"];
    return {memory["peak"].number, memory["estimated"].number};
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("runs with bodies take the memory that was estimated within 20 percent")
    {
#if defined(__SANITIZE_ADDRESS__)
        MESSAGE("skipped: a sanitizer keeps memory of its own");
#else
        // No size here is a point of the fit (cases/memory.h).
        const std::vector<std::string> small_array{"spacing=0.008",
                                                   "body.block.array.count=[10,9,1]",
                                                   "body.block.array.step=[0.3,0.3,0]"};
        const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
            {block, {"spacing=0.003"}},
            {block, small_array},
            {bath, {}},
            {bath, {"spacing=0.0125"}}};
        for (const auto& [text, sets] : cases) {
            CAPTURE(text);
            CAPTURE(sets.empty() ? "" : sets.front());
            const Memory memory = memory_of(text, sets);
            MESSAGE("peak ", memory.peak / 1e6, " MB, estimated ", memory.estimated / 1e6);
            CHECK(memory.estimated == doctest::Approx(memory.peak).epsilon(0.2));
        }
#endif
    }
}
