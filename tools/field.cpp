#include "tools/field.h"

#include "cases/words.h"
#include "core/error.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace flotsam::tools {

namespace {

template <int axis> float velocity(const io::ParticleFrame& frame, std::size_t n)
{
    return frame.velocity[3 * n + axis];
}

float speed(const io::ParticleFrame& frame, std::size_t n)
{
    return std::hypot(frame.velocity[3 * n], frame.velocity[3 * n + 1], frame.velocity[3 * n + 2]);
}

constexpr std::array<Field, 8> fields{{
    {"speed", "Speed", "m/s", speed},
    {"pressure", "Pressure", "Pa",
     [](const io::ParticleFrame& f, std::size_t n) { return f.pressure[n]; }},
    {"velocity-x", "Velocity, x", "m/s", velocity<0>, true},
    {"velocity-y", "Velocity, y", "m/s", velocity<1>, true},
    {"velocity-z", "Velocity, z", "m/s", velocity<2>, true},
    {"height", "Height", "m",
     [](const io::ParticleFrame& f, std::size_t n) { return f.position[3 * n + 2]; }},
    {"density", "Density", "kg/m³",
     [](const io::ParticleFrame& f, std::size_t n) { return f.density[n]; }},
    {"surface", "Free surface", "1",
     [](const io::ParticleFrame& f, std::size_t n) { return f.free_surface[n]; }},
}};

std::vector<std::string> keys()
{
    std::vector<std::string> all;
    for (const Field& field : fields)
        all.emplace_back(field.key);
    return all;
}

} // namespace

std::string field_keys() { return cases::joined(keys()); }

const Field& find_field(const std::string& key)
{
    for (const Field& field : fields)
        if (key == field.key)
            return field;
    throw UserError("--field: there is no field '" + key + "'" + cases::suggestion(key, keys()));
}

std::pair<double, double> usual_range(const Field& field,
                                      const std::vector<io::ParticleFrame>& frames)
{
    std::vector<float> values;
    for (const io::ParticleFrame& frame : frames)
        for (std::size_t n = 0; n < frame.count(); ++n)
            if (const float value = field.value(frame, n); std::isfinite(value))
                values.push_back(value);
    if (values.empty())
        return {0.0, 1.0};
    const auto at = [&](double share) {
        const auto n = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), values.begin() + n, values.end());
        return static_cast<double>(values[static_cast<std::size_t>(n)]);
    };
    double low = at(0.005), high = at(0.995);
    if (field.both_ways) {
        high = std::max(std::abs(low), std::abs(high));
        low = -high;
    } else if (low > 0.0 && low < 0.3 * high) {
        low = 0.0; // from nothing on, where that wastes few colours
    } else if (low < 0.0 && high > 0.0 && -low < 0.05 * high) {
        low = 0.0;
    }
    if (!(high - low > 1e-9 * std::max(std::abs(low), std::abs(high))))
        high = low + std::max(1e-6, 0.1 * std::abs(low));
    return render::round_range(low, high);
}

Scaled legend_of(const Field& field, std::pair<double, double> range)
{
    Scaled scaled;
    scaled.legend.map = field.both_ways ? render::Map::diverging : render::Map::sequential;
    scaled.legend.name = field.name;
    scaled.legend.unit = field.unit;
    const double largest = std::max(std::abs(range.first), std::abs(range.second));
    if (std::string_view(field.unit) == "Pa" && largest >= 2000.0) {
        scaled.legend.unit = "kPa";
        scaled.factor = 1e-3;
    } else if (std::string_view(field.unit) == "m/s" && largest < 0.02) {
        scaled.legend.unit = "mm/s";
        scaled.factor = 1e3;
    }
    scaled.legend.low = range.first * scaled.factor;
    scaled.legend.high = range.second * scaled.factor;
    return scaled;
}

} // namespace flotsam::tools
