// A settled step takes no memory: counted by the operator new of counting_new.cpp.
#include "tests/support/counting_new.h"
#include "tests/support/tank.h"

#include <doctest/doctest.h>
#include <omp.h>

using namespace flotsam;
using namespace flotsam::tests;

TEST_SUITE("unit")
{
    TEST_CASE("a step of still water allocates nothing once the first ten are over - 2D and 3D")
    {
        // One thread: which of several meets the largest chunk of the list search first, and lets
        // its memory grow, is chance.
        const int threads = omp_get_max_threads();
        omp_set_num_threads(1);
        for (int dimension : {2, 3}) {
            TankSpec spec;
            spec.dimension = dimension;
            const double side = dimension == 2 ? 0.6 : 0.15;
            spec.tank = Vec3(side, side, 0.3);
            spec.water = Vec3(side, side, 0.15);
            Tank t = make_tank(spec);
            run(t, 0.01, 1e-3);
            const long before = allocations();
            run(t, 0.03, 1e-3);
            CHECK(allocations() - before == 0);
        }
        omp_set_num_threads(threads);
    }
}
