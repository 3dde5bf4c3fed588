// Basins of water that tests of the run loop share.
#pragma once

#include "tests/support/tank.h"

namespace flotsam::tests {

// A column that collapses, L by 2 L in a tank of 4 L.
inline Tank dam_break_2d(double spacing = 0.005)
{
    TankSpec spec;
    spec.spacing = spacing;
    spec.tank = {0.4, 0.0, 0.3};
    spec.water = {0.1, 0.0, 0.2};
    return make_tank(spec);
}

inline Tank dam_break_3d()
{
    TankSpec spec;
    spec.dimension = 3;
    spec.spacing = 0.01;
    spec.tank = {0.2, 0.1, 0.2};
    spec.water = {0.08, 0.1, 0.12};
    return make_tank(spec, [](sph::Settings& s) { s.smagorinsky = 0.1; });
}

// Water 0.2 m deep whose left wall is a piston.
inline Tank piston_2d(const rigid::Motion& motion, double spacing = 0.01)
{
    TankSpec spec;
    spec.spacing = spacing;
    spec.tank = {0.4, 0.0, 0.4};
    spec.water = {0.4, 0.0, 0.2};
    Tank t = make_tank(spec);
    for (std::size_t w = 0; w < t.state.boundary.group.size(); ++w)
        t.state.boundary.owner[w] = t.state.boundary.group[w] == 2 ? 1 : 0;
    t.method.solids.push_back({"piston", motion});
    t.method.fluid.slip.push_back(t.method.fluid.slip.front());
    t.method.start = t.state.boundary;
    return t;
}

} // namespace flotsam::tests
