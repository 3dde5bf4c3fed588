#include "coupling/probes.h"

#include "core/parallel.h"

#include <array>
#include <cmath>
#include <numbers>

namespace flotsam::coupling {

namespace {

constexpr std::array<const char*, 6> load_names{"fx", "fy", "fz", "mx", "my", "mz"};

// Equally spaced over the width of a strip (2D), or in rings of equal area a point (3D): 1 + 6 + 12
// points, each ring at the radius that halves its area, so that quadratic fields are averaged
// exactly.
template <class F>
void each_on_disc(const Vec3& center, const Vec3& normal, double radius, int dimension, F&& f)
{
    constexpr int across = 9;
    if (dimension == 2) {
        const Vec3 along(normal.z(), 0.0, -normal.x());
        for (int n = 0; n < across; ++n)
            f(center + radius * ((2 * n + 1.0) / across - 1.0) * along);
        return;
    }
    const Vec3 first = normal.unitOrthogonal(), second = normal.cross(first);
    f(center);
    for (const auto& [points, inner, outer] : {std::array{6, 1, 7}, std::array{12, 7, 19}}) {
        const double r = radius * std::sqrt(0.5 * (inner + outer) / 19.0);
        for (int n = 0; n < points; ++n) {
            const double angle = 2.0 * std::numbers::pi * n / points;
            f(center + r * (std::cos(angle) * first + std::sin(angle) * second));
        }
    }
}

// Where a sensor is now: some are carried by a solid.
struct Sensor {
    Vec3 at, normal;
};

Sensor sensor_now(const Probe& probe, const State& s, const Method& m)
{
    if (probe.solid < 0)
        return {probe.at, probe.normal};
    const rigid::Motion& motion = m.solids[static_cast<std::size_t>(probe.solid)].motion;
    return {rigid::place_at(motion, probe.at, s.time),
            rigid::turned_at(motion, probe.normal, s.time)};
}

double disc_pressure(const Sensor& sensor, double radius, const Water& water, const State& s,
                     int dimension)
{
    Vec3 normal = sensor.normal;
    if (normal.isZero(0.0)) {
        const Index wall = water.nearest_wall(sensor.at);
        normal =
            wall >= 0 ? s.boundary.normal[static_cast<std::size_t>(wall)] : Vec3(Vec3::UnitZ());
    }
    double sum = 0.0;
    int count = 0;
    each_on_disc(sensor.at, normal.normalized(), radius, dimension, [&](const Vec3& x) {
        sum += water.pressure(x);
        ++count;
    });
    return sum / count;
}

void put_load(const sph::Load& load, const Vec3& about, std::span<double> out)
{
    const Vec3 moment = load.moment - about.cross(load.force);
    for (int k = 0; k < 3; ++k) {
        out[static_cast<std::size_t>(k)] = load.force[k];
        out[static_cast<std::size_t>(k + 3)] = moment[k];
    }
}

void measure_force(const Probe& probe, const State& s, std::span<double> out)
{
    const sph::WallLoads& loads = s.work.loads;
    sph::Load pairs, marker;
    for (std::uint16_t group : probe.groups)
        if (group < loads.pressure.size()) {
            pairs += loads.pressure[group] + loads.viscous[group];
            marker += loads.marker[group];
        }
    put_load(pairs, probe.about, out.first(6));
    put_load(marker, probe.about, out.subspan(6));
}

double measure_volume(const Probe& probe, const State& s, const Method& m)
{
    const double count = parallel_sum(s.fluid.size(), [&](Offset n) {
        const Vec3 x = m.fluid.periodic.home(s.fluid.position[static_cast<std::size_t>(n)]);
        return !probe.region || probe.region->contains(x) ? 1.0 : 0.0;
    });
    return count * m.fluid.volume;
}

void measure_with(const Probe& probe, const State& s, const Method& m, const Water& water,
                  FrontSearch& front, std::span<double> out)
{
    switch (probe.kind) {
    case Probe::Kind::pressure: {
        const Sensor sensor = sensor_now(probe, s, m);
        out[0] = probe.radius > 0.0
                     ? disc_pressure(sensor, probe.radius, water, s, m.fluid.dimension)
                     : water.pressure(sensor.at);
        break;
    }
    case Probe::Kind::level:
        out[0] = water.level(probe.at);
        break;
    case Probe::Kind::velocity: {
        const Vec3 v = water.velocity(sensor_now(probe, s, m).at);
        std::copy(v.begin(), v.end(), out.begin());
        break;
    }
    case Probe::Kind::front:
        out[0] = front.find(s.fluid.position, m.fluid, probe.direction, probe.region);
        break;
    case Probe::Kind::force:
        measure_force(probe, s, out);
        break;
    case Probe::Kind::volume:
        out[0] = measure_volume(probe, s, m);
        break;
    }
}

bool reads_water(const Probe& probe)
{
    return probe.kind == Probe::Kind::pressure || probe.kind == Probe::Kind::level ||
           probe.kind == Probe::Kind::velocity;
}

} // namespace

std::vector<std::string> columns(const Probe& probe)
{
    std::vector<std::string> names;
    switch (probe.kind) {
    case Probe::Kind::velocity:
        for (const char* axis : {".x", ".y", ".z"})
            names.push_back(probe.name + axis);
        break;
    case Probe::Kind::force:
        for (const char* way : {".", ".marker_"})
            for (const char* part : load_names)
                names.push_back(probe.name + way + part);
        break;
    default:
        names.push_back(probe.name);
    }
    return names;
}

Instruments::Instruments(std::vector<Probe> probes) : probes_(std::move(probes))
{
    for (const Probe& probe : probes_) {
        const auto names = coupling::columns(probe);
        columns_.insert(columns_.end(), names.begin(), names.end());
        counts_.push_back(names.size());
        needs_water_ = needs_water_ || reads_water(probe);
    }
    values_.resize(columns_.size());
}

std::span<const double> Instruments::measure(const State& s, const Method& m)
{
    if (needs_water_)
        water_.update(s, m);
    std::size_t at = 0;
    for (std::size_t k = 0; k < probes_.size(); at += counts_[k], ++k)
        measure_with(probes_[k], s, m, water_, front_, std::span(values_).subspan(at, counts_[k]));
    return values_;
}

void measure(const Probe& probe, const State& s, const Method& m, std::span<double> out)
{
    Water water;
    FrontSearch front;
    if (reads_water(probe))
        water.update(s, m);
    measure_with(probe, s, m, water, front, out);
}

} // namespace flotsam::coupling
