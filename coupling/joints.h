// Water in joints: faces that lie on each other with less than a spacing between them.
//
// No particle fits there, so the pair forces know of no water below a block that stands on the
// floor, and it is held down by all the water above. Real joints leak. Unless a pair of solids is
// sealed (contact rule), the water around the joint presses in it, too:
//
//   p(x) = max(0, pi(x) + rho0 g.x),   pi = the affine function nearest to p - rho0 g.x on the rim
//
// rim: surface points of the two within three spacings of the other but not in a joint; dry ones have
// p = 0. So pressure falls linearly from one side of a foundation to the other, as engineers assume
// for uplift. It pushes both solids apart by opposite forces, on the area that no particle covers.
//
// The force is linear in the pressure of the particles around the joint, so it is a part of the
// body's answer in the pressure equation (sph/response.h, inlets). Transposed it says that a joint
// that opens draws its water from there; without that, a light body would lift the whole column of
// water, press the joint by it, and shoot up. Not in print: [A21] has no water in joints.
#pragma once

#include "contact/broad_phase.h"
#include "core/boundary.h"
#include "sph/response.h"

#include <vector>

namespace flotsam::coupling {

struct State;
struct Method;

// Nothing here survives a step.
struct Joints {
    struct Point { // of the boundary, in or at the joint of a pair
        std::size_t pair = 0, point = 0;
    };
    struct RimPoint { // number among the active points (-1 = dry), part of p - rho0 g.x known there
        Vec3 place = Vec3::Zero();
        Index active = -1;
        double known = 0.0;
    };
    struct Inlet { // a wet rim point: what each Pa at its marker does to a body, about its centre
        std::size_t body = 0, wall = 0; // wall: its number among the active points
        sph::Vec6 push = sph::Vec6::Zero();
    };
    std::vector<Inlet> inlets;
    std::vector<sph::Vec6> constant; // by body: the part that does not depend on pressure

    // Work arrays.
    contact::BroadPhase broad;
    std::vector<contact::Pose> poses;
    std::vector<double> reach;
    std::vector<Index> active;         // by boundary point: its number among the active ones, or -1
    std::vector<std::uint8_t> covered; // by boundary point: 1 = in a joint of any pair
    std::vector<Point> inside, rim;
    std::vector<RimPoint> rim_points; // of the pair at hand
};

// Where joints are and what feeds them, once pairs are weighed. Which of their points are pressed at
// all is told by the pressure of the last step.
void find_joints(State& s, const Method& m);

// Force and torque of the water in joints on each body, from the present pressure.
void press_joints(State& s, const Method& m);

} // namespace flotsam::coupling
