// What a run leaves behind: frames for ParaView, series.csv, checkpoints, run.log, summary.json.
#pragma once

#include "cases/build.h"
#include "core/io/frame_writer.h"
#include "core/run_directory.h"
#include "core/series.h"
#include "coupling/checkpoint.h"
#include "coupling/run.h"
#include "tools/progress.h"

#include <chrono>
#include <optional>

namespace flotsam::tools {

class Recorder final : public coupling::Observer {
public:
    // `resumed`: the counters of the checkpoint that the state was read from; files are continued
    // behind its time.
    Recorder(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
             Progress& progress, std::uint64_t case_hash,
             const std::optional<coupling::Counters>& resumed);

    void on_start(const coupling::State& s) override;
    void on_step(const coupling::State& s, const coupling::StepReport& report,
                 const coupling::StepInfo& info) override;
    void on_end(const coupling::State& s, const coupling::Outcome& outcome) override;
    double next_due(double time) override;
    void on_note(const std::string& line) override;

private:
    void write_frame(const coupling::State& s);
    void write_walls(const coupling::State& s);
    void write_row(const coupling::State& s);
    void write_last(const coupling::State& s);
    double row_after(double time) const;
    void write_checkpoint(const coupling::State& s);
    void write_summary(const coupling::State& s, const coupling::Outcome& outcome);
    void log_phases();

    const cases::Case& case_;
    const cases::Built& built_;
    const RunDirectory& directory_;
    Progress& progress_;
    bool resumed_;

    coupling::Instruments instruments_;
    io::FrameWriter frames_;
    SeriesWriter series_;
    coupling::CheckpointKeeper checkpoints_;
    TextLog log_;
    coupling::Counters counters_; // of frames and rows that are there only because the run ended
    std::vector<double> row_;
    double frame_every_, last_frame_ = -1.0;
    double next_row_ = 0.0, last_row_ = -1.0;
    double dt_ = 0.0, residual_ = 0.0; // of the last step
    int solve_iterations_ = 0, most_iterations_ = 0;
    std::chrono::steady_clock::time_point began_, checkpointed_;
    PhaseSeconds phases_{};
    std::int64_t steps_ = 0, iterations_ = 0;
    Offset start_particles_ = 0;
};

} // namespace flotsam::tools
