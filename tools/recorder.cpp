#include "tools/recorder.h"

#include "coupling/time_plan.h"
#include "tools/version.h"

#include <omp.h>

#include <cstdio>

namespace flotsam::tools {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* extra_frame = "extra_frame";

double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

std::string content_of(const cases::Built& built)
{
    std::string text;
    if (built.state.fluid.size() > 0)
        text = std::to_string(built.state.fluid.size()) + " particles, " +
               std::to_string(built.state.boundary.size()) + " wall points, ";
    if (!built.method.models().empty())
        text += std::to_string(built.method.models().size()) + " bodies, ";
    return text;
}

} // namespace

Recorder::Recorder(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
                   Progress& progress, std::uint64_t case_hash,
                   const std::optional<coupling::Counters>& resumed)
    : case_(c), built_(built), directory_(directory), progress_(progress),
      pictures_(c, built, directory, kept_until(built.state.time, resumed, extra_frame)),
      tables_(c, built, directory, resumed),
      checkpoints_(directory / "checkpoint", {case_hash, "flotsam " FLOTSAM_VERSION}),
      log_(directory / "run.log"), began_(Clock::now()), checkpointed_(began_)
{
    counts_.resumed = resumed.has_value();
}

void Recorder::on_start(const coupling::State& s)
{
    log_.line((counts_.resumed ? "resumed at t = " + std::to_string(s.time) + " s: "
                               : std::string()) +
              generator_of(case_) + ", " + content_of(built_) +
              std::to_string(omp_get_max_threads()) + " threads");
    for (const std::string& warning : built_.warnings)
        log_.line("warning: " + warning);
    if (counts_.resumed) {
        tables_.resume(s);
        last_picture_ = s.time; // pictures up to this time are there already
        return;
    }
    pictures_.write_first(s);
    last_picture_ = s.time;
    tables_.write_first(s);
}

double Recorder::next_due(double time) { return coupling::next_multiple(pictures_.every(), time); }

void Recorder::on_note(const std::string& line) { log_.line(line); }

void Recorder::on_step(const coupling::State& s, const coupling::StepReport& report,
                       const coupling::StepInfo& info)
{
    const PhaseTimer timer(Phase::output);
    counts_.add(report, info);
    tables_.write_due(s, report, info.dt);
    if (pictures_.due(s.time))
        write_picture(s);
    if (case_.output.checkpoint_minutes > 0.0 &&
        seconds_since(checkpointed_) > 60.0 * case_.output.checkpoint_minutes)
        write_checkpoint(s);
    progress_.step(s.time, info.dt,
                   case_.dry() ? report.bodies.contact.iterations
                               : report.pressure.solve.iterations,
                   case_.dry() ? s.bodies.size() : s.fluid.size());
}

void Recorder::on_end(const coupling::State& s, const coupling::Outcome& outcome)
{
    if (outcome.ending == coupling::Ending::end_time)
        write_last(s);
    if (outcome.ending == coupling::Ending::numbers) {
        log_.line(outcome.diagnosis.line());
        log_.line(outcome.diagnosis.details);
    }
    write_checkpoint(s);
    pictures_.finish();
    tables_.sync();
    log_phases();
    counts_.wall_seconds = seconds_since(began_);
    write_summary(directory_ / "summary.json", case_, built_, s, outcome, counts_);
    log_.line(std::string(word_for(outcome.ending)) + " at t = " + std::to_string(s.time) +
              " s after " + std::to_string(s.step) + " steps");
    log_.sync();
    progress_.finish();
}

void Recorder::write_picture(const coupling::State& s)
{
    pictures_.write(s);
    last_picture_ = s.time;
}

// The end is shown whether or not it was due.
void Recorder::write_last(const coupling::State& s)
{
    if (last_picture_ != s.time) {
        write_picture(s);
        counters_[extra_frame] = 1;
    }
    tables_.write_last(s, counters_);
}

// Everything older than a checkpoint is on the disk before the checkpoint is.
void Recorder::write_checkpoint(const coupling::State& s)
{
    pictures_.drain();
    tables_.sync();
    log_.sync();
    checkpoints_.keep(s, counters_);
    checkpointed_ = Clock::now();
}

void Recorder::log_phases()
{
    double total = 0.0;
    for (double spent : counts_.phases)
        total += spent;
    if (counts_.steps == 0 || total <= 0.0)
        return;
    log_.line("wall time by phase, ms a step and share:");
    for (std::size_t p = 0; p < phase_count; ++p) {
        const double spent = counts_.phases[p];
        if (spent == 0.0)
            continue;
        char line[96];
        std::snprintf(line, sizeof line, "  %-15s %9.3f  %5.1f %%", phase_names[p],
                      1e3 * spent / static_cast<double>(counts_.steps), 100.0 * spent / total);
        log_.line(line);
    }
}

} // namespace flotsam::tools
