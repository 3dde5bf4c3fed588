// summary.json: what a run was and how it ended.
#pragma once

#include "cases/build.h"
#include "core/files.h"
#include "core/phase_clock.h"
#include "coupling/run.h"

namespace flotsam::tools {

// Counted while the run goes on, since it was started or resumed.
struct RunCounts {
    bool resumed = false;
    double wall_seconds = 0.0;
    std::int64_t steps = 0, iterations = 0; // of the pressure solve
    int most_iterations = 0;
    std::int64_t contact_updates = 0; // contacts times iterations
    PhaseSeconds phases{};

    void add(const coupling::StepReport& report, const coupling::StepInfo& info);
};

const char* word_for(coupling::Ending ending);

void write_summary(const Path& path, const cases::Case& c, const cases::Built& built,
                   const coupling::State& s, const coupling::Outcome& outcome,
                   const RunCounts& counts);

} // namespace flotsam::tools
