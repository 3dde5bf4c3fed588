// A run that was stopped, killed or extended ends with the same bytes as one that was not.
#include "tests/support/disturb.h"

using namespace flotsam;
using namespace flotsam::tests;

namespace {

void flip_bit(const Path& file)
{
    std::string bytes = read_whole_file(file);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    write_whole_file(file, bytes);
}

// Runs with --wall-limit until two checkpoints are there.
std::string stopped_halfway(const Undisturbed& reference)
{
    const std::string out = reference.run("halfway");
    auto words = reference.words(out);
    words.insert(words.end(), {"--wall-limit", "0.03"});
    for (int n = 0; n < 20; ++n) {
        const Ended ended = call(words);
        REQUIRE(ended.code == 0);
        REQUIRE(ended.out.find("Stopped at the wall-time limit") != std::string::npos);
        if (coupling::checkpoints_in(Path(out) / "checkpoint").size() == 2)
            break;
        words = {"resume", out, "--quiet", "--wall-limit", "0.01"};
    }
    REQUIRE(coupling::checkpoints_in(Path(out) / "checkpoint").size() == 2);
    return out;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a run in pieces of wall time ends with the bytes of a whole one")
    {
        const Undisturbed reference;
        const std::string out = reference.run("pieces");
        auto words = reference.words(out);
        words.insert(words.end(), {"--wall-limit", "0.02"});
        int pieces = 0;
        for (bool more = true; more && pieces < 200; ++pieces) {
            const Ended ended = call(words);
            INFO(ended.err);
            REQUIRE(ended.code == 0);
            more = ended.out.find("Stopped at the wall-time limit") != std::string::npos;
            words = {"resume", out, "--quiet", "--wall-limit", "0.02", "--threads", "2"};
        }
        CHECK(pieces > 2);
        check_same_results(reference.results(), out);
    }

    TEST_CASE("signals at random moments stop a run that resumes to the same bytes")
    {
        CHECK(stop_by_signals(Undisturbed(), 10, 1) >= 3);
    }

    TEST_CASE("none of 100 signals after the last step undoes the exit code of a complete run")
    {
        signal_when_over(Undisturbed(), 100);
    }

    TEST_CASE("a second signal ends a run at once and its files are whole")
    {
        const Undisturbed reference;
        const std::string out = reference.run("twice");
        Child child(reference.words(out));
        REQUIRE(child.waits_for(Path(out) / "series.csv"));
        child.send(SIGTERM);
        child.send(SIGINT);
        const Ended ended = child.wait();
        CHECK((ended.code == 128 + SIGTERM || ended.code == 128 + SIGINT));
        check_whole_files(reference.results(), out);
        reference.check_recovers(out);
    }

    TEST_CASE("kills at 10 random instants lose nothing but time")
    {
        kill_at_random(Undisturbed(), 10, 2);
    }

    TEST_CASE("leftovers of an interrupted write do not disturb a resumption and go away")
    {
        const Undisturbed reference;
        const Path out = stopped_halfway(reference);
        for (const char* name : {".fluid_000007.vtu.part", ".series.csv.part", ".fluid.pvd.part",
                                 "checkpoint/.step-000000000050.checkpoint.part",
                                 "fluid_000010.vtu", "walls_000010.vtp", ".flotsam.lock"})
            write_whole_file(out / name, "half a fi");
        reference.check_recovers(out);
    }

    TEST_CASE("a complete run is not resumed and its files stay as they are")
    {
        const Undisturbed reference;
        const Ended ended = call({"resume", reference.run("whole"), "--quiet"});
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("the run is complete (t = 0.3"));
        CHECK(ended.says("--set end_time=SECONDS"));
        check_same_results(reference.results(), reference.run("whole"));
    }

    TEST_CASE("a resumption with other physics is refused with both values")
    {
        const Undisturbed reference;
        const std::string out = stopped_halfway(reference);
        const auto before = results_in(out);
        Ended ended = call({"resume", out, "--set", "spacing=0.04", "--set", "fluid.density=998"});
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("'spacing' was 0.05, is 0.04"));
        CHECK(ended.says("'fluid.density' was 1000, is 998"));

        std::string text = read_whole_file(Path(out) / "case.toml");
        const std::string velocity = "velocity = 3,";
        REQUIRE(text.find(velocity) != std::string::npos);
        const std::string original = text;
        write_whole_file(Path(out) / "case.toml",
                         text.replace(text.find(velocity), velocity.size(), "velocity = 4,"));
        ended = call({"resume", out});
        CHECK(ended.code == 2);
        CHECK(ended.says("'wall.gate.motion' was"));
        CHECK(ended.says("velocity = 4"));
        check_same_results(before, out);
        write_whole_file(Path(out) / "case.toml", original);
        reference.check_recovers(out);
    }

    TEST_CASE("a run that is extended equals the run that was longer from the start")
    {
        // With rows every 0.007 s the shorter run ends between two: its last row must go again.
        for (const char* rows : {"0", "0.007"}) {
            CAPTURE(rows);
            const std::string interval = std::string("output.series_every=") + rows;
            const Undisturbed reference;
            const std::string whole = reference.run("longer"), out = reference.run("extended");
            auto words = reference.words(whole);
            words.insert(words.end(), {"--set", interval});
            REQUIRE(call(words).code == 0);
            words = reference.words(out);
            words.insert(words.end(), {"--set", interval, "--set", "end_time=0.12"});
            REQUIRE(call(words).code == 0);
            const Ended ended = call({"resume", out, "--quiet", "--set", "end_time=0.3"});
            INFO(ended.err);
            CHECK(ended.code == 0);
            check_same_results(results_in(whole), out);
        }
    }

    TEST_CASE("a run that ended between two frames and is extended lists each time once")
    {
        const Undisturbed reference;
        const std::string out = reference.run("odd");
        auto words = reference.words(out);
        words.insert(words.end(), {"--set", "end_time=0.1", "--set", "output.series_every=0.03"});
        REQUIRE(call(words).code == 0);
        CHECK(read_whole_file(Path(out) / "fluid.pvd").find("timestep=\"0.1\"") !=
              std::string::npos);
        CHECK(read_whole_file(Path(out) / "series.csv").find("\n0.1,") != std::string::npos);
        REQUIRE(call({"resume", out, "--quiet", "--set", "end_time=0.15"}).code == 0);
        const std::string text = read_whole_file(Path(out) / "fluid.pvd");
        for (const char* time : {"0", "0.03", "0.06", "0.09", "0.12", "0.15"}) {
            const std::string entry = std::string("timestep=\"") + time + "\"";
            CAPTURE(entry);
            CHECK(text.find(entry) != std::string::npos);
        }
        CHECK(text.find("timestep=\"0.1\"") == std::string::npos);
        CHECK(!std::filesystem::exists(Path(out) / "fluid_000006.vtu"));
    }

    TEST_CASE("a damaged newest checkpoint is refused with the reason and --previous goes round it")
    {
        const Undisturbed reference;
        const std::string out = stopped_halfway(reference);
        const auto found = coupling::checkpoints_in(Path(out) / "checkpoint");
        flip_bit(found[0]);
        Ended ended = call({"resume", out, "--quiet"});
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says(found[0].string()));
        CHECK(ended.says("not a usable checkpoint"));
        CHECK(ended.says("add --previous"));
        ended = call({"resume", out, "--quiet", "--previous", "--threads", "1"});
        INFO(ended.err);
        CHECK(ended.code == 0);
        check_same_results(reference.results(), out);
    }

    TEST_CASE("two damaged checkpoints leave nothing to resume from and say so")
    {
        const Undisturbed reference;
        const std::string out = stopped_halfway(reference);
        for (const Path& file : coupling::checkpoints_in(Path(out) / "checkpoint"))
            flip_bit(file);
        const Ended ended = call({"resume", out, "--quiet", "--previous"});
        CHECK(ended.code == 2);
        CHECK(ended.is_one_line());
        CHECK(ended.says("there is no older one"));
    }

    TEST_CASE("frames and tables and checkpoints are the same for 1 and 2 threads")
    {
        check_thread_counts(Undisturbed(), {2});
    }
}

TEST_SUITE("long")
{
    TEST_CASE("kills at 100 random instants lose nothing but time")
    {
        kill_at_random(Undisturbed(), 100, 3);
    }

    TEST_CASE("100 signals at random moments stop a run that resumes to the same bytes")
    {
        CHECK(stop_by_signals(Undisturbed(), 100, 4) >= 30);
    }

    TEST_CASE("frames and tables and checkpoints are the same for 1 to 8 threads")
    {
        check_thread_counts(Undisturbed(), {2, 3, 4, 7, 8});
    }
}
