// Impulses of resting contact by accelerated projected gradient: all at once, accumulated, inside
// the exact Coulomb cone.
//
//   G_n = max(0, G_n - rho (u + b)),   G_t = clip(G_t - rho v_t, mu G_n)
//
//   G    accumulated impulse of a contact                              N s
//   b    approach velocity that is allowed, max(gap, 0)/dt              m/s
//   rho  step length of the contact                                    kg
//
// Nesterov's acceleration with restart, in the norm of 1/rho, with one rho along the normal and one
// across it. Increments may be negative, so that
// an impulse once given can be taken back: one-way impulses cannot rest with friction.
// Gauss-Seidel needs a hundred times the sweeps on a column of ten blocks.
#pragma once

#include "contact/contact_point.h"

#include <span>
#include <vector>

namespace flotsam::contact {

// A contact that takes part in the solve.
struct Unknown {
    Vec3 arm_a, arm_b, normal;    // r_A, r_B, n
    Vec3 impulse = Vec3::Zero();  // G on body a: start value, then solution
    Vec3 previous = Vec3::Zero(); // G one iteration ago
    double friction = 0.0;        // mu
    double allowed = 0.0;         // b
    double step = 0.0;            // rho, normal
    double side_step = 0.0;       // rho, tangential
    double stiffness = 0.0;       // 1/rho, 1/kg
    double side_stiffness = 0.0;
    Index a = 0, b = 0;
    Index row = 0; // the caller's number
};

struct MovingBody {
    Vec3 inverse_mass = Vec3::Zero();
    Mat3 inverse_inertia = Mat3::Zero();
    bool moves = false;
    Twist start;  // before any of these impulses
    Twist now;    // after all of them
    Twist gained; // by the impulses of this iteration
    Twist before; // by those of the iteration before
};

// When to stop: the largest change of an impulse, as a velocity.
struct Accuracy {
    double tolerance = 1e-10; // m/s
    double relative = 0.0;    // of the fastest motion of two touching bodies that remains
    int limit = 5000;         // iterations
    // Where more contacts share a load than are needed, loads may wander between them for thousands
    // of iterations while no body's velocity changes: the residual then stands still. That is good
    // enough below this; the warm start carries the wandering on.
    double wandering = 0.0;          // m/s
    double relative_wandering = 0.0; // of the fastest motion, as above
};

struct ProjectionReport {
    int iterations = 0;
    double residual = 0.0; // m/s
    bool converged = true;
    bool wandering = false; // stopped since the residual stood still
};

// Room for large islands, reused from step to step.
struct ProjectionWork {
    std::vector<Index> contacts; // of bodies, two for one contact: 2 i for side a, 2 i + 1 for b
    std::vector<Index> first;    // of body k of the island
    std::vector<Index> place;    // of a body in the island
    std::vector<double> turn, largest, fastest; // of blocks of contacts
};

// `islanders` are the moving bodies that occur in `unknowns`. Bodies' `now` is the result. With
// `threads`, contacts and bodies are shared among threads, with sums that do not depend on how
// many.
ProjectionReport project(std::span<Unknown> unknowns, std::span<const Index> islanders,
                         std::span<MovingBody> bodies, const Accuracy& accuracy,
                         ProjectionWork* threads);

} // namespace flotsam::contact
