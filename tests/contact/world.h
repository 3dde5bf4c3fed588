// A small world of boxes, spheres and rods between planes, with its own detection and its own
// integrator, so that the contact solver is tested without the rest of the program.
//
// Bodies have surface points in their frame; a point may have a normal (faces of boxes) or none
// (ends of rods). A sphere is a ball of that radius. Points meet planes and boxes; balls meet
// planes and balls. Of two boxes the one with the higher number owns the points.
#pragma once

#include "contact/eti_contact.h"

#include <cmath>
#include <vector>

namespace flotsam::contact {

struct SurfacePoint {
    Vec3 place;
    Vec3 normal = Vec3::Zero(); // zero: any side
};

struct TestBody {
    Vec3 half = Vec3::Zero(); // of a box; zero otherwise
    double ball = 0.0;        // radius of a sphere; zero otherwise
    std::vector<SurfacePoint> points;
    double mass = 1.0;
    Vec3 inertia = Vec3::Ones();
    Vec3 position = Vec3::Zero();
    Quat orientation = Quat::Identity();
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero(); // angular velocity, world axes
    bool flat = false;        // two dimensions: x, z and rotation about y alone
    Index group = 0;          // for the rule of a pair

    double radius() const;
    Mat3 inertia_now() const;
    double kinetic() const;
};

struct TestPlane {
    Vec3 through = Vec3::Zero();
    Vec3 normal = Vec3::UnitZ();
    Vec3 velocity = Vec3::Zero();
};

class World {
public:
    explicit World(const Settings& settings = {}) : contact(settings) {}

    // Where collision and resting act: at start and after forces.
    void step(double dt);
    void detect(double dt);

    double kinetic() const;
    double potential() const;
    Vec3 momentum() const;
    Vec3 angular_momentum() const; // about the origin
    Scene scene(double dt) const { return {points, inertial, rules, wet, dt}; }

    std::vector<TestBody> bodies;
    std::vector<TestPlane> planes;
    // Rule of a pair: by the steepness of the normal (0: level contact, 1: upright contact), and of
    // planes (2).
    std::vector<PairRule> rules = std::vector<PairRule>(3);

    EtiContact contact;
    std::vector<ContactPoint> points;
    std::vector<Inertial> inertial;
    std::vector<Twist> twists;
    std::vector<std::uint8_t> wet;
    CollisionReport collision;
    ContactReport resting;
    double kinetic_star = 0.0;     // after forces, before the contact phase
    double kinetic_start = 0.0;    // before the collision phase
    double kinetic_collided = 0.0; // after it
    double kinetic_rested = 0.0;   // after the contact phase
    double time = 0.0;
    double detect_seconds = 0.0, solve_seconds = 0.0;

private:
    void load();
    void unload();
    void meet_planes(Index n, double skin);
    void meet(Index a, Index b, double skin);
    void meet_box(Index a, Index b, double skin);
};

TestBody box(const Vec3& size, double density, int points_a_side);
TestBody sphere(double radius, double mass);
TestBody rod(double length, double mass); // thin, along x, two ends

} // namespace flotsam::contact
