// A box of water in a box-shaped tank, on one lattice: what most tests start from. Written without
// core/sampling, so that the fluid's tests do not depend on it.
#pragma once

#include "coupling/step.h"
#include "sph/time_step.h"

#include <array>
#include <functional>
#include <random>

namespace flotsam::tests {

struct TankSpec {
    int dimension = 2;
    double spacing = 0.01;
    Vec3 tank{0.4, 0.4, 0.4};       // inner size, m; from the origin
    Vec3 water{0.4, 0.4, 0.2};      // from the origin
    bool lid = false;               // closed top
    std::array<bool, 3> periodic{false, false, false};
    double smoothing_ratio = 1.2;
    double slip = 2.0 / 3.0;
};

struct Tank {
    coupling::State state;
    coupling::Method method;
};

inline Tank make_tank(const TankSpec& spec, const std::function<void(sph::Settings&)>& change = {})
{
    Tank t;
    sph::Settings& s = t.method.fluid;
    s.dimension = spec.dimension;
    s.spacing = spec.spacing;
    if (change)
        change(s);
    s.finish(spec.smoothing_ratio);
    s.slip = {spec.slip};
    const double d = spec.spacing;
    std::array<int, 3> cells{}, filled{};
    for (int k = 0; k < 3; ++k) {
        const auto a = static_cast<std::size_t>(k);
        cells[a] = static_cast<int>(std::lround(spec.tank[k] / d));
        filled[a] = static_cast<int>(std::lround(spec.water[k] / d));
        if (spec.periodic[a]) {
            s.periodic.length[k] = cells[a] * d;
        }
    }
    const bool flat = spec.dimension == 2;
    std::array<int, 3> low{-3, -3, -3}, high{cells[0] + 3, cells[1] + 3, cells[2] + 3};
    if (flat) {
        low[1] = 0;
        high[1] = cells[1] = filled[1] = 1;
    }
    if (!spec.lid)
        high[2] = cells[2];
    for (std::size_t a = 0; a < 3; ++a)
        if (spec.periodic[a]) {
            low[a] = 0;
            high[a] = cells[a];
        }
    sph::Fluid& fluid = t.state.fluid;
    Boundary& wall = t.state.boundary;
    for (int k = low[2]; k < high[2]; ++k)
        for (int j = low[1]; j < high[1]; ++j)
            for (int i = low[0]; i < high[0]; ++i) {
                const std::array<int, 3> c{i, j, k};
                Vec3 x(d * (i + 0.5), flat ? 0.0 : d * (j + 0.5), d * (k + 0.5));
                Vec3 nearest = x;
                int outside = 0, free_axis = 0, depth = 0;
                for (int axis = 0; axis < 3; ++axis) {
                    const auto a = static_cast<std::size_t>(axis);
                    if (flat && axis == 1)
                        continue;
                    if (c[a] < 0 || c[a] >= cells[a]) {
                        nearest[axis] = c[a] < 0 ? 0.0 : cells[a] * d;
                        depth = std::max(depth, c[a] < 0 ? -c[a] - 1 : c[a] - cells[a]);
                        ++outside;
                    } else {
                        free_axis = axis;
                    }
                }
                if (outside == 0) {
                    if (i < filled[0] && j < filled[1] && k < filled[2]) {
                        fluid.position.push_back(x);
                        fluid.id.push_back(static_cast<std::int64_t>(fluid.id.size()));
                    }
                    continue;
                }
                wall.position.push_back(x);
                wall.surface.push_back(nearest);
                wall.normal.push_back((nearest - x).normalized());
                wall.along.push_back(Vec3::Unit(free_axis));
                wall.blocked.push_back(static_cast<std::uint8_t>(flat && outside == 2 ? 3 : outside));
                wall.layer.push_back(static_cast<std::uint8_t>(depth));
                // Groups: floor, lid, low x, high x, low y, high y, edges.
                int group = 6;
                if (outside == 1)
                    group = k < 0 ? 0 : k >= cells[2] ? 1 : i < 0 ? 2 : i >= cells[0] ? 3 : j < 0 ? 4 : 5;
                wall.group.push_back(static_cast<std::uint16_t>(group));
            }
    fluid.resize(fluid.position.size());
    wall.resize(wall.position.size());
    for (auto* field : {&fluid.velocity, &wall.velocity, &wall.acceleration})
        std::fill(field->begin(), field->end(), Vec3::Zero());
    t.method.groups = {"floor", "lid", "x-", "x+", "y-", "y+", "edges"};
    t.method.solids = {{"tank", {}}};
    t.method.domain = {Vec3::Constant(-10.0), Vec3::Constant(10.0)};
    return t;
}

// Runs to `end`, with dt fixed or automatic (0); after_step may be empty.
inline void run(Tank& t, double end, double fixed_dt,
                const std::function<void(const coupling::StepReport&, double)>& after_step = {})
{
    while (t.state.time < end - 1e-12) {
        double dt = fixed_dt;
        if (dt <= 0.0)
            dt = sph::choose_step(t.method.fluid, sph::max_speed(t.state.fluid), t.state.max_nu).dt;
        // The end is reached in equal steps: a last tiny one would show residuals divided by it.
        const double left = end - t.state.time;
        dt = left / std::ceil(left / dt - 1e-9);
        const auto report = coupling::step(t.state, t.method, dt);
        t.state.max_nu = report.predict.max_nu;
        if (after_step)
            after_step(report, dt);
    }
}

struct Energies {
    double kinetic = 0.0, potential = 0.0;
    double total() const { return kinetic + potential; }
};
inline Energies energies(const Tank& t)
{
    Energies e;
    for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
        e.kinetic += 0.5 * t.method.fluid.mass * t.state.fluid.velocity[i].squaredNorm();
        e.potential -= t.method.fluid.mass * t.method.fluid.gravity.dot(t.state.fluid.position[i]);
    }
    return e;
}

} // namespace flotsam::tests
