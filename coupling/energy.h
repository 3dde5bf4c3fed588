// The energy audit: where kinetic and potential energy went.
//
//   (K + P) - (K + P at time 0) = viscous + shifting + wall work - left + residual
//
//   K, P      sum m v^2 / 2,  -sum m g.x                                       J (2D: J per metre)
//   viscous   what the viscous pair forces add, less the drag work of moving walls
//   shifting  -sum m g.shift
//   walls     -F.U dt, or -M.omega dt for turning walls; F, M: pair reactions of the step, U: mean
//             velocity over it
//   left      what particles that left took along
//   residual  the scheme's own dissipation (projection, clamp, wall guard, time discretisation):
//             it has to be negative
#pragma once

#include "coupling/step.h"

#include <vector>

namespace flotsam::coupling {

struct EnergyAudit {
    double kinetic = 0.0;
    double potential = 0.0; // relative to time 0
    double viscous = 0.0;
    double shifting = 0.0;
    double wall_work = 0.0;
    double left = 0.0;
    double to_bodies = 0.0; // lost to bodies, part of the wall work
    double residual = 0.0;

    // Of the bodies, on their own:
    //   (K + P) - (K + P at time 0) = contact + water + uplift + early fall + lifted + settled +
    //   residual
    double body_kinetic = 0.0;
    double body_potential = 0.0; // relative to time 0
    double body_contact = 0.0;   // what contact added to kinetic energy; its parts: State::contact
    double body_lifted = 0.0;    // potential energy from undoing depth
    double body_water_work = 0.0; // as they gained it; what the water lost is to_bodies
    double body_uplift = 0.0;    // done by water in joints (joints.h)
    double body_early_fall = 0.0; // gravity acts before contact holds: at rest its m (g dt)^2 / 2
                                  // a step is taken back by the resting impulses
    double body_settled = 0.0;   // added by settling: minus what its landings and damping took
    double body_residual = 0.0;  // what is left: rounding and the rotation's own error
};

// Books the energies that the audit compares with. Called once, before the first step.
void start_energy(State& s, const Method& m);

EnergyAudit audit_energy(const State& s, const Method& m);

// The solid that each load group belongs to; -1 for a group without points. The points of a group
// must move together.
std::vector<int> owners_of_groups(const Boundary& boundary, const Method& m);

// Books an accepted step that began at `from`.
void book_energy(State& s, const Method& m, const std::vector<int>& owners,
                 const StepReport& report, double from, double dt);

} // namespace flotsam::coupling
