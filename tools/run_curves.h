// Curves of the run itself, for the report: probes, energy audit, iterations of the pressure solve.
#pragma once

#include "tools/references.h"

namespace flotsam::tools {

std::string run_curves(const cases::Case& c, RunTables& tables);

} // namespace flotsam::tools
