#include "dry_world.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace flotsam::contact {

namespace {

double processor() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double clock_on_the_wall()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

DryWorld::DryWorld(std::vector<rigid::BodyModel> models, std::vector<Wall> walls,
                   const PairRule& rule, const Settings& settings, int dimension,
                   DetectOptions options)
    : detector(make_solids(std::move(models), std::move(walls), dimension, 0.02),
               PairRules({}, {}, rule), options),
      contact(settings), bodies(rigid::start_bodies(detector.solids().models, {}))
{
}

double DryWorld::kinetic_of(std::span<const Twist> with) const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < models().size(); ++i) {
        if (!detector.solids().moves(static_cast<Index>(i)))
            continue;
        const Vec3 spin = with[i].angular_velocity;
        sum += 0.5 * models()[i].mass * with[i].velocity.squaredNorm() +
               0.5 * spin.dot(rigid::world_inertia(models()[i], bodies.orientation[i]) * spin);
    }
    return sum;
}

void DryWorld::step(double dt)
{
    const Solids& solids = detector.solids();
    const Vec3 gravity = contact.settings().gravity;
    const double t0 = processor();
    points = detector.find(bodies, time, dt, gravity.norm());
    const double t1 = processor();
    fill_inertials(solids, bodies, time, inertial_);
    fill_twists(solids, bodies, time, twists);
    const Scene scene{points, inertial_, detector.rules().rules(), {}, dt};
    carry_ = bodies.velocity;
    const double at_start = kinetic_of(twists);
    const double t2 = processor(), w2 = clock_on_the_wall();
    collision = contact.collide(scene, twists);
    const double t3 = processor(), w3 = clock_on_the_wall();
    const double collided = kinetic_of(twists);
    for (Index i = 0; i < solids.bodies(); ++i)
        if (solids.moves(i)) {
            const auto n = static_cast<std::size_t>(i);
            twists[n].velocity += dt * gravity.cwiseProduct(models()[n].translates);
        }
    kinetic_star = kinetic_of(twists);
    const double t4 = processor(), w4 = clock_on_the_wall();
    resting = contact.rest(scene, twists);
    const double t5 = processor(), w5 = clock_on_the_wall();
    created +=
        std::max(collided - at_start, 0.0) + std::max(kinetic_of(twists) - kinetic_star, 0.0);
    take_twists(solids, twists, bodies);
    for (std::size_t i = 0; i < carry_.size(); ++i)
        carry_[i] = contact.touched()[i] != 0 ? bodies.velocity[i]
                                              : Vec3(0.5 * (carry_[i] + bodies.velocity[i]));
    rigid::drift(models(), bodies, carry_, time, dt);
    for (std::size_t i = 0; i < carry_.size(); ++i) {
        const Twist& drift = contact.drift()[i];
        rigid::nudge(models()[i], bodies, i, dt * drift.velocity, dt * drift.angular_velocity);
    }
    time += dt;
    deepest_ever = std::max(deepest_ever, resting.deepest);
    cost.detect += t1 - t0;
    cost.solve += t3 - t2 + t5 - t4;
    cost.solve_wall += w3 - w2 + w5 - w4;
    ++cost.steps;
    cost.updates += resting.updates;
    cost.iterations += resting.iterations;
    cost.contacts += resting.contacts;
    cost.most_iterations = std::max(cost.most_iterations, resting.iterations);
    cost.unconverged += resting.unconverged;
}

void DryWorld::run(double seconds, double dt)
{
    for (const double end = time + seconds - 0.5 * dt; time < end;)
        step(dt);
}

double DryWorld::kinetic() const { return rigid::kinetic_energy(models(), bodies); }

double DryWorld::potential() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < models().size(); ++i)
        if (detector.solids().moves(static_cast<Index>(i)))
            sum -= models()[i].mass * contact.settings().gravity.dot(bodies.position[i]);
    return sum;
}

double DryWorld::fastest() const
{
    double most = 0.0;
    for (std::size_t i = 0; i < models().size(); ++i)
        most = std::max(most, bodies.velocity[i].norm() +
                                  models()[i].radius *
                                      rigid::angular_velocity(models()[i], bodies, i, time).norm());
    return most;
}

Vec3 DryWorld::center_of_mass() const
{
    Vec3 sum = Vec3::Zero();
    double mass = 0.0;
    for (std::size_t i = 0; i < models().size(); ++i) {
        sum += models()[i].mass * bodies.position[i];
        mass += models()[i].mass;
    }
    return sum / mass;
}

rigid::BodyModel solid_body(ShapePtr shape, double spacing, double density, int dimension)
{
    rigid::BodyPlan plan;
    plan.name = "body";
    plan.shape = std::move(shape);
    plan.material.density = density;
    return rigid::make_body(plan, dimension, spacing).model;
}

Wall ground() { return {"floor", make_plane(Vec3::Zero(), Vec3::UnitZ()), false, {}, {}}; }

rigid::BodyModel block(const Vec3& size)
{
    return solid_body(make_box(-0.5 * size, 0.5 * size), 0.25 * size.minCoeff());
}

rigid::BodyModel placed(rigid::BodyModel model, const Vec3& position, const Quat& orientation)
{
    model.start_position = position;
    model.start_orientation = orientation;
    return model;
}

} // namespace flotsam::contact
