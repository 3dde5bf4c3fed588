// What summary.json and case.toml of a run directory say about the run, ready to be shown.
#pragma once

#include "cases/case.h"
#include "core/files.h"

#include <string>
#include <utility>
#include <vector>

namespace flotsam::tools {

struct RunFacts {
    std::string name, title;
    bool finished = false;                                     // reached its end time
    std::vector<std::pair<std::string, std::string>> rows;     // what, value
    std::vector<std::pair<std::string, std::string>> energies; // at the end
    std::vector<std::pair<std::string, std::string>> events;   // counted
    std::vector<std::string> warnings;
};

// A missing summary.json (the run was killed) is a fact too.
RunFacts read_run_facts(const Path& run, const cases::Case& c);

} // namespace flotsam::tools
