#include "coupling/energy.h"

#include "core/error.h"
#include "core/parallel.h"
#include "rigid/motion.h"

namespace flotsam::coupling {

namespace {

double kinetic_energy(const State& s, const Method& m)
{
    return 0.5 * m.fluid.mass * parallel_sum(s.fluid.size(), [&](Offset n) {
               return s.fluid.velocity[static_cast<std::size_t>(n)].squaredNorm();
           });
}

double potential_energy(const State& s, const Method& m)
{
    const Vec3 down = -m.fluid.mass * m.fluid.gravity;
    return parallel_sum(s.fluid.size(), [&](Offset n) {
        return down.dot(m.fluid.periodic.home(s.fluid.position[static_cast<std::size_t>(n)]));
    });
}

// Water that is taken apart from its weight rises all the same where a body sinks.
double displaced_potential(const State& s, const Method& m)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < m.lift.size(); ++i)
        sum -= m.lift[i].dot(s.bodies.position[i]);
    return sum;
}

double body_potential(const State& s, const Method& m)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < m.models().size(); ++i)
        if (m.models()[i].mode == rigid::Mode::free)
            sum -= m.models()[i].mass * m.gravity.dot(s.bodies.position[i]);
    return sum;
}

// What the next search for neighbours takes away by bringing particles home. Not zero only where
// gravity drives a periodic flow.
double about_to_wrap(const State& s, const Method& m)
{
    if (m.fluid.gravity.cwiseProduct(m.fluid.periodic.length).isZero(0.0))
        return 0.0;
    const Vec3 down = -m.fluid.mass * m.fluid.gravity;
    return parallel_sum(s.fluid.size(), [&](Offset n) {
        const Vec3& x = s.fluid.position[static_cast<std::size_t>(n)];
        return down.dot(x - m.fluid.periodic.home(x));
    });
}

// Work of a moving solid against the load of the fluid on it.
double work_against(const sph::Load& load, const rigid::Motion& motion, double from, double dt)
{
    const double way = rigid::travel_at(motion, from + dt).s - rigid::travel_at(motion, from).s;
    const Vec3 moment = load.moment - motion.about.cross(load.force);
    return -way * motion.direction.dot(motion.turns ? moment : load.force);
}

} // namespace

void start_energy(State& s, const Method& m)
{
    s.energy.start_kinetic = kinetic_energy(s, m);
    s.energy.start_potential = potential_energy(s, m) + displaced_potential(s, m);
    s.energy.start_body_kinetic = rigid::kinetic_energy(m.models(), s.bodies);
    s.energy.start_body_potential = body_potential(s, m);
}

EnergyAudit audit_energy(const State& s, const Method& m)
{
    EnergyAudit audit;
    audit.kinetic = kinetic_energy(s, m);
    audit.potential = potential_energy(s, m) + displaced_potential(s, m) + s.energy.wrapped -
                      s.energy.start_potential;
    audit.viscous = s.energy.viscous;
    audit.shifting = s.energy.shifting;
    audit.wall_work = s.energy.wall_work - s.energy.body_work;
    audit.to_bodies = s.energy.body_work;
    audit.left = s.energy.left;
    audit.residual = audit.kinetic - s.energy.start_kinetic + audit.potential + audit.left -
                     audit.viscous - audit.shifting - audit.wall_work;
    audit.body_kinetic = rigid::kinetic_energy(m.models(), s.bodies);
    audit.body_potential = body_potential(s, m) - s.energy.start_body_potential;
    audit.body_contact = s.contact.energy.kinetic_change();
    audit.body_water_work = s.energy.water_work;
    audit.body_uplift = s.energy.uplift_work;
    audit.body_early_fall = s.energy.early_fall;
    audit.body_lifted = s.contact.energy.drift_potential;
    audit.body_settled = -s.settling.book.impact - s.settling.book.damping;
    audit.body_residual = audit.body_kinetic - s.energy.start_body_kinetic + audit.body_potential -
                          audit.body_contact - audit.body_water_work - audit.body_uplift -
                          audit.body_early_fall -
                          audit.body_lifted - audit.body_settled;
    return audit;
}

std::vector<int> owners_of_groups(const Boundary& boundary, const Method& m)
{
    std::vector<int> owners(m.groups.size(), -1);
    for (std::size_t w = 0; w < boundary.position.size(); ++w) {
        int& owner = owners[boundary.group[w]];
        const auto mine = static_cast<std::size_t>(boundary.owner[w]);
        const bool together = owner < 0 || static_cast<std::size_t>(owner) == mine ||
                              (!m.solids[static_cast<std::size_t>(owner)].motion.moves() &&
                               !m.solids[mine].motion.moves());
        expects(together, "the points of a load group move together");
        owner = static_cast<int>(mine);
    }
    return owners;
}

void book_energy(State& s, const Method& m, const std::vector<int>& owners,
                 const StepReport& report, double from, double dt)
{
    double pressing = 0.0, dragging = 0.0;
    for (std::size_t g = 0; g < owners.size(); ++g) {
        if (owners[g] < 0 || !m.solids[static_cast<std::size_t>(owners[g])].motion.moves())
            continue;
        const rigid::Motion& motion = m.solids[static_cast<std::size_t>(owners[g])].motion;
        pressing += work_against(s.work.loads.pressure[g], motion, from, dt);
        dragging += work_against(s.work.loads.viscous[g], motion, from, dt);
    }
    s.energy.wall_work += pressing + dragging;
    s.energy.viscous += report.predict.viscous_energy - dragging;
    s.energy.shifting += report.advect.shift_energy;
    s.energy.wrapped += about_to_wrap(s, m);
}

} // namespace flotsam::coupling
