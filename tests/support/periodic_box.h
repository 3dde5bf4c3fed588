// A unit box of fluid, periodic on all sides, without walls: where operators are tested.
#pragma once

#include "sph/free_surface.h"
#include "tests/support/tank.h"

namespace flotsam::tests {

inline Tank make_periodic_box(int across, int dimension, double jitter, unsigned seed = 1,
                              const std::function<void(sph::Settings&)>& change = {})
{
    TankSpec spec;
    spec.dimension = dimension;
    spec.spacing = 1.0 / across;
    spec.tank = spec.water = Vec3::Ones();
    spec.periodic = {true, dimension == 3, true};
    Tank t = make_tank(spec, [&](sph::Settings& s) {
        s.sealed = true;
        s.gravity = Vec3::Zero();
        if (change)
            change(s);
    });
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> u(-jitter * spec.spacing, jitter * spec.spacing);
    for (Vec3& x : t.state.fluid.position) {
        x.x() += u(generator);
        x.z() += u(generator);
        if (dimension == 3)
            x.y() += u(generator);
    }
    return t;
}

// Lists, weights and surface gauge: what a step does before it predicts.
inline void prepare(Tank& t)
{
    coupling::State& s = t.state;
    s.work.loads.resize(t.method.groups.size());
    sph::find_pairs(s.fluid, s.boundary, t.method.fluid, s.work.pairs);
    sph::weigh_pairs(s.fluid, t.method.fluid, s.work.pairs);
    sph::gauge_surface(s.fluid, t.method.fluid, s.work.pairs);
}

} // namespace flotsam::tests
