// The fluid's particles. `each_state` names what a restart needs; the rest is recomputed.
#pragma once

#include "core/types.h"

#include <vector>

namespace flotsam::sph {

struct Fluid {
    std::vector<Vec3> position;      // m
    std::vector<Vec3> velocity;      // m/s
    std::vector<double> pressure;    // Pa; the start of the next solve
    std::vector<std::int64_t> id;    // kept for life

    std::vector<double> density;     // kg/m^3, Eq. 17
    std::vector<double> filling;     // position divergence / its lattice value: 1 inside, ~0.5 on top
    std::vector<double> surface;     // 0 inside .. 1 at the free surface
    std::vector<double> gain;        // of the pressure gradient, averaged: 1 at the free surface

    Offset size() const { return static_cast<Offset>(position.size()); }

    template <class F> void each_state(F&& f)
    {
        f("position", position);
        f("velocity", velocity);
        f("pressure", pressure);
        f("id", id);
    }
    template <class F> void each_field(F&& f)
    {
        each_state(f);
        f("density", density);
        f("filling", filling);
        f("surface", surface);
        f("gain", gain);
    }
    void resize(std::size_t count)
    {
        each_field([count](const char*, auto& field) { field.resize(count); });
    }
};

} // namespace flotsam::sph
