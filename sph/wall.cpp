#include "sph/wall.h"

#include "core/parallel.h"

namespace flotsam::sph {

namespace {

// Depth of wall point k under the surface over the height of its marker's fluid above it.
double mirror_ratio(const Walls& walls, const Boundary& boundary, std::size_t k, std::size_t w,
                    const Difference& difference)
{
    const double depth = (boundary.surface[w] - boundary.position[w]).norm();
    const double height
        = boundary.normal[w].dot(difference(walls.centroid[k], boundary.surface[w]));
    constexpr double most = 1.5; // fluid pressed into the wall is no lever
    return most * height > depth ? depth / height : most;
}

} // namespace

void mirror_velocity(std::span<const Vec3> velocity, const Boundary& boundary,
                     const Settings& settings, Pairs& pairs)
{
    Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    parallel_for_uneven(walls.size(), 256, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto w = static_cast<std::size_t>(walls.source[k]);
        const Vec3& wall = boundary.velocity[w];
        if (!walls.wet[k]) {
            walls.velocity[k] = wall;
            return;
        }
        const Vec3 fluid = at_marker<Vec3>(walls, n, velocity, Vec3::Zero());
        const double slip = settings.slip[boundary.owner[w]];
        const double stick = (1.0 - slip) * mirror_ratio(walls, boundary, k, w, difference);
        const Vec3 into = blocked_part(boundary, w, fluid - wall);
        const Vec3 past = fluid - wall - into;
        walls.velocity[k] = wall - into + (slip - stick) * past;
    });
}

void extrapolate_pressure(std::span<const double> pressure, const Boundary& boundary,
                          const Settings& settings, Pairs& pairs)
{
    Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    parallel_for_uneven(walls.size(), 256, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto w = static_cast<std::size_t>(walls.source[k]);
        const Vec3 pull = blocked_part(boundary, w, settings.gravity - boundary.acceleration[w]);
        const double jump = settings.density * pull.dot(difference(walls.position[k], walls.centroid[k]));
        walls.pressure[k] = walls.wet[k] ? at_marker<double>(walls, n, pressure, 0.0) + jump : 0.0;
    });
}

bool beyond_convex_edge(const Vec3& x, std::size_t w, Offset n, const Boundary& boundary,
                        const Pairs& pairs, const Difference& difference)
{
    const Vec3 &here = boundary.surface[w], &normal = boundary.normal[w];
    for (Index k : pairs.wall.row(n)) {
        const auto v = static_cast<std::size_t>(pairs.walls.source[static_cast<std::size_t>(k)]);
        if (boundary.blocked[v] != 1 || boundary.owner[v] != boundary.owner[w]
            || boundary.normal[v].dot(normal) > 0.9)
            continue;
        const Vec3 across = difference(boundary.surface[v], here);
        if (normal.dot(across) <= 0.0 && boundary.normal[v].dot(across) >= 0.0
            && boundary.normal[v].dot(difference(x, boundary.surface[v])) > 0.0)
            return true;
    }
    return false;
}

double surface_pressure(std::span<const double> pressure, const Boundary& boundary,
                        const Settings& settings, const Walls& walls, std::size_t k)
{
    const auto w = static_cast<std::size_t>(walls.source[k]);
    const Difference difference(settings.periodic);
    const Vec3 pull = blocked_part(boundary, w, settings.gravity - boundary.acceleration[w]);
    const Vec3 to_surface = difference(boundary.surface[w], walls.centroid[k]);
    return at_marker<double>(walls, static_cast<Offset>(k), pressure, 0.0)
           + settings.density * pull.dot(to_surface);
}

void integrate_marker_pressure(std::span<const double> pressure, const Boundary& boundary,
                               const Settings& settings, const Pairs& pairs, WallLoads& loads)
{
    const Walls& walls = pairs.walls;
    sum_loads(walls.size(), loads.marker, loads.partial, [&](Offset n, std::span<Load> mine) {
        const auto k = static_cast<std::size_t>(n);
        const auto w = static_cast<std::size_t>(walls.source[k]);
        if (boundary.layer[w] != 0 || boundary.blocked[w] != 1 || !walls.wet[k])
            return;
        const double push = surface_area(settings, w)
                            * surface_pressure(pressure, boundary, settings, walls, k);
        mine[boundary.group[w]].add(boundary.surface[w], -push * boundary.normal[w]);
    });
}

} // namespace flotsam::sph
