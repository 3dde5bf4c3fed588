#include "contact/soft_contact.h"

#include "contact/pair_geometry.h"
#include "core/parallel.h"
#include "rigid/motion.h"

#include <algorithm>
#include <limits>

namespace flotsam::contact {

namespace {

constexpr Offset few = 256; // contacts below which threads cost more than they give
constexpr double most_steps = 1e6; // short ones in a step; where more are wanted it is counted
constexpr double one_way = 0.9; // cosine between normals of points that act together

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Radius of a contact; where both are flat, or a hollow fits its ball, no less curved than this.
double radius_of(const ContactPoint& p) { return 1.0 / std::max(p.curvature, 1e-6); }

template <class F> void each(std::size_t count, F&& f)
{
    if (static_cast<Offset>(count) < few)
        for (std::size_t i = 0; i < count; ++i)
            f(i);
    else
        parallel_for(static_cast<Offset>(count), [&](Offset i) { f(static_cast<std::size_t>(i)); });
}

// The stretch turned into the plane of contact as it is now.
Vec3 laid_in_plane(const Vec3& stretch, const Vec3& normal)
{
    const Vec3 flat = stretch - stretch.dot(normal) * normal;
    const double length = flat.norm();
    return length > 0.0 ? Vec3(stretch.norm() / length * flat) : Vec3(Vec3::Zero());
}

double overlap_of(const ContactPoint& p, const PairRules& rules)
{
    return rules.rules()[at(p.rule)].clearance - p.gap;
}

} // namespace

JointModuli SoftContact::moduli_of(const ContactPoint& p) const
{
    return joint_moduli(model_.materials[at(p.key.a)], model_.materials[at(p.key.b)]);
}

double SoftContact::mass_felt(const ContactKey& key, const Vec3& x, const Vec3& n) const
{
    const auto part = [&](Index k) {
        const Inertial& body = inertials_[at(k)];
        return n.dot(mobility(body, x - body.center) * n);
    };
    const double answer = part(key.a) + part(key.b);
    return answer > 0.0 ? 1.0 / answer : 0.0;
}

// The pressed points of a pair that face one way act together: each has an equal share of the mass
// that is felt in their middle.
void SoftContact::share_mass(const Detector& detector, std::size_t first, std::size_t last)
{
    const auto& points = detector.contacts();
    const auto pressed = [&](const ContactPoint& p) { return overlap_of(p, detector.rules()) > 0.0; };
    for (std::size_t i = first; i < last; ++i) {
        mass_[i] = 0.0;
        if (!pressed(points[i]))
            continue;
        int company = 0;
        Vec3 middle = Vec3::Zero();
        for (std::size_t k = first; k < last; ++k)
            if (pressed(points[k]) && points[k].normal.dot(points[i].normal) > one_way) {
                ++company;
                middle += points[k].point;
            }
        mass_[i] = mass_felt(points[i].key, middle / company, points[i].normal) / company;
    }
}

void SoftContact::look(const Detector& detector, const rigid::Bodies& bodies, double time)
{
    fill_inertials(detector.solids(), bodies, time, inertials_);
    fill_twists(detector.solids(), bodies, time, twists_);
}

// Each contact as deep as its approach, and what gravity and the water add to it within dt, can
// press it; springs of one body add up.
double SoftContact::critical_step_of(const std::vector<ContactPoint>& points,
                                     const Detector& detector, const SoftScene& scene) const
{
    const Solids& solids = detector.solids();
    touching_.assign(at(solids.size()), 0);
    for (const ContactPoint& p : points)
        if (overlap_of(p, detector.rules()) > 0.0)
            for (const Index n : {p.key.a, p.key.b})
                ++touching_[at(n)];
    const auto pull = [&](Index n) {
        if (!solids.moves(n))
            return 0.0;
        const Vec3 own = scene.force.empty() ? Vec3(Vec3::Zero())
                                             : Vec3(scene.force[at(n)] / solids.models[at(n)].mass);
        return (scene.gravity + own).norm();
    };
    double least = std::numeric_limits<double>::infinity();
    for (const ContactPoint& p : points) {
        const double mass = mass_felt(p.key, p.point, p.normal);
        if (mass == 0.0)
            continue;
        const auto velocity = [&](Index n) {
            return velocity_at(twists_[at(n)], p.point - inertials_[at(n)].center);
        };
        const Index a = p.key.a, b = p.key.b;
        const double speed =
            (velocity(a) - velocity(b)).norm() + scene.dt * (pull(a) + pull(b));
        const JointModuli e = moduli_of(p);
        const double radius = radius_of(p);
        const double u = deepest_overlap(
            e, radius, std::max(overlap_of(p, detector.rules()), 0.0), mass, speed);
        const double stiffness = steepest_stiffness(e, radius, u);
        const PairRule& rule = detector.rules().rules()[at(p.rule)];
        const double ratio = hertz_damping * damping_ratio(rule.restitution) / 2.0;
        const int company =
            std::max({solids.moves(a) ? touching_[at(a)] : 1, solids.moves(b) ? touching_[at(b)] : 1, 1});
        least = std::min(least, critical_step(mass / company, stiffness, ratio));
    }
    return least;
}

// Force of one contact; its spring is stretched by the slip of this short step.
void SoftContact::push_back(std::size_t i, const Detector& detector, const SoftScene& scene, double h)
{
    const ContactPoint& p = detector.contacts()[i];
    Press& press = presses_[i];
    Spring& spring = springs_[i];
    press = {};
    const double u = overlap_of(p, detector.rules());
    const double mass = mass_[i];
    if (mass == 0.0) {
        spring = {};
        return;
    }
    const PairRule& rule = detector.rules().rules()[at(p.rule)];
    press.normal = p.normal;
    press.arm_a = p.point - inertials_[at(p.key.a)].center;
    press.arm_b = p.point - inertials_[at(p.key.b)].center;
    press.velocity = velocity_at(twists_[at(p.key.a)], press.arm_a) -
                     velocity_at(twists_[at(p.key.b)], press.arm_b);
    const double approach = press.velocity.dot(p.normal);
    const Vec3 slip = press.velocity - approach * p.normal;

    const JointModuli e = moduli_of(p);
    const double radius = radius_of(p);
    const double kn = normal_stiffness(e, radius, u), kt = tangential_stiffness(e, radius, u);
    press.spring = kn * u;
    // At the mean of the speeds before and after, as if this contact were alone: with the speed
    // before, a rebound at e = 0.1 would be 9 % too slow for steps of a fifth of the critical one.
    const double cn = hertz_damping * damping_ratio(rule.restitution) * std::sqrt(mass * kn);
    press.dashpot = -cn * (approach + 0.5 * h / mass * press.spring) / (1.0 + 0.5 * h / mass * cn);

    const bool wet = !scene.wet.empty() && [&] {
        const auto in_water = [&](Index n) {
            return n < static_cast<Index>(scene.wet.size()) && scene.wet[at(n)] != 0.0;
        };
        return in_water(p.key.a) || in_water(p.key.b);
    }();
    const double most = (wet ? rule.wet_friction : rule.friction) *
                        std::max(press.spring + press.dashpot, 0.0);
    Vec3 stretch = laid_in_plane(spring.stretch, p.normal);
    if (u > spring.overlap)
        stretch *= std::sqrt(spring.overlap / u); // the force is kept: K_T goes as sqrt(u)
    stretch += h * slip;
    const double ct = linear_damping * damping_ratio(rule.tangential_restitution) *
                      std::sqrt(2.0 / 7.0 * mass * kt);
    press.tangential = -kt * stretch - ct * slip;
    const double size = press.tangential.norm();
    if (size > most) { // slides: the spring keeps what friction can hold
        press.tangential *= size > 0.0 ? most / size : 0.0;
        stretch = -press.tangential / kt;
    }
    spring = {stretch, u};
}

void SoftContact::press(const Detector& detector, const SoftScene& scene, double h,
                        SoftReport& report)
{
    const auto& points = detector.contacts();
    presses_.resize(points.size());
    mass_.resize(points.size());
    for (std::size_t first = 0, last = 0; first < points.size(); first = last) {
        const std::int64_t pair = pair_number(points[first].key);
        while (last < points.size() && pair_number(points[last].key) == pair)
            ++last;
        share_mass(detector, first, last);
    }
    each(points.size(), [&](std::size_t i) { push_back(i, detector, scene, h); });
    report.contacts = static_cast<Offset>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        report.deepest = std::max(report.deepest, -points[i].gap);
        report.updates += mass_[i] > 0.0 ? 1 : 0;
    }
}

// The forces of all contacts, in their order, on top of what else acts; then V and L.
void SoftContact::kick(const Detector& detector, rigid::Bodies& bodies, const SoftScene& scene,
                       double h)
{
    const Solids& solids = detector.solids();
    const auto& points = detector.contacts();
    const auto start = [&](std::vector<Vec3>& sum, std::span<const Vec3> other) {
        sum.assign(solids.models.size(), Vec3::Zero());
        std::copy(other.begin(), other.end(), sum.begin());
    };
    start(force_, scene.force);
    start(torque_, scene.torque);
    given_.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Press& p = presses_[i];
        const Vec3 f = (p.spring + p.dashpot) * p.normal + p.tangential;
        given_[i] = h * f;
        const auto push_body = [&](Index k, const Vec3& arm, double sign) {
            if (k >= solids.bodies())
                return;
            force_[at(k)] += sign * f;
            torque_[at(k)] += sign * arm.cross(f);
            impulse_[at(k)] += sign * given_[i];
            turning_[at(k)] += sign * arm.cross(given_[i]);
        };
        push_body(points[i].key.a, p.arm_a, 1.0);
        push_body(points[i].key.b, p.arm_b, -1.0);
    }
    rigid::kick(solids.models, bodies, force_, torque_, scene.gravity, h, scene.away);
}

// Each force's own work: impulse times the mean of the velocities before and after.
void SoftContact::book(const std::vector<ContactPoint>& points, double h, const SoftMemory& memory)
{
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Press& p = presses_[i];
        if (p.spring == 0.0)
            continue;
        const auto [a, b, point] = points[i].key;
        const Vec3 of_a = velocity_at(twists_[at(a)], p.arm_a);
        const Vec3 of_b = velocity_at(twists_[at(b)], p.arm_b);
        const Vec3 mean = 0.5 * (p.velocity + of_a - of_b);
        const double along = mean.dot(p.normal);
        const double by_spring = h * p.spring * along;
        (by_spring < 0.0 ? memory.energy.compression : memory.energy.released) += std::abs(by_spring);
        memory.energy.dissipated -= h * p.dashpot * along;
        memory.energy.resting_normal -= h * p.dashpot * along;
        memory.energy.resting_friction -= h * p.tangential.dot(mean);
        if (!moves(inertials_[at(b)]))
            memory.energy.driven += given_[i].dot(of_b);
        else if (!moves(inertials_[at(a)]))
            memory.energy.driven -= given_[i].dot(of_a);
    }
    memory.pairs.add(points, given_);
}

// Of the forces that are constant over the step, likewise.
double SoftContact::work_of_load(const SoftScene& scene, double h) const
{
    double work = 0.0;
    for (std::size_t n = 0; n < scene.force.size(); ++n)
        if (moves(inertials_[n]))
            work += 0.5 * h *
                    (scene.force[n].dot(before_[n].velocity + twists_[n].velocity) +
                     scene.torque[n].dot(before_[n].angular_velocity + twists_[n].angular_velocity));
    return work;
}

SoftReport SoftContact::advance(Detector& detector, rigid::Bodies& bodies, const SoftScene& scene,
                                const SoftMemory& memory)
{
    const Solids& solids = detector.solids();
    const std::size_t count = solids.models.size();
    const double g = scene.gravity.norm();
    impulse_.assign(count, Vec3::Zero());
    turning_.assign(count, Vec3::Zero());

    SoftReport report;
    look(detector, bodies, scene.time);
    report.critical =
        critical_step_of(detector.find(bodies, scene.time, scene.dt, g), detector, scene);
    // A bad number makes one step, in which the verdict finds it.
    const double wanted = model_.cut ? std::ceil(scene.dt / (model_.share * report.critical)) : 1.0;
    report.capped = wanted > most_steps;
    report.steps = wanted > 1.0 ? static_cast<std::int64_t>(std::min(wanted, most_steps)) : 1;
    const double h = scene.dt / static_cast<double>(report.steps);
    for (std::int64_t n = 0; n < report.steps; ++n) {
        const double from = scene.time + static_cast<double>(n) * h, middle = from + 0.5 * h;
        rigid::drift(solids.models, bodies, bodies.velocity, from, 0.5 * h, scene.away);
        const auto& points = detector.find(bodies, middle, h, g);
        look(detector, bodies, middle);
        memory.springs.recall(points, springs_);
        press(detector, scene, h, report);
        memory.springs.remember(points, springs_);
        kick(detector, bodies, scene, h);
        before_.swap(twists_);
        fill_twists(solids, bodies, middle, twists_);
        book(points, h, memory);
        report.load_work += work_of_load(scene, h);
        rigid::drift(solids.models, bodies, bodies.velocity, middle, 0.5 * h, scene.away);
    }
    return report;
}

} // namespace flotsam::contact
