// What a run leaves behind: frames for ParaView, tables, checkpoints, run.log, summary.json.
#pragma once

#include "coupling/checkpoint.h"
#include "coupling/run.h"
#include "tools/pictures.h"
#include "tools/progress.h"
#include "tools/summary.h"
#include "tools/tables.h"

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
    void write_picture(const coupling::State& s);
    void write_last(const coupling::State& s);
    void write_checkpoint(const coupling::State& s);
    void log_phases();

    const cases::Case& case_;
    const cases::Built& built_;
    const RunDirectory& directory_;
    Progress& progress_;

    Pictures pictures_;
    Tables tables_;
    coupling::CheckpointKeeper checkpoints_;
    TextLog log_;
    coupling::Counters counters_; // of frames and rows that are there only because the run ended
    double last_picture_ = -1.0;
    std::chrono::steady_clock::time_point began_, checkpointed_;
    RunCounts counts_;
};

} // namespace flotsam::tools
