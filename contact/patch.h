// Impact of two bodies that touch in a patch of points: ETI by patch.
//
// [A21] section 3.3 with its signs repaired (docs/theory.md): compression in increments of the
// approach velocity, with stick, slip and reversal of slip; the normal work of compression is
// tracked, e^2 of it stays (Stronge), and is released by all points of the patch together, in
// proportion to the normal impulses of compression, so that the energy given back is exact.
//
// A point that acts alone follows its path exactly: an increment ends where slip ends. Points that
// act together share approach and slip among themselves, and the increments converge to the path.
#pragma once

#include "contact/pair_geometry.h"

#include <span>

namespace flotsam::contact {

// A point of the patch; normal, velocity and impulse are those of the first body.
struct PatchPoint {
    Vec3 arm_first, arm_second;  // r, m
    Vec3 normal;                 // n, from the second body to the first
    double friction = 0.0;       // mu
    Index row = 0;               // the caller's number
    Vec3 impulse = Vec3::Zero(); // of the whole impact, N s
    double pressed = 0.0;        // P, normal impulse of compression, N s

    Mat3 response = Mat3::Zero(); // K
    Mat3 inverse = Mat3::Zero();  // of K
    Vec3 velocity = Vec3::Zero(); // v, relative to the second body, m/s
    Vec3 planned = Vec3::Zero();  // impulse about to be applied, N s
    Vec3 change = Vec3::Zero();   // of v by all planned impulses together, m/s
};

struct PatchResult {
    double compression = 0.0; // W, J
    double released = 0.0;    // J
    double friction = 0.0;    // taken by friction, J
    int increments = 0;
};

class Patch {
public:
    Patch(std::span<PatchPoint> points, const Inertial& first, const Inertial& second,
          Twist& first_twist, Twist& second_twist);

    PatchResult resolve(double restitution, int path_increments);

private:
    void compress(int path_increments);
    double joint_scale(double reach) const;
    void release(double energy, int path_increments);
    double release_some(double energy);
    double plan_release(double energy);

    void measure();
    double approach() const;
    void preview();
    double pressed_rate() const;
    double apply(double scale);

    std::span<PatchPoint> points_;
    const Inertial& first_;
    const Inertial& second_;
    Twist& first_twist_;
    Twist& second_twist_;
    double still_ = 0.0; // slip below it counts as none, m/s
    PatchResult result_;
};

} // namespace flotsam::contact
