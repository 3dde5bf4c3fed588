#include "contact/contact_phase.h"

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

constexpr double touching = 1e-9; // gap at the end of the step that counts as none, m
// A gap below it is rounding of positions. Taken as free way it would shift loads between the
// points of a face at 1e-14 m/s, which takes for ever.
constexpr double rounding = 1e-11;
constexpr int rounds = 8; // of taking in contacts that close only by others' impulses
// Who else closes shows after a few iterations: only the last round is solved to the end.
constexpr int glance = 25;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Vec3 velocity_of(const Row& r, std::span<const MovingBody> bodies, Twist MovingBody::*when)
{
    return velocity_at(bodies[at(r.a)].*when, r.arm_a) -
           velocity_at(bodies[at(r.b)].*when, r.arm_b);
}

Unknown unknown_of(const Row& r, Index number)
{
    Unknown c;
    c.arm_a = r.arm_a;
    c.arm_b = r.arm_b;
    c.normal = r.normal;
    c.friction = r.friction;
    c.a = r.a;
    c.b = r.b;
    c.row = number;
    return c;
}

bool closes(const IslandWork& w, std::size_t i, double dt, Twist MovingBody::*when)
{
    const Row& r = w.rows[i];
    return r.gap + dt * velocity_of(r, w.bodies, when).dot(r.normal) < touching;
}

Unknown start_of(const IslandWork& w, std::size_t i, double dt)
{
    const Row& r = w.rows[i];
    Unknown c = unknown_of(r, static_cast<Index>(i));
    c.impulse = w.impulses[i];
    c.allowed = r.gap > rounding ? r.gap / dt : 0.0;
    return c;
}

// The contacts that touch or close within the step.
Index choose(const IslandWork& w, double dt)
{
    Index count = 0;
    for (std::size_t i = 0; i < w.rows.size(); ++i)
        if (closes(w, i, dt, &MovingBody::start))
            w.unknowns[at(count++)] = start_of(w, i, dt);
    return count;
}

// Adds those that the impulses of others close; the list stays ascending in rows.
Index choose_more(const IslandWork& w, double dt, Index had)
{
    if (at(had) == w.rows.size())
        return had;
    Index known = 0;
    Index count = had;
    for (std::size_t i = 0; i < w.rows.size(); ++i) {
        if (known < had && w.unknowns[at(known)].row == static_cast<Index>(i))
            ++known;
        else if (closes(w, i, dt, &MovingBody::now))
            ++count;
    }
    if (count == had)
        return had;
    Index place = count; // from the back, so that the list grows in place
    for (std::size_t i = w.rows.size(); i-- > 0;) {
        if (known > 0 && w.unknowns[at(known - 1)].row == static_cast<Index>(i))
            w.unknowns[at(--place)] = w.unknowns[at(--known)];
        else if (closes(w, i, dt, &MovingBody::now))
            w.unknowns[at(--place)] = start_of(w, i, dt);
    }
    return count;
}

// Impulses that are not quite solved might give energy; scaled back they take what they can.
void give_no_energy(const IslandWork& w, std::span<Unknown> unknowns)
{
    double before = 0.0; // sum G . v
    double after = 0.0;  // sum G . v'
    for (const Unknown& c : unknowns) {
        const Row& r = w.rows[at(c.row)];
        before += c.impulse.dot(velocity_of(r, w.bodies, &MovingBody::start));
        after += c.impulse.dot(velocity_of(r, w.bodies, &MovingBody::now));
    }
    if (before + after <= 0.0)
        return;
    const double scale = std::clamp(-before / (after - before), 0.0, 1.0);
    for (Unknown& c : unknowns)
        c.impulse *= scale;
    for (const Index k : w.islanders) {
        MovingBody& body = w.bodies[at(k)];
        body.now.velocity = body.start.velocity + scale * (body.now.velocity - body.start.velocity);
        body.now.angular_velocity =
            body.start.angular_velocity +
            scale * (body.now.angular_velocity - body.start.angular_velocity);
    }
}

// Mean radius of gyration; huge for what cannot turn.
double gyration(const Inertial& body)
{
    const double spin = body.inverse_inertia.trace();
    return spin > 0.0 ? std::sqrt(body.inverse_mass.maxCoeff() * 3.0 / spin) : 1e300;
}

// Depth that is left alone. Undoing it would lift bodies, and most of it is gone by itself when
// they part.
double slop_of(const Row& r, const Scene& scene, const Settings& settings)
{
    const double size = std::min(gyration(scene.bodies[at(r.a)]), gyration(scene.bodies[at(r.b)]));
    return size < 1e299 ? std::max(settings.slop, settings.slop_share * size) : settings.slop;
}

// What the fastest of the island's bodies does, turning included, m/s.
double fastest_motion(const IslandWork& w, const Scene& scene)
{
    double fastest = 0.0;
    for (const Index k : w.islanders) {
        const Twist& now = w.bodies[at(k)].now;
        const double arm = gyration(scene.bodies[at(k)]);
        const double turn = arm < 1e299 ? arm * now.angular_velocity.norm() : 0.0;
        fastest = std::max(fastest, now.velocity.norm() + turn);
    }
    return fastest;
}

void book_work(const IslandWork& w, std::span<const Unknown> unknowns, EnergyBook& book)
{
    for (const Unknown& c : unknowns) {
        const Row& r = w.rows[at(c.row)];
        const Vec3 mean = 0.5 * (velocity_of(r, w.bodies, &MovingBody::start) +
                                 velocity_of(r, w.bodies, &MovingBody::now));
        const double normal = c.impulse.dot(c.normal) * mean.dot(c.normal);
        book.resting_normal -= normal;
        book.resting_friction -= c.impulse.dot(mean) - normal;
        if (!w.bodies[at(c.b)].moves)
            book.driven += c.impulse.dot(velocity_at(w.bodies[at(c.b)].start, c.arm_b));
        else if (!w.bodies[at(c.a)].moves)
            book.driven -= c.impulse.dot(velocity_at(w.bodies[at(c.a)].start, c.arm_a));
    }
}

} // namespace

ContactReport& ContactReport::operator+=(const ContactReport& other)
{
    contacts += other.contacts;
    iterations = std::max(iterations, other.iterations);
    updates += other.updates;
    residual = std::max(residual, other.residual);
    unconverged += other.unconverged;
    wandering += other.wandering;
    drift_iterations = std::max(drift_iterations, other.drift_iterations);
    deepest = std::max(deepest, other.deepest);
    return *this;
}

ContactReport rest_island(const IslandWork& w, const Scene& scene, const Settings& settings,
                          EnergyBook& book)
{
    ContactReport report;
    std::span<Unknown> unknowns;
    Index count = choose(w, scene.dt);
    bool whole = at(count) == w.rows.size(); // nobody else to take in
    Accuracy accuracy{settings.tolerance, settings.relative_tolerance, settings.iteration_limit,
                      settings.wandering, settings.relative_wandering};
    for (int round = 0;; ++round) {
        unknowns = w.unknowns.first(at(count));
        accuracy.limit = whole ? settings.iteration_limit : glance;
        const ProjectionReport solved =
            project(unknowns, w.islanders, w.bodies, accuracy, w.threads);
        report.iterations += solved.iterations;
        report.updates += static_cast<std::int64_t>(solved.iterations) * count;
        report.residual = solved.residual;
        report.unconverged = solved.converged ? 0 : 1;
        report.wandering = solved.wandering ? 1 : 0;
        const bool done = whole && (round >= rounds || !solved.converged);
        const Index more = done ? count : choose_more(w, scene.dt, count);
        if (more == count && (whole || solved.converged))
            break;
        whole = more == count || round >= rounds;
        count = more;
    }
    report.contacts = count;
    give_no_energy(w, unknowns);
    book_work(w, unknowns, book);
    for (Vec3& j : w.impulses)
        j = Vec3::Zero();
    for (const Unknown& c : unknowns)
        w.impulses[at(c.row)] = c.impulse;
    return report;
}

void undo_depth(const IslandWork& w, const Scene& scene, const Settings& settings,
                std::span<Twist> drift, EnergyBook& book, ContactReport& report)
{
    for (const Row& r : w.rows)
        report.deepest = std::max(report.deepest, -r.gap);
    if (report.deepest <= settings.slop)
        return;
    // Bodies that are wedged in cannot be freed, only lifted, and fall back: faster than they move
    // anyway, the correction itself would keep a heap moving for ever.
    const double limit = settings.drift_speed * fastest_motion(w, scene);
    double fastest = 0.0;
    for (std::size_t i = 0; i < w.rows.size(); ++i) {
        const Row& r = w.rows[i];
        Unknown& c = w.unknowns[i];
        c = unknown_of(r, static_cast<Index>(i));
        c.friction = 0.0;
        // No way beyond what this step's motion leaves of the gap.
        const double u = velocity_of(r, w.bodies, &MovingBody::now).dot(r.normal);
        c.allowed = std::max(std::max(r.gap, 0.0) / scene.dt + u, 0.0);
        const double left = slop_of(r, scene, settings);
        if (r.gap < -left) {
            c.allowed = std::max(settings.drift_share * (r.gap + left) / scene.dt, -limit);
            fastest = std::max(fastest, -c.allowed);
        }
    }
    if (fastest == 0.0)
        return;
    for (const Index k : w.islanders)
        w.bodies[at(k)].start = Twist{};
    // Walls stand still here; they are shared by islands, so their part is taken out of the target.
    for (Unknown& c : w.unknowns) {
        for (const auto& [k, arm, sign] :
             {std::tuple(c.a, c.arm_a, 1.0), std::tuple(c.b, c.arm_b, -1.0)})
            if (!w.bodies[at(k)].moves)
                c.allowed -= sign * velocity_at(w.bodies[at(k)].now, arm).dot(c.normal);
    }
    const ProjectionReport solved =
        project(w.unknowns, w.islanders, w.bodies, {1e-3 * fastest, 0.0, 500}, w.threads);
    report.drift_iterations = solved.iterations;
    for (const Index k : w.islanders) {
        const MovingBody& body = w.bodies[at(k)];
        drift[at(k)] = body.now;
        for (int axis = 0; axis < 3; ++axis)
            if (body.inverse_mass[axis] > 0.0)
                book.drift_potential -= settings.gravity[axis] * body.now.velocity[axis] *
                                        scene.dt / body.inverse_mass[axis];
    }
}

} // namespace flotsam::contact
