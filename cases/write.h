// A Case back to TOML, with every default written out: case.toml of a run directory.
#pragma once

#include "cases/case.h"

#include <string>

namespace flotsam::cases {

// Reads back to the same Case. Other files are named relative to `folder` when it is given (the run
// directory), else by absolute path.
std::string write_case_resolved(const Case& c, const std::string& folder = {});

} // namespace flotsam::cases
