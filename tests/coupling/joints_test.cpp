// Water in joints: what stands flush under water is lifted as Archimedes says, unless it is sealed.
#include "tests/coupling/watch.h"

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// A block of 0.2 m on the floor of a tank 0.6 m wide, under 0.3 m of water; more bodies may follow.
std::string on_the_floor(double density, const std::string& uplift, const std::string& more = "",
                         double depth = 0.5)
{
    return "dimension = 2\nspacing = 0.0125\nend_time = 9\n[fluid]\n[[fluid.fill]]\n"
           "box = { min = [0, 0], max = [0.6, " +
           std::to_string(depth) +
           "] }\n[[wall]]\nname = \"tank\"\nkind = \"tank\"\n"
           "box = { min = [0, 0], max = [0.6, 0.9] }\nopen = [\"z+\"]\n[[body]]\nname = \"block\"\n"
           "box = { min = [0.2, 0], max = [0.4, 0.2] }\ndensity = " +
           std::to_string(density) + "\n" + more +
           "[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.3\nuplift = \"" + uplift + "\"\n";
}

std::string on_top(double density)
{
    return "[[body]]\nname = \"upper\"\nbox = { min = [0.25, 0.2], max = [0.35, 0.3] }\ndensity "
           "= " +
           std::to_string(density) + "\n";
}

// Mean contact force on each body from half time on, and the highest speed of any then.
struct Rest : coupling::Observer {
    double from = 0.0, time = 0.0, fastest = 0.0;
    std::vector<double> held;

    void on_step(const coupling::State& s, const coupling::StepReport&,
                 const coupling::StepInfo& info) override
    {
        if (s.time <= from)
            return;
        held.resize(s.bodies.position.size(), 0.0);
        time += info.dt;
        for (std::size_t i = 0; i < held.size(); ++i) {
            held[i] += info.dt * s.last_force[i].z();
            fastest = std::max(fastest, s.bodies.velocity[i].norm());
        }
    }
};

Rest rest(cases::Built& built, double until)
{
    Rest r;
    r.from = 0.5 * until;
    coupling::RunOptions options;
    options.end_time = until;
    const coupling::Outcome outcome = coupling::run(built.state, built.method, options, r);
    CHECK(outcome.ending == coupling::Ending::end_time);
    for (double& f : r.held)
        f /= r.time;
    return r;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE(
        "a block of 300 kg per cubic metre flush on the floor rises and where sealed it stays")
    {
        for (const bool sealed : {false, true}) {
            CAPTURE(sealed);
            auto built = build(on_the_floor(300.0, sealed ? "sealed" : "gap"));
            rest(built, 0.5);
            const double height = built.state.bodies.position[0].z() - 0.1;
            MESSAGE("centre 0.5 s later higher by ", height, " m");
            if (sealed)
                CHECK(std::abs(height) < 1e-4); // contact depth and drift correction: 1e-6
            else
                CHECK(height > 0.1);
            CHECK(built.state.events.retried == 0);
        }
    }

    // The width of the joint is known to a spacing: a strip of it under the head of 0.5 m.
    // Measured: 0.8 of one is missing below the lower block and 0.6 below the upper one; why is not
    // known.
    TEST_CASE("a block of 2000 kg per cubic metre presses on the floor with its weight in water")
    {
        auto built = build(on_the_floor(2000.0, "gap"));
        const Rest r = rest(built, 1.5);
        const double in_water = 1000.0 * 9.81 * 0.04;
        MESSAGE("contact force / weight in water ", r.held[0] / in_water, ", fastest ", r.fastest);
        CHECK(std::abs(r.held[0] - in_water) < 0.0125 * 9810.0 * 0.5);
        CHECK(r.fastest < 1e-3);
    }

    TEST_CASE("a sealed block is held down by all the water above it")
    {
        auto built = build(on_the_floor(2000.0, "sealed"));
        const Rest r = rest(built, 1.5);
        const double expected = (2000.0 * 0.2 + 1000.0 * 0.3) * 9.81 * 0.2;
        MESSAGE("contact force / weight of block and water above ", r.held[0] / expected);
        CHECK(std::abs(r.held[0] / expected - 1.0) < 0.05);
    }

    TEST_CASE("a block on a block under water presses with its weight in water and both lie still")
    {
        auto built = build(on_the_floor(2000.0, "gap", on_top(2000.0)));
        const Rest r = rest(built, 1.5);
        const double lower = 9810.0 * 0.04, upper = 9810.0 * 0.01;
        MESSAGE("upper ", r.held[1] / upper, ", both ", (r.held[0] + r.held[1]) / (lower + upper),
                ", fastest ", r.fastest);
        // Contact forces on both sum to what the floor carries.
        CHECK(std::abs(r.held[0] + r.held[1] - lower - upper) < 0.0125 * 9810.0 * 0.5);
        CHECK(std::abs(r.held[1] - upper) < 0.0125 * 9810.0 * 0.3);
        CHECK(r.fastest < 1e-3);
    }

    TEST_CASE("joints above the water are dry and press nothing")
    {
        auto built = build(on_the_floor(2000.0, "gap", on_top(2000.0), 0.1));
        rest(built, 0.3);
        CHECK(built.state.body_work.uplift[1].isZero(0.0));
        CHECK(built.state.body_work.uplift[0].z() > 0.0);
    }

    TEST_CASE("the audit of bodies in water closes and tells water work from uplift")
    {
        auto built = build(on_the_floor(300.0, "gap"));
        rest(built, 0.4);
        const auto audit = coupling::audit_energy(built.state, built.method);
        MESSAGE("gained ", audit.body_water_work, " J, lost by the water ", audit.to_bodies,
                " J, uplift ", audit.body_uplift, " J, residual ", audit.body_residual, " J");
        CHECK(audit.body_uplift > 0.0);
        CHECK(std::abs(audit.body_residual) < 1e-9 * audit.body_potential);
        // Measured 0.07 J apart, of 27 J that the body rose.
        CHECK(audit.body_water_work ==
              doctest::Approx(audit.to_bodies).epsilon(0.01).scale(audit.body_potential));
    }

    TEST_CASE("a block in a joint keeps its bits over restarts and threads and a rejected step")
    {
        check_trust([] { return build(on_the_floor(300.0, "gap", on_top(500.0))); }, 24);
    }
}
