// What the water is coloured by: a number of each particle, its name and unit, and its range.
#pragma once

#include "core/io/frame.h"
#include "tools/render/sheet.h"

#include <optional>

namespace flotsam::tools {

struct Field {
    const char* key;  // on the command line
    const char* name; // in the picture
    const char* unit;
    float (*value)(const io::ParticleFrame& frame, std::size_t particle);
    bool both_ways = false; // has a sign that matters: zero in the middle of the colours
};

// UserError with the nearest name.
const Field& find_field(const std::string& key);
std::string field_keys(); // "speed, pressure, ..."

// The values between which almost all particles of these frames lie (1 in 200 beyond each end may
// be spray), with round ends.
std::pair<double, double> usual_range(const Field& field,
                                      const std::vector<io::ParticleFrame>& frames);

// The bar's own unit: kPa for large pressures.
struct Scaled {
    double factor = 1.0; // value * factor is in the legend's unit
    render::Legend legend;
};
Scaled legend_of(const Field& field, std::pair<double, double> range);

} // namespace flotsam::tools
