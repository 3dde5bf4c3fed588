// Global balances of a dam break: what the walls push is what the water's momentum shows.
#include "tests/support/tank.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

Tank make_dam_break(double spacing)
{
    TankSpec spec;
    spec.spacing = spacing;
    spec.tank = Vec3(0.584, 1.0, 0.8);
    spec.water = Vec3(0.146, 1.0, 0.292);
    return make_tank(spec);
}

Vec3 momentum(const Tank& t)
{
    Vec3 sum = Vec3::Zero();
    for (const Vec3& v : t.state.fluid.velocity)
        sum += t.method.fluid.mass * v;
    return sum;
}

Vec3 sum_of(const std::vector<sph::Load>& loads)
{
    Vec3 force = Vec3::Zero();
    for (const sph::Load& load : loads)
        force += load.force;
    return force;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("impulse of the walls over 2 s of a dam break is weight x time + momentum to 1e-10")
    {
        Tank t = make_dam_break(0.146 / 20);
        const double weight = t.method.fluid.mass * static_cast<double>(t.state.fluid.size()) * 9.81;
        Vec3 walls = Vec3::Zero(), markers = Vec3::Zero();
        double time = 0.0;
        run(t, 2.0, 0.0, [&](const coupling::StepReport&, double dt) {
            const sph::WallLoads& loads = t.state.work.loads;
            walls += dt * (sum_of(loads.pressure) + sum_of(loads.viscous));
            markers += dt * sum_of(loads.marker);
            time += dt;
        });
        // Force of the fluid on the walls = -(d momentum / dt) + weight.
        const Vec3 expected = Vec3(0.0, 0.0, -weight * time) - momentum(t);
        MESSAGE("pair reactions off by ", (walls - expected).norm() / (weight * time),
                ", marker integral by ", (markers - expected).norm() / (weight * time),
                " of weight x time");
        CHECK((walls - expected).norm() < 1e-10 * weight * time);
        CHECK((markers - expected).norm() < 0.05 * weight * time);
    }

    TEST_CASE("energy never rises in a dam break but for the work of shifting")
    {
        Tank t = make_dam_break(0.146 / 20);
        const double start = energies(t).total();
        double booked = 0.0, lowest = start, risen = 0.0, highest = 0.0;
        run(t, 1.5, 0.0, [&](const coupling::StepReport& report, double) {
            booked += report.advect.shift_energy;
            const double now = energies(t).total() - booked;
            risen = std::max(risen, now - lowest);
            lowest = std::min(lowest, now);
            highest = std::max(highest, energies(t).total());
        });
        MESSAGE("largest rise above the lowest value so far: ", risen / start,
                "; highest energy / start: ", highest / start);
        CHECK(risen < 1e-3 * start);
        CHECK(highest < 1.0005 * start);
    }

    TEST_CASE("the front between 1.7 L and 3.6 L runs at Martin & Moyce's 1.286 sqrt(2 g L) within 3 %")
    {
        // Martin & Moyce, Phil. Trans. R. Soc. A 244 (1952) 312-324, Table 2 (n^2 = 2): Z = 1.67 and
        // 1.89 at T = 1.43 and 1.63, Z = 3.44 and 3.67 at T = 2.83 and 2.98.
        constexpr double early = 1.43 + 0.20 * (1.70 - 1.67) / 0.22;
        constexpr double late = 2.83 + 0.15 * (3.60 - 3.44) / 0.23;
        constexpr double length = 0.146;
        Tank t = make_dam_break(length / 30);
        double passed_early = 0.0, passed_late = 0.0;
        run(t, 0.26, 0.0, [&](const coupling::StepReport&, double) {
            double front = 0.0;
            for (const Vec3& x : t.state.fluid.position)
                front = std::max(front, x.x() + 0.5 * t.method.fluid.spacing);
            if (passed_early == 0.0 && front > 1.7 * length)
                passed_early = t.state.time;
            if (passed_late == 0.0 && front > 3.6 * length)
                passed_late = t.state.time;
        });
        REQUIRE(passed_late > 0.0);
        const double speed = 1.9 / ((passed_late - passed_early) * std::sqrt(2.0 * 9.81 / length));
        MESSAGE("front speed ", speed, " sqrt(2 g L), measured ", 1.9 / (late - early));
        CHECK(speed == doctest::Approx(1.9 / (late - early)).epsilon(0.03));
    }
}
