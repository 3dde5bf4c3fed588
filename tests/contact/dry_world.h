// Bodies of any shape that fall, hit and rest without water: real detection, contact and motion put
// together as a run does it, for tests of the three together.
#pragma once

#include "contact/detect.h"
#include "contact/eti_contact.h"
#include "rigid/make_body.h"
#include "rigid/motion.h"

#include <vector>

namespace flotsam::contact {

// Sums since the start, of processor time, so that others on the machine count little.
struct DryCost {
    double detect = 0.0, solve = 0.0; // s, all threads together
    double solve_wall = 0.0;          // s, by the clock on the wall
    std::int64_t steps = 0, updates = 0, iterations = 0, contacts = 0;
    int most_iterations = 0, unconverged = 0;
};

class DryWorld {
public:
    DryWorld(std::vector<rigid::BodyModel> models, std::vector<Wall> walls, const PairRule& rule,
             const Settings& settings = {}, int dimension = 3, DetectOptions options = {});

    void step(double dt);
    void run(double seconds, double dt);

    double kinetic() const;
    double potential() const;
    // Largest speed of a surface point's bound, |V| + |omega| r, m/s.
    double fastest() const;
    Vec3 center_of_mass() const;
    std::span<const rigid::BodyModel> models() const { return detector.solids().models; }

    Detector detector;
    EtiContact contact;
    rigid::Bodies bodies;
    std::vector<Twist> twists;
    CollisionReport collision;
    ContactReport resting;
    double time = 0.0;
    double kinetic_star = 0.0; // after forces, before resting contact, J
    double deepest_ever = 0.0; // m
    double created = 0.0;      // kinetic energy gained in either phase of a step, summed, J
    std::span<const ContactPoint> points; // of the last step
    DryCost cost;

private:
    double kinetic_of(std::span<const Twist> with) const;

    std::vector<Inertial> inertial_;
    std::vector<Vec3> carry_;
};

// Reproducible numbers.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed = 88172645463325252ULL) : state_(seed) { next(); }
    double next() // in [0, 1)
    {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<double>(state_ >> 11) * 0x1.0p-53;
    }
    Vec3 spread() // each in [-1/2, 1/2)
    {
        const double x = next(), y = next(), z = next();
        return Vec3(x - 0.5, y - 0.5, z - 0.5);
    }

private:
    std::uint64_t state_;
};

rigid::BodyModel solid_body(ShapePtr shape, double spacing, double density = 1000.0,
                            int dimension = 3);
// A plane at z = 0, and a block about its centre.
Wall ground();
rigid::BodyModel block(const Vec3& size);
rigid::BodyModel placed(rigid::BodyModel model, const Vec3& position,
                        const Quat& orientation = Quat::Identity());

} // namespace flotsam::contact
