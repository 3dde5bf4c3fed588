// Where contact put the kinetic energy, each term from its own sum of impulse times velocity.
//
// For impulses applied together the change of kinetic energy is exactly the sum of
// J . (v + v')/2, with v and v' the contact velocities before and after the whole set; the normal
// and tangential parts of that sum are the terms below. With prescribed bodies the moving ones gain
// `driven` besides. Hence, for the change made by contact,
//   dK = - compression + released - collision_friction - resting_normal - resting_friction + driven
#pragma once

namespace flotsam::contact {

struct EnergyBook {
    double compression = 0.0;        // W, taken from the motion while bodies approach, J
    double dissipated = 0.0;         // (1 - e^2) W
    double released = 0.0;           // e^2 W, given back
    double collision_friction = 0.0; // taken by friction during impacts
    double resting_normal = 0.0;     // taken by the normal impulses of the contact phase
    double resting_friction = 0.0;   // taken by friction in the contact phase
    double driven = 0.0;             // work of prescribed bodies, both phases
    double drift_potential = 0.0;    // potential energy gained by the drift correction

    double kinetic_change() const
    {
        return released - compression - collision_friction - resting_normal - resting_friction +
               driven;
    }

    EnergyBook& operator+=(const EnergyBook& other)
    {
        compression += other.compression;
        dissipated += other.dissipated;
        released += other.released;
        collision_friction += other.collision_friction;
        resting_normal += other.resting_normal;
        resting_friction += other.resting_friction;
        driven += other.driven;
        drift_potential += other.drift_potential;
        return *this;
    }

    template <class F> void each_scalar(F&& f)
    {
        f("contact.compression", compression);
        f("contact.dissipated", dissipated);
        f("contact.released", released);
        f("contact.collision_friction", collision_friction);
        f("contact.resting_normal", resting_normal);
        f("contact.resting_friction", resting_friction);
        f("contact.driven", driven);
        f("contact.drift_potential", drift_potential);
    }
};

} // namespace flotsam::contact
