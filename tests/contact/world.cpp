#include "world.h"

#include <algorithm>
#include <chrono>

namespace flotsam::contact {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Quat rotation(const Vec3& angle)
{
    const double size = angle.norm();
    const double half = 0.5 * size;
    const Vec3 v = size > 0.0 ? Vec3(std::sin(half) / size * angle) : Vec3(Vec3::Zero());
    return Quat(std::cos(half), v.x(), v.y(), v.z());
}

} // namespace

double TestBody::radius() const
{
    double r = std::max(ball, half.norm());
    for (const SurfacePoint& p : points)
        r = std::max(r, p.place.norm());
    return r;
}

Mat3 TestBody::inertia_now() const
{
    const Mat3 r = orientation.toRotationMatrix();
    return r * inertia.asDiagonal() * r.transpose();
}

double TestBody::kinetic() const
{
    return 0.5 * mass * velocity.squaredNorm() + 0.5 * spin.dot(inertia_now() * spin);
}

TestBody box(const Vec3& size, double density, int n)
{
    TestBody b;
    b.half = 0.5 * size;
    b.mass = density * size.prod();
    const Vec3 s = size.cwiseAbs2();
    b.inertia = b.mass / 12.0 * Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    Vec3 p;
                    p[axis] = side;
                    p[(axis + 1) % 3] = 2.0 * i / (n - 1) - 1.0;
                    p[(axis + 2) % 3] = 2.0 * j / (n - 1) - 1.0;
                    Vec3 normal = Vec3::Zero();
                    normal[axis] = side;
                    b.points.push_back({p.cwiseProduct(b.half), normal});
                }
    return b;
}

TestBody sphere(double radius, double mass)
{
    TestBody b;
    b.ball = radius;
    b.mass = mass;
    b.inertia = Vec3::Constant(0.4 * mass * radius * radius);
    return b;
}

TestBody rod(double length, double mass)
{
    TestBody b;
    b.mass = mass;
    const double i = mass * length * length / 12.0;
    b.inertia = Vec3(1e-3 * i, i, i);
    b.points = {{Vec3(-0.5 * length, 0.0, 0.0)}, {Vec3(0.5 * length, 0.0, 0.0)}};
    return b;
}

void World::meet_planes(Index n, double skin)
{
    const TestBody& body = bodies[at(n)];
    const Mat3 turn = body.orientation.toRotationMatrix();
    for (std::size_t w = 0; w < planes.size(); ++w) {
        const TestPlane& plane = planes[w];
        const auto wall = static_cast<Index>(bodies.size() + w);
        const auto add = [&](const Vec3& x, std::uint32_t number) {
            const double gap = (x - plane.through).dot(plane.normal);
            if (gap < skin)
                points.push_back({{n, wall, number}, x, plane.normal, gap, 2});
        };
        if ((body.position - plane.through).dot(plane.normal) > body.radius() + skin)
            continue;
        if (body.ball > 0.0)
            add(body.position - body.ball * plane.normal, 0);
        for (std::size_t k = 0; k < body.points.size(); ++k) {
            const SurfacePoint& p = body.points[k];
            if (p.normal.isZero(0.0) || (turn * p.normal).dot(plane.normal) < -0.5)
                add(body.position + turn * p.place, static_cast<std::uint32_t>(k));
        }
    }
}

void World::meet_box(Index a, Index b, double skin)
{
    const TestBody& owner = bodies[at(a)];
    const TestBody& other = bodies[at(b)];
    const Mat3 turn = owner.orientation.toRotationMatrix();
    const Mat3 into = other.orientation.toRotationMatrix().transpose();
    const Mat3 relative = into * turn;
    const Vec3 shift = into * (owner.position - other.position);
    const double lateral = 1e-6 * other.half.minCoeff();
    for (std::size_t k = 0; k < owner.points.size(); ++k) {
        const Vec3 x = shift + relative * owner.points[k].place;
        const Vec3 n = relative * owner.points[k].normal;
        const Vec3 q = x.cwiseAbs() - other.half;
        int face = -1;
        for (int axis = 0; axis < 3; ++axis) {
            const double facing = n[axis] * (x[axis] > 0.0 ? 1.0 : -1.0);
            if ((n.isZero(0.0) || facing < -0.5) && (face < 0 || q[axis] > q[face]))
                face = axis;
        }
        if (face < 0 || q[face] >= skin || q[face] < -0.2 * other.half[face] ||
            q[(face + 1) % 3] > lateral || q[(face + 2) % 3] > lateral)
            continue;
        Vec3 normal = Vec3::Zero();
        normal[face] = x[face] > 0.0 ? 1.0 : -1.0;
        const Vec3 world_normal = into.transpose() * normal;
        points.push_back({{a, b, static_cast<std::uint32_t>(k)},
                          owner.position + turn * owner.points[k].place,
                          world_normal,
                          q[face],
                          std::abs(world_normal.z()) > 0.5 ? 0 : 1});
    }
}

void World::meet(Index a, Index b, double skin)
{
    const TestBody& x = bodies[at(a)];
    const TestBody& y = bodies[at(b)];
    const Vec3 d = x.position - y.position;
    const double distance = d.norm();
    if (distance > x.radius() + y.radius() + skin)
        return;
    if (x.ball > 0.0 && y.ball > 0.0) {
        const double gap = distance - x.ball - y.ball;
        const Vec3 n = d / distance;
        if (gap < skin)
            points.push_back({{a, b, 0}, y.position + (y.ball + 0.5 * gap) * n, n, gap, 0});
    } else if (!y.half.isZero(0.0) && !x.points.empty()) {
        meet_box(a, b, skin);
    }
}

void World::detect(double dt)
{
    double fastest = 0.0;
    for (const TestBody& b : bodies)
        fastest = std::max(fastest, b.velocity.norm() + b.spin.norm() * b.radius());
    const double skin = 2.0 * dt * (fastest + contact.settings().gravity.norm() * dt) + 1e-6;
    points.clear();
    for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i) {
        for (Index j = 0; j < i; ++j)
            meet(i, j, skin);
        meet_planes(i, skin);
    }
    load();
}

void World::load()
{
    const std::size_t count = bodies.size() + planes.size();
    inertial.assign(count, {});
    twists.assign(count, {});
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const TestBody& b = bodies[k];
        inertial[k] = {b.position, Vec3::Constant(1.0 / b.mass), b.inertia_now().inverse()};
        if (b.flat) {
            inertial[k].inverse_mass.y() = 0.0;
            inertial[k].inverse_inertia = Mat3::Zero();
            inertial[k].inverse_inertia(1, 1) = 1.0 / b.inertia.y();
        }
        twists[k] = {b.velocity, b.spin};
    }
    for (std::size_t w = 0; w < planes.size(); ++w)
        twists[bodies.size() + w].velocity = planes[w].velocity;
}

void World::unload()
{
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        bodies[k].velocity = twists[k].velocity;
        bodies[k].spin = twists[k].angular_velocity;
    }
}

void World::step(double dt)
{
    const double t0 = now();
    detect(dt);
    const double t1 = now();
    const Scene s = scene(dt);
    std::vector<Vec3> old_velocity, old_spin;
    for (const TestBody& b : bodies) {
        old_velocity.push_back(b.velocity);
        old_spin.push_back(b.spin);
    }
    kinetic_start = kinetic();
    const double t2 = now();
    collision = contact.collide(s, twists);
    const double t3 = now();
    unload();
    kinetic_collided = kinetic();
    for (std::size_t k = 0; k < bodies.size(); ++k)
        twists[k].velocity += dt * contact.settings().gravity;
    unload();
    kinetic_star = kinetic();
    const double t4 = now();
    resting = contact.rest(s, twists);
    const double t5 = now();
    unload();
    kinetic_rested = kinetic();
    detect_seconds += t1 - t0;
    solve_seconds += t3 - t2 + t5 - t4;

    for (std::size_t k = 0; k < bodies.size(); ++k) {
        TestBody& b = bodies[k];
        const bool hit = contact.touched()[k] != 0;
        const Twist& drift = contact.drift()[k];
        b.position += dt * (hit ? b.velocity : Vec3(0.5 * (old_velocity[k] + b.velocity)));
        b.position += dt * drift.velocity;
        // Angular momentum is kept while the body turns; the spin follows from it.
        const Vec3 momentum = b.inertia_now() * b.spin;
        b.orientation =
            (rotation(dt * (b.spin + drift.angular_velocity)) * b.orientation).normalized();
        b.spin = b.flat ? b.spin : Vec3(b.inertia_now().inverse() * momentum);
    }
    for (TestPlane& p : planes)
        p.through += dt * p.velocity;
    time += dt;
}

double World::kinetic() const
{
    double sum = 0.0;
    for (const TestBody& b : bodies)
        sum += b.kinetic();
    return sum;
}

double World::potential() const
{
    double sum = 0.0;
    for (const TestBody& b : bodies)
        sum -= b.mass * contact.settings().gravity.dot(b.position);
    return sum;
}

Vec3 World::momentum() const
{
    Vec3 sum = Vec3::Zero();
    for (const TestBody& b : bodies)
        sum += b.mass * b.velocity;
    return sum;
}

Vec3 World::angular_momentum() const
{
    Vec3 sum = Vec3::Zero();
    for (const TestBody& b : bodies)
        sum += b.mass * b.position.cross(b.velocity) + b.inertia_now() * b.spin;
    return sum;
}

} // namespace flotsam::contact
