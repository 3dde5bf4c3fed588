// One series of a run against one reference: metrics, limits, verdict.
//
// The simulation is interpolated linearly at the reference's times. Errors are simulation minus
// reference. A limit on a metric that cannot be computed (no arrival, no peak) is not met.
#pragma once

#include "cases/case.h"
#include "tools/curve.h"

#include <string>

namespace flotsam::tools {

// A run must have values during this share of the time between the reference's first and last
// sample.
constexpr double least_coverage = 0.95;
// Arrival: this share of the reference's range above its smallest value, unless the case says
// where.
constexpr double arrival_share = 0.1;
// First peak: rise and fall of at least this share of the reference's range.
constexpr double peak_share = 0.2;

// Measured data in seconds and in the unit of the series, not yet shifted.
struct Reference {
    cases::ReferenceSpec spec;
    std::string file;        // as it was read
    std::string source;      // its leading comment, for the report
    std::string unit;        // of the series
    Curve curve;             // samples without a value are left out
    Curve low, high;         // of the band, at the same times (NaN = no band there)
    std::size_t missing = 0; // samples that were left out
};

struct Metric {
    std::string name;
    double value = 0.0;                       // NaN = could not be computed
    std::string unit;                         // "%": value is a share of 1
    double simulation = 0.0, reference = 0.0; // what was compared; NaN = says nothing
    std::string part_unit;                    // of those two
    std::optional<double> limit;              // on the absolute value
    bool at_least = false;                    // the limit is the smallest allowed value
    bool pass = true;                         // true without a limit
};

struct Comparison {
    Reference reference;     // shifted, in its window
    Curve simulation;        // smoothed if asked for
    Curve residual;          // simulation - reference, at the reference's times
    double shift = 0.0;      // s, added to the reference's times
    bool shift_found = true; // false: asked to align arrivals, but one is missing
    double threshold = 0.0;  // of the arrival
    std::vector<Metric> metrics;
    bool pass = false;

    std::vector<const Metric*> failed() const;
};

// UserError when the window leaves fewer than two samples of the reference.
Comparison compare(const Curve& simulation, const Reference& reference);

} // namespace flotsam::tools
