// The tables of a run.
//
//   series.csv    a row every output.series_every: step, probes, energy audit, counted events
//   bodies.csv    a row a body every output.bodies_every: pose, velocities, contact force
//   contacts.csv  then a row for each pair that touched since: impulses and mean force
#pragma once

#include "cases/build.h"
#include "core/run_directory.h"
#include "core/series.h"
#include "coupling/checkpoint.h"
#include "coupling/step.h"
#include "tools/settling_tables.h"

#include <optional>

namespace flotsam::tools {

// Until when a table or film of a resumed run is kept. What was written at the checkpoint's time
// only because the run ended there (`extra` is counted) is not part of a run that goes on.
std::optional<double> kept_until(double time, const std::optional<coupling::Counters>& resumed,
                                 const char* extra);

class Tables {
public:
    // `resumed`: counters of the checkpoint that the state was read from. Rows later than it are
    // dropped, and those at its time that are there only because the run ended.
    Tables(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
           const std::optional<coupling::Counters>& resumed);

    void write_first(const coupling::State& s);
    void write_due(const coupling::State& s, const coupling::StepReport& report, double dt);
    // The end is shown whether or not it was due; then the counters say so.
    void write_last(const coupling::State& s, coupling::Counters& counters);
    void resume(const coupling::State& s) { next_row_ = row_after(s.time); }
    void sync();

private:
    void write_row(const coupling::State& s);
    void write_bodies(const coupling::State& s);
    void write_body(const coupling::State& s, std::size_t i, double interval);
    double row_after(double time) const;

    const cases::Case& case_;
    const cases::Built& built_;
    coupling::Instruments instruments_;
    SeriesWriter series_;
    std::optional<SeriesWriter> bodies_, contacts_;
    std::optional<SettlingTables> settling_;
    std::vector<double> row_;
    std::vector<Vec3> impulse_; // of contact, by body
    double next_row_ = 0.0, last_row_ = -1.0, last_bodies_ = -1.0;
    double dt_ = 0.0; // of the last step
    sph::SolveReport solve_;
    contact::ContactReport contact_;
};

} // namespace flotsam::tools
