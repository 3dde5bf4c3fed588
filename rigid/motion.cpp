#include "rigid/motion.h"

#include "core/error.h"
#include "core/parallel.h"
#include "rigid/rotation.h"

#include <Eigen/LU>

namespace flotsam::rigid {

namespace {

bool all_axes_free(const BodyModel& model) { return model.rotates == Vec3::Ones(); }

bool left_out(std::span<const std::uint8_t> skip, std::size_t i)
{
    return !skip.empty() && skip[i] != 0;
}

// A few bodies are not worth waking threads for.
template <class F> void each_body(const Bodies& bodies, F&& f)
{
    if (bodies.size() > 1000)
        return parallel_for(bodies.size(), f);
    for (Offset i = 0; i < bodies.size(); ++i)
        f(i);
}

// A body that turns about one axis of the world keeps its inertia about it, so the turn is exact.
// With two free axes omega is taken in the middle of the step (second order).
void turn(const BodyModel& model, Quat& q, const Vec3& momentum, double dt)
{
    if (all_axes_free(model))
        return turn_freely(q, momentum, model.inertia, dt);
    if (model.rotates.isZero(0.0))
        return;
    Vec3 omega = inverse_inertia(model, q) * momentum;
    if (model.rotates.sum() > 1.5)
        for (int pass = 0; pass < 4; ++pass)
            omega = inverse_inertia(model, turn_by(0.5 * dt * omega) * q) * momentum;
    q = (turn_by(dt * omega) * q).normalized();
}

} // namespace

bool moves_freely(const BodyModel& model)
{
    return model.mode == Mode::free && !(model.translates.isZero(0.0) && model.rotates.isZero(0.0));
}

Mat3 world_inertia(const BodyModel& model, const Quat& orientation)
{
    const Mat3 r = orientation.toRotationMatrix();
    return r * model.inertia.asDiagonal() * r.transpose();
}

Mat3 inverse_inertia(const BodyModel& model, const Quat& orientation)
{
    if (model.mode != Mode::free || model.rotates.isZero(0.0))
        return Mat3::Zero();
    if (all_axes_free(model)) {
        const Mat3 r = orientation.toRotationMatrix();
        return r * model.inertia.cwiseInverse().asDiagonal() * r.transpose();
    }
    // Inverse within the free axes: (P I P + 1 - P)^-1 with the locked rows taken out again.
    const Mat3 free = model.rotates.asDiagonal();
    const Mat3 whole =
        free * world_inertia(model, orientation) * free + Mat3(Mat3::Identity() - free);
    return free * whole.inverse() * free;
}

Vec3 inverse_mass(const BodyModel& model)
{
    return model.mode == Mode::free ? Vec3(model.translates / model.mass) : Vec3(Vec3::Zero());
}

Vec3 angular_velocity(const BodyModel& model, const Bodies& bodies, std::size_t i, double t)
{
    if (model.mode == Mode::prescribed && model.motion.turns)
        return travel_at(model.motion, t).rate * model.motion.direction;
    if (model.mode != Mode::free)
        return Vec3::Zero();
    return inverse_inertia(model, bodies.orientation[i]) * bodies.angular_momentum[i];
}

Vec3 center_velocity(const BodyModel& model, const Bodies& bodies, std::size_t i, double t)
{
    if (model.mode == Mode::free)
        return bodies.velocity[i];
    if (model.mode == Mode::fixed)
        return Vec3::Zero();
    const Travel travel = travel_at(model.motion, t);
    const Vec3 along = travel.rate * model.motion.direction;
    if (!model.motion.turns)
        return along;
    return along.cross(place_at(model.motion, model.start_position, t) - model.motion.about);
}

void set_velocity(const BodyModel& model, Bodies& bodies, std::size_t i, const Vec3& velocity,
                  const Vec3& angular_velocity)
{
    if (model.mode != Mode::free)
        return;
    bodies.velocity[i] = velocity.cwiseProduct(model.translates);
    const Mat3 inertia = world_inertia(model, bodies.orientation[i]);
    bodies.angular_momentum[i] =
        model.rotates.cwiseProduct(inertia * angular_velocity.cwiseProduct(model.rotates));
}

void place_prescribed(const BodyModel& model, Bodies& bodies, std::size_t i, double t)
{
    bodies.position[i] = place_at(model.motion, model.start_position, t);
    bodies.orientation[i] = model.start_orientation;
    if (model.motion.turns)
        bodies.orientation[i] = (turn_by(travel_at(model.motion, t).s * model.motion.direction) *
                                 model.start_orientation)
                                    .normalized();
    bodies.velocity[i] = center_velocity(model, bodies, i, t);
    bodies.angular_momentum[i] =
        world_inertia(model, bodies.orientation[i]) * angular_velocity(model, bodies, i, t);
}

Bodies start_bodies(std::span<const BodyModel> models, std::span<const Start> starts)
{
    expects(starts.empty() || starts.size() == models.size(), "every body has a start");
    Bodies bodies;
    bodies.each_field([&](const char*, auto& field) { field.resize(models.size()); });
    for (std::size_t i = 0; i < models.size(); ++i) {
        bodies.position[i] = models[i].start_position;
        bodies.orientation[i] = models[i].start_orientation;
        bodies.velocity[i] = bodies.angular_momentum[i] = Vec3::Zero();
        if (models[i].mode == Mode::prescribed)
            place_prescribed(models[i], bodies, i, 0.0);
        else if (!starts.empty())
            set_velocity(models[i], bodies, i, starts[i].velocity, starts[i].angular_velocity);
    }
    return bodies;
}

void kick(std::span<const BodyModel> models, Bodies& bodies, std::span<const Vec3> force,
          std::span<const Vec3> torque, const Vec3& gravity, double dt,
          std::span<const std::uint8_t> skip)
{
    each_body(bodies, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const BodyModel& model = models[i];
        if (model.mode != Mode::free || left_out(skip, i))
            return;
        const Vec3 pushed = force.empty() ? gravity : Vec3(force[i] / model.mass + gravity);
        bodies.velocity[i] += dt * pushed.cwiseProduct(model.translates);
        if (!torque.empty())
            bodies.angular_momentum[i] += dt * torque[i].cwiseProduct(model.rotates);
    });
}

void drift(std::span<const BodyModel> models, Bodies& bodies, std::span<const Vec3> carry, double t,
           double dt, std::span<const std::uint8_t> skip)
{
    each_body(bodies, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const BodyModel& model = models[i];
        if (model.mode == Mode::prescribed)
            return place_prescribed(model, bodies, i, t + dt);
        if (model.mode == Mode::fixed || left_out(skip, i))
            return;
        bodies.position[i] += dt * carry[i].cwiseProduct(model.translates);
        turn(model, bodies.orientation[i], bodies.angular_momentum[i], dt);
    });
}

void drift(std::span<const BodyModel> models, Bodies& bodies, double t, double dt)
{
    drift(models, bodies, bodies.velocity, t, dt);
}

void nudge(const BodyModel& model, Bodies& bodies, std::size_t i, const Vec3& shift,
           const Vec3& angle)
{
    if (model.mode != Mode::free)
        return;
    bodies.position[i] += shift.cwiseProduct(model.translates);
    const Vec3 by = angle.cwiseProduct(model.rotates);
    if (!by.isZero(0.0))
        bodies.orientation[i] = (turn_by(by) * bodies.orientation[i]).normalized();
}

double kinetic_energy(std::span<const BodyModel> models, const Bodies& bodies)
{
    return parallel_sum(bodies.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        if (models[i].mode != Mode::free)
            return 0.0;
        const Vec3& L = bodies.angular_momentum[i];
        return 0.5 * models[i].mass * bodies.velocity[i].squaredNorm() +
               0.5 * L.dot(inverse_inertia(models[i], bodies.orientation[i]) * L);
    });
}

} // namespace flotsam::rigid
