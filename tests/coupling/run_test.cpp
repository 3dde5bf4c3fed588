#include "tests/support/basins.h"
#include "tests/support/trust.h"

#include <limits>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Bad numbers put in by `fault` at step 5, every time it is tried.
coupling::Outcome stopped_by(Tank& t, Recorder& recorder, coupling::Faults faults)
{
    faults.alter_step = 5;
    faults.times = 100;
    return run_steps(t, 20, recorder, faults);
}

coupling::Faults before_verdict(std::function<void(coupling::State&)> change)
{
    coupling::Faults faults;
    faults.before_verdict = std::move(change);
    return faults;
}

coupling::Faults before_step(std::function<void(coupling::State&)> change)
{
    coupling::Faults faults;
    faults.before_step = std::move(change);
    return faults;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a bad number in any array of a step is found in that step and names its operator")
    {
        using coupling::State;
        struct Fault {
            const char* where;
            coupling::Faults faults;
        };
        const std::size_t i = 17;
        const std::vector<Fault> all{
            {"density", before_verdict([=](State& s) { s.fluid.density[i] = not_a_number; })},
            {"density", before_verdict([=](State& s) { s.fluid.filling[i] = not_a_number; })},
            {"free surface", before_verdict([=](State& s) { s.fluid.surface[i] = not_a_number; })},
            {"free surface", before_verdict([=](State& s) { s.fluid.gain[i] = not_a_number; })},
            {"viscosity", before_verdict([=](State& s) { s.work.nu[i] = not_a_number; })},
            {"predictor", before_verdict([=](State& s) { s.work.v_star[i].z() = not_a_number; })},
            {"solver", before_verdict([=](State& s) { s.fluid.pressure[i] = not_a_number; })},
            {"corrector",
             before_verdict([=](State& s) { s.fluid.velocity[i].x() = not_a_number; })},
            {"corrector", before_verdict([=](State& s) { s.fluid.velocity[i].x() = 1.0 / 0.0; })},
            {"shifting", before_verdict([=](State& s) { s.work.spread[i].x() = not_a_number; })},
            {"advection",
             before_verdict([=](State& s) { s.fluid.position[i].y() = not_a_number; })},
            {"wall",
             before_verdict([=](State& s) { s.work.pairs.walls.velocity[i].x() = not_a_number; })},
            {"wall",
             before_verdict([=](State& s) { s.work.pairs.walls.pressure[i] = not_a_number; })},
            // These go through the step, and reach every array after the one they begin in.
            {"predictor", before_step([=](State& s) { s.fluid.velocity[i].x() = not_a_number; })},
            {"solver", before_step([=](State& s) { s.fluid.pressure[i] = not_a_number; })},
        };
        for (std::size_t k = 0; k < all.size(); ++k) {
            CAPTURE(k);
            Tank t = dam_break_2d(0.01), good = dam_break_2d(0.01);
            Recorder recorder;
            const auto outcome = stopped_by(t, recorder, all[k].faults);
            CHECK(outcome.ending == coupling::Ending::numbers);
            CHECK(outcome.diagnosis.trouble == coupling::Trouble::bad_number);
            CHECK(outcome.diagnosis.where == all[k].where);
            CHECK(outcome.diagnosis.step == 5);
            CHECK(recorder.notes.size() == 1 + 5); // the first limit, five repeats
            // What is left is the last good state.
            run_steps(good, 4);
            CHECK(t.state.events.retried == 5);
            CHECK(bytes_of(t.state, false) == bytes_of(good.state, false));
        }
    }

    TEST_CASE("eddy viscosity names itself when a velocity goes bad")
    {
        Tank t = make_tank({}, [](sph::Settings& s) { s.smagorinsky = 0.1; });
        Recorder recorder;
        const auto outcome = stopped_by(t, recorder, before_step([](coupling::State& s) {
                                            s.fluid.velocity[3].x() = not_a_number;
                                        }));
        CHECK(outcome.diagnosis.where == "viscosity");
    }

    TEST_CASE("a wall that moves with a bad number is named even when dt could creep up to it")
    {
        for (double start : {0.0, 0.01}) {
            CAPTURE(start);
            rigid::Motion motion;
            motion.law = rigid::Motion::Law::velocity;
            motion.value = not_a_number;
            motion.start = start;
            Tank t = piston_2d(motion);
            t.method.time_step = 0.0011;
            Recorder recorder;
            const auto outcome = run_steps(t, 100000, recorder, {}, 1.0);
            CHECK(outcome.ending == coupling::Ending::numbers);
            CHECK(outcome.diagnosis.where == "wall");
            CHECK(outcome.diagnosis.line().find("solid 'piston'") != std::string::npos);
            CHECK(t.state.time <= start);
            CHECK(t.state.step < 100);
        }
    }

    TEST_CASE("a time step whose square is zero is bad in the right-hand side")
    {
        Tank t = dam_break_2d(0.02);
        t.method.time_step = 1e-170;
        Recorder recorder;
        const auto outcome = run_steps(t, 1, recorder, {}, 1e-165);
        CHECK(outcome.diagnosis.where == "right-hand side");
    }

    TEST_CASE("the diagnosis names particle and place and dt and its limit in one line")
    {
        Tank t = dam_break_2d(0.01), good = dam_break_2d(0.01);
        std::int64_t id = -1;
        Recorder recorder;
        const auto outcome = stopped_by(t, recorder, before_verdict([&](coupling::State& s) {
                                            s.work.v_star[40].x() = not_a_number;
                                            id = s.fluid.id[40];
                                        }));
        run_steps(good, 4);
        const auto at = std::find(good.state.fluid.id.begin(), good.state.fluid.id.end(), id) -
                        good.state.fluid.id.begin();
        const coupling::Diagnosis& d = outcome.diagnosis;
        CHECK(d.id == id);
        CHECK(d.position == good.state.fluid.position[static_cast<std::size_t>(at)]);
        const std::string line = d.line();
        CAPTURE(line);
        CHECK(line.find("step 5, t = ") == 0);
        CHECK(line.find("bad number in v*, first in the predictor, particle " + std::to_string(id) +
                        " at (") != std::string::npos);
        CHECK(line.find("s (recovery)") != std::string::npos);
        CHECK(line.find('\n') == std::string::npos);
        CHECK(d.details.find("v* = (nan, ") != std::string::npos);
    }

    TEST_CASE("a solve that does not converge is repeated and then stops the run in the solver")
    {
        Tank t = dam_break_2d(0.01);
        t.method.fluid.max_iterations = 2;
        Recorder recorder;
        const auto outcome = run_steps(t, 20, recorder);
        CHECK(outcome.ending == coupling::Ending::numbers);
        CHECK(outcome.diagnosis.trouble == coupling::Trouble::no_convergence);
        CHECK(outcome.diagnosis.where == "solver");
        CHECK(outcome.diagnosis.id >= 0);
        CHECK(t.state.events.retried == 5);
    }

    TEST_CASE("a particle too fast for its step is repeated with smaller steps and the run goes on")
    {
        Tank t = dam_break_2d(0.01);
        t.method.time_step = 0.002;
        for (Vec3& v : t.state.fluid.velocity)
            v.x() = 10.0; // two spacings in such a step
        Recorder recorder;
        const auto outcome = run_steps(t, 1, recorder);
        CHECK(outcome.ending == coupling::Ending::step_count);
        CHECK(t.state.events.retried >= 2);
        CHECK(recorder.reports.back().advect.max_displacement <= 0.5 * t.method.fluid.spacing);
        CHECK(recorder.notes[1].find("a particle moved") != std::string::npos);
    }

    TEST_CASE("after a retry dt grows by a tenth a step until the usual limit holds again")
    {
        Tank t = dam_break_2d(0.01);
        t.method.time_step = 0.001;
        Recorder recorder;
        coupling::Faults faults;
        faults.reject_step = 3;
        faults.times = 2;
        run_steps(t, 25, recorder, faults);
        CHECK(recorder.dt[1] == 0.001);
        CHECK(recorder.dt[2] == 0.00025);
        CHECK(recorder.limits[2] == "recovery");
        for (std::size_t k = 3; k < 17; ++k)
            CHECK(recorder.dt[k] == doctest::Approx(1.1 * recorder.dt[k - 1]).epsilon(1e-12));
        CHECK(recorder.dt[17] == 0.001);
        CHECK(recorder.limits[17] == "asked for");
        CHECK(t.state.ceiling == std::numeric_limits<double>::infinity());
        CHECK(t.state.events.retried == 2);
    }

    TEST_CASE("steps end exactly at the times asked for without slivers")
    {
        Tank t = dam_break_2d(0.01);
        t.method.time_step = 0.003;
        Recorder recorder;
        recorder.every = 0.01;
        const auto outcome = run_steps(t, 1000, recorder, {}, 0.1);
        CHECK(outcome.ending == coupling::Ending::end_time);
        CHECK(t.state.time == 0.1);
        for (int n = 1; n < 10; ++n)
            CHECK(std::count(recorder.time.begin(), recorder.time.end(), n * 0.01) == 1);
        CHECK(recorder.dt.size() == 40); // 3 + 3 + 2 + 2 ms
        CHECK(*std::min_element(recorder.dt.begin(), recorder.dt.end()) == doctest::Approx(0.002));
        CHECK(std::count(recorder.limits.begin(), recorder.limits.end(), "output time") == 20);
    }

    TEST_CASE("a fixed dt that divides the output interval is kept")
    {
        Tank t = dam_break_2d(0.01);
        t.method.time_step = 0.001;
        Recorder recorder;
        recorder.every = 0.007;
        run_steps(t, 1000, recorder, {}, 0.07);
        CHECK(recorder.dt.size() == 70);
        CHECK(t.state.time == 0.07);
    }

    TEST_CASE("multiples of an interval are met once whatever the rounding")
    {
        for (double every : {0.1, 0.01, 1.0 / 3.0, 0.007}) {
            double time = 0.0;
            for (int n = 1; n < 3000; ++n) {
                time = coupling::next_multiple(every, time);
                REQUIRE(time == coupling::multiple(every, n));
                REQUIRE(time == doctest::Approx(n * every).epsilon(1e-14));
            }
        }
        CHECK(coupling::multiple(0.1, 3) == 0.3);
        CHECK(coupling::multiple(0.7 / 100.0, 100) == 0.7);
        CHECK(coupling::next_multiple(0.0, 1.0) == std::numeric_limits<double>::infinity());
    }

    TEST_CASE("a fast wall limits dt before it starts and the log says so")
    {
        rigid::Motion motion;
        motion.law = rigid::Motion::Law::velocity;
        motion.value = 3.0;
        motion.start = 0.0101;
        Tank t = piston_2d(motion);
        Recorder recorder;
        run_steps(t, 12, recorder);
        CHECK(t.state.events.retried == 0);
        const double most = t.method.fluid.cfl * t.method.fluid.spacing / 3.0;
        for (std::size_t k = 0; k < recorder.dt.size(); ++k)
            if (recorder.time[k] > motion.start)
                CHECK(recorder.dt[k] <= most);
        REQUIRE(recorder.notes.size() >= 2);
        CHECK(recorder.notes[0].find("limited by gravity") != std::string::npos);
        CHECK(recorder.notes[1].find("limited by wall speed") != std::string::npos);
    }

    TEST_CASE("a turning wall is as fast as its farthest point")
    {
        rigid::Motion motion;
        motion.law = rigid::Motion::Law::velocity;
        motion.turns = true;
        motion.direction = Vec3::UnitY();
        motion.about = {0.0, 0.0, 0.2};
        motion.value = 5.0;
        const Tank t = piston_2d(motion);
        const auto reach = coupling::reach_of_solids(t.method);
        CHECK(reach[0] == 0.0);
        CHECK(reach[1] == doctest::Approx(0.195));
        const auto plan = coupling::plan_step(t.state, t.method, reach, 1.0);
        CHECK(plan.dt == doctest::Approx(0.2 * 0.01 / (5.0 * 0.195)));
    }

    TEST_CASE("water 200 layers deep stands for 100 steps since its depth limits them")
    {
        TankSpec spec;
        spec.dimension = 2;
        spec.spacing = 0.001;
        spec.tank = Vec3(0.02, 1.0, 0.22);
        spec.water = Vec3(0.02, 1.0, 0.2);
        Tank t = make_tank(spec);
        Recorder recorder;
        run_steps(t, 100, recorder);
        CHECK(t.state.events.retried == 0);
        CHECK(sph::max_speed(t.state.fluid) < 0.02); // of 2 m/s, sqrt(2 g H)
        CHECK(recorder.limits[0] == "gravity");      // no pressure is known yet
        CHECK(recorder.limits[1] == "depth of water");
        const double limit = 0.9 * 0.001 / std::sqrt(9.81 * 0.2);
        CHECK(recorder.dt[50] == doctest::Approx(limit).epsilon(0.03));
    }

    TEST_CASE("a run that would take a billion steps stops and names its fastest particle")
    {
        Tank t = dam_break_2d(0.02);
        t.state.fluid.velocity[7].x() = 1e9;
        t.state.fluid.id[7] = 777;
        Recorder recorder;
        const auto outcome = run_steps(t, 10, recorder, {}, 1.0);
        CHECK(outcome.ending == coupling::Ending::numbers);
        CHECK(outcome.diagnosis.trouble == coupling::Trouble::small_step);
        CHECK(outcome.diagnosis.id == 777);
        CHECK(t.state.step == 0);
    }

    TEST_CASE("the phases of a step add up to its time")
    {
        Tank t = dam_break_2d();
        Recorder recorder;
        run_steps(t, 20, recorder);
        double sum = 0.0;
        for (std::size_t k = 0; k < phase_count; ++k) {
            CAPTURE(phase_names[k]);
            const bool solids = k == static_cast<std::size_t>(Phase::bodies)
                                || k == static_cast<std::size_t>(Phase::contact);
            CHECK((recorder.phases[k] > 0.0) != solids);
            sum += recorder.phases[k];
        }
        CHECK(recorder.phases[static_cast<std::size_t>(Phase::other)] < 0.3 * sum);
    }

    TEST_CASE("particles that leave are taken out and counted and over a thousandth and ten stop the run")
    {
        Tank t = make_tank({.spacing = 0.01, .tank = {0.5, 0.0, 0.4}, .water = {0.5, 0.0, 0.3}});
        REQUIRE(t.state.fluid.size() == 1500);
        t.method.domain = {Vec3(-0.05, -1.0, -0.05), Vec3(0.55, 1.0, 0.45)};
        const auto throw_out = [](coupling::State& s, std::int64_t id) {
            for (std::size_t i = 0; i < s.fluid.id.size(); ++i)
                if (s.fluid.id[i] == id)
                    s.fluid.position[i].z() = 0.449, s.fluid.velocity[i].z() = 1.5;
        };
        throw_out(t.state, 1400);
        Recorder recorder;
        CHECK(run_steps(t, 3, recorder).ending == coupling::Ending::step_count);
        CHECK(t.state.events.left == 1);
        CHECK(t.state.fluid.size() == 1499);
        CHECK(std::find(t.state.fluid.id.begin(), t.state.fluid.id.end(), 1400) ==
              t.state.fluid.id.end());
        CHECK(std::count_if(recorder.notes.begin(), recorder.notes.end(),
                            [](const std::string& note) {
                                return note.find("1 particle left, the first is 1400 at (") !=
                                       std::string::npos;
                            }) == 1);

        // Ten that leave are spray over a rim; the eleventh is a leak.
        for (std::int64_t id = 1401; id < 1410; ++id)
            throw_out(t.state, id);
        CHECK(run_steps(t, 3, recorder).ending == coupling::Ending::step_count);
        CHECK(t.state.events.left == 10);
        throw_out(t.state, 1450);
        const auto outcome = run_steps(t, 10, recorder);
        CHECK(outcome.ending == coupling::Ending::numbers);
        CHECK(outcome.diagnosis.trouble == coupling::Trouble::leak);
        CHECK(outcome.diagnosis.id == 1450);
        CHECK(outcome.diagnosis.what == "11 of 1500 particles have left");
        CHECK(outcome.diagnosis.where == "domain");
        CHECK(t.state.fluid.size() == 1489);

        // A case may allow more: here twelve of 1,500 are below 1 %.
        coupling::RunOptions options;
        options.end_time = 1e3;
        options.steps = 3;
        options.may_leave = 0.01;
        throw_out(t.state, 1451);
        CHECK(coupling::run(t.state, t.method, options, recorder).ending == coupling::Ending::step_count);
        CHECK(t.state.events.left == 12);
    }

    TEST_CASE("a particle put into a wall is found there and none of a dam break is")
    {
        Tank t = dam_break_2d();
        Recorder recorder;
        run_steps(t, 100000, recorder, {}, 0.35);
        CHECK(t.state.events.left == 0);
        // Just outside the floor, where the second layer of wall points lies.
        t.state.fluid.position[100].z() = -1.4 * t.method.fluid.spacing;
        t.state.fluid.velocity[100].setZero();
        const std::int64_t id = t.state.fluid.id[100];
        run_steps(t, 1, recorder);
        CHECK(t.state.events.left == 1);
        CHECK(std::find(t.state.fluid.id.begin(), t.state.fluid.id.end(), id) ==
              t.state.fluid.id.end());
    }

    TEST_CASE("a wall-time limit ends the run at an accepted step")
    {
        Tank t = dam_break_2d(0.02);
        Recorder recorder;
        coupling::RunOptions options;
        options.end_time = 1e3;
        options.wall_limit = 0.05;
        CHECK(coupling::run(t.state, t.method, options, recorder).ending ==
              coupling::Ending::wall_limit);
        CHECK(t.state.step >= 1);
    }
}
