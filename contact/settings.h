// What the contact solver is told once (Settings) and what it is shown in every step (Scene).
#pragma once

#include "contact/contact_point.h"

#include <span>

namespace flotsam::contact {

struct Settings {
    Vec3 gravity = {0.0, 0.0, -9.81}; // m/s^2: resting speed 2 |g| dt, and the energy of lifting
    int path_increments = 10;         // lambda_p: of the path of an impact
    int patch_limit = 2000;           // patches resolved in an island and step
    double tolerance = 1e-10;         // of the contact phase, m/s; 1e-8 is enough for large piles
    double relative_tolerance = 1e-5; // of the motion that remains between touching bodies
    int iteration_limit = 5000;       // of the contact phase, reported when hit
    double wandering = 1e-6;          // residual that may stand still (projection.h), m/s
    double relative_wandering = 1e-4; // and of the motion that remains
    double slop = 1e-5;               // depth that is left alone, m
    double slop_share = 0.02;         // and of the smaller body's radius of gyration
    double drift_share = 0.05;        // of the depth beyond the slop that is undone in a step
    double drift_speed = 0.1;         // no faster than this share of the island's fastest motion
};

// One step's contacts. `bodies` has an entry for every number in the keys, walls included: zero
// inverses for what does not answer to impulses. `wet` is empty, or 1 for each contact under water.
struct Scene {
    std::span<const ContactPoint> points; // sorted by key
    std::span<const Inertial> bodies;
    std::span<const PairRule> rules;
    std::span<const std::uint8_t> wet;
    double dt = 0.0; // s
};

} // namespace flotsam::contact
