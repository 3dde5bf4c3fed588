// The frozen test: jittered layers of water on a floor, periodic sideways, one exact solve from
// v* = g dt. The floor must carry the whole column; a surface term that leaks into disordered bulk
// water shows at once (without its gate: 0.05 of the right value at H/d = 80).
#include "tests/support/periodic_box.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

void exact(sph::Settings& s)
{
    s.tolerance = 1e-8;
    s.max_iterations = 20'000;
    s.relaxation = 0.0;
}

// Mean pressure of the lowest layer carried down to the floor / (rho g H).
double floor_pressure(Tank& t, double depth)
{
    auto& s = t.state;
    prepare(t);
    constexpr double dt = 1e-3;
    for (Vec3& v : s.fluid.velocity)
        v.setZero();
    sph::predict_velocity(s.fluid, s.boundary, t.method.fluid, s.work, dt);
    const auto report
        = s.work.pressure.solve(s.fluid, s.work.v_star, t.method.fluid, s.work.pairs, dt);
    REQUIRE(report.solve.converged);
    const double weight = t.method.fluid.density * 9.81;
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < s.fluid.position.size(); ++i)
        if (s.fluid.position[i].z() < t.method.fluid.spacing) {
            sum += s.fluid.pressure[i] + weight * s.fluid.position[i].z();
            ++count;
        }
    return sum / count / (weight * depth);
}

double frozen(int dimension, int layers, double jitter, unsigned seed)
{
    TankSpec spec;
    spec.dimension = dimension;
    const double d = spec.spacing = 0.01;
    spec.tank = Vec3((dimension == 2 ? 40 : 10) * d, 10 * d, (layers + 20) * d);
    spec.water = Vec3(spec.tank.x(), spec.tank.y(), layers * d);
    spec.periodic = {true, dimension == 3, false};
    Tank t = make_tank(spec, exact);
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> u(-jitter * d, jitter * d);
    for (Vec3& x : t.state.fluid.position)
        x += Vec3(u(generator), dimension == 2 ? 0.0 : u(generator), u(generator));
    return floor_pressure(t, layers * d);
}

void check(int dimension)
{
    for (int layers : {20, 80})
        for (double jitter : {0.0, 0.05, 0.1, 0.2}) {
            double worst = 0.0;
            for (unsigned seed = 1; seed <= (dimension == 2 ? 4 : 2); ++seed)
                worst = std::max(worst, std::abs(frozen(dimension, layers, jitter, seed) - 1.0));
            MESSAGE(dimension, "D, H/d = ", layers, ", jitter ", jitter, " d: worst error ", worst);
            CHECK(worst < (jitter <= 0.1 ? 0.03 : 0.1));
        }
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("2D: the floor carries jittered water within 3 % (jitter 0.1 d) and 10 % (0.2 d)")
    {
        check(2);
    }

    TEST_CASE("3D: the floor carries jittered water within 3 % (jitter 0.1 d) and 10 % (0.2 d)")
    {
        check(3);
    }

    TEST_CASE("the floor carries a column of particles from a running dam break within 5 %")
    {
        // Stir water by a dam break, cut the deepest settled part out, put it into a box of its own.
        TankSpec spec;
        spec.spacing = 0.01;
        spec.tank = Vec3(0.6, 1.0, 0.6);
        spec.water = Vec3(0.3, 1.0, 0.3);
        Tank t = make_tank(spec);
        run(t, 1.2, 0.0);
        for (double at : {0.06, 0.2, 0.4}) {
            // A block of stirred particles, repeated periodically in x; 0.08 m of water, floor below.
            const double width = 0.16, depth = 0.06;
            TankSpec box = spec;
            box.tank = Vec3(width, 1.0, 0.3);
            box.water = Vec3(width, 1.0, depth);
            box.periodic = {true, false, false};
            Tank cut = make_tank(box, exact);
            std::vector<Vec3> kept;
            for (const Vec3& x : t.state.fluid.position)
                if (x.x() >= at && x.x() < at + width && x.z() < depth)
                    kept.push_back(x - Vec3(at, 0.0, 0.0));
            auto& fluid = cut.state.fluid;
            fluid.resize(kept.size());
            fluid.position = kept;
            fluid.pressure.assign(kept.size(), 0.0);
            const double mass_depth = static_cast<double>(kept.size()) * 1e-4 / width;
            const double value = floor_pressure(cut, mass_depth);
            MESSAGE("cut at x = ", at, " m, ", kept.size(), " particles: floor pressure ", value);
            CHECK(std::abs(value - 1.0) < 0.05);
        }
    }
}
