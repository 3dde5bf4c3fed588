// How bodies move: forces kick, velocities carry.
//
// Free bodies obey their locks: a locked direction keeps its position, a locked axis its angle, to
// the last bit. Fixed bodies rest; prescribed ones stand where their motion puts them, whatever
// pushes them.
#pragma once

#include "rigid/bodies.h"

#include <span>

namespace flotsam::rigid {

// Every body at its start, with these velocities (free bodies; locks hold already).
struct Start {
    Vec3 velocity = Vec3::Zero();
    Vec3 angular_velocity = Vec3::Zero();
};
Bodies start_bodies(std::span<const BodyModel> models, std::span<const Start> starts);

// Moves and turns as it likes in some direction.
bool moves_freely(const BodyModel& model);

// World inverse of the inertia, with zero rows and columns at locked axes, so that omega = I^-1 L
// holds and impulses cannot turn what is locked. Zero for bodies that are not free.
Mat3 inverse_inertia(const BodyModel& model, const Quat& orientation);
Mat3 world_inertia(const BodyModel& model, const Quat& orientation);
// By world axis; zero where locked and for bodies that are not free.
Vec3 inverse_mass(const BodyModel& model);

// omega of a body; prescribed ones turn as their motion says at time t.
Vec3 angular_velocity(const BodyModel& model, const Bodies& bodies, std::size_t i, double t);
Vec3 center_velocity(const BodyModel& model, const Bodies& bodies, std::size_t i, double t);

// Gives a free body these velocities (after contact); locked parts stay zero.
void set_velocity(const BodyModel& model, Bodies& bodies, std::size_t i, const Vec3& velocity,
                  const Vec3& angular_velocity);

// V += dt (F/M + g), L += dt T, on free bodies.
// Bodies with a 1 in `skip` are moved by somebody else.
void kick(std::span<const BodyModel> models, Bodies& bodies, std::span<const Vec3> force,
          std::span<const Vec3> torque, const Vec3& gravity, double dt,
          std::span<const std::uint8_t> skip = {});

// X += dt * carry (contact-and-bodies 1.4 line 5: the mean velocity in free flight, the new one in
// contact), q by free rotation; prescribed bodies to their pose at t + dt.
void drift(std::span<const BodyModel> models, Bodies& bodies, std::span<const Vec3> carry, double t,
           double dt, std::span<const std::uint8_t> skip = {});
// The same with the bodies' own velocities.
void drift(std::span<const BodyModel> models, Bodies& bodies, double t, double dt);

// Moves and turns a free body a little besides (drift correction); locks hold, and L stays.
void nudge(const BodyModel& model, Bodies& bodies, std::size_t i, const Vec3& shift,
           const Vec3& angle);

// Pose of a prescribed body at time t.
void place_prescribed(const BodyModel& model, Bodies& bodies, std::size_t i, double t);

double kinetic_energy(std::span<const BodyModel> models, const Bodies& bodies);

} // namespace flotsam::rigid
