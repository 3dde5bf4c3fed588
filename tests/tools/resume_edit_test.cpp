// Which keys of a case may be edited before it is resumed: one of each section.
#include "tests/support/run_files.h"

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const std::string raft_case = R"(format = 1
dimension = 2
spacing = 0.05
end_time = 0.3
[fluid]
[[fluid.fill]]
box = { min = [0, 0], max = [1, 0.5] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [2, 2] }
open = ["z+"]
[[wall]]
name = "gate"
kind = "solid"
box = { min = [1, 0], max = [1.3, 2] }
motion = { velocity = 3, direction = [0, 0, 1], start = 0.05 }
[[body]]
name = "raft"
density = 500
box = { min = [0.3, 0.55], max = [0.6, 0.75] }
[[contact]]
between = ["*", "*"]
friction = 0.3
restitution = 0
[[probe]]
name = "P"
kind = "pressure"
at = [2, 0.2]
[output]
every = 0.03
checkpoint_minutes = 0.0004
)";

// A run that was stopped on its way.
class Stopped {
public:
    Stopped() : out_((directory_ / "run").string())
    {
        write_whole_file(directory_ / "raft.toml", raft_case);
        const Ended ended = call({"run", (directory_ / "raft.toml").string(), "--out", out_,
                                  "--quiet", "--threads", "1", "--wall-limit", "0.01"});
        INFO(ended.err);
        REQUIRE(ended.out.find("Stopped at the wall-time limit") != std::string::npos);
    }
    // Resumes a copy of it.
    Ended resume_with(std::vector<std::string> options) const
    {
        const Path copy = directory_ / "copy";
        std::filesystem::remove_all(copy);
        std::filesystem::copy(out_, copy, std::filesystem::copy_options::recursive);
        options.insert(options.begin(), {"resume", copy.string(), "--quiet"});
        return call(options);
    }

private:
    TemporaryDirectory directory_;
    std::string out_;
};

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a resumption refuses a change of any key of physics and names it")
    {
        const Stopped run;
        for (const std::string change : {"spacing=0.04",
                                         "time_step=0.001",
                                         "gravity=[0,0,-9]",
                                         "domain={min=[-1,-1],max=[3,9]}",
                                         "fluid.density=998",
                                         "fluid.viscosity=0.01",
                                         "fluid.smagorinsky=0.1",
                                         "fluid.relaxation=0.02",
                                         "fluid.shifting=0",
                                         "fluid.cfl=0.1",
                                         "fluid.tolerance=1e-4",
                                         "fluid.solver=jacobi",
                                         "fluid.max_iterations=100",
                                         "fluid.fill.0.velocity=[1,0]",
                                         "wall.tank.slip=[1,1]",
                                         "wall.tank.open=[]",
                                         "wall.gate.box.max=[1.2,2]",
                                         "wall.gate.motion.velocity=2",
                                         "body.raft.density=600",
                                         "body.raft.velocity=[0.1,0]",
                                         "body.raft.at=[0.05,0]",
                                         "body.raft.locked=[\"x\"]",
                                         "contact.0.friction=0.2",
                                         "contact.0.restitution=0.5",
                                         "probe.P.at=[2,0.3]",
                                         "probe.P.radius=0.1"}) {
            CAPTURE(change);
            const Ended ended = run.resume_with({"--set", change});
            CAPTURE(ended.err);
            CHECK(ended.code == 2);
            CHECK(ended.is_one_line());
            CHECK(ended.says("only end_time, [output] and threads may change on resume, but '"));
            CHECK(ended.says("' was "));
            // "wall.gate.motion.velocity" is told as 'wall.gate.motion'.
            const std::string key = change.substr(0, change.find('='));
            const std::string section = key.substr(0, key.rfind('.'));
            const bool named = ended.says("'" + key + "'") || ended.says("'" + section + "'");
            CHECK(named);
        }
    }

    TEST_CASE("a resumption takes changes of title and end and outputs and threads")
    {
        const Stopped run;
        for (const std::vector<std::string>& options :
             {std::vector<std::string>{"--set", "title=Another"},
              {"--set", "end_time=0.2"},
              {"--set", "end_time=0.35"},
              {"--set", "output.every=0.05"},
              {"--set", "output.series_every=0.01"},
              {"--set", "output.bodies_every=0.02"},
              {"--set", "output.checkpoint_minutes=1"},
              {"--threads", "3"}}) {
            CAPTURE(options.back());
            const Ended ended = run.resume_with(options);
            CAPTURE(ended.err);
            CHECK(ended.code == 0);
        }
    }
}
