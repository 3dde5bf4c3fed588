#include "contact/projection.h"

#include "contact/momentum.h"
#include "contact/step_lengths.h"
#include "core/parallel.h"

#include <cmath>
#include <utility>

namespace flotsam::contact {

namespace {

constexpr Index block = 256; // contacts whose sums one thread makes
constexpr double unfelt = 2e-6;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Three numbers in registers: the innermost loop takes half the time it takes with Eigen's vectors,
// which the compiler sends through memory here.
struct Triple {
    double x, y, z;

    explicit Triple(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
    Triple(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    double dot(const Triple& o) const { return x * o.x + y * o.y + z * o.z; }
    Triple cross(const Triple& o) const
    {
        return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
    }
    Triple operator+(const Triple& o) const { return {x + o.x, y + o.y, z + o.z}; }
    Triple operator-(const Triple& o) const { return {x - o.x, y - o.y, z - o.z}; }
    Triple operator*(double f) const { return {x * f, y * f, z * f}; }
    void into(Vec3& v) const
    {
        v.x() = x;
        v.y() = y;
        v.z() = z;
    }
};

// The projected step of one contact from Y = G + beta (G - G_previous).
inline void update(Unknown& c, const MovingBody* bodies, double beta, Progress& progress)
{
    const Twist& a = bodies[c.a].now;
    const Twist& b = bodies[c.b].now;
    const Triple n(c.normal);
    const Triple impulse(c.impulse);
    const Triple from = impulse + (impulse - Triple(c.previous)) * beta;
    const Triple apart = Triple(a.velocity) - Triple(b.velocity);
    const Triple v = apart + Triple(a.angular_velocity).cross(Triple(c.arm_a)) -
                     Triple(b.angular_velocity).cross(Triple(c.arm_b));
    const double u = v.dot(n);
    const double from_along = from.dot(n);
    const double pressed = std::max(0.0, from_along - c.step * (u + c.allowed));
    const Triple from_side = from - n * from_along;
    const Triple free = from_side - (v - n * u) * c.side_step;
    const double size2 = free.dot(free);
    const double most = c.friction * pressed;
    const Triple side = free * (size2 > most * most ? most / std::sqrt(size2) : 1.0);
    const double moved = (pressed - from_along) * c.stiffness;
    const Triple moved_side = (side - from_side) * c.side_stiffness;
    const Triple next = n * pressed + side;
    const Triple since = next - impulse;
    progress.turn += moved * since.dot(n) + moved_side.dot(since);
    progress.largest = std::max(progress.largest, moved * moved + moved_side.dot(moved_side));
    progress.fastest = std::max(progress.fastest, apart.dot(apart));
    c.previous = c.impulse;
    next.into(c.impulse);
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
            update(c, bodies.data(), beta, progress);
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
        work.fastest.resize(blocks);
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
                update(unknowns[i], bodies.data(), beta, progress);
            work.turn[b] = progress.turn;
            work.largest[b] = progress.largest;
            work.fastest[b] = progress.fastest;
        });
        Progress total;
        for (std::size_t b = 0; b < work.turn.size(); ++b) {
            total.turn += work.turn[b];
            total.largest = std::max(total.largest, work.largest[b]);
            total.fastest = std::max(total.fastest, work.fastest[b]);
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

// How much bodies feel of the last change d of the impulses: d . K d over d . d/rho. It is 0 for
// loads that go from one point of a face to the next, and not less than the inverse of the
// condition number for anything that moves a body.
double felt(std::span<const Unknown> unknowns, std::span<const MovingBody> bodies)
{
    const auto change = [&](Index k, const Vec3& arm) {
        const MovingBody& b = bodies[at(k)];
        return b.moves ? Vec3(b.gained.velocity - b.before.velocity +
                              (b.gained.angular_velocity - b.before.angular_velocity).cross(arm))
                       : Vec3(Vec3::Zero());
    };
    double work = 0.0, size = 0.0;
    for (const Unknown& c : unknowns) {
        const Vec3 d = c.impulse - c.previous;
        work += d.dot(change(c.a, c.arm_a) - change(c.b, c.arm_b));
        const double along = d.dot(c.normal);
        size +=
            c.stiffness * along * along + c.side_stiffness * (d - along * c.normal).squaredNorm();
    }
    return size > 0.0 ? work / size : 0.0;
}

template <class Way> ProjectionReport iterate(const Way& way, const Accuracy& accuracy)
{
    ProjectionReport report;
    report.converged = false;
    Momentum momentum;
    Standstill standstill;
    way.gather();
    way.extrapolate_all(0.0);
    while (report.iterations < accuracy.limit && !report.converged) {
        ++report.iterations;
        const Progress progress = way.update_all(momentum.beta());
        way.gather();
        if (std::isnan(progress.turn))
            break;
        report.residual = std::sqrt(progress.largest);
        report.converged =
            report.residual <
            std::max(accuracy.tolerance, accuracy.relative * std::sqrt(progress.fastest));
        const double wandering =
            std::max(accuracy.wandering, accuracy.relative_wandering * std::sqrt(progress.fastest));
        if (!report.converged && standstill.see(report.residual) && report.residual < wandering &&
            felt(way.unknowns, way.bodies) < unfelt)
            report.converged = report.wandering = true;
        momentum.advance(progress);
        way.extrapolate_all(momentum.beta());
    }
    way.extrapolate_all(0.0);
    return report;
}

} // namespace

ProjectionReport project(std::span<Unknown> unknowns, std::span<const Index> islanders,
                         std::span<MovingBody> bodies, const Accuracy& accuracy,
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
        return iterate(Serial{unknowns, islanders, bodies}, accuracy);
    const Shared way{unknowns, islanders, bodies, *threads};
    way.prepare();
    return iterate(way, accuracy);
}

} // namespace flotsam::contact
