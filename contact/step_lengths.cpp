#include "contact/step_lengths.h"

#include <cmath>
#include <utility>

namespace flotsam::contact {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// One body's part of K times an impulse.
inline Vec3 response(const MovingBody& body, const Vec3& arm, const Vec3& impulse)
{
    const Vec3 spin = body.inverse_inertia * arm.cross(impulse);
    return body.inverse_mass.cwiseProduct(impulse) + spin.cross(arm);
}

inline double length(double x, double y) { return std::sqrt(x * x + y * y); }

// A unit vector across n.
inline Vec3 side_of(const Vec3& n)
{
    const Vec3 t = std::abs(n.x()) < 0.6 ? Vec3(0.0, n.z(), -n.y()) : Vec3(-n.z(), 0.0, n.x());
    return t / std::sqrt(t.squaredNorm());
}

} // namespace

void choose_steps(std::span<Unknown> unknowns, std::span<const Index> islanders,
                  std::span<MovingBody> bodies)
{
    // The count lives in a field that the iteration overwrites later.
    for (const Index k : islanders)
        bodies[at(k)].gained.velocity.x() = 0.0;
    for (const Unknown& c : unknowns)
        for (const Index k : {c.a, c.b})
            if (bodies[at(k)].moves) // walls belong to several islands: read only
                bodies[at(k)].gained.velocity.x() += 1.0;
    for (Unknown& c : unknowns) {
        const Vec3 t = side_of(c.normal);
        const Vec3 s = c.normal.cross(t);
        Vec3 kn = Vec3::Zero(); // K n
        Vec3 kt = Vec3::Zero(); // K t
        Vec3 ks = Vec3::Zero(); // K s
        for (const auto& [number, arm] : {std::pair(c.a, &c.arm_a), std::pair(c.b, &c.arm_b)}) {
            const MovingBody& body = bodies[at(number)];
            if (!body.moves)
                continue;
            const double count = body.gained.velocity.x();
            kn += count * response(body, *arm, c.normal);
            kt += count * response(body, *arm, t);
            ks += count * response(body, *arm, s);
        }
        const double along = c.normal.dot(kn);
        const double across = length(t.dot(kn), s.dot(kn));
        const double tt = t.dot(kt);
        const double ss = s.dot(ks);
        const double ts = s.dot(kt);
        const double tangential = 0.5 * (tt + ss + length(tt - ss, 2.0 * ts));
        c.stiffness = along + across;
        c.side_stiffness = tangential + across;
        c.step = 1.0 / c.stiffness;
        c.side_step = 1.0 / c.side_stiffness;
    }
}

} // namespace flotsam::contact
