#include "contact/projection.h"

#include "contact/pair_geometry.h"
#include "core/parallel.h"

#include <cmath>

namespace flotsam::contact {

namespace {

constexpr Index block = 256; // contacts whose sums one thread makes

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct Progress {
    double turn = 0.0;    // sum (G' - Y).(G' - G)/rho: negative when momentum points uphill
    double largest = 0.0; // of |G' - Y|/rho, m/s
};

// Largest eigenvalue of one body's part of K, from above: exact along the arm, and the smaller of
// trace and row sums for the rotary part.
double mobility_bound(const MovingBody& body, const Vec3& arm)
{
    const Mat3 r = cross_matrix(arm);
    const Mat3 k = -(r * body.inverse_inertia * r);
    const double rows = k.cwiseAbs().rowwise().sum().maxCoeff();
    return body.inverse_mass.maxCoeff() + std::min(k.trace(), rows);
}

// J M^-1 J^T is bounded by its diagonal blocks times the number of contacts on a body, so that
// these steps never exceed the inverse of the largest eigenvalue.
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
    const auto part = [&](Index k, const Vec3& arm) {
        const MovingBody& body = bodies[at(k)];
        return body.moves ? body.gained.velocity.x() * mobility_bound(body, arm) : 0.0;
    };
    for (Unknown& c : unknowns)
        c.step = 1.0 / (part(c.a, c.arm_a) + part(c.b, c.arm_b));
}

// The projected step of one contact from Y = G + beta (G - G_previous).
inline void update(Unknown& c, std::span<const MovingBody> bodies, double beta, Progress& progress)
{
    const Vec3 from = c.impulse + beta * (c.impulse - c.previous);
    const Vec3 v = velocity_at(bodies[at(c.a)].now, c.arm_a) - velocity_at(bodies[at(c.b)].now, c.arm_b);
    const Vec3 trial = from - c.step * v;
    const double along = trial.dot(c.normal);
    const double pressed = std::max(0.0, along - c.step * c.allowed);
    Vec3 sliding = trial - along * c.normal;
    const double size2 = sliding.squaredNorm();
    const double most = c.friction * pressed;
    if (size2 > most * most)
        sliding *= most / std::sqrt(size2);
    const Vec3 next = pressed * c.normal + sliding;
    const Vec3 moved = next - from;
    const double stiffness = 1.0 / c.step;
    progress.turn += stiffness * moved.dot(next - c.impulse);
    progress.largest = std::max(progress.largest, stiffness * stiffness * moved.squaredNorm());
    c.previous = c.impulse;
    c.impulse = next;
}

inline void gain(MovingBody& body, const Vec3& arm, const Vec3& impulse)
{
    body.gained.velocity += impulse;
    body.gained.angular_velocity += arm.cross(impulse);
}

// From summed impulse and moment to velocities gained.
inline void finish_gain(MovingBody& body)
{
    body.gained.velocity = body.inverse_mass.cwiseProduct(body.gained.velocity).eval();
    body.gained.angular_velocity = (body.inverse_inertia * body.gained.angular_velocity).eval();
}

inline void forget_gain(MovingBody& body)
{
    body.before = body.gained;
    body.gained = Twist{};
}

// Velocities belong to impulses linearly, so those of Y need no second sum over contacts.
inline void extrapolate(MovingBody& body, double beta)
{
    const Twist& s = body.start;
    const Twist& g = body.gained;
    const Twist& b = body.before;
    body.now.velocity = s.velocity + g.velocity + beta * (g.velocity - b.velocity);
    body.now.angular_velocity =
        s.angular_velocity + g.angular_velocity + beta * (g.angular_velocity - b.angular_velocity);
}

// One thread: contact by contact, impulses go to the bodies as they come.
struct Serial {
    std::span<Unknown> unknowns;
    std::span<const Index> islanders;
    std::span<MovingBody> bodies;

    Progress update_all(double beta) const
    {
        Progress progress;
        for (Unknown& c : unknowns)
            update(c, bodies, beta, progress);
        return progress;
    }

    void gather() const
    {
        for (const Index k : islanders)
            forget_gain(bodies[at(k)]);
        for (const Unknown& c : unknowns) {
            if (bodies[at(c.a)].moves)
                gain(bodies[at(c.a)], c.arm_a, c.impulse);
            if (bodies[at(c.b)].moves)
                gain(bodies[at(c.b)], c.arm_b, -c.impulse);
        }
        for (const Index k : islanders)
            finish_gain(bodies[at(k)]);
    }

    void extrapolate_all(double beta) const
    {
        for (const Index k : islanders)
            extrapolate(bodies[at(k)], beta);
    }
};

// Several threads: blocks of contacts, then bodies, which collect their contacts in order.
struct Shared {
    std::span<Unknown> unknowns;
    std::span<const Index> islanders;
    std::span<MovingBody> bodies;
    ProjectionWork& work;

    void prepare() const
    {
        const std::size_t blocks = (unknowns.size() + at(block) - 1) / at(block);
        work.turn.resize(blocks);
        work.largest.resize(blocks);
        work.place.resize(std::max(work.place.size(), bodies.size()));
        for (std::size_t k = 0; k < islanders.size(); ++k)
            work.place[at(islanders[k])] = static_cast<Index>(k);
        work.first.assign(islanders.size() + 1, 0);
        each_side([&](Index body, Index) { ++work.first[at(work.place[at(body)]) + 1]; });
        for (std::size_t k = 0; k < islanders.size(); ++k)
            work.first[k + 1] += work.first[k];
        work.contacts.resize(at(work.first.back()));
        each_side([&](Index body, Index side) {
            work.contacts[at(work.first[at(work.place[at(body)])]++)] = side;
        });
        for (std::size_t k = islanders.size(); k > 0; --k)
            work.first[k] = work.first[k - 1];
        work.first[0] = 0;
    }

    template <class F> void each_side(F&& f) const
    {
        for (std::size_t i = 0; i < unknowns.size(); ++i) {
            const auto side = static_cast<Index>(2 * i);
            if (bodies[at(unknowns[i].a)].moves)
                f(unknowns[i].a, side);
            if (bodies[at(unknowns[i].b)].moves)
                f(unknowns[i].b, side + 1);
        }
    }

    Progress update_all(double beta) const
    {
        parallel_for(static_cast<Offset>(work.turn.size()), [&](Offset n) {
            const auto b = static_cast<std::size_t>(n);
            Progress progress;
            const std::size_t last = std::min(unknowns.size(), (b + 1) * at(block));
            for (std::size_t i = b * at(block); i < last; ++i)
                update(unknowns[i], bodies, beta, progress);
            work.turn[b] = progress.turn;
            work.largest[b] = progress.largest;
        });
        Progress total;
        for (std::size_t b = 0; b < work.turn.size(); ++b) {
            total.turn += work.turn[b];
            total.largest = std::max(total.largest, work.largest[b]);
        }
        return total;
    }

    void gather() const
    {
        parallel_for(static_cast<Offset>(islanders.size()), [&](Offset n) {
            const auto k = static_cast<std::size_t>(n);
            MovingBody& body = bodies[at(islanders[k])];
            forget_gain(body);
            for (Index s = work.first[k]; s < work.first[k + 1]; ++s) {
                const Index side = work.contacts[at(s)];
                const Unknown& c = unknowns[at(side / 2)];
                if (side % 2 == 0)
                    gain(body, c.arm_a, c.impulse);
                else
                    gain(body, c.arm_b, -c.impulse);
            }
            finish_gain(body);
        });
    }

    void extrapolate_all(double beta) const
    {
        for (const Index k : islanders)
            extrapolate(bodies[at(k)], beta);
    }
};

template <class Way>
ProjectionReport iterate(const Way& way, double tolerance, int limit)
{
    ProjectionReport report;
    report.converged = false;
    double theta = 1.0;
    double beta = 0.0;
    way.gather();
    way.extrapolate_all(0.0);
    while (report.iterations < limit) {
        ++report.iterations;
        const Progress progress = way.update_all(beta);
        way.gather();
        report.residual = std::sqrt(progress.largest);
        if (std::isnan(progress.turn))
            break;
        if (report.residual < tolerance) {
            report.converged = true;
            break;
        }
        if (progress.turn < 0.0) {
            theta = 1.0;
            beta = 0.0;
        } else {
            const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
            beta = (theta - 1.0) / next;
            theta = next;
        }
        way.extrapolate_all(beta);
    }
    way.extrapolate_all(0.0);
    return report;
}

} // namespace

ProjectionReport project(std::span<Unknown> unknowns, std::span<const Index> islanders,
                         std::span<MovingBody> bodies, double tolerance, int limit,
                         ProjectionWork* threads)
{
    if (unknowns.empty()) {
        for (const Index k : islanders)
            bodies[at(k)].now = bodies[at(k)].start;
        return {};
    }
    for (Unknown& c : unknowns)
        c.previous = c.impulse;
    choose_steps(unknowns, islanders, bodies);
    if (threads == nullptr)
        return iterate(Serial{unknowns, islanders, bodies}, tolerance, limit);
    const Shared way{unknowns, islanders, bodies, *threads};
    way.prepare();
    return iterate(way, tolerance, limit);
}

} // namespace flotsam::contact
