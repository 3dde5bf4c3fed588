// report.html: one file with everything inside it. No script, no network, prints well.
#pragma once

#include "tools/compare.h"
#include "tools/references.h"
#include "tools/run_facts.h"

namespace flotsam::tools {

// A reference that could not be compared, and why.
struct NotCompared {
    std::string name, series, reason;
};

struct Validation {
    std::vector<Comparison> comparisons;
    std::vector<NotCompared> left_out;

    bool compared() const { return !comparisons.empty(); }
    bool pass() const; // something was compared, and all of it is within its limits
};

std::string report_html(const Path& run, const cases::Case& c, const Validation& validation,
                        RunTables& tables);

// {"metrics": [{"series", "metric", "value", "limit", "pass", "reference", "unit"}, ...], "pass": ...}
std::string metrics_json(const Validation& validation);

// "PASS", "FAIL", "compared, no limits given"
std::string verdict_words(const Comparison& comparison);

} // namespace flotsam::tools
