// Water in joints: faces that lie on each other with less than a spacing between them.
//
// No particle fits there, so the pair forces know of no water below a block that stands on the
// floor, and it is held down by all the water above. Real joints leak. Unless a pair of solids is
// sealed (contact rule), the water around the joint presses in it, too:
//
//   p(x) = max(0, pi(x) + rho0 g.x),   pi = the affine function nearest to p - rho0 g.x on the rim
//
// rim: surface points of the two within two spacings of the other but not in a joint; dry ones have
// p = 0. So pressure falls linearly from one side of a foundation to the other, as engineers assume
// for uplift. It pushes both solids apart by opposite forces, on the area that no particle covers.
// Not in print: [A21] has no water in joints.
#pragma once

#include "contact/broad_phase.h"
#include "core/boundary.h"

#include <vector>

namespace flotsam::coupling {

struct State;
struct Method;

// Work arrays; nothing here survives a step.
struct Joints {
    struct Point { // of the boundary, in or at the joint of a pair
        std::size_t pair = 0, point = 0;
    };
    contact::BroadPhase broad;
    std::vector<contact::Pose> poses;
    std::vector<double> reach;
    std::vector<Index> active;          // by boundary point: its number among the active ones, or -1
    std::vector<std::uint8_t> covered;  // by boundary point: 1 = in a joint of any pair
    std::vector<Point> inside, rim;
};

// Force and torque of the water in joints on each body, from the pressure of this step: into
// uplift_force and uplift_torque of the state. They act in the next step.
void press_joints(State& s, const Method& m);

} // namespace flotsam::coupling
