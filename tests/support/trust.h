// What every case must keep: the same bits after a restart at any step, with any number of threads,
// and after a rejected step. A case joins with one line: check_trust(make, steps), where make()
// builds it anew and returns something with a `state` and a `method`.
#pragma once

#include "core/checksum.h"
#include "coupling/checkpoint.h"
#include "coupling/run.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <cstring>

namespace flotsam::tests {

// Everything that a restart carries, as bytes. Retries are left out on request: they are what a
// run with a rejected step differs by.
inline std::string bytes_of(coupling::State& s, bool with_retries = true)
{
    std::string bytes;
    s.each_array([&]<class T>(const char*, const std::vector<T>& field) {
        bytes.append(reinterpret_cast<const char*>(field.data()), field.size() * sizeof(T));
    });
    s.each_scalar([&]<class T>(const char* name, const T& value) {
        if (with_retries || std::strcmp(name, "events.retried") != 0)
            bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
    });
    return bytes;
}

// Keeps what a run reports.
struct Recorder : coupling::Observer {
    std::vector<double> dt, time;
    std::vector<std::string> limits, notes;
    std::vector<coupling::StepReport> reports;
    PhaseSeconds phases{};
    double every = 0.0; // s between times to be met

    void on_step(const coupling::State& s, const coupling::StepReport& report,
                 const coupling::StepInfo& info) override
    {
        dt.push_back(info.dt);
        time.push_back(s.time);
        limits.emplace_back(info.limit);
        reports.push_back(report);
        for (std::size_t k = 0; k < phase_count; ++k)
            phases[k] += info.phases[k];
    }
    double next_due(double now) override { return coupling::next_multiple(every, now); }
    void on_note(const std::string& line) override { notes.push_back(line); }
};

template <class Built>
coupling::Outcome run_steps(Built& built, std::int64_t steps, Recorder& recorder,
                            coupling::Faults faults = {}, double end = 1e3)
{
    coupling::RunOptions options;
    options.end_time = end;
    options.steps = steps;
    options.faults = std::move(faults);
    return coupling::run(built.state, built.method, options, recorder);
}
template <class Built> coupling::Outcome run_steps(Built& built, std::int64_t steps)
{
    Recorder recorder;
    return run_steps(built, steps, recorder);
}

// Run N = run k, write, (a) go on, (b) read in a new process' place and go on.
template <class Make>
void check_restart(Make&& make, std::int64_t steps, const std::vector<std::int64_t>& at)
{
    auto whole = make();
    run_steps(whole, steps);
    const std::string expected = bytes_of(whole.state);
    const TemporaryDirectory directory;
    for (std::int64_t k : at) {
        CAPTURE(k);
        const Path file = directory / "a.checkpoint";
        auto first = make();
        run_steps(first, k);
        coupling::write_checkpoint(file, first.state, {42, "test"}, {});
        auto second = make();
        coupling::read_checkpoint(file, second.state, 42);
        CHECK(bytes_of(second.state) == bytes_of(first.state));
        run_steps(first, steps - k);
        CHECK(bytes_of(first.state) == expected);
        run_steps(second, steps - k);
        CHECK(bytes_of(second.state) == expected);
    }
}

template <class Make>
void check_threads(Make&& make, std::int64_t steps, const std::vector<int>& threads)
{
    const int before = omp_get_max_threads();
    std::string expected;
    for (int count : threads) {
        CAPTURE(count);
        omp_set_num_threads(count);
        auto built = make();
        run_steps(built, steps);
        if (expected.empty())
            expected = bytes_of(built.state);
        CHECK(bytes_of(built.state) == expected);
    }
    omp_set_num_threads(before);
}

// A run whose step k is rejected once = a run that was held to half of that dt before step k.
template <class Make> void check_rejection(Make&& make, std::int64_t steps, std::int64_t k)
{
    auto plain = make();
    Recorder before;
    run_steps(plain, k, before);
    const double half = 0.5 * before.dt.back();

    auto held = make();
    run_steps(held, k - 1);
    held.state.ceiling = half;
    run_steps(held, steps - k + 1);

    auto rejected = make();
    Recorder recorder;
    coupling::Faults faults;
    faults.reject_step = k;
    run_steps(rejected, steps, recorder, faults);
    CHECK(recorder.dt[static_cast<std::size_t>(k - 1)] == half);
    CHECK(rejected.state.events.retried == 1);
    CHECK(bytes_of(rejected.state, false) == bytes_of(held.state, false));
}

template <class Make> void check_trust(Make&& make, std::int64_t steps)
{
    check_restart(make, steps, {1, steps / 3, steps - 1});
    check_threads(make, steps, {1, 2, 3});
    check_rejection(make, steps, steps / 2);
}

} // namespace flotsam::tests
