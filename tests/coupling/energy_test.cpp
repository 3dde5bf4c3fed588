#include "tests/support/basins.h"
#include "tests/support/trust.h"

#include "coupling/energy.h"

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// Watches the part of the energy that the books do not explain.
struct Audit : Recorder {
    const coupling::Method& method;
    double lowest = 0.0, highest = -1e300, rise = 0.0;

    explicit Audit(const coupling::Method& m) : method(m) {}
    void on_step(const coupling::State& s, const coupling::StepReport&,
                 const coupling::StepInfo&) override
    {
        const double residual = coupling::audit_energy(s, method).residual;
        lowest = std::min(lowest, residual);
        highest = std::max(highest, residual);
        rise = std::max(rise, residual - lowest);
    }
};

// Work of a piston that moves 0.1 m into water 0.4 m long and 0.2 m deep.
coupling::EnergyAudit push_water(double speed, double spacing)
{
    rigid::Motion motion;
    motion.law = rigid::Motion::Law::velocity;
    motion.value = speed;
    motion.travel = 0.1;
    Tank t = piston_2d(motion, spacing);
    Recorder recorder;
    CHECK(run_steps(t, 1000000, recorder, {}, 0.1 / speed).ending == coupling::Ending::end_time);
    return coupling::audit_energy(t.state, t.method);
}

} // namespace

TEST_SUITE("case")
{
    // What the books leave over is the scheme's dissipation. Up to the impact on the far wall at
    // 0.2 s it is the error of the time steps, 0.1 to 0.3 % of the energy; the impact takes 2 %.
    TEST_CASE("the scheme of a dam break takes out at most 5 % of the energy in 0.4 s and never "
              "puts any in")
    {
        Tank t = dam_break_2d();
        const double all = energies(t).potential;
        Audit audit(t.method);
        run_steps(t, 1000000, audit, {}, 0.4);
        CHECK(audit.highest <= 0.0);
        CHECK(audit.lowest >= -0.05 * all);
        CHECK(audit.rise <= 0.003 * all); // rises after a fall, never above the start

        const auto books = coupling::audit_energy(t.state, t.method);
        const Energies now = energies(t);
        CHECK(books.kinetic == doctest::Approx(now.kinetic).epsilon(1e-12));
        CHECK(books.potential == doctest::Approx(now.potential - all).epsilon(1e-12));
        CHECK(books.viscous < 0.0);
        CHECK(books.wall_work == 0.0);
    }

    // The pair forces on the wall are sampled half a spacing from it, so force and work have an
    // error of the order of spacing / depth: 5 % at d = H/10, 2.5 % at H/20 are allowed.
    TEST_CASE("a piston does the work that the water gains and the gap shrinks with the spacing")
    {
        double before = 1.0;
        for (const auto& [spacing, allowed] : {std::pair(0.02, 0.05), std::pair(0.01, 0.025)}) {
            CAPTURE(spacing);
            const auto books = push_water(0.1, spacing);
            const double gain = books.kinetic + books.potential;
            CHECK(books.wall_work > 0.0);
            const double gap = std::abs(books.wall_work - gain) / gain;
            CHECK(gap < allowed);
            CHECK(gap < 0.6 * before);
            before = gap;
        }
    }

    TEST_CASE("a slow piston lifts the water to rho g A^2 (1/L2 - 1/L1) / 2")
    {
        const auto books = push_water(0.05, 0.01);
        const double area = 0.4 * 0.2,
                     lifted = 0.5 * 1000.0 * 9.81 * area * area * (1 / 0.3 - 1 / 0.4);
        CHECK(books.potential == doctest::Approx(lifted).epsilon(0.01));
        CHECK(books.wall_work == doctest::Approx(lifted).epsilon(0.02));
    }
}

TEST_SUITE("unit")
{
    TEST_CASE("a paddle that turns works by moment times angle")
    {
        rigid::Motion motion;
        motion.law = rigid::Motion::Law::velocity;
        motion.turns = true;
        motion.direction = Vec3::UnitY();
        motion.about = {0.0, 0.0, -0.1};
        motion.value = 0.2;
        Tank t = piston_2d(motion);
        const auto owners = coupling::owners_of_groups(t.state.boundary, t.method);
        CHECK(owners == std::vector<int>{0, -1, 1, 0, -1, -1, 0});
        t.state.work.loads.resize(t.method.groups.size());
        t.state.work.loads.pressure[2].add({0.0, 0.0, 0.1}, {-30.0, 0.0, 0.0});
        t.state.work.loads.pressure[3].add({0.4, 0.0, 0.1}, {30.0, 0.0, 0.0}); // at rest: no work
        coupling::book_energy(t.state, t.method, owners, {}, 0.0, 0.5);
        // 30 N at an arm of 0.2 m against a turn of 0.1 rad.
        CHECK(t.state.energy.wall_work == doctest::Approx(30.0 * 0.2 * 0.1));
    }

    TEST_CASE("gravity along a periodic direction goes on working when particles come home")
    {
        TankSpec spec;
        spec.periodic = {true, false, false};
        spec.lid = true;
        spec.water = spec.tank;
        Tank t = make_tank(spec, [](sph::Settings& s) {
            s.gravity = {2.0, 0.0, 0.0};
            s.sealed = true;
            s.viscosity = 0.0;
            s.shifting = 0.0;
        });
        t.method.fluid.slip = {1.0}; // no walls in the way
        for (Vec3& v : t.state.fluid.velocity)
            v.x() = 2.0;
        Recorder recorder;
        run_steps(t, 1000000, recorder, {}, 0.5);
        // Falls freely, v = 2 + 2 t, three times round the period of 0.4 m; the pressure solve
        // leaves a disturbance of a few millionths.
        const double mass = 1000.0 * 0.16;
        const auto books = coupling::audit_energy(t.state, t.method);
        CHECK(books.kinetic == doctest::Approx(0.5 * mass * 9.0).epsilon(1e-5));
        CHECK(books.kinetic + books.potential == doctest::Approx(0.5 * mass * 4.0).epsilon(0.01));
    }

    TEST_CASE("a particle that leaves takes its energy out of the books")
    {
        Tank t = dam_break_2d(0.01);
        t.method.domain = {Vec3(-0.1, -1.0, -0.1), Vec3(0.5, 1.0, 0.3)};
        t.state.fluid.position[5] = {0.35, 0.0, 0.2999};
        t.state.fluid.velocity[5] = {0.0, 0.0, 1.0};
        Recorder recorder;
        run_steps(t, 1, recorder);
        REQUIRE(t.state.events.left == 1);
        const double mass = t.method.fluid.mass;
        CHECK(t.state.energy.left == doctest::Approx(mass * (0.5 + 9.81 * 0.3)).epsilon(0.01));
        const auto books = coupling::audit_energy(t.state, t.method);
        CHECK(std::abs(books.residual) < 0.01 * t.state.energy.left);
    }
}
