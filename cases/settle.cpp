#include "cases/settle.h"

#include "core/parallel.h"
#include "sph/free_surface.h"

namespace flotsam::cases {

namespace {

constexpr int rounds = 60;
constexpr double pace = 0.1;  // of d^2, and of d at most
constexpr double even = 0.02; // |G| d: no longer worth a round (a lattice beside a wall: 1e-6)

// 1 for particles near a body, 2 for their neighbours, 0 for the rest.
std::vector<std::uint8_t> ranks(const coupling::Method& m, const coupling::State& s,
                                const sph::Pairs& pairs)
{
    const std::size_t walls = m.solids.size() - m.models().size();
    std::vector<std::uint8_t> rank(s.fluid.position.size(), 0);
    const auto mark = [&](std::size_t i) {
        for (const Index k : pairs.wall.row(static_cast<Offset>(i)))
            if (s.boundary.owner[static_cast<std::size_t>(
                    pairs.walls.source[static_cast<std::size_t>(k)])] >= walls)
                rank[i] = 1;
    };
    for (std::size_t i = 0; i < rank.size(); ++i)
        mark(i);
    for (const int hop : {1, 2}) { // the next ring moves too, the one after it is only looked at
        std::vector<std::uint8_t> grown = rank;
        for (std::size_t i = 0; i < rank.size(); ++i)
            if (rank[i] == 1)
                for (const Index j : pairs.fluid.row(static_cast<Offset>(i)))
                    if (rank[static_cast<std::size_t>(j)] == 0)
                        grown[static_cast<std::size_t>(j)] = static_cast<std::uint8_t>(hop);
        rank.swap(grown);
    }
    return rank;
}

// The particles of a rank above 0, named by their index.
sph::Fluid part_of(const sph::Fluid& fluid, const std::vector<std::uint8_t>& rank)
{
    sph::Fluid part;
    for (std::size_t i = 0; i < rank.size(); ++i)
        if (rank[i] > 0) {
            part.position.push_back(fluid.position[i]);
            part.id.push_back(static_cast<std::int64_t>(i));
        }
    part.resize(part.position.size());
    return part;
}

// One round; the largest |G| d of what may move.
double spread_once(const coupling::Method& m, const Boundary& boundary,
                   const std::vector<double>& may_move, sph::Fluid& part, sph::Pairs& pairs,
                   std::vector<Vec3>& shift)
{
    const double d = m.fluid.spacing;
    sph::find_pairs(part, boundary, m.fluid, pairs);
    sph::weigh_pairs(part, m.fluid, pairs);
    const sph::Difference difference(m.fluid.periodic);
    shift.resize(part.position.size());
    const double most = parallel_max(part.size(), 0.0, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const double share = may_move[static_cast<std::size_t>(part.id[i])];
        shift[i].setZero();
        if (share == 0.0)
            return 0.0;
        const Vec3& x = part.position[i];
        sph::each_fluid(pairs, n, [&](std::size_t j, double a) {
            shift[i] += a * difference(x, part.position[j]);
        });
        sph::each_wall(pairs, n, [&](std::size_t k, double a) {
            shift[i] += a * difference(x, pairs.walls.position[k]);
        });
        shift[i] *= 0.5 * share * d;
        return shift[i].norm();
    });
    if (most < even)
        return most;
    parallel_for(part.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        part.position[i] += pace * d / std::max(1.0, shift[i].norm()) * shift[i];
    });
    return most;
}

} // namespace

void settle_around_bodies(const coupling::Method& m, coupling::State& s)
{
    sph::Pairs pairs;
    sph::find_pairs(s.fluid, s.boundary, m.fluid, pairs);
    sph::weigh_pairs(s.fluid, m.fluid, pairs);
    sph::gauge_surface(s.fluid, m.fluid, pairs);
    const std::vector<std::uint8_t> rank = ranks(m, s, pairs);
    std::vector<double> may_move(rank.size(), 0.0);
    for (std::size_t i = 0; i < rank.size(); ++i)
        if (rank[i] == 1)
            may_move[i] = 1.0 - s.fluid.surface[i];
    sph::Fluid part = part_of(s.fluid, rank);
    std::vector<Vec3> shift;
    for (int n = 0; n < rounds && part.size() > 0; ++n)
        if (spread_once(m, s.boundary, may_move, part, pairs, shift) < even)
            break;
    for (std::size_t i = 0; i < part.position.size(); ++i)
        s.fluid.position[static_cast<std::size_t>(part.id[i])] = part.position[i];
}

} // namespace flotsam::cases
