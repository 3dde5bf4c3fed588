// A body in water, watched: mean force, place and roughness of its acceleration.
#pragma once

#include "cases/build.h"
#include "cases/read.h"
#include "coupling/energy.h"
#include "coupling/immersed.h"
#include "tests/support/trust.h"

namespace flotsam::tests {

inline cases::Built build(const std::string& text)
{
    return cases::build(cases::parse_case("format = 1\n" + text, "case.toml"));
}

struct Watch : coupling::Observer {
    double from = 0.0;
    const coupling::Method* method = nullptr;
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero(), marker = Vec3::Zero();
    double time = 0.0, height = 0.0, angle = 0.0;
    double before = 0.0, rough = 0.0, last = 0.0;
    int steps = 0;

    void on_step(const coupling::State& s, const coupling::StepReport&,
                 const coupling::StepInfo& info) override
    {
        const double acceleration = (s.bodies.velocity[0].z() - last) / info.dt;
        last = s.bodies.velocity[0].z();
        if (s.time > from) {
            time += info.dt;
            force += info.dt * s.body_work.force[0];
            torque += info.dt * s.body_work.torque[0];
            marker += info.dt * s.work.loads.marker[method->body_group[0]].force;
            height += info.dt * s.bodies.position[0].z();
            const Quat q =
                s.bodies.orientation[0] * method->models()[0].start_orientation.conjugate();
            angle += info.dt * 2.0 * std::atan2(q.y(), q.w());
            rough += steps++ > 0 ? std::abs(acceleration - before) : 0.0;
        }
        before = acceleration;
    }
};

inline Watch watch(cases::Built& built, double from, double until)
{
    Watch w;
    w.from = from;
    w.method = &built.method;
    coupling::RunOptions options;
    options.end_time = until;
    const coupling::Outcome outcome = coupling::run(built.state, built.method, options, w);
    CHECK(outcome.ending == coupling::Ending::end_time);
    for (Vec3* mean : {&w.force, &w.torque, &w.marker})
        *mean /= w.time;
    w.height /= w.time;
    w.angle /= w.time;
    w.rough /= std::max(1, w.steps) * 9.81;
    return w;
}

} // namespace flotsam::tests
