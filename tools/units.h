// Units of columns: of a run's series from its case, of a measurement from the names in its header.
// They are compared so that milliseconds are not taken for seconds; nothing is converted silently.
#pragma once

#include "cases/case.h"

#include <string>

namespace flotsam::tools {

// The unit of a column of series.csv or bodies.csv, empty if it has none or none is known.
std::string unit_of_series(const cases::Case& c, const std::string& series);

// "time [ms]" and "time_ms" -> "ms"; empty where the name tells none that is known.
std::string unit_of_column(const std::string& column);

// What a number in `from` is multiplied with to be in `to`: 1000 for kPa and Pa, 1 if either unit
// is not known, 0 if they measure different things.
double unit_factor(const std::string& from, const std::string& to);

} // namespace flotsam::tools
