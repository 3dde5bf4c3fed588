// A finished run against its references: comparisons, report.html, metrics.json, exit code.
#pragma once

#include "tools/report.h"

#include <optional>

namespace flotsam::tools {

struct ValidateRequest {
    Path run;
    Path data;                               // where "data:" references lie; empty = not given
    std::optional<cases::ReferenceSpec> own; // the user's, compared instead of the case's
    // What the command line says about every reference; empty = as the reference has it.
    std::optional<std::string> shift; // seconds, or "arrival"
    std::optional<std::pair<double, double>> window;
    std::optional<double> smooth;
    std::vector<std::pair<std::string, double>> limits; // added, or in place of those of the case
    bool replace = false;                               // a report that is there
    bool may_be_empty = false;                          // a run without references is fine
};

// The caller holds the run directory's lock. Reads and compares everything before it writes.
// 0: within the limits. 1: not. 2: nothing was compared, unless that is fine. UserError: bad input.
int validate_run(const ValidateRequest& request);

// Reads the references of a case, so that a mistake in one is told before the run and not after it.
void check_references(const cases::Case& c, const Path& data);

// UserError unless there is a run directory with a case and a series.
void expect_run_directory(const Path& run);

} // namespace flotsam::tools
