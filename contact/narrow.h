// Two solids close to each other: where their surfaces meet.
//
// Every rule here works in the frame of the solid that is asked (B) with points of the other (A):
//
//   a point of A with face normals m_k meets a face of B when that face is what B shows to a place
//   a little inside A behind the point (under m_k and away from A's other faces there), and its
//   normal n opposes m_k: n . m_k < -1/2. So a rim point of a stacked block sees the top of the
//   block below, not its side, and blocks that touch corner to corner see nothing of each other.
//
// The gap is measured from the point itself. Round solids (ball, cylinder, cone, ellipsoid) move
// their points to where their surface is square to n, so that they roll as if they were not
// sampled; a ball has one contact with a convex solid, exact.
#pragma once

#include "contact/solids.h"

#include <vector>

namespace flotsam::contact {

struct PairView {
    const Collider* a = nullptr;
    const Collider* b = nullptr;
    Pose pose_a, pose_b;
    double skin = 0.0;    // largest gap of interest, m
    double deepest = 0.0; // deeper than this is no contact but a mistake, m
    double behind = 0.0;  // how far behind a point its partner is looked for, m
    bool all_points = false;
};

// A contact of a pair: as ContactPoint, with a's and b's named faces. The normal points from b to
// a.
struct Meeting {
    std::uint32_t id = 0; // unique within the pair
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::UnitZ();
    double gap = 0.0;
    int face_a = -1, face_b = -1;
    double curvature = -1.0; // 1 / R_a + 1 / R_b; negative: as the solids have it
};

// Kinds of id, in the two top bits.
inline constexpr std::uint32_t point_of_a = 0, point_of_b = 1U << 30, edge_pair = 2U << 30,
                               round_contact = 3U << 30;

// Meetings of the pair, in the order of their ids, no two at one place with one normal.
void meet(const PairView& pair, std::vector<Meeting>& out);

// Parts of it. `swapped`: the points belong to b.
void meet_points(const PairView& pair, bool swapped, std::vector<Meeting>& out);
void meet_round(const PairView& pair, bool swapped, std::vector<Meeting>& out);
void meet_ball(const PairView& pair, bool swapped, std::vector<Meeting>& out);
void meet_balls(const PairView& pair, std::vector<Meeting>& out);
void meet_edges(const PairView& pair, std::vector<Meeting>& out);

// One of meetings at the same place with the same normal: the one with the smallest id. Sorts.
void merge_coincident(std::vector<Meeting>& list, double tolerance);

} // namespace flotsam::contact
