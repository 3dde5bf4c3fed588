// Still water for 2 s: pressure against rho g (H - z), its noise from step to step, kinetic energy.
#include "tests/support/tank.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Stillness {
    // rms of p - rho g (H - z) over particles, mean over the second half, / rho g H
    double error = 0.0;
    double noise = 0.0;   // mean step-to-step change of a floor particle's pressure / rho g H
    double kinetic = 0.0; // at the end / initial potential energy
};

Stillness still_water(int dimension, int layers, double dt, double end)
{
    const double depth = dimension == 2 ? 0.2 : 0.12;
    TankSpec spec;
    spec.dimension = dimension;
    const double d = spec.spacing = depth / layers;
    spec.tank = dimension == 2 ? Vec3(2.0 * depth, 1.0, depth + 10 * d)
                               : Vec3(12 * d, 12 * d, depth + 10 * d);
    spec.water = Vec3(spec.tank.x(), spec.tank.y(), depth);
    Tank t = make_tank(spec);
    const double scale = t.method.fluid.density * 9.81 * depth;
    const double start = energies(t).total();

    const Vec3 centre(0.5 * spec.tank.x(), dimension == 2 ? 0.0 : 0.5 * spec.tank.y(), 0.0);
    std::size_t nearest = 0;
    auto& fluid = t.state.fluid;
    for (std::size_t i = 0; i < fluid.position.size(); ++i)
        if ((fluid.position[i] - centre).norm() < (fluid.position[nearest] - centre).norm())
            nearest = i;
    const std::int64_t watched = fluid.id[nearest];

    Stillness result;
    double before = 0.0;
    int counted = 0;
    run(t, end, dt, [&](const coupling::StepReport& report, double) {
        REQUIRE(report.pressure.solve.converged);
        double sum = 0.0, floor = 0.0;
        for (std::size_t i = 0; i < fluid.position.size(); ++i) {
            const double exact = scale * (1.0 - fluid.position[i].z() / depth);
            sum += std::pow((fluid.pressure[i] - exact) / scale, 2);
            if (fluid.id[i] == watched)
                floor = fluid.pressure[i] / scale;
        }
        if (t.state.time > 0.5 * end) {
            result.error += std::sqrt(sum / static_cast<double>(fluid.size()));
            result.noise += std::abs(floor - before);
            ++counted;
        }
        before = floor;
    });
    result.error /= counted;
    result.noise /= counted;
    result.kinetic = energies(t).kinetic / start;
    MESSAGE(dimension, "D, H/d = ", layers, ", dt = ", dt, " s: L2 ", result.error, ", noise ",
            result.noise, ", kinetic energy ", result.kinetic);
    return result;
}

void check(const Stillness& s, int dimension)
{
    CHECK(s.error < 0.01);
    CHECK(s.noise < 0.001);
    CHECK(s.kinetic < (dimension == 2 ? 3e-4 : 1e-3));
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("still water 2D - H/d = 20 - dt 1 to 0.25 ms: pressure within 1 % - noise 0.1 % - "
              "energy 3e-4")
    {
        for (double dt : {1e-3, 0.5e-3, 0.25e-3})
            check(still_water(2, 20, dt, 2.0), 2);
    }

    TEST_CASE("still water 2D - H/d = 40: pressure within 1 % - noise 0.1 % - energy 3e-4")
    {
        check(still_water(2, 40, 1e-3, 2.0), 2);
    }

    TEST_CASE("still water 3D - H/d = 20 - 1 s: pressure within 1 % - noise 0.1 % - energy 1e-3")
    {
        check(still_water(3, 20, 1e-3, 1.0), 3);
    }
}

TEST_SUITE("long")
{
    TEST_CASE(
        "still water 2D - H/d = 40 - dt 0.25 ms: pressure within 1 % - noise 0.1 % - energy 3e-4")
    {
        check(still_water(2, 40, 0.25e-3, 2.0), 2);
    }

    TEST_CASE("still water 3D - H/d = 20 and 40 - 2 s - dt 1 and 0.25 ms: pressure within 1 %")
    {
        check(still_water(3, 20, 1e-3, 2.0), 3);
        check(still_water(3, 20, 0.25e-3, 2.0), 3);
        check(still_water(3, 40, 0.5e-3, 2.0), 3);
    }
}
