// What wall points look like to the fluid ([A21] sec. 2.6, Eq. 35-41).
//
// Velocity. Around the marker the fluid moves with v_m (Shepard average). Blocked directions are
// reversed about the wall's velocity U (impacts and gravity's push are uniform across the marker);
// along the wall the point shows
//   slip      the fluid's own velocity
//   no slip   U - r (v_m - U),  r = depth of the point / (n.(x_c - x_s))
// where x_c is the centroid of the averaged fluid: next to a wall the average sees one side only, so
// it is the velocity of a place further out than the marker. r = 1 is the printed mirror. The two are
// blended by the wall's slip : no-slip ratio. Applied to v* it carries the whole Neumann condition of
// the pressure equation, gravity and wall acceleration included, so walls stay out of the matrix.
//
// Pressure. p_w = sum S p + rho0 P(g - a).(x_w - x_c): extrapolated from the Shepard centroid x_c
// of the marker's fluid, along the blocked directions P. The paper prints mu for nu and omits the
// wall's acceleration a (Eq. 36-40); its viscous part is dropped, it is of the order of the wall
// friction. A dry marker has no field to extrapolate: then the pair i-w uses p_i itself.
#pragma once

#include "sph/pairs.h"

#include <span>

namespace flotsam::sph {

// Shepard average of a field at marker k.
template <class T> T at_marker(const Walls& walls, Offset k, std::span<const T> field, T zero)
{
    const auto row = walls.markers.row(k);
    const float* weight = walls.weight.data() + walls.markers.start[static_cast<std::size_t>(k)];
    T sum = zero;
    for (std::size_t e = 0; e < row.size(); ++e)
        sum += static_cast<double>(weight[e]) * field[static_cast<std::size_t>(row[e])];
    return sum;
}

void mirror_velocity(std::span<const Vec3> velocity, const Boundary& boundary,
                     const Settings& settings, Pairs& pairs);

void extrapolate_pressure(std::span<const double> pressure, const Boundary& boundary,
                          const Settings& settings, Pairs& pairs);

// p_w as fluid particle i at x_i with pressure p_i sees it.
inline double wall_pressure(const Pairs& pairs, const Boundary& boundary, const Settings& settings,
                            std::size_t w, const Vec3& from_wall, double p_i)
{
    if (pairs.walls.wet[w])
        return pairs.walls.pressure[w];
    const auto source = static_cast<std::size_t>(pairs.walls.source[w]);
    const Vec3 pull = blocked_part(boundary, source, settings.gravity - boundary.acceleration[source]);
    return p_i - settings.density * pull.dot(from_wall);
}

// Pressure at the surface point of active wall point k, which is wet: Shepard average at its marker,
// carried on to the surface.
double surface_pressure(std::span<const double> pressure, const Boundary& boundary,
                        const Settings& settings, const Walls& walls, std::size_t k);

// Area that surface point w stands for, m^(dim-1).
inline double surface_area(const Settings& settings, std::size_t w)
{
    return settings.area.empty() ? settings.volume / settings.spacing : settings.area[w];
}

// True if x, near fluid particle n, which is behind the face of wall point w, is in front of another face that meets it in a
// convex edge: then it is outside the solid.
bool beyond_convex_edge(const Vec3& x, std::size_t w, Offset n, const Boundary& boundary,
                        const Pairs& pairs, const Difference& difference);

// Force and moment (about the origin) of the fluid on one group of boundary points. 2D: per metre.
struct Load {
    Vec3 force = Vec3::Zero();  // N
    Vec3 moment = Vec3::Zero(); // N m

    Load operator+(const Load& other) const { return {force + other.force, moment + other.moment}; }
    Load& operator+=(const Load& other) { return *this = *this + other; }
    void add(const Vec3& at, const Vec3& f)
    {
        force += f;
        moment += at.cross(f);
    }
};

// Loads by group, three ways: the exact reactions of the pair forces (pressure and viscous parts)
// and, for comparison, the paper's surface integral of marker pressures (Eq. 42 with its sign
// corrected and the pressure taken at the true surface).
struct WallLoads {
    std::vector<Load> pressure, viscous, marker;
    std::vector<Load> partial; // work array of the deterministic sum

    void resize(std::size_t groups)
    {
        pressure.assign(groups, {});
        viscous.assign(groups, {});
        marker.assign(groups, {});
    }
};

// Adds, in a fixed order, what visit(n, loads) books for n in [0, count). `loads` has one entry a
// group.
template <class Visit>
void sum_loads(Offset count, std::vector<Load>& total, std::vector<Load>& partial, Visit&& visit)
{
    constexpr Offset blocks = 64;
    const std::size_t groups = total.size();
    partial.assign(static_cast<std::size_t>(blocks) * groups, {});
#pragma omp parallel for schedule(dynamic, 1)
    for (Offset b = 0; b < blocks; ++b) {
        const std::span<Load> mine(partial.data() + static_cast<std::size_t>(b) * groups, groups);
        for (Offset n = count * b / blocks; n < count * (b + 1) / blocks; ++n)
            visit(n, mine);
    }
    for (std::size_t g = 0; g < groups; ++g)
        for (Offset b = 0; b < blocks; ++b)
            total[g] += partial[static_cast<std::size_t>(b) * groups + g];
}

// Surface integral of the marker pressures over the layer next to the surface.
void integrate_marker_pressure(std::span<const double> pressure, const Boundary& boundary,
                               const Settings& settings, const Pairs& pairs, WallLoads& loads);

} // namespace flotsam::sph
