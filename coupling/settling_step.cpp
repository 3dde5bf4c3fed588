#include "coupling/settling_step.h"

#include "core/parallel.h"
#include "core/phase_clock.h"
#include "rigid/motion.h"

namespace flotsam::coupling {

namespace {

using contact::Stage;

void put_back(State& s, const Method& m, std::size_t i, const contact::SettlingBody& b)
{
    s.bodies.position[i] = b.position;
    s.bodies.orientation[i] = b.orientation;
    rigid::set_velocity(m.models()[i], s.bodies, i, b.velocity, b.spin);
    contact::SettlingState& state = s.settling;
    state.stage[i] = static_cast<std::int64_t>(b.stage);
    state.pivot_a[i] = b.pivot_a;
    state.pivot_b[i] = b.pivot_b;
    state.momentum[i] = b.momentum;
}

bool is_slow(const State& s, const Method& m, std::size_t i)
{
    const contact::SettlingPlan& plan = m.settling[i];
    if (!plan.below)
        return true;
    const Vec3 spin = rigid::angular_velocity(m.models()[i], s.bodies, i, s.time);
    return s.bodies.velocity[i].norm() + spin.norm() * m.models()[i].radius < *plan.below &&
           contact::lowest(plan.model, s.bodies.position[i], s.bodies.orientation[i]) <=
               plan.model.epsilon &&
           !s.contact.warm.holds_pair_of_bodies(static_cast<Index>(i), m.rigid->bodies());
}

} // namespace

bool has_settling(const Method& m) { return !m.settling.empty(); }

contact::SettlingBody settling_body(const State& s, const Method& m, std::size_t i)
{
    contact::SettlingBody b;
    b.position = s.bodies.position[i];
    b.orientation = s.bodies.orientation[i];
    b.velocity = s.bodies.velocity[i];
    b.spin = rigid::angular_velocity(m.models()[i], s.bodies, i, s.time);
    b.stage = s.settling.stage_of(i);
    b.pivot_a = static_cast<Index>(s.settling.pivot_a[i]);
    b.pivot_b = static_cast<Index>(s.settling.pivot_b[i]);
    b.momentum = s.settling.momentum[i];
    return b;
}

void hand_over(State& s, const Method& m)
{
    s.body_work.settles.resize(m.settling.size());
    for (std::size_t i = 0; i < m.settling.size(); ++i) {
        const contact::SettlingPlan& plan = m.settling[i];
        const bool may = plan.settles() && s.time >= plan.from && s.time < plan.until;
        const bool does = s.settling.stage_of(i) != Stage::apart;
        if (may != does && (does || is_slow(s, m, i))) {
            contact::SettlingBody b = settling_body(s, m, i);
            b.stage = does ? Stage::apart : Stage::falling;
            b.pivot_a = b.pivot_b = -1;
            put_back(s, m, i, b);
            s.settling.since[i] = s.time;
        }
        s.body_work.settles[i] = s.settling.stage_of(i) != Stage::apart ? 1 : 0;
    }
}

void settle_bodies(State& s, const Method& m, double dt)
{
    if (!has_settling(m))
        return;
    const PhaseTimer timer(Phase::contact);
    std::vector<contact::SettlingBook>& books = s.body_work.settling_books;
    books.assign(m.settling.size(), {});
    parallel_for_uneven(static_cast<Offset>(m.settling.size()), 8, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const Stage before = s.settling.stage_of(i);
        if (before == Stage::apart || before == Stage::at_rest)
            return;
        thread_local contact::SettlingWork work;
        contact::SettlingBody b = settling_body(s, m, i);
        const auto a_before = b.pivot_a, b_before = b.pivot_b;
        contact::settle(m.settling[i].model, b, dt, books[i], work);
        put_back(s, m, i, b);
        if (b.stage != before || b.pivot_a != a_before || b.pivot_b != b_before)
            s.settling.since[i] = s.time + dt;
    });
    for (const contact::SettlingBook& book : books) // in order: the same sums for any threads
        s.settling.book += book;
}

} // namespace flotsam::coupling
