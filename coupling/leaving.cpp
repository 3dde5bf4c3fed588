#include "coupling/leaving.h"

#include "core/parallel.h"

#include <algorithm>
#include <limits>

namespace flotsam::coupling {

namespace {

constexpr double deepest = 0.5; // of a spacing: depth in a wall
constexpr double beside = 1.0;  // of a spacing: within this of a wall point one can be in the wall
constexpr double around = 1.5;  // of a spacing: a face reaches this far round its surface points

// Inside a wall: near one of its points, and below the nearest surface point, unless that
// belongs to the other side of a convex edge, or another face beside the particle is a shorter way
// out: of a solid few spacings wide the points lie far apart, and the nearest need not be on the
// nearest face.
bool in_wall(const State& s, const Method& m, Offset n, double dt,
             const sph::Difference& difference)
{
    const Vec3& x = s.fluid.position[static_cast<std::size_t>(n)];
    const sph::Pairs& pairs = s.work.pairs;
    constexpr double none = std::numeric_limits<double>::infinity();
    double nearest = none, depth = 0.0, way_out = none;
    bool close = false;
    std::size_t face = 0;
    for (Index k : pairs.wall.row(n)) {
        const auto w = static_cast<std::size_t>(pairs.walls.source[static_cast<std::size_t>(k)]);
        const Vec3 moved = dt * s.boundary.velocity[w];
        close = close
                || difference(x, s.boundary.position[w] + moved).norm() < beside * m.fluid.spacing;
        const Vec3 above = difference(x, s.boundary.surface[w] + moved);
        const double below = -s.boundary.normal[w].dot(above);
        const double aside = (above + below * s.boundary.normal[w]).norm();
        if (below > 0.0 && aside < around * m.fluid.spacing)
            way_out = std::min(way_out, below);
        if (above.squaredNorm() < nearest) {
            nearest = above.squaredNorm();
            depth = below;
            face = w;
        }
    }
    return close && std::min(depth, way_out) > deepest * m.fluid.spacing
           && !sph::beyond_convex_edge(x, face, n, s.boundary, pairs, difference);
}

double energy_of(const State& s, const Method& m, std::size_t i)
{
    const Vec3 x = m.fluid.periodic.home(s.fluid.position[i]);
    return m.fluid.mass * (0.5 * s.fluid.velocity[i].squaredNorm() - m.fluid.gravity.dot(x));
}

} // namespace

void remove_leaving(State& s, const Method& m, double dt, Leaving& leaving)
{
    leaving.ids.clear();
    leaving.places.clear();
    leaving.gone.resize(s.fluid.position.size());
    const sph::Difference difference(m.fluid.periodic);
    const double count = parallel_sum(s.fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const bool outside = !m.domain.contains(m.fluid.periodic.home(s.fluid.position[i]));
        leaving.gone[i] = outside || in_wall(s, m, n, dt, difference);
        return static_cast<double>(leaving.gone[i]);
    });
    if (count == 0.0)
        return;
    for (std::size_t i = 0; i < leaving.gone.size(); ++i)
        if (leaving.gone[i]) {
            leaving.ids.push_back(s.fluid.id[i]);
            leaving.places.push_back(s.fluid.position[i]);
            s.energy.left += energy_of(s, m, i);
        }
    s.events.left += static_cast<std::int64_t>(leaving.ids.size());
    s.fluid.each_field([&](const char*, auto& field) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < leaving.gone.size(); ++i)
            if (!leaving.gone[i])
                field[kept++] = field[i];
        field.resize(kept);
    });
}

} // namespace flotsam::coupling
