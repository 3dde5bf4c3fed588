// All solids of a run by number, bodies first and then walls: where they are, how they move, and
// what they oppose to an impulse.
#pragma once

#include "contact/collider.h"
#include "contact/contact_point.h"

#include <span>

namespace flotsam::contact {

// x = turn * local + position
struct Pose {
    Vec3 position = Vec3::Zero();
    Mat3 turn = Mat3::Identity();

    Vec3 to_world(const Vec3& local) const { return turn * local + position; }
    Vec3 to_local(const Vec3& x) const { return turn.transpose() * (x - position); }
};

struct Solids {
    int dimension = 3;
    std::vector<rigid::BodyModel> models;
    std::vector<Wall> walls;
    std::vector<ColliderPtr> colliders; // of bodies, then of walls

    Index bodies() const { return static_cast<Index>(models.size()); }
    Index size() const { return static_cast<Index>(colliders.size()); }
    bool moves(Index n) const { return n < bodies() && free[static_cast<std::size_t>(n)] != 0; }

    // By make_solids.
    std::vector<std::uint8_t> free; // of bodies: 1 = moves freely
    std::vector<Pose> wall_frame;   // of walls at time 0: frame of the collider
};

// Bodies with the same shape object share a collider.
Solids make_solids(std::vector<rigid::BodyModel> models, std::vector<Wall> walls, int dimension,
                   double spacing);

// At time t; the vectors get one entry for each solid.
void fill_poses(const Solids& solids, const rigid::Bodies& bodies, double t,
                std::vector<Pose>& out);
void fill_inertials(const Solids& solids, const rigid::Bodies& bodies, double t,
                    std::vector<Inertial>& out);
void fill_twists(const Solids& solids, const rigid::Bodies& bodies, double t,
                 std::vector<Twist>& out);
// Velocities after contact back into the state: free bodies only, locks hold.
void take_twists(const Solids& solids, std::span<const Twist> twists, rigid::Bodies& bodies);

} // namespace flotsam::contact
