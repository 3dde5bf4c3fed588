// Soft contact: bodies pressed into each other push back by springs and dashpots (soft_law.h), in
// steps of their own that are short enough for the springs.
//
// A step of dt is cut into equal ones of at most `share` of the critical step ([A21] Eq. 66) of any
// contact that is or may come within dt. Each is drift - kick - drift:
//
//   X += h/2 V,  q by free rotation over h/2
//   forces at the overlaps of now, with the velocities before the kick
//   V += h (F/M + g),  L += h T
//   X += h/2 V,  q likewise
//
// so that gravity's work and the change of potential energy are equal to rounding, and one
// detection serves a step. The tangential spring stretches with the slip; it turns with the plane
// of contact; it gives way where friction ends. While the overlap grows the force it has is kept
// and not multiplied by the new stiffness (or pressing a stretched spring would make energy); while
// the overlap shrinks the stretch is kept.
#pragma once

#include "contact/detect.h"
#include "contact/energy_book.h"
#include "contact/pair_impulses.h"
#include "contact/soft_law.h"
#include "contact/springs.h"

namespace flotsam::contact {

struct SoftModel {
    std::vector<Material> materials; // by solid: bodies, then walls
    double share = 0.1;              // of the critical step that a step of its own may last
    bool cut = true;                 // false: one step of dt, however stiff (to show what happens)
};

// What acts on the bodies during a step besides contact: the water's load and gravity.
struct SoftScene {
    std::span<const Vec3> force, torque; // by body, about its centre; empty = none
    Vec3 gravity = Vec3::Zero();         // m/s^2
    std::span<const double> wet;         // by body: not 0 = in water; empty = all dry
    std::span<const std::uint8_t> away;  // by body: 1 = moved by somebody else; empty = none
    double time = 0.0, dt = 0.0;         // s
};

struct SoftReport {
    Offset contacts = 0;        // in the last short step
    std::int64_t steps = 0;     // short ones
    std::int64_t updates = 0;   // contacts times short steps
    bool capped = false;        // more short ones were wanted than are made
    double critical = 0.0;      // smallest critical step, s; infinite if nothing comes near
    double deepest = 0.0;       // largest depth of one solid in another, m
    double load_work = 0.0;     // done by the water's load, J
};

// What outlives a step.
struct SoftMemory {
    Springs& springs;
    EnergyBook& energy;
    PairImpulses& pairs;
};

class SoftContact {
public:
    explicit SoftContact(SoftModel model) : model_(std::move(model)) {}

    // Moves the bodies over scene.dt.
    SoftReport advance(Detector& detector, rigid::Bodies& bodies, const SoftScene& scene,
                       const SoftMemory& memory);

    // Of the last advance(), by body: sum of the contact impulses and of their moments, N s, N m s.
    std::span<const Vec3> impulse() const { return impulse_; }
    std::span<const Vec3> turning() const { return turning_; }

private:
    struct Press { // one contact
        Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero(), normal = Vec3::Zero();
        Vec3 velocity = Vec3::Zero(); // of a against b before the kick, m/s
        double spring = 0.0;          // forces on a along the normal, N
        double dashpot = 0.0;
        Vec3 tangential = Vec3::Zero(); // N
    };

    double critical_step_of(const std::vector<ContactPoint>& points, const Detector& detector,
                            const SoftScene& scene) const;
    // 1 / (n . K n) at x; 0: nobody moves.
    double mass_felt(const ContactKey& key, const Vec3& x, const Vec3& n) const;
    void share_mass(const Detector& detector, std::size_t first, std::size_t last);
    JointModuli moduli_of(const ContactPoint& p) const;
    void look(const Detector& detector, const rigid::Bodies& bodies, double time);
    void press(const Detector& detector, const SoftScene& scene, double h, SoftReport& report);
    void push_back(std::size_t i, const Detector& detector, const SoftScene& scene, double h);
    void kick(const Detector& detector, rigid::Bodies& bodies, const SoftScene& scene, double h);
    void book(const std::vector<ContactPoint>& points, double h, const SoftMemory& memory);
    double work_of_load(const SoftScene& scene, double h) const;

    SoftModel model_;
    std::vector<Press> presses_;
    std::vector<Spring> springs_;
    std::vector<double> mass_; // m* by contact, kg; 0 = not pressed
    std::vector<Inertial> inertials_;
    std::vector<Twist> twists_, before_; // after the kick and before it
    std::vector<Vec3> force_, torque_; // by body
    std::vector<Vec3> given_;          // impulses on a by contact, N s
    std::vector<Vec3> impulse_, turning_;
    mutable std::vector<Index> touching_; // contacts of each solid
};

} // namespace flotsam::contact
