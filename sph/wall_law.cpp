#include "sph/wall_law.h"

#include "core/parallel.h"
#include "sph/wall.h"

namespace flotsam::sph {

namespace {

constexpr double laminar_below = 11.81 * 11.81; // u y / nu = (y u_t / nu)^2 where both forms meet
constexpr double factor = 8.3, power = 1.0 / 7.0;
constexpr double least_height = 0.25; // of a spacing, where the wall guard stops fluid

} // namespace

double wall_law_stress(double speed, double height, double viscosity)
{
    if (speed * height <= laminar_below * viscosity)
        return viscosity * speed / height;
    const double u_t =
        std::pow(speed / factor * std::pow(viscosity / height, power), 1.0 / (1.0 + power));
    return u_t * u_t;
}

void find_wall_friction(std::span<const Vec3> velocity, const Boundary& boundary,
                        const Settings& settings, Pairs& pairs)
{
    if (!settings.any_wall_law())
        return;
    Walls& walls = pairs.walls;
    walls.friction.resize(walls.source.size());
    const Difference difference(settings.periodic);
    parallel_for_uneven(walls.size(), 256, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto w = static_cast<std::size_t>(walls.source[k]);
        walls.friction[k] = Vec3::Zero();
        if (!settings.has_wall_law(boundary.owner[w]) || !walls.wet[k])
            return;
        const Vec3 relative =
            at_marker<Vec3>(walls, n, velocity, Vec3::Zero()) - boundary.velocity[w];
        const Vec3 past = relative - blocked_part(boundary, w, relative);
        const double speed = past.norm();
        if (speed == 0.0)
            return;
        const double height =
            std::max(boundary.normal[w].dot(difference(walls.centroid[k], boundary.surface[w])),
                     least_height * settings.spacing);
        walls.friction[k] = wall_law_stress(speed, height, settings.viscosity) / speed * past;
    });
}

} // namespace flotsam::sph
