// What is compared: a series of a run directory, and a reference from a CSV file.
#pragma once

#include "core/files.h"
#include "tools/compare.h"

namespace flotsam::tools {

// The tables of a run, read once each.
class RunTables {
public:
    explicit RunTables(Path directory) : directory_(std::move(directory)) {}

    // A column of series.csv, or bodies.NAME.COLUMN: COLUMN of bodies.csv where `body` is NAME.
    // UserError if there is no such column, with the nearest name.
    Curve curve(const std::string& series);
    // Names of the columns of series.csv, without time.
    std::vector<std::string> columns();

private:
    Curve body_curve(const std::string& series) const;
    void read();

    Path directory_;
    bool has_read_ = false;
    std::vector<std::string> names_;
    std::vector<double> time_;
    std::vector<std::vector<double>> values_;
};

// Reads the file, checks that times rise and units agree, scales. `data` is the directory that
// "data:" files lie in. UserError with the row of whatever is wrong.
Reference read_reference(const cases::ReferenceSpec& spec, const Path& data,
                         const std::string& unit);

} // namespace flotsam::tools
