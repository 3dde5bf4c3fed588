#include "tests/support/basins.h"
#include "tests/support/trust.h"

#include "coupling/signals.h"

#include <sys/wait.h>

#include <csignal>
#include <unistd.h>

using namespace flotsam;
using namespace flotsam::tests;

TEST_SUITE("unit")
{
    TEST_CASE("a signal ends the run after the step it arrives in")
    {
        for (int signal : {SIGINT, SIGTERM, SIGUSR1}) {
            const coupling::SignalWatch watch;
            Tank t = dam_break_2d(0.02);
            Recorder recorder;
            coupling::Faults faults;
            faults.alter_step = 4;
            faults.before_step = [signal](coupling::State&) { std::raise(signal); };
            const auto outcome = run_steps(t, 20, recorder, faults);
            CHECK(outcome.ending == coupling::Ending::signal);
            CHECK(outcome.signal == signal);
            CHECK(t.state.step == 4);
        }
        CHECK(coupling::signal_received() == 0);
    }

    TEST_CASE("a second signal ends the process at once")
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const coupling::SignalWatch watch;
            std::raise(SIGTERM);
            std::raise(SIGINT);
            ::_exit(0); // not reached
        }
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        REQUIRE(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 128 + SIGINT);
    }
}
