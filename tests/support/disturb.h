// Things that happen to a running program: signals, kills, disks that fill up or break. After each
// of them files are whole and the run, brought to its end, has the bytes of one that nobody
// disturbed.
#pragma once

#include "tests/support/run_files.h"
#include "tests/support/small_disk.h"

#include <array>
#include <optional>

namespace flotsam::tests {

inline double share(std::mt19937& random)
{
    return static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
}

// Stops of a run by a signal that it obeys at the next step; returns how many came in time.
inline int stop_by_signals(const Undisturbed& reference, int times, unsigned seed)
{
    std::mt19937 random(seed);
    int stopped = 0;
    for (int n = 0; n < times; ++n) {
        const int signal = std::array{SIGTERM, SIGINT, SIGUSR1}[static_cast<std::size_t>(n) % 3];
        const std::string out = reference.run("stopped" + std::to_string(n));
        CAPTURE(n);
        Child child(reference.words(out));
        REQUIRE(child.waits_for(Path(out) / "series.csv"));
        rest(share(random) * 0.8 * reference.seconds());
        child.send(signal);
        const Ended ended = child.wait();
        CHECK((ended.code == 128 + signal || ended.code == 0));
        if (ended.code != 0) {
            ++stopped;
            CHECK(ended.out.find("continue with: flotsam resume " + out) != std::string::npos);
        }
        check_whole_files(reference.results(), out);
        reference.check_recovers(out);
        std::filesystem::remove_all(out);
    }
    return stopped;
}

// Signals after the last step, when results are complete but the process is not yet gone: its exit
// code stays 0. Sent 0 to 2 ms after the summary is there, in steps of 20 us.
inline void signal_when_over(const Undisturbed& reference, int times)
{
    using Clock = std::chrono::steady_clock;
    const std::string out = reference.run("over");
    int by_itself = 0, other_code = 0;
    for (int n = 0; n < times; ++n) {
        Child child(reference.words(out));
        while (!std::filesystem::exists(Path(out) / "summary.json") && child.runs())
            std::this_thread::yield();
        const auto due = Clock::now() + std::chrono::microseconds(20 * (n % 100));
        while (Clock::now() < due) {
        }
        child.send(std::array{SIGTERM, SIGINT, SIGUSR1}[static_cast<std::size_t>(n) % 3]);
        const Ended ended = child.wait();
        by_itself += ended.signal != 0;
        other_code += ended.signal == 0 && ended.code != 0;
        check_same_results(reference.results(), out);
        std::filesystem::remove_all(out);
    }
    CHECK(by_itself == 0);
    CHECK(other_code == 0);
}

// Kills of a run and of its first resumption.
inline void kill_at_random(const Undisturbed& reference, int times, unsigned seed)
{
    std::mt19937 random(seed);
    for (int n = 0; n < times; ++n) {
        const std::string out = reference.run("killed" + std::to_string(n));
        CAPTURE(n);
        {
            Child child(reference.words(out));
            rest(share(random) * reference.seconds());
            child.send(SIGKILL);
            child.wait();
        }
        check_whole_files(reference.results(), out);
        if (n % 2 == 1) {
            Child child({"resume", out, "--quiet", "--threads", "2"});
            rest(share(random) * 0.5 * reference.seconds());
            child.send(SIGKILL);
            child.wait();
            check_whole_files(reference.results(), out);
        }
        reference.check_recovers(out);
        std::filesystem::remove_all(out);
    }
}

inline void check_thread_counts(const Undisturbed& reference, const std::vector<int>& counts)
{
    for (int threads : counts) {
        CAPTURE(threads);
        const std::string out = reference.run("threads" + std::to_string(threads));
        auto words = reference.words(out);
        words.back() = std::to_string(threads);
        REQUIRE(call(words).code == 0);
        check_same_results(reference.results(), out);
        std::filesystem::remove_all(out);
    }
}

struct Failure {
    const char* call;
    int at;
    int error;
    bool stays;
};

// Returns whether the failure was met at all: the run may make fewer such calls.
inline bool fail_once(const Undisturbed& reference, const Failure& failure)
{
    const std::string out = reference.run("failing");
    Surroundings where;
    where.environment = {{"LD_PRELOAD", FLOTSAM_FAILING_IO},
                         {"FAIL_CALL", failure.call},
                         {"FAIL_AT", std::to_string(failure.at)},
                         {"FAIL_ERRNO", std::to_string(failure.error)}};
    if (failure.stays)
        where.environment["FAIL_STAYS"] = "1";
    const Ended ended = call(reference.words(out), where);
    CAPTURE(failure.call);
    CAPTURE(failure.at);
    CAPTURE(failure.error);
    CAPTURE(failure.stays);
    CAPTURE(ended.err);
    if (ended.code == 0) {
        check_same_results(reference.results(), out);
    } else {
        CHECK(ended.code == 4);
        CHECK(ended.is_one_line());
        CHECK(ended.says(out)); // the file that could not be written
        check_whole_files(reference.results(), out);
        for (const std::string& name : tree(out)) {
            CAPTURE(name);
            CHECK(!is_temporary_name(name));
        }
        reference.check_recovers(out);
    }
    std::filesystem::remove_all(out);
    return ended.code != 0;
}

// Returns how many of the failures were met.
inline int fail_often(const Undisturbed& reference, int times, unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&](unsigned most) { return 1 + static_cast<int>(random() % most); };
    int met = 0;
    for (int n = 0; n < times; ++n) {
        const int error = n % 3 == 0 ? EIO : ENOSPC;
        const bool stays = random() % 2u == 0;
        const Failure failures[] = {{"write", below(200), error, stays},
                                    {"fsync", below(100), error, stays},
                                    {"rename", below(50), error, stays},
                                    {"open", below(100), error, stays}};
        met += fail_once(reference, failures[n % 4]) ? 1 : 0;
    }
    return met;
}

// Runs on file systems of these sizes, kB, and counts those that were too small; nothing if this
// user may not mount any.
inline std::optional<int> fill_disk(const Undisturbed& reference, const std::vector<int>& sizes)
{
    const Path place = reference.directory() / "disk";
    std::filesystem::create_directory(place);
    SmallDisk disk(place);
    if (!disk.mounted())
        return std::nullopt;
    const std::string out = (place / "run").string();
    int full = 0;
    for (int kilobytes : sizes) {
        CAPTURE(kilobytes);
        disk.resize(kilobytes);
        const Ended ended = call(reference.words(out));
        CAPTURE(ended.err);
        CHECK(ended.code == 4);
        CHECK(ended.is_one_line());
        CHECK(ended.says(out));
        full += ended.code == 4;
        check_whole_files(reference.results(), out);
        disk.resize(64 * 1024);
        reference.check_recovers(out);
        std::filesystem::remove_all(out);
    }
    return full;
}

} // namespace flotsam::tests
