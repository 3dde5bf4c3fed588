#include "coupling/step.h"

#include "core/parallel.h"
#include "coupling/immersed.h"
#include "coupling/settling_step.h"
#include "sph/free_surface.h"

namespace flotsam::coupling {

namespace {

// Solids are moving walls for the fluid; the fluid is predicted, projected, corrected, and moves
// last, so that one neighbour list serves all.
void move_water(State& s, const Method& m, double dt, StepReport& report)
{
    if (s.fluid.size() == 0)
        return;
    sph::Workspace& work = s.work;
    work.loads.resize(m.groups.size());

    pose_boundary(s, m, dt);                                                            // Eq. 27, 34
    pose_bodies(s, m);
    sph::find_pairs(s.fluid, s.boundary, m.fluid, work.pairs);                          // Fig. 1
    sph::weigh_pairs(s.fluid, m.fluid, work.pairs);                                     // Eq. 17
    sph::gauge_surface(s.fluid, m.fluid, work.pairs);                                   // sec. 2.6
    report.predict = sph::predict_velocity(s.fluid, s.boundary, m.fluid, work, dt);     // Eq. 5, 18-20
    predict_bodies(s, m, dt);                                                           // Eq. 44-45
    report.pressure = work.pressure.solve(s.fluid, work.v_star, m.fluid, work.pairs, dt,
                                          &work.response);                              // Eq. 14-16
    respond(s, m, dt);
    report.correct = sph::correct_velocity(s.fluid, s.boundary, m.fluid, work, dt);     // Eq. 6, 35-43
    report.advect = sph::advect(s.fluid, s.boundary, m.fluid, work, dt);                // Eq. 8
}

} // namespace

// One step of the staggered scheme, [A21] Fig. 2 and 6.
StepReport step(State& s, const Method& m, double dt)
{
    StepReport report;
    hand_over(s, m);
    collide_bodies(s, m, dt, report.bodies);
    move_water(s, m, dt, report);
    move_bodies(s, m, dt, report.bodies);
    settle_bodies(s, m, dt);                                                            // [D21] Fig. 1

    s.time += dt;
    ++s.step;
    return report;
}

void pose_boundary(State& s, const Method& m, double dt)
{
    if (m.start.size() == 0)
        return;
    Boundary& b = s.boundary;
    const Boundary& b0 = m.start;
    parallel_for(b.size(), [&](Offset n) {
        const auto w = static_cast<std::size_t>(n);
        const rigid::Motion& motion = m.solids[b0.owner[w]].motion; // bodies have none here
        if (!motion.moves())
            return;
        b.position[w] = rigid::place_at(motion, b0.position[w], s.time);
        b.surface[w] = rigid::place_at(motion, b0.surface[w], s.time);
        b.normal[w] = rigid::turned_at(motion, b0.normal[w], s.time);
        b.along[w] = rigid::turned_at(motion, b0.along[w], s.time);
        b.velocity[w] = (rigid::place_at(motion, b0.surface[w], s.time + dt) - b.surface[w]) / dt;
        b.acceleration[w] = rigid::acceleration_at(motion, b0.surface[w], s.time + 0.5 * dt);
    });
}

} // namespace flotsam::coupling
