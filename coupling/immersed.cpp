#include "coupling/immersed.h"

#include "core/parallel.h"
#include "core/phase_clock.h"
#include "rigid/motion.h"

namespace flotsam::coupling {

namespace {

bool in_water(const State& s, const Method& m) { return m.rigid && s.boundary.size() > 0; }

// Hydrostatics taken apart (DECISIONS 61); else the pressure has it.
Vec3 lift_on(const Method& m, std::size_t body)
{
    return m.lift.empty() ? Vec3(Vec3::Zero()) : m.lift[body];
}

// Turning leaves 1e-17 beside the plane, which pressure would push on out of it, ever faster.
Vec3 in_plane(const Method& m, Vec3 v)
{
    if (m.fluid.dimension == 2)
        v.y() = 0.0;
    return v;
}

void add_lift(State& s, const Method& m)
{
    for (auto* loads : {&s.work.loads.pressure, &s.work.loads.marker})
        for (std::size_t i = 0; i < m.lift.size(); ++i)
            (*loads)[m.body_group[i]].add(s.bodies.position[i], m.lift[i]);
}

// f(point of the boundary, body it belongs to)
template <class F> void each_body_point(const State& s, const Method& m, F&& f)
{
    const std::size_t walls = owner_of_body(m, 0);
    parallel_for(s.boundary.size(), [&](Offset n) {
        const auto w = static_cast<std::size_t>(n);
        if (s.boundary.owner[w] >= walls)
            f(w, s.boundary.owner[w] - walls);
    });
}

sph::Vec6 joined(const Vec3& upper, const Vec3& lower)
{
    sph::Vec6 v;
    v << upper, lower;
    return v;
}

// Acceleration without the pressure of this step: gravity, drag, and the contact force that a body
// rests on, without which it would sink in the solve and press on the water below.
// Where water and bodies take turns, the pressure of the last step stands in for this one's.
sph::Vec6 known_acceleration(const State& s, const Method& m, std::size_t i, const Vec3& spin)
{
    const rigid::BodyModel& model = m.models()[i];
    const sph::Load& drag = s.work.loads.viscous[m.body_group[i]];
    Vec3 torque = drag.moment - s.bodies.position[i].cross(drag.force) + s.resting_torque[i];
    Vec3 force = drag.force + s.resting_force[i];
    if (m.coupling == Coupling::staggered) {
        torque += s.water_torque[i] + s.body_work.uplift[i].tail<3>();
        force += s.water_force[i] + s.body_work.uplift[i].head<3>(); // the lift is in it
    } else {
        force += lift_on(m, i);
    }
    const Mat3 inverse = rigid::inverse_inertia(model, s.bodies.orientation[i]);
    const Vec3 turning = spin.cross(s.bodies.angular_momentum[i]);
    const Vec3 along = m.gravity + force / model.mass;
    return joined(along.cwiseProduct(model.translates), inverse * (torque - turning));
}

sph::FreeSolid free_solid(const State& s, const Method& m, std::size_t i)
{
    const rigid::BodyModel& model = m.models()[i];
    sph::FreeSolid solid;
    solid.owner = owner_of_body(m, i);
    solid.center = s.bodies.position[i];
    solid.mass.topLeftCorner<3, 3>() = model.mass * Mat3::Identity();
    solid.mass.bottomRightCorner<3, 3>() = rigid::world_inertia(model, s.bodies.orientation[i]);
    solid.open = joined(model.translates, model.rotates);
    solid.spin = rigid::angular_velocity(model, s.bodies, i, s.time);
    solid.known = known_acceleration(s, m, i, solid.spin);
    return solid;
}

// Velocity and acceleration of the surface points of free bodies, from those of the bodies.
void move_points(State& s, const Method& m)
{
    const BodyWork& work = s.body_work;
    each_body_point(s, m, [&](std::size_t w, std::size_t i) {
        if (m.models()[i].mode != rigid::Mode::free)
            return;
        const Vec3 r = s.boundary.surface[w] - s.bodies.position[i];
        const contact::Twist& v = work.swim[i];
        const sph::Vec6& a = work.acceleration[i];
        const Vec3 spin = rigid::angular_velocity(m.models()[i], s.bodies, i, s.time);
        s.boundary.velocity[w] = in_plane(m, v.velocity + v.angular_velocity.cross(r));
        s.boundary.acceleration[w] = in_plane(
            m, a.head<3>() + a.tail<3>().cross(r) + spin.cross(spin.cross(r)));
    });
}

} // namespace

void pose_bodies(State& s, const Method& m)
{
    if (!in_water(s, m))
        return;
    const PhaseTimer timer(Phase::bodies);
    Boundary& b = s.boundary;
    const Boundary& b0 = m.start;
    BodyWork& work = s.body_work;
    work.swim.resize(m.models().size());
    work.acceleration.assign(m.models().size(), sph::Vec6::Zero());
    for (std::size_t i = 0; i < m.models().size(); ++i)
        work.swim[i] = {rigid::center_velocity(m.models()[i], s.bodies, i, s.time),
                        rigid::angular_velocity(m.models()[i], s.bodies, i, s.time)};
    each_body_point(s, m, [&](std::size_t w, std::size_t i) {
        const rigid::BodyModel& model = m.models()[i];
        const Quat turn = s.bodies.orientation[i] * model.start_orientation.conjugate();
        const Vec3& x = s.bodies.position[i];
        b.position[w] = in_plane(m, x + turn * (b0.position[w] - model.start_position));
        b.surface[w] = in_plane(m, x + turn * (b0.surface[w] - model.start_position));
        b.normal[w] = in_plane(m, turn * b0.normal[w]);
        b.along[w] = turn * b0.along[w];
        b.velocity[w] = in_plane(m, work.swim[i].velocity +
                                        work.swim[i].angular_velocity.cross(b.surface[w] - x));
        b.acceleration[w] = model.mode == rigid::Mode::prescribed
                                ? rigid::acceleration_at(model.motion, b0.surface[w], s.time)
                                : Vec3(Vec3::Zero());
    });
}

void predict_bodies(State& s, const Method& m, double dt)
{
    if (!in_water(s, m))
        return;
    const PhaseTimer timer(Phase::bodies);
    BodyWork& work = s.body_work;
    work.free.clear();
    work.inlets.clear();
    find_joints(s, m);
    press_joints(s, m);
    std::size_t next = 0;
    for (std::size_t i = 0; i < m.models().size(); ++i) {
        if (!rigid::moves_freely(m.models()[i]))
            continue;
        work.free.push_back(free_solid(s, m, i));
        work.free.back().pressed = work.joints.constant[i];
        for (const Joints::Inlet& inlet : work.joints.inlets)
            if (inlet.body == i)
                work.inlets.push_back({next, inlet.wall, inlet.push});
        ++next;
        const sph::Vec6& known = work.free.back().known;
        work.swim[i].velocity += dt * known.head<3>();
        work.swim[i].angular_velocity += dt * known.tail<3>();
        work.acceleration[i] = known;
    }
    move_points(s, m);
    sph::mirror_velocity(s.work.v_star, s.boundary, m.fluid, s.work.pairs);
    const bool strong = m.coupling == Coupling::strong;
    s.work.response.assemble(strong ? std::span<const sph::FreeSolid>(work.free)
                                    : std::span<const sph::FreeSolid>(),
                             work.inlets, s.fluid, s.boundary, m.fluid, s.work.pairs);
}

void respond(State& s, const Method& m, double dt)
{
    if (!in_water(s, m) || m.coupling == Coupling::staggered)
        return;
    const PhaseTimer timer(Phase::bodies);
    BodyWork& work = s.body_work;
    s.work.response.accelerations(s.fluid.pressure, work.by_pressure);
    for (std::size_t n = 0; n < work.free.size(); ++n) {
        const std::size_t i = work.free[n].owner - owner_of_body(m, 0);
        const sph::Vec6& y = work.by_pressure[n];
        work.swim[i].velocity += dt * y.head<3>();
        work.swim[i].angular_velocity += dt * y.tail<3>();
        work.acceleration[i] += y;
    }
    move_points(s, m);
}

void water_on_bodies(State& s, const Method& m, double dt)
{
    BodyWork& work = s.body_work;
    add_lift(s, m);
    const std::size_t count = m.models().size();
    work.force.assign(in_water(s, m) ? count : 0, Vec3::Zero());
    work.torque.assign(work.force.size(), Vec3::Zero());
    work.place = s.bodies.position;
    if (work.force.empty())
        return;
    press_joints(s, m);
    const auto& pressing = m.load == WaterLoad::markers ? s.work.loads.marker : s.work.loads.pressure;
    const auto about_center = [&](std::size_t i, const sph::Load& load) {
        return Vec3(load.moment - s.bodies.position[i].cross(load.force));
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t g = m.body_group[i];
        const sph::Load lost = s.work.loads.pressure[g] + s.work.loads.viscous[g];
        s.wet[i] = lost.force.isZero(0.0) ? 0.0 : 1.0;
        const contact::Twist& now = work.swim[i];
        const Vec3 velocity = rigid::center_velocity(m.models()[i], s.bodies, i, s.time);
        const Vec3 spin = rigid::angular_velocity(m.models()[i], s.bodies, i, s.time);
        if (m.models()[i].mode != rigid::Mode::fixed)
            s.energy.body_work += 0.5 * dt * (lost.force.dot(velocity + now.velocity) +
                                              about_center(i, lost).dot(spin + now.angular_velocity));
        s.water_force[i] = pressing[g].force;
        s.water_torque[i] = about_center(i, pressing[g]);
        const sph::Load& drag = s.work.loads.viscous[g];
        work.force[i] = s.water_force[i] + drag.force + work.uplift[i].head<3>();
        work.torque[i] = s.water_torque[i] + about_center(i, drag) + work.uplift[i].tail<3>();
    }
}

} // namespace flotsam::coupling
