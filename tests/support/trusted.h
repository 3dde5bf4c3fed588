// One line for a case to join everything that is promised of every run: check_trusted(name, sets).
//
// In this process: the same bits after a restart at any step, on any number of threads, after a
// rejected step; damaged checkpoints are refused. As a program: the same files after signals, kills,
// failing calls and a full disk, on any number of threads.
#pragma once

#include "cases/build.h"
#include "cases/read.h"
#include "tests/support/disturb.h"
#include "tests/support/trust.h"

#include <fstream>

namespace flotsam::tests {

struct Effort {
    std::int64_t steps = 20; // made in this process
    int damages = 10;        // flipped bits, and as many cuts
    int kills = 2, signals = 3, late_signals = 3, failures = 4;
    std::vector<int> threads{2};
};
inline Effort dozens() { return {40, 200, 20, 20, 20, 40, {2, 3, 4, 7, 8}}; }
inline Effort thorough() { return {40, 1000, 100, 100, 100, 200, {2, 3, 4, 7, 8}}; }

// Bytes of a damaged checkpoint are refused with the reason, and the state stays as it was.
inline void check_damage(cases::Built& built, int times)
{
    const TemporaryDirectory directory;
    const Path file = directory / "a.checkpoint";
    run_steps(built, 3);
    coupling::write_checkpoint(file, built.state, {7, "test"}, {});
    const std::string good = read_whole_file(file), before = bytes_of(built.state);
    std::mt19937_64 random(2025);
    int refused = 0;
    const auto try_bytes = [&](const std::string& bytes) {
        std::ofstream(file, std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        try {
            coupling::read_checkpoint(file, built.state, 7);
        } catch (const UserError& error) {
            refused += std::string(error.what()).find("not a usable checkpoint") != std::string::npos;
        }
    };
    for (int n = 0; n < times; ++n) {
        std::string bad = good;
        const std::size_t bit = random() % (8 * good.size());
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
        try_bytes(bad);
        try_bytes(good.substr(0, random() % good.size()));
    }
    CHECK(refused == 2 * times);
    CHECK((bytes_of(built.state) == before));
}

inline void check_trusted(const std::string& name, const std::vector<std::string>& sets,
                          const Effort& effort = {})
{
    const auto make = [&] { return cases::build(cases::read_case(name, sets)); };
    std::vector<int> threads{1};
    threads.insert(threads.end(), effort.threads.begin(), effort.threads.end());
    check_restart(make, effort.steps, {1, effort.steps / 3, effort.steps - 1});
    check_threads(make, effort.steps, threads);
    check_rejection(make, effort.steps, effort.steps / 2);
    auto built = make();
    check_damage(built, effort.damages);

    const Undisturbed reference(name, sets);
    check_thread_counts(reference, effort.threads);
    stop_by_signals(reference, effort.signals, 11);
    signal_when_over(reference, effort.late_signals);
    kill_at_random(reference, effort.kills, 12);
    fail_often(reference, effort.failures, 13);
    std::size_t bytes = 0;
    for (const auto& [file, text] : reference.results())
        bytes += text.size();
    const int half = static_cast<int>(bytes / 2048);
    if (half >= 16)
        fill_disk(reference, {half});
}

} // namespace flotsam::tests
