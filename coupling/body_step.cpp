#include "coupling/body_step.h"

#include "core/parallel.h"
#include "core/phase_clock.h"
#include "coupling/time_plan.h"
#include "rigid/motion.h"

#include <algorithm>

namespace flotsam::coupling {

namespace {

bool same(const contact::Twist& a, const contact::Twist& b)
{
    return a.velocity == b.velocity && a.angular_velocity == b.angular_velocity;
}

contact::Scene scene_of(const State& s, const Method& m,
                        std::span<const contact::ContactPoint> points, double dt)
{
    return {points, s.body_work.inertials, m.rules.rules(), {}, dt};
}

void read_twists(State& s, const Method& m)
{
    BodyWork& work = s.body_work;
    contact::fill_twists(*m.rigid, s.bodies, s.time, work.twists);
    work.known = work.twists;
}

// Only of bodies that contact has changed: the others keep their momenta to the last bit.
void write_twists(State& s, const Method& m)
{
    const BodyWork& work = s.body_work;
    for (std::size_t i = 0; i < m.rigid->models.size(); ++i)
        if (!same(work.twists[i], work.known[i]))
            rigid::set_velocity(m.rigid->models[i], s.bodies, i, work.twists[i].velocity,
                                work.twists[i].angular_velocity);
}

} // namespace

void collide_bodies(State& s, const Method& m, double dt, BodyReport& report)
{
    if (!m.rigid)
        return;
    const PhaseTimer timer(Phase::contact);
    BodyWork& work = s.body_work;
    if (!work.detector)
        work.detector.emplace(m.rigid, m.rules);
    work.velocity = s.bodies.velocity;
    const auto& points = work.detector->find(s.bodies, s.time, dt, m.fluid.gravity.norm());
    report.found = work.detector->counts();
    contact::fill_inertials(*m.rigid, s.bodies, s.time, work.inertials);
    read_twists(s, m);
    report.collision = s.contact.collide(scene_of(s, m, points, dt), work.twists);
    write_twists(s, m);
}

void move_bodies(State& s, const Method& m, double dt, BodyReport& report)
{
    if (!m.rigid)
        return;
    BodyWork& work = s.body_work;
    const auto models = m.models();
    {
        const PhaseTimer timer(Phase::bodies);
        work.falling = s.bodies.velocity;
        rigid::kick(models, s.bodies, {}, {}, m.fluid.gravity, dt);
        for (std::size_t i = 0; i < models.size(); ++i)
            work.falling[i] = 0.5 * (work.falling[i] + s.bodies.velocity[i]);
    }
    {
        const PhaseTimer timer(Phase::contact);
        read_twists(s, m);
        report.contact =
            s.contact.rest(scene_of(s, m, work.detector->contacts(), dt), work.twists);
        write_twists(s, m);
    }
    const PhaseTimer timer(Phase::bodies);
    // A body in free flight moves by its mean velocity, which is exact; one in contact by its new
    // one, which is what keeps it out of the other.
    work.carry.resize(models.size());
    for (std::size_t i = 0; i < models.size(); ++i)
        work.carry[i] = s.contact.touched()[i] != 0
                            ? s.bodies.velocity[i]
                            : Vec3(0.5 * (work.velocity[i] + s.bodies.velocity[i]));
    for (std::size_t i = 0; i < models.size(); ++i)
        if (models[i].mode == rigid::Mode::free)
            s.energy.early_fall += dt * models[i].mass * m.fluid.gravity.dot(
                (work.falling[i] - work.carry[i]).cwiseProduct(models[i].translates));
    rigid::drift(models, s.bodies, work.carry, s.time, dt);
    for (std::size_t i = 0; i < models.size(); ++i) {
        const contact::Twist& apart = s.contact.drift()[i];
        rigid::nudge(models[i], s.bodies, i, dt * apart.velocity, dt * apart.angular_velocity);
    }
}

double fastest_body(const State& s, const Method& m)
{
    double fastest = 0.0;
    for (std::size_t i = 0; i < m.models().size(); ++i) {
        const rigid::BodyModel& model = m.models()[i];
        if (model.mode == rigid::Mode::fixed || !m.domain.contains(s.bodies.position[i]))
            continue;
        const Vec3 v = rigid::center_velocity(model, s.bodies, i, s.time);
        const Vec3 turn = rigid::angular_velocity(model, s.bodies, i, s.time);
        fastest = std::max(fastest, v.norm() + model.radius * turn.norm());
    }
    return fastest;
}

bool contacts_due(const State& s, const Method& m)
{
    return m.rigid && next_multiple(m.contacts_every, s.contacts_since) <= s.time;
}

void restart_contact_sums(State& s, const Method& m)
{
    if (!contacts_due(s, m))
        return;
    s.contact.pairs.clear();
    s.contacts_since = s.time;
}

} // namespace flotsam::coupling
