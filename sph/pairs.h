// Who is near whom, and the one number per pair that everything else is made of.
//
//   a_ij = -2 V F_ij >= 0,  F = W'(r)/r           1/m^2
//
// is the entry of the pressure matrix, and  V grad W_ij = -a_ij/2 (x_i - x_j).  So the neighbour
// list and one float a pair are the matrix, the gradient, the divergence and the Laplacian. The
// float is computed from the same r in both directions, so a_ij = a_ji to the last bit.
//
// Walls: only the boundary points that a particle has among its neighbours, and those of the layer next to the
// surface whose cell is near fluid, are listed ("active"), in cell order. The marker of a
// wall point ([A21] Eq. 35) has a row of fluid neighbours with Shepard weights that sum to one.
#pragma once

#include "core/boundary.h"
#include "core/neighbors.h"
#include "sph/fluid.h"
#include "sph/settings.h"

#include <vector>

namespace flotsam::sph {

struct Walls {
    std::vector<Index> source;      // index in Boundary
    std::vector<Vec3> position;     // copies in active order: neighbours in memory
    std::vector<Vec3> marker;       // mirror image in the surface
    std::vector<Vec3> centroid;     // Shepard centroid of the marker's fluid
    std::vector<std::uint8_t> wet;  // 1 if the marker has fluid
    std::vector<Vec3> velocity;     // mirrored, m/s
    std::vector<double> pressure;   // Pa
    std::vector<Vec3> friction;     // u_t^2 along the flow where a solid follows the law of the wall, m^2/s^2

    NeighborRows markers;           // marker -> fluid
    std::vector<float> weight;      // Shepard weight S_wi of each entry

    Offset size() const { return static_cast<Offset>(source.size()); }
};

struct Pairs {
    CellGrid grid;
    CellPoints cells, wall_cells;
    NeighborRows fluid;             // fluid -> fluid
    std::vector<float> a;           // per entry of `fluid`
    NeighborRows wall;              // fluid -> active wall point
    std::vector<float> a_wall;      // per entry of `wall`
    Walls walls;
    std::vector<double> support;    // s_i = sum of a over fluid and walls, 1/m^2
    std::vector<double> wall_share; // part of s_i from walls

    // What pair loops read of a neighbour, in one cache line.
    std::vector<Vec4> place;        // x, y, z, 1 / gain
    std::vector<Vec4> flow;         // velocity of the loop at hand, and viscosity / gain

    // Work arrays.
    std::vector<std::uint8_t> near_fluid, scratch_near;
    std::vector<Index> wall_place;  // active number of a sorted wall point, or -1
    std::vector<Vec3> scratch_vec;
    std::vector<double> scratch_real;
    std::vector<std::int64_t> scratch_id;
};

// Physically sorts the particles into cells ("scheme" step 1) and lists all pairs.
void find_pairs(Fluid& fluid, const Boundary& boundary, const Settings& settings, Pairs& pairs);

// The a_ij and, in the same pass, density (Eq. 17), filling and support; marker weights.
void weigh_pairs(Fluid& fluid, const Settings& settings, Pairs& pairs);

// Fills `place`, once the gain is known; and `flow`.
void pack_places(const Fluid& fluid, Pairs& pairs);
void pack_flow(std::span<const Vec3> velocity, Pairs& pairs);

// f(j, a_ij) over the fluid neighbours of i.
template <class F> void each_fluid(const Pairs& pairs, Offset i, F&& f)
{
    const auto a = static_cast<std::size_t>(pairs.fluid.start[static_cast<std::size_t>(i)]);
    const auto b = static_cast<std::size_t>(pairs.fluid.start[static_cast<std::size_t>(i) + 1]);
    for (std::size_t n = a; n < b; ++n)
        f(static_cast<std::size_t>(pairs.fluid.index[n]), static_cast<double>(pairs.a[n]));
}

// f(w, a_iw) over the active wall points near i.
template <class F> void each_wall(const Pairs& pairs, Offset i, F&& f)
{
    const auto a = static_cast<std::size_t>(pairs.wall.start[static_cast<std::size_t>(i)]);
    const auto b = static_cast<std::size_t>(pairs.wall.start[static_cast<std::size_t>(i) + 1]);
    for (std::size_t n = a; n < b; ++n)
        f(static_cast<std::size_t>(pairs.wall.index[n]), static_cast<double>(pairs.a_wall[n]));
}

// x_i - x_j, to the nearest image. Takes the plain path when nothing is periodic.
class Difference {
public:
    explicit Difference(const Periodic& periodic) : periodic_(periodic), wraps_(periodic.any()) {}
    Vec3 operator()(const Vec3& a, const Vec3& b) const
    {
        const Vec3 delta = a - b;
        return wraps_ ? periodic_.nearest(delta) : delta;
    }
    // Of the first three; the fourth is just the difference.
    Vec4 operator()(const Vec4& a, const Vec4& b) const
    {
        Vec4 delta = a - b;
        if (wraps_)
            delta.head<3>() = periodic_.nearest(Vec3(delta.head<3>()));
        return delta;
    }
    // loop(difference), with a plain subtraction where nothing is periodic: asking in every pair would keep
    // the loop's numbers out of registers.
    template <class Loop> void hand_to(Loop&& loop) const
    {
        if (wraps_)
            loop(*this);
        else
            loop([](const Vec4& a, const Vec4& b) -> Vec4 { return a - b; });
    }
    bool wraps() const { return wraps_; }

private:
    Periodic periodic_;
    bool wraps_;
};

} // namespace flotsam::sph
