// Everything that changes during a run (State) and everything that does not (Method).
#pragma once

#include "contact/detect.h"
#include "contact/eti_contact.h"
#include "contact/settling_state.h"
#include "contact/soft_contact.h"
#include "coupling/joints.h"
#include "core/boundary.h"
#include "sph/projection.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flotsam::coupling {

// Energies booked since the start, J (2D: per metre of depth). What is left over when they are
// compared with the change of kinetic + potential energy is the scheme's own (energy.h).
struct EnergyBook {
    double viscous = 0.0;       // added by viscosity, less the drag work of moving walls: negative
    double wall_work = 0.0;     // done by moving walls on the fluid
    double shifting = 0.0;      // potential energy added by shifting
    double left = 0.0;          // kinetic + potential energy of particles that left
    double wrapped = 0.0;       // potential energy lost by going round a periodic direction
    double start_kinetic = 0.0; // at time 0
    double start_potential = 0.0;        // at time 0
    double start_body_kinetic = 0.0;     // at time 0
    double start_body_potential = 0.0;   // at time 0
    double water_work = 0.0; // done by the water on bodies: what they gained
    double body_work = 0.0;  // the same as the water lost it
    double uplift_work = 0.0; // done on bodies by water in joints
    double early_fall = 0.0; // kinetic energy that gravity gave bodies beyond what they then fell

    template <class F> void each_scalar(F&& f)
    {
        f("energy.viscous", viscous);
        f("energy.wall_work", wall_work);
        f("energy.shifting", shifting);
        f("energy.left", left);
        f("energy.wrapped", wrapped);
        f("energy.start_kinetic", start_kinetic);
        f("energy.start_potential", start_potential);
        f("energy.start_body_kinetic", start_body_kinetic);
        f("energy.start_body_potential", start_body_potential);
        f("energy.early_fall", early_fall);
        f("energy.water_work", water_work);
        f("energy.body_work", body_work);
        f("energy.uplift_work", uplift_work);
    }
};

// Things that were done to the numbers, counted since the start.
struct EventCounts {
    std::int64_t clamped = 0; // pressures raised to zero
    std::int64_t guarded = 0; // approaching velocities removed at walls
    std::int64_t pushed = 0;  // particles pushed back from walls
    std::int64_t left = 0;    // particles that left the domain
    std::int64_t retried = 0; // steps repeated with half the time step
    std::int64_t unsettled = 0; // steps whose contact impulses were not found to the tolerance
    std::int64_t bare = 0;      // solves that fell back to a body's mass without the water near it

    template <class F> void each_scalar(F&& f)
    {
        f("events.clamped", clamped);
        f("events.guarded", guarded);
        f("events.pushed", pushed);
        f("events.left", left);
        f("events.retried", retried);
        f("events.unsettled", unsettled);
        f("events.bare", bare);
    }
};

// Work arrays of the rigid half of a step.
struct BodyWork {
    std::optional<contact::Detector> detector; // with bodies
    std::optional<contact::SoftContact> soft;  // with soft contact
    std::vector<contact::Inertial> inertials;  // by solid: bodies, then walls
    std::vector<std::uint8_t> wet;             // by contact: 1 = one of the two is in water
    std::vector<contact::Twist> twists, known; // what contact changes; before it did
    std::vector<Vec3> unheld, momentum;        // of bodies before resting contact
    std::vector<Vec3> velocity;                // of bodies when the step began, m/s
    std::vector<Vec3> falling;                 // of bodies: mean velocity as gravity acts, m/s
    std::vector<Vec3> carry;                   // of bodies: what moves their centres, m/s
    std::vector<std::uint8_t> settles;         // of bodies: 1 = moved by settling_step.h
    std::vector<contact::SettlingBook> settling_books; // of bodies, in one step

    // In water.
    std::vector<sph::FreeSolid> free;
    std::vector<contact::Twist> swim;       // of bodies, as the water sees them, m/s and rad/s
    std::vector<sph::Vec6> acceleration;    // the same, m/s^2 and rad/s^2
    std::vector<sph::Vec6> by_pressure;     // of free ones
    std::vector<Vec3> place;                // of their centres when the water acted, m
    std::vector<Vec3> force, torque;        // of the water, about the centre; none if dry, N and N m
    Joints joints;
    std::vector<sph::Inlet> inlets;         // of free bodies
    std::vector<sph::Vec6> uplift;          // of water in joints, about the centre, N and N m
};

struct State {
    sph::Fluid fluid;
    rigid::Bodies bodies;
    contact::EtiContact contact; // warm start, sums and energies of it are for restarts
    contact::Springs springs;    // of soft contact
    // What bodies rest on: contact force and torque of the last step, and of the one before, as far
    // as both have it (impacts have not); N and N m.
    std::vector<Vec3> resting_force, resting_torque, last_force, last_torque;
    std::vector<Vec3> water_force, water_torque; // of the last step's pressure, about the centre
    std::vector<double> wet;     // by body: 1 if water touched it in the last step
    contact::SettlingState settling;
    double contacts_since = 0.0; // when the sums of contact impulses began, s
    double time = 0.0;           // s
    std::int64_t step = 0;
    double max_nu = 0.0; // of the last step, for the time step
    double flow_speed = -1.0; // of the last step, for the time step; negative before the first, m/s
    double ceiling = std::numeric_limits<double>::infinity(); // of dt, after a retry
    EnergyBook energy;
    EventCounts events;

    Boundary boundary;   // follows from time
    sph::Workspace work; // follows from the rest
    BodyWork body_work;  // follows from the rest

    // What a restart needs: arrays and numbers.
    template <class F> void each_array(F&& f)
    {
        fluid.each_state(f);
        bodies.each_field(f);
        each_resting(f);
        f("body.wet", wet);
        settling.each_field(f);
        contact.warm.each_field(f);
        contact.pairs.each_field(f);
        springs.each_field(f);
    }
    template <class F> void each_resting(F&& f)
    {
        f("body.resting_force", resting_force);
        f("body.resting_torque", resting_torque);
        f("body.last_force", last_force);
        f("body.last_torque", last_torque);
        f("body.water_force", water_force);
        f("body.water_torque", water_torque);
    }
    template <class F> void each_scalar(F&& f)
    {
        f("time", time);
        f("contacts_since", contacts_since);
        f("step", step);
        f("max_nu", max_nu);
        f("flow_speed", flow_speed);
        f("ceiling", ceiling);
        energy.each_scalar(f);
        events.each_scalar(f);
        contact.energy.each_scalar(f);
        settling.each_scalar(f);
    }
};

struct Solid {
    std::string name;
    rigid::Motion motion;
};

// How bodies and water are solved: the bodies' answer inside the pressure equation (sph/response.h),
// or in turn, each with the force of the other's last step ([A21] Fig. 2).
enum class Coupling : std::uint8_t { strong, staggered };

// The water's force on bodies: reactions of its own pair forces, or the surface integral of the
// pressure at markers ([A21] Eq. 42).
enum class WaterLoad : std::uint8_t { reaction, markers };

struct Method {
    sph::Settings fluid;
    Coupling coupling = Coupling::strong;
    WaterLoad load = WaterLoad::reaction;
    Vec3 gravity{0.0, 0.0, -9.81};   // of bodies, m/s^2; the water's is zero with hydrostatics apart
    std::vector<Vec3> lift;          // of bodies, with hydrostatics apart: weight of their water, N
    std::vector<Solid> solids;       // by owner of a boundary point
    std::vector<std::string> groups; // names of the load groups
    Boundary start;                  // boundary at time 0, kept only if something moves
    std::vector<std::uint16_t> body_group; // load group of each body in water
    std::vector<std::pair<Index, Index>> body_points; // first and past the last in the boundary
    std::shared_ptr<const contact::Solids> rigid; // bodies, and walls as bodies meet them; or null
    contact::PairRules rules;                     // of contact
    std::optional<contact::SoftModel> soft;       // springs instead of impulses
    std::vector<contact::SettlingPlan> settling;  // by body; empty if none settles
    Bounds domain;                                // particles outside have left
    std::optional<double> time_step; // s; empty = automatic
    double contacts_every = 0.0;     // s over which contact impulses are summed; 0 = for ever

    std::span<const rigid::BodyModel> models() const
    {
        return rigid ? std::span<const rigid::BodyModel>(rigid->models)
                     : std::span<const rigid::BodyModel>();
    }
};

} // namespace flotsam::coupling
