#include "cases/pace.h"

#include "cases/build.h"
#include "cases/shapes.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

// Torricelli's speed from the top of water and bodies to the lowest point; of bodies alone, to that
// of the walls.
double fall_speed(const Case& c, const CaseShapes& shapes, const Bounds& domain)
{
    const double g = c.gravity.norm();
    if (g == 0.0)
        return 0.0;
    double low = 1e30, high = -1e30;
    const auto include = [&](const Bounds& b) {
        const Bounds box{b.min.cwiseMax(domain.min), b.max.cwiseMin(domain.max)};
        const Vec3 up = -c.gravity / g;
        const Vec3 lowest = (up.array() > 0.0).select(box.min, box.max);
        const Vec3 highest = (up.array() > 0.0).select(box.max, box.min);
        low = std::min(low, up.dot(lowest));
        high = std::max(high, up.dot(highest));
    };
    for (const ShapePtr& fill : shapes.fills)
        include(fill->bounds());
    for (std::size_t n = 0; n < shapes.bodies.size(); ++n) {
        const Bounds b = shapes.bodies[n]->bounds();
        const Vec3 last = c.bodies[n].place_of(c.bodies[n].copies() - 1);
        include(b);
        include({b.min + last, b.max + last});
    }
    for (std::size_t w = 0; w < shapes.walls.size() && c.dry(); ++w)
        include(shapes.walls[w]->bounds());
    return std::sqrt(2.0 * g * std::max(0.0, high - low));
}

} // namespace

StepLimits step_limits(const Case& c, const CaseShapes& shapes, const Bounds& domain,
                       const std::vector<rigid::Motion>& motions)
{
    StepLimits limits;
    limits.speed = fall_speed(c, shapes, domain);
    for (const FillSpec& fill : c.fluid.fills)
        limits.speed = std::max(limits.speed, fill.velocity.norm());
    for (const BodySpec& body : c.bodies)
        limits.speed = std::max(limits.speed, body.velocity.norm());
    for (std::size_t w = 0; w < motions.size(); ++w) {
        Bounds box = shapes.walls[w]->bounds();
        if (c.dimension == 2)
            box.min.y() = box.max.y() = 0.0;
        limits.speed = std::max(limits.speed, sweep(motions[w], box, c.end_time).speed);
    }
    const sph::Settings settings = make_settings(c);
    sph::Settings weightless = settings;
    weightless.gravity.setZero();
    limits.advection = sph::choose_step(weightless, limits.speed, 0.0).dt;
    limits.gravity = sph::choose_step(settings, 0.0, 0.0).dt;
    limits.viscosity = sph::choose_step(weightless, 0.0, settings.viscosity).dt;
    limits.choice = c.time_step ? sph::StepChoice{*c.time_step, sph::StepLimit::asked}
                                : sph::choose_step(settings, limits.speed, settings.viscosity);
    return limits;
}

double run_time(const Case& c, const ParticleEstimate& particles, const StepLimits& limits)
{
    const double steps = c.end_time / std::min(limits.choice.dt, c.end_time);
    if (c.dry()) {
        int bodies = 0;
        for (const BodySpec& body : c.bodies)
            bodies += body.copies();
        return steps * bodies / body_steps_per_second;
    }
    const double rate =
        c.dimension == 2 ? particle_steps_per_second_2d : particle_steps_per_second_3d;
    return steps * particles.fluid / rate;
}

std::string duration_text(double seconds)
{
    const auto about = [](double value, const char* unit) {
        return "about " + std::to_string(std::max(1L, std::lround(value))) + " " + unit;
    };
    if (seconds < 90.0)
        return about(seconds, "s");
    if (seconds < 5400.0)
        return about(seconds / 60.0, "min");
    if (seconds < 172800.0)
        return about(seconds / 3600.0, "h");
    return about(seconds / 86400.0, "days");
}

} // namespace flotsam::cases
