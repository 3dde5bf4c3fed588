// Solids that answer to the pressure, inside the pressure equation: a free body is accelerated by
// the very pressures that are being solved for. Without this, water and anything light push each
// other in turn and overshoot (added mass).
//
//   q = (U, omega), N(x) q = U + omega x (x - X): velocity of a body and of a point of it
//   Q = V sum_iw (p_i + p_w) N(x_w)^T g_iw        load: reaction of the corrector's pair forces,
//       g_iw = V gradW_iw / gain_i                 so momentum is exact
//     = V C^T p + Q0 - K y                         linear in p; y: acceleration by the pressure
//   Me y = Q0 + V C^T p,  Me = M + K               K: the water that p_w is extrapolated through
//   (A + rho0 V C Me^-1 C^T) p = b - rho0 C Me^-1 Q0
//
// b is made with the bodies' velocities q* = q + dt f*, where f* is what is known of their
// acceleration without pressure. Row i of C is how the divergence at i changes with q; being the
// transpose of the load, it keeps the matrix symmetric, and Me positive makes it positive.
// [A21] Eq. 35-43 give the load; the equation with the body inside is not in print.
#pragma once

#include "sph/pairs.h"

#include <span>

namespace flotsam::sph {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// (f, r x f): what a force f at x is to a body, r = x - X.
inline Vec6 wrench(const Vec3& r, const Vec3& f)
{
    Vec6 w;
    w << f, r.cross(f);
    return w;
}

struct FreeSolid {
    std::size_t owner = 0;      // of its boundary points
    Vec3 center = Vec3::Zero(); // X, m
    Mat6 mass = Mat6::Zero();   // M: mass, and inertia about the world's axes
    Vec6 open = Vec6::Ones();   // 0 where it is locked
    Vec6 known = Vec6::Zero();  // f*: acceleration without pressure
    Vec3 spin = Vec3::Zero();   // omega, rad/s
    Vec6 pressed = Vec6::Zero(); // part of the load of water in joints that no pressure changes
};

// Load by pressure at a marker, besides the pair forces: water that stands in a joint (coupling/joints.h).
struct Inlet {
    std::size_t solid = 0;     // among the free solids
    std::size_t wall = 0;      // active wall point, wet
    Vec6 push = Vec6::Zero();  // for each Pa, N and N m
};

class Response {
public:
    // To be called when pairs are weighed and places packed.
    void assemble(std::span<const FreeSolid> solids, std::span<const Inlet> inlets,
                  const Fluid& fluid, const Boundary& boundary, const Settings& settings,
                  const Pairs& pairs);

    bool empty() const { return particle_.empty(); }
    // Solids whose M + K was not positive in this step: they answered with M alone.
    int bare() const { return bare_; }
    // b -= rho0 C Me^-1 Q0
    void add_to_right(std::span<double> b) const;
    // y += rho0 V C Me^-1 C^T x; returns the part of x.y that it adds.
    double add_product(std::span<const double> x, std::span<double> y) const;
    // Me^-1 (Q0 + V C^T p), by solid.
    void accelerations(std::span<const double> pressure, std::vector<Vec6>& y) const;

private:
    struct Block { // of the rows of one solid, for sums in a fixed order
        std::size_t solid, begin, end;
    };
    // Rows are made in parts, side by side: each looks at all pairs, keeps those of its own
    // particles and wall points, and adds them up in their order.
    struct Part {
        Index first = 0, last = 0;           // particles
        Index first_wall = 0, last_wall = 0; // active wall points
        std::vector<Index> particle, older;  // older: the particle's row before it, -1 = none
        std::vector<std::size_t> solid;
        std::vector<Vec6> row;
        std::vector<Mat6> extra;             // K, by solid
        std::vector<Vec6> constant;          // Q0
    };
    void start(std::span<const FreeSolid> solids, const Fluid& fluid, const Boundary& boundary,
               const Settings& settings, const Pairs& pairs);
    void list_near(const Pairs& pairs);
    void divide(const Pairs& pairs);
    void add_jumps(const Boundary& boundary, const Settings& settings, const Pairs& pairs, Part& part);
    void add_pairs(const Boundary& boundary, const Settings& settings, const Pairs& pairs, Part& part);
    void add_markers(const Boundary& boundary, const Pairs& pairs, Part& part);
    void add_inlets(std::span<const Inlet> inlets, const Pairs& pairs, Part& part);
    void add_jump(std::size_t solid, const Vec6& push, const Vec3& way, const Vec3& surface,
                  const Settings& settings, Part& part) const;
    void add_row(std::size_t solid, Index particle, const Vec6& c, Part& part);
    void sum_parts();
    void sort_rows(bool without_mean);
    void gather(std::span<const double> x) const; // V C^T x into gathered_
    void scatter(std::span<const Vec6> q, double scale, std::span<double> y) const;

    double density_ = 0.0, volume_ = 0.0;
    int bare_ = 0;
    std::vector<FreeSolid> solids_;
    std::vector<int> solid_of_;     // by active wall point; -1 = none
    std::vector<int> solid_by_owner_;
    std::vector<std::uint8_t> is_near_;
    std::vector<Index> near_;       // particles with a point of a solid in reach
    std::vector<Vec3> gradient_;    // by active wall point: sum_i g_iw
    std::vector<Mat6> extra_;       // K
    std::vector<Vec6> constant_;    // Q0
    std::vector<Mat6> inverse_;     // Me^-1

    // C by solid: rows of particles near it.
    std::vector<Index> particle_;
    std::vector<Vec6> row_;
    std::vector<Part> parts_;
    std::vector<Index> latest_;  // by particle: its newest row in its part, -1 = none
    std::vector<std::size_t> first_, next_; // by solid
    std::vector<Block> blocks_;
    mutable std::vector<Vec6> partial_, gathered_, moved_;
};

} // namespace flotsam::sph
