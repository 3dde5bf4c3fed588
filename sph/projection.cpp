#include "sph/projection.h"

#include "core/parallel.h"
#include "core/phase_clock.h"
#include "sph/viscosity.h"
#include "sph/wall_law.h"

namespace flotsam::sph {

namespace {

constexpr double guard_distance = 0.25; // of a spacing: no nearer with approaching velocity
constexpr double least_distance = 0.1;  // of a spacing: no nearer at all
constexpr double beside = 0.75;         // of a spacing: how far beside x the wall point may lie

// f(boundary index, height of x above its surface) over the faces right below x.
template <class F>
void each_face_below(const Vec3& x, Offset n, const Boundary& boundary, const Settings& settings,
                     const Pairs& pairs, const Difference& difference, F&& f)
{
    const double reach = beside * settings.spacing;
    for (Index k : pairs.wall.row(n)) {
        const auto w = static_cast<std::size_t>(pairs.walls.source[static_cast<std::size_t>(k)]);
        if (boundary.layer[w] != 0 || boundary.blocked[w] != 1)
            continue;
        const Vec3 from = difference(x, boundary.surface[w]);
        const double height = boundary.normal[w].dot(from);
        const Vec3 aside = from - height * boundary.normal[w];
        if (aside.squaredNorm() < reach * reach && height > -0.5 * settings.spacing
            && (height >= 0.0 || !beyond_convex_edge(x, w, n, boundary, pairs, difference)))
            f(w, height);
    }
}

// What the repulsion adds to the spread of particle n.
Vec3 repulsion_at(Offset n, const Fluid& fluid, const Settings& settings, const Pairs& pairs,
                  const Difference& difference)
{
    const Vec3& x = fluid.position[static_cast<std::size_t>(n)];
    const double neighbour = settings.kernel.value(settings.spacing);
    Vec3 sum = Vec3::Zero();
    const auto add = [&](const Vec3& from, double a) {
        const double w = settings.kernel.value(from.norm()) / neighbour;
        sum += w * w * w * w * a * from;
    };
    each_fluid(pairs, n, [&](std::size_t j, double a) { add(difference(x, fluid.position[j]), a); });
    each_wall(pairs, n,
              [&](std::size_t k, double a) { add(difference(x, pairs.walls.position[k]), a); });
    return settings.repulsion * sum;
}

// A particle that is pushed aside by s takes angular momentum m s x v along: the solid that pushed
// it gets the opposite moment. The push of each is in `spread`, the group in `tally`.
void answer_pushes(const Fluid& fluid, const Settings& settings, Workspace& work, double dt)
{
    for (std::size_t i = 0; i < fluid.position.size(); ++i)
        if (work.tally[i] > 0.0) {
            const auto group = static_cast<std::size_t>(work.tally[i] - 1.0);
            work.loads.pressure[group].moment -=
                (settings.mass / dt) * work.spread[i].cross(fluid.velocity[i]);
        }
}

} // namespace

double max_speed(const Fluid& fluid)
{
    return std::sqrt(parallel_max(fluid.size(), 0.0, [&](Offset n) {
        return fluid.velocity[static_cast<std::size_t>(n)].squaredNorm();
    }));
}

double flow_speed(const Fluid& fluid, const Settings& settings)
{
    constexpr double spray_below = 0.25, spray_cfl = 0.4;
    const double weight = std::clamp(settings.cfl / spray_cfl, 0.5, 1.0);
    return std::sqrt(parallel_max(fluid.size(), 0.0, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        return fluid.velocity[i].squaredNorm() * (fluid.filling[i] < spray_below ? weight * weight : 1.0);
    }));
}

PredictReport predict_velocity(const Fluid& fluid, const Boundary& boundary,
                               const Settings& settings, Workspace& work, double dt)
{
    const PhaseTimer timer(Phase::predict);
    PredictReport report;
    Pairs& pairs = work.pairs;
    const Difference difference(settings.periodic);
    const auto count = fluid.position.size();
    work.v_star.resize(count);
    work.tally.resize(count);
    mirror_velocity(fluid.velocity, boundary, settings, pairs);
    report.max_nu = effective_viscosity(fluid.velocity, settings, pairs, work.nu);
    find_wall_friction(fluid.velocity, boundary, settings, pairs);
    const bool law = settings.any_wall_law();
    pack_flow(fluid.velocity, pairs);
    parallel_for(fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        pairs.flow[i][3] = work.nu[i] * pairs.place[i][3];
    });

    sum_loads(fluid.size(), work.loads.viscous, work.loads.partial, [&](Offset n, std::span<Load> mine) {
        const auto i = static_cast<std::size_t>(n);
        const Vec4 flow = pairs.flow[i];
        const Vec3 v = flow.head<3>(), x = pairs.place[i].head<3>();
        Vec4 pulls = Vec4::Zero();
        each_fluid(pairs, n, [&](std::size_t j, double a) {
            pulls += (0.5 * (flow[3] + pairs.flow[j][3]) * a) * (pairs.flow[j] - flow);
        });
        Vec3 drag = pulls.head<3>();
        each_wall(pairs, n, [&](std::size_t k, double a) {
            const auto w = static_cast<std::size_t>(pairs.walls.source[k]);
            Vec3 pull = flow[3] * a * (pairs.walls.velocity[k] - v);
            if (law) {
                const double height = boundary.normal[w].dot(difference(x, pairs.walls.position[k]));
                pull -= a * height * pairs.place[i][3] * pairs.walls.friction[k];
            }
            drag += pull;
            mine[boundary.group[w]].add(boundary.position[w], -settings.mass * pull);
        });
        const Vec3 dragged = v + dt * drag;
        work.tally[i] = 0.5 * settings.mass * (dragged.squaredNorm() - v.squaredNorm());
        work.v_star[i] = dragged + dt * settings.gravity;
    });
    report.viscous_energy = parallel_sum(
        fluid.size(), [&](Offset n) { return work.tally[static_cast<std::size_t>(n)]; });
    mirror_velocity(work.v_star, boundary, settings, pairs);
    return report;
}

CorrectReport correct_velocity(Fluid& fluid, const Boundary& boundary, const Settings& settings,
                               Workspace& work, double dt)
{
    const PhaseTimer timer(Phase::correct);
    CorrectReport report;
    Pairs& pairs = work.pairs;
    const Difference difference(settings.periodic);
    extrapolate_pressure(fluid.pressure, boundary, settings, pairs);
    integrate_marker_pressure(fluid.pressure, boundary, settings, pairs, work.loads);

    work.spread.resize(fluid.position.size());
    const double push = 0.5 * dt / settings.density;
    const double guard = guard_distance * settings.spacing;
    sum_loads(fluid.size(), work.loads.pressure, work.loads.partial, [&](Offset n, std::span<Load> mine) {
        const auto i = static_cast<std::size_t>(n);
        const Vec4 place = pairs.place[i];
        const Vec3 x = place.head<3>();
        const double p = fluid.pressure[i], over_gain = place[3];
        Vec4 forces = Vec4::Zero(), arms = Vec4::Zero();
        difference.hand_to([&](const auto& apart) {
            each_fluid(pairs, n, [&](std::size_t j, double a) {
                const Vec4 arm = a * apart(place, pairs.place[j]);
                forces += (0.5 * (p + fluid.pressure[j]) * (over_gain + pairs.place[j][3])) * arm;
                arms += arm;
            });
        });
        Vec3 force = forces.head<3>(), spread = arms.head<3>();
        each_wall(pairs, n, [&](std::size_t k, double a) {
            const auto w = static_cast<std::size_t>(pairs.walls.source[k]);
            const Vec3 from_wall = difference(x, pairs.walls.position[k]);
            const double sum
                = (p + wall_pressure(pairs, boundary, settings, k, from_wall, p)) * over_gain;
            const Vec3 arm = a * from_wall;
            force += sum * arm;
            spread += arm;
            mine[boundary.group[w]].add(boundary.position[w], -0.5 * settings.volume * sum * arm);
        });
        Vec3 v = work.v_star[i] + push * force;
        if (settings.repulsion > 0.0)
            spread += repulsion_at(n, fluid, settings, pairs, difference);
        work.spread[i] = 0.5 * spread;
        work.tally[i] = 0.0;
        each_face_below(x, n, boundary, settings, pairs, difference, [&](std::size_t w, double height) {
            const Vec3& normal = boundary.normal[w];
            const double approach = normal.dot(v - boundary.velocity[w]);
            if (height >= guard || approach >= 0.0)
                return;
            v -= approach * normal;
            const Vec3& foot = boundary.surface[w];
            mine[boundary.group[w]].add(foot + difference(x, foot),
                                        (settings.mass / dt) * approach * normal);
            work.tally[i] = 1.0;
        });
        fluid.velocity[i] = v;
    });
    report.guarded = static_cast<Offset>(parallel_sum(
        fluid.size(), [&](Offset n) { return work.tally[static_cast<std::size_t>(n)]; }));
    return report;
}

AdvectReport advect(Fluid& fluid, const Boundary& boundary, const Settings& settings,
                    Workspace& work, double dt)
{
    const PhaseTimer timer(Phase::advect);
    AdvectReport report;
    const Difference difference(settings.periodic);
    report.flow_speed = flow_speed(fluid, settings);
    const double scale = std::max(report.flow_speed, std::sqrt(settings.gravity.norm() * settings.spacing));
    const double diffusion = settings.shifting * settings.kernel.h * scale * dt;
    const double least = least_distance * settings.spacing;
    struct Sums {
        double energy, pushed, moved;
    };
    const Sums sums = parallel_reduce<Sums>(
        fluid.size(), Sums{0.0, 0.0, 0.0},
        [&](Offset n) {
            const auto i = static_cast<std::size_t>(n);
            const Vec3 before = fluid.position[i];
            const Vec3 shift = diffusion * (1.0 - fluid.surface[i]) * work.spread[i];
            Vec3 x = before + dt * fluid.velocity[i] + shift;
            const double moved = (x - before).squaredNorm(); // without the push: no dt would mend it
            double pushed = 0.0;
            work.tally[i] = 0.0;
            // Right below the old place, where the lists are; the wall has moved on by dt U.
            each_face_below(before, n, boundary, settings, work.pairs, difference,
                            [&](std::size_t w, double) {
                                const Vec3& normal = boundary.normal[w];
                                const Vec3 from = difference(x, boundary.surface[w]);
                                const double height = normal.dot(from - dt * boundary.velocity[w]);
                                if (height < least) {
                                    x += (least - height) * normal;
                                    pushed = 1.0;
                                    work.tally[i] = 1.0 + boundary.group[w];
                                    work.spread[i] = x - before - dt * fluid.velocity[i] - shift;
                                }
                            });
            fluid.position[i] = x;
            return Sums{-settings.mass * settings.gravity.dot(shift), pushed, moved};
        },
        [](const Sums& a, const Sums& b) {
            const bool bad = a.moved != a.moved || b.moved != b.moved;
            return Sums{a.energy + b.energy, a.pushed + b.pushed,
                        bad ? std::numeric_limits<double>::quiet_NaN() : std::max(a.moved, b.moved)};
        });
    if (sums.pushed > 0.0)
        answer_pushes(fluid, settings, work, dt);
    report.shift_energy = sums.energy;
    report.pushed = static_cast<Offset>(sums.pushed);
    report.max_displacement = std::sqrt(sums.moved);
    return report;
}

} // namespace flotsam::sph
