#include "tools/recorder.h"

#include "core/json.h"
#include "core/parallel.h"
#include "coupling/energy.h"
#include "coupling/time_plan.h"
#include "tools/version.h"

#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <sstream>

namespace flotsam::tools {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

double frame_interval(const cases::Case& c)
{
    return c.output.every > 0.0 ? c.output.every : c.end_time / 100.0;
}

std::string generator(const cases::Case& c)
{
    return "flotsam " FLOTSAM_VERSION " (" FLOTSAM_COMMIT "), case " + c.name;
}

std::vector<std::string> series_columns(const coupling::Instruments& instruments)
{
    std::vector<std::string> names{"step", "dt", "iterations", "residual"};
    const auto& probes = instruments.columns();
    names.insert(names.end(), probes.begin(), probes.end());
    for (const char* name :
         {"energy.kinetic", "energy.potential", "energy.viscous", "energy.shifting",
          "energy.wall_work", "energy.left", "energy.residual", "events.clamped",
          "events.guarded", "events.pushed", "events.left", "events.retried"})
        names.emplace_back(name);
    return names;
}

io::FrameOptions frame_options(const cases::Case& c, const RunDirectory& directory,
                               std::optional<double> resume_at)
{
    io::FrameOptions options;
    options.directory = directory.path();
    options.compression = c.output.compression == "none"  ? io::Compression::none
                          : c.output.compression == "lz4" ? io::Compression::lz4
                                                          : io::Compression::zlib;
    options.resume_at = resume_at;
    return options;
}

SeriesWriter open_series(const RunDirectory& directory, const coupling::Instruments& instruments,
                         std::optional<double> resume_at)
{
    const auto columns = series_columns(instruments);
    return resume_at ? SeriesWriter::resume(directory / "series.csv", columns, *resume_at)
                     : SeriesWriter(directory / "series.csv", columns);
}

const char* word(coupling::Ending ending)
{
    switch (ending) {
    case coupling::Ending::end_time: return "finished";
    case coupling::Ending::step_count: return "stopped after the steps asked for";
    case coupling::Ending::signal: return "stopped by a signal";
    case coupling::Ending::wall_limit: return "stopped at the wall-time limit";
    default: return "stopped by bad numbers";
    }
}

constexpr const char* extra_frame = "extra_frame";
constexpr const char* extra_row = "extra_row";

// Until when the files of a resumed run are kept. A frame or row at the checkpoint's time that was
// written only because the run ended there is not part of a run that goes on.
std::optional<double> kept_until(double time, const std::optional<coupling::Counters>& resumed,
                                 const char* extra)
{
    if (!resumed)
        return std::nullopt;
    return resumed->contains(extra) ? std::nextafter(time, -1.0) : time;
}

double peak_memory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

std::string utc_now()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d UTC", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min);
    return text;
}

bool any_moves(const coupling::Method& m)
{
    return std::any_of(m.solids.begin(), m.solids.end(),
                       [](const coupling::Solid& solid) { return solid.motion.moves(); });
}

} // namespace

Recorder::Recorder(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
                   Progress& progress, std::uint64_t case_hash,
                   const std::optional<coupling::Counters>& resumed)
    : case_(c), built_(built), directory_(directory), progress_(progress),
      resumed_(resumed.has_value()), instruments_(built.probes),
      frames_(frame_options(c, directory, kept_until(built.state.time, resumed, extra_frame))),
      series_(open_series(directory, instruments_,
                          kept_until(built.state.time, resumed, extra_row))),
      checkpoints_(directory / "checkpoint", {case_hash, "flotsam " FLOTSAM_VERSION}),
      log_(directory / "run.log"), frame_every_(frame_interval(c)), began_(Clock::now()),
      checkpointed_(began_)
{
}

void Recorder::on_start(const coupling::State& s)
{
    start_particles_ = s.fluid.size();
    log_.line((resumed_ ? "resumed at t = " + std::to_string(s.time) + " s: " : std::string())
              + generator(case_) + ", " + std::to_string(start_particles_) + " particles, "
              + std::to_string(s.boundary.size()) + " wall points, "
              + std::to_string(omp_get_max_threads()) + " threads");
    for (const std::string& warning : built_.warnings)
        log_.line("warning: " + warning);
    if (resumed_) {
        next_row_ = row_after(s.time);
        // Frames up to this time are there already.
        last_frame_ = s.time;
        return;
    }
    write_walls(s);
    write_frame(s);
    write_row(s);
}

double Recorder::next_due(double time) { return coupling::next_multiple(frame_every_, time); }

void Recorder::on_note(const std::string& line)
{
    log_.line(line);
}

void Recorder::on_step(const coupling::State& s, const coupling::StepReport& report,
                       const coupling::StepInfo& info)
{
    const PhaseTimer timer(Phase::output);
    ++steps_;
    iterations_ += report.pressure.solve.iterations;
    most_iterations_ = std::max(most_iterations_, report.pressure.solve.iterations);
    for (std::size_t p = 0; p < phase_count; ++p)
        phases_[p] += info.phases[p];
    dt_ = info.dt;
    solve_iterations_ = report.pressure.solve.iterations;
    residual_ = report.pressure.solve.residual;
    if (s.time >= next_row_)
        write_row(s);
    if (s.time == coupling::multiple(frame_every_, std::round(s.time / frame_every_)))
        write_frame(s);
    if (case_.output.checkpoint_minutes > 0.0
        && seconds_since(checkpointed_) > 60.0 * case_.output.checkpoint_minutes)
        write_checkpoint(s);
    progress_.step(s.time, info.dt, report.pressure.solve.iterations, s.fluid.size());
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
    frames_.finish();
    series_.sync();
    log_phases();
    write_summary(s, outcome);
    log_.line(std::string(word(outcome.ending)) + " at t = " + std::to_string(s.time) + " s after "
              + std::to_string(s.step) + " steps");
    log_.sync();
    progress_.finish();
}

// The end is shown whether or not it was due.
void Recorder::write_last(const coupling::State& s)
{
    if (last_frame_ != s.time) {
        write_frame(s);
        counters_[extra_frame] = 1;
    }
    if (last_row_ != s.time) {
        write_row(s);
        counters_[extra_row] = 1;
    }
}

void Recorder::write_frame(const coupling::State& s)
{
    io::ParticleFrame frame;
    frame.header = {std::llround(std::ceil(s.time / frame_every_ - 1e-9)), s.time, s.step,
                    generator(case_)};
    frame.spacing = built_.method.fluid.spacing;
    frame.smoothing_length = built_.method.fluid.kernel.h;
    frame.resize(static_cast<std::size_t>(s.fluid.size()));
    parallel_for(s.fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        for (std::size_t k = 0; k < 3; ++k) {
            frame.position[3 * i + k] = static_cast<float>(s.fluid.position[i][static_cast<int>(k)]);
            frame.velocity[3 * i + k] = static_cast<float>(s.fluid.velocity[i][static_cast<int>(k)]);
        }
        frame.pressure[i] = static_cast<float>(s.fluid.pressure[i]);
        frame.density[i] = static_cast<float>(s.fluid.density[i]);
        frame.type[i] = 0;
        frame.id[i] = s.fluid.id[i];
        frame.body[i] = -1;
        frame.free_surface[i] = static_cast<float>(s.fluid.surface[i]);
    });
    frames_.submit(std::move(frame));
    if (any_moves(built_.method) && s.time > 0.0)
        write_walls(s);
    last_frame_ = s.time;
}

void Recorder::write_walls(const coupling::State& s)
{
    io::SurfaceFrame frame;
    frame.header = {std::llround(std::ceil(s.time / frame_every_ - 1e-9)), s.time, s.step,
                    generator(case_)};
    for (const cases::WallPicture& wall : built_.pictures) {
        const rigid::Motion& motion = built_.method.solids[wall.solid].motion;
        const double speed = motion.moves() && !motion.turns
                                 ? std::abs(rigid::travel_at(motion, s.time).rate)
                                 : 0.0;
        const auto first = static_cast<std::int32_t>(frame.vertex.size() / 3);
        for (const Vec3& start : wall.mesh.vertex) {
            const Vec3 x = rigid::place_at(motion, start, s.time);
            for (int k = 0; k < 3; ++k)
                frame.vertex.push_back(static_cast<float>(x[k]));
        }
        for (const auto& triangle : wall.mesh.triangle) {
            for (const Index corner : triangle)
                frame.triangle.push_back(first + corner);
            frame.body.push_back(static_cast<std::int32_t>(frame.names.size()));
            frame.speed.push_back(static_cast<float>(speed));
        }
        frame.names.push_back(wall.name);
    }
    if (any_moves(built_.method))
        frames_.submit_walls(std::move(frame));
    else
        frames_.submit_static_walls(std::move(frame));
}

void Recorder::write_row(const coupling::State& s)
{
    row_.assign({static_cast<double>(s.step), dt_, static_cast<double>(solve_iterations_), residual_});
    const auto measured = instruments_.measure(s, built_.method);
    row_.insert(row_.end(), measured.begin(), measured.end());
    const coupling::EnergyAudit energy = coupling::audit_energy(s, built_.method);
    const coupling::EventCounts& events = s.events;
    for (double value : {energy.kinetic, energy.potential, energy.viscous, energy.shifting,
                         energy.wall_work, energy.left, energy.residual,
                         static_cast<double>(events.clamped), static_cast<double>(events.guarded),
                         static_cast<double>(events.pushed), static_cast<double>(events.left),
                         static_cast<double>(events.retried)})
        row_.push_back(value);
    series_.row(s.time, row_);
    last_row_ = s.time;
    next_row_ = row_after(s.time);
}

// When the next row is due; every step makes one if no interval is given.
double Recorder::row_after(double time) const
{
    const double every = case_.output.series_every;
    return every > 0.0 ? coupling::next_multiple(every, time) : time;
}

// Everything older than a checkpoint is on the disk before the checkpoint is.
void Recorder::write_checkpoint(const coupling::State& s)
{
    frames_.drain();
    series_.sync();
    log_.sync();
    checkpoints_.keep(s, counters_);
    checkpointed_ = Clock::now();
}

void Recorder::log_phases()
{
    double total = 0.0;
    for (double spent : phases_)
        total += spent;
    if (steps_ == 0 || total <= 0.0)
        return;
    log_.line("wall time by phase, ms a step and share:");
    for (std::size_t p = 0; p < phase_count; ++p) {
        if (phases_[p] == 0.0)
            continue;
        char line[96];
        std::snprintf(line, sizeof line, "  %-15s %9.3f  %5.1f %%", phase_names[p],
                      1e3 * phases_[p] / static_cast<double>(steps_), 100.0 * phases_[p] / total);
        log_.line(line);
    }
}

void Recorder::write_summary(const coupling::State& s, const coupling::Outcome& outcome)
{
    Json j;
    j["case"] = case_.name;
    j["title"] = case_.title;
    j["version"] = FLOTSAM_VERSION;
    j["commit"] = FLOTSAM_COMMIT;
    j["date"] = utc_now();
    j["ending"] = word(outcome.ending);
    j["time"] = s.time;
    j["end_time"] = case_.end_time;
    j["steps"] = s.step;
    j["spacing"] = built_.method.fluid.spacing;
    j["particles"]["fluid"] = s.fluid.size();
    j["particles"]["wall"] = s.boundary.size();
    j["threads"] = omp_get_max_threads();
    j["resumed"] = resumed_; // wall time and iterations count since then
    j["wall_seconds"] = seconds_since(began_);
    j["memory_bytes"]["peak"] = peak_memory();
    j["memory_bytes"]["estimated"] = built_.memory;
    j["mean_iterations"]
        = steps_ > 0 ? static_cast<double>(iterations_) / static_cast<double>(steps_) : 0.0;
    j["max_iterations"] = most_iterations_;
    for (std::size_t p = 0; p < phase_count; ++p)
        j["phase_seconds"][phase_names[p]] = phases_[p];
    const coupling::EnergyAudit energy = coupling::audit_energy(s, built_.method);
    j["energy"]["kinetic"] = energy.kinetic;
    j["energy"]["potential"] = energy.potential;
    j["energy"]["viscous"] = energy.viscous;
    j["energy"]["shifting"] = energy.shifting;
    j["energy"]["wall_work"] = energy.wall_work;
    j["energy"]["left"] = energy.left;
    j["energy"]["residual"] = energy.residual;
    j["events"]["clamped"] = s.events.clamped;
    j["events"]["guarded"] = s.events.guarded;
    j["events"]["pushed"] = s.events.pushed;
    j["events"]["left"] = s.events.left;
    j["events"]["retried"] = s.events.retried;
    for (const std::string& warning : built_.warnings)
        j["warnings"].push(warning);
    if (outcome.ending == coupling::Ending::numbers)
        j["diagnosis"] = outcome.diagnosis.line();
    write_whole_file(directory_ / "summary.json", j.text());
}

} // namespace flotsam::tools
