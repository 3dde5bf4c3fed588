// Tables of bodies that settle, with the rows of bodies.csv:
//
//   settling.csv         a row a body: how it moves, and on what it stands
//   settling_points.csv  its contact points, when they changed since the rows before; of bodies
//   that
//                        roll, always
#pragma once

#include "cases/build.h"
#include "core/run_directory.h"
#include "core/series.h"

#include <optional>

namespace flotsam::tools {

class SettlingTables {
public:
    // `resume_at`: rows until then are kept.
    SettlingTables(const cases::Built& built, const RunDirectory& directory,
                   std::optional<double> resume_at);

    // s.contacts_since is when the rows before were written.
    void write(const coupling::State& s);
    void sync();

private:
    void write_points(const coupling::State& s, std::size_t i, const contact::SettlingBody& b);

    const cases::Built& built_;
    SeriesWriter bodies_, points_;
    contact::SettlingSupport support_;
    std::vector<double> row_;
};

} // namespace flotsam::tools
