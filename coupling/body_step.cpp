#include "coupling/body_step.h"

#include "core/parallel.h"
#include "core/phase_clock.h"
#include "coupling/immersed.h"
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
    return {points, s.body_work.inertials, m.rules.rules(), s.body_work.wet, dt};
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

// What a body rests on: the contact force of this step as far as the last one had it too, so that
// the impulse of an impact is not given to the water a second time.
void note_resting(State& s, std::size_t i, const Vec3& force, const Vec3& torque)
{
    const bool more = force.squaredNorm() > s.last_force[i].squaredNorm();
    s.resting_force[i] = more ? s.last_force[i] : force;
    s.resting_torque[i] = more ? s.last_torque[i] : torque;
    s.last_force[i] = force;
    s.last_torque[i] = torque;
}

double largest_clearance(const Method& m)
{
    double largest = 0.0;
    for (const contact::PairRule& rule : m.rules.rules())
        largest = std::max(largest, rule.clearance);
    return largest;
}

void find_contacts(State& s, const Method& m, double dt, BodyReport& report)
{
    BodyWork& work = s.body_work;
    const auto& points = work.detector->find(s.bodies, s.time, dt, m.gravity.norm());
    report.found = work.detector->counts();
    work.wet.clear(); // rules have another friction under water
    for (const contact::ContactPoint& c : points) {
        const auto is_wet = [&](Index n) {
            return n < static_cast<Index>(s.wet.size()) && s.wet[static_cast<std::size_t>(n)] != 0.0;
        };
        work.wet.push_back(is_wet(c.key.a) || is_wet(c.key.b) ? 1 : 0);
    }
}

// Gravity and water act; their work is booked apart.
void kick_bodies(State& s, const Method& m, double dt)
{
    BodyWork& work = s.body_work;
    const auto models = m.models();
    work.falling = s.bodies.velocity;
    work.momentum = s.bodies.angular_momentum;
    const double before = rigid::kinetic_energy(models, s.bodies);
    rigid::kick(models, s.bodies, work.force, work.torque, m.gravity, dt, work.settles);
    double by_gravity = 0.0, by_uplift = 0.0;
    for (std::size_t i = 0; i < models.size(); ++i) {
        work.falling[i] = 0.5 * (work.falling[i] + s.bodies.velocity[i]);
        if (models[i].mode != rigid::Mode::free)
            continue;
        by_gravity += dt * models[i].mass * m.gravity.dot(
            work.falling[i].cwiseProduct(models[i].translates));
        const Vec3 turning = 0.5 * (work.momentum[i] + s.bodies.angular_momentum[i]);
        if (!work.force.empty())
            by_uplift += dt * (work.uplift[i].head<3>().dot(work.falling[i]) +
                               work.uplift[i].tail<3>().dot(
                                   rigid::inverse_inertia(models[i], s.bodies.orientation[i]) *
                                   turning));
    }
    if (work.force.empty())
        return;
    s.energy.uplift_work += by_uplift;
    s.energy.water_work +=
        rigid::kinetic_energy(models, s.bodies) - before - by_gravity - by_uplift;
}

// Soft contact takes forces, contact and motion in one, in short steps of its own.
void move_softly(State& s, const Method& m, double dt, BodyReport& report)
{
    const PhaseTimer timer(Phase::contact);
    BodyWork& work = s.body_work;
    const auto spin = [&](std::size_t i) {
        return rigid::angular_velocity(m.models()[i], s.bodies, i, s.time);
    };
    std::vector<Vec3>& from = work.falling;
    std::vector<Vec3>& turned = work.carry;
    from = s.bodies.position;
    turned.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        turned[i] = spin(i);
    contact::SoftScene scene{work.force, work.torque, m.gravity, s.wet, work.settles, s.time, dt};
    report.soft = work.soft->advance(*work.detector, s.bodies, scene,
                                     {s.springs, s.contact.energy, s.contact.pairs});
    report.found = work.detector->counts();
    report.contact.contacts = report.soft.contacts;
    report.contact.iterations = static_cast<int>(report.soft.steps);
    report.contact.updates = report.soft.updates;
    report.contact.deepest = report.soft.deepest;
    report.contact.unconverged = report.soft.capped ? 1 : 0; // counted as unsettled
    double by_uplift = 0.0; // of the constant load a part of its own
    for (std::size_t i = 0; i < m.models().size(); ++i) {
        note_resting(s, i, work.soft->impulse()[i] / dt, work.soft->turning()[i] / dt);
        if (!work.force.empty() && m.models()[i].mode == rigid::Mode::free)
            by_uplift += work.uplift[i].head<3>().dot(s.bodies.position[i] - from[i]) +
                         0.5 * dt * work.uplift[i].tail<3>().dot(turned[i] + spin(i));
    }
    s.energy.uplift_work += by_uplift;
    s.energy.water_work += report.soft.load_work - by_uplift;
}

} // namespace

void collide_bodies(State& s, const Method& m, double dt, BodyReport& report)
{
    if (!m.rigid)
        return;
    const PhaseTimer timer(Phase::contact);
    BodyWork& work = s.body_work;
    if (!work.detector) {
        work.detector.emplace(m.rigid, m.rules, contact::DetectOptions{.clearance = largest_clearance(m)});
        if (m.soft)
            work.soft.emplace(*m.soft);
    }
    work.detector->away = work.settles;
    if (m.soft)
        return; // no impacts: springs see to them
    work.velocity = s.bodies.velocity;
    find_contacts(s, m, dt, report);
    contact::fill_inertials(*m.rigid, s.bodies, s.time, work.inertials);
    read_twists(s, m);
    report.collision = s.contact.collide(scene_of(s, m, work.detector->contacts(), dt), work.twists);
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
        water_on_bodies(s, m, dt);
    }
    if (m.soft)
        return move_softly(s, m, dt, report);
    {
        const PhaseTimer timer(Phase::bodies);
        kick_bodies(s, m, dt);
    }
    {
        const PhaseTimer timer(Phase::contact);
        read_twists(s, m);
        work.momentum = s.bodies.angular_momentum;
        work.unheld = s.bodies.velocity;
        report.contact =
            s.contact.rest(scene_of(s, m, work.detector->contacts(), dt), work.twists);
        write_twists(s, m);
        for (std::size_t i = 0; i < models.size(); ++i)
            note_resting(s, i, models[i].mass / dt * (s.bodies.velocity[i] - work.unheld[i]),
                         (s.bodies.angular_momentum[i] - work.momentum[i]) / dt);
    }
    const PhaseTimer timer(Phase::bodies);
    // A body in free flight moves by its mean velocity, which is exact; one in contact by its new
    // one, which is what keeps it out of the other; one in water too, as the water does: then their
    // angular momentum is kept.
    const auto pushed = [&](std::size_t i) {
        return s.contact.touched()[i] != 0 || (!work.force.empty() && !work.force[i].isZero(0.0));
    };
    work.carry.resize(models.size());
    for (std::size_t i = 0; i < models.size(); ++i)
        work.carry[i] = pushed(i)
                            ? s.bodies.velocity[i]
                            : Vec3(0.5 * (work.velocity[i] + s.bodies.velocity[i]));
    for (std::size_t i = 0; i < models.size(); ++i)
        if (models[i].mode == rigid::Mode::free)
            s.energy.early_fall += dt * models[i].mass * m.gravity.dot(
                (work.falling[i] - work.carry[i]).cwiseProduct(models[i].translates));
    rigid::drift(models, s.bodies, work.carry, s.time, dt, work.settles);
    if (m.fluid.periodic.any())
        for (std::size_t i = 0; i < models.size(); ++i)
            if (models[i].mode == rigid::Mode::free)
                s.bodies.position[i] = m.fluid.periodic.home(s.bodies.position[i]);
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
