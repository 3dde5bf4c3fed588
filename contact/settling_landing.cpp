#include "contact/settling_landing.h"

#include "contact/patch.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::contact {

namespace {

constexpr double small = 1e-9; // of the speeds at hand: rounding

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

// The body when it lands, and what is asked of its motion afterwards.
class Landing {
public:
    Landing(const SettlingModel& m, const SettlingSupport& s, const SettlingBody& b,
            const Vec3& velocity, const Vec3& spin)
        : m_(m), s_(s), b_(b), velocity_(velocity), own_(inertia_about_centre(m, b.orientation)),
          momentum_(own_ * spin)
    {
        speed_ = velocity.norm() + spin.norm() * m.shape->length;
    }

    Vec3 corner(Index n) const { return corner_at(m_, b_, n); }
    const Vec3& up() const { return m_.surface.normal; }

    Vec3 spin_about(Index v) const
    {
        const Vec3 r = b_.position - corner(v);
        return (own_ + inertia_of_arm(m_.mass, r)).inverse() * momentum_about(v);
    }
    Vec3 spin_about(Index v, Index w) const
    {
        const Vec3 r = b_.position - corner(v), e = (corner(w) - corner(v)).normalized();
        return e * (e.dot(momentum_about(v)) / e.dot((own_ + inertia_of_arm(m_.mass, r)) * e));
    }

    // The others leave faster than `hold`, and it need not pull.
    bool fits(Index v, const Vec3& spin, double hold) const
    {
        return others_rise(v, v, spin, hold) &&
               impulse(v, spin).dot(up()) >= -small * m_.mass * speed_;
    }
    bool fits(Index v, Index w, const Vec3& spin) const
    {
        if (!others_rise(v, w, spin, 0.0))
            return false;
        // The moment about v that is left over acts at w.
        const Vec3 r = b_.position - corner(v), side = corner(w) - corner(v), e = side.normalized();
        const Vec3 moment =
            own_ * spin + m_.mass * r.cross(Vec3(spin.cross(r))) - momentum_about(v);
        const Vec3 across = e.cross(up());
        const double at_w = moment.dot(across) / (side.norm() * across.squaredNorm());
        const double least = -small * m_.mass * speed_;
        return at_w >= least && impulse(v, spin).dot(up()) - at_w >= least;
    }
    // Let go, neither end would leave faster than `hold`.
    bool nearly_fits(Index v, Index w, const Vec3& spin, double hold) const
    {
        const double leaves_v = rise(v, w, spin_about(w)), leaves_w = rise(w, v, spin_about(v));
        return others_rise(v, w, spin, 0.0) && std::max(leaves_v, leaves_w) <= hold;
    }

private:
    Vec3 momentum_about(Index v) const
    {
        return momentum_ + m_.mass * (b_.position - corner(v)).cross(velocity_);
    }
    Vec3 impulse(Index v, const Vec3& spin) const
    {
        return m_.mass * (spin.cross(Vec3(b_.position - corner(v))) - velocity_);
    }
    double rise(Index n, Index v, const Vec3& spin) const
    {
        return up().dot(spin.cross(Vec3(corner(n) - corner(v))));
    }
    bool others_rise(Index v, Index w, const Vec3& spin, double hold) const
    {
        return std::all_of(s_.outline.begin(), s_.outline.end(), [&](Index n) {
            return n == v || n == w || rise(n, v, spin) >= hold - small * speed_;
        });
    }

    const SettlingModel& m_;
    const SettlingSupport& s_;
    const SettlingBody& b_;
    Vec3 velocity_;
    Mat3 own_;
    Vec3 momentum_;
    double speed_ = 0.0;
};

struct Pivot {
    Index a = -1, b = -1; // b < 0: a corner
};

// Short enough to add nothing to a motion that is there.
Vec3 touch_of_gravity(const SettlingModel& m)
{
    return 1e-6 * std::sqrt(m.shape->length / m.gravity.norm()) * m.gravity;
}

// Sides of the outline, the one of before first; true at the first for which f is.
template <class F> bool any_side(const SettlingSupport& s, const Pivot& before, F&& f)
{
    const auto& o = s.outline;
    const auto touches = [&](Index n) { return std::find(o.begin(), o.end(), n) != o.end(); };
    if (before.b >= 0 && touches(before.a) && touches(before.b) && f(before))
        return true;
    for (std::size_t k = 0; o.size() >= 2 && k < o.size(); ++k)
        if (f(Pivot{o[k], o[(k + 1) % o.size()]}))
            return true;
    return false;
}

// The side or corner nearest to where the centre of mass stands.
Pivot nearest_pivot(const SettlingModel& m, const SettlingSupport& s, const SettlingBody& b)
{
    Pivot best;
    double least = std::numeric_limits<double>::infinity();
    const Vec3 foot = footing(m, b.position);
    const auto offer = [&](const Vec3& x, const Pivot& pivot) {
        const Vec3 way = foot - x;
        const double d = (way - way.dot(m.surface.normal) * m.surface.normal).norm();
        if (d < least) {
            least = d;
            best = pivot;
        }
    };
    for (std::size_t k = 0; k < s.outline.size(); ++k) {
        const Index v = s.outline[k], w = s.outline[(k + 1) % s.outline.size()];
        const Vec3 from = corner_at(m, b, v), side = corner_at(m, b, w) - from;
        offer(from, {v, -1});
        const double share = v == w ? 0.0 : side.dot(foot - from) / side.squaredNorm();
        if (share > 0.0 && share < 1.0)
            offer(from + share * side, {v, w});
    }
    return best;
}

// Slow rocking from corner to corner would go on for ever, ever smaller: an end that would leave no
// faster than a body falls through epsilon is held. Not so when it starts from rest.
bool find_pivot(const SettlingModel& m, const SettlingSupport& s, const SettlingBody& b,
                const Vec3& velocity, const Vec3& spin, Pivot& pivot)
{
    const Landing l(m, s, b, velocity + touch_of_gravity(m), spin);
    const Pivot before{b.pivot_a, b.stage == Stage::on_line ? b.pivot_b : -1};
    const double g = m.gravity.norm(), hold = std::sqrt(2.0 * g * m.epsilon);
    const bool at_rest =
        std::pow(velocity.norm() + m.shape->length * spin.norm(), 2) <= 2e-8 * g * m.shape->length;
    const auto side = [&](const Pivot& p) {
        pivot = p;
        return l.fits(p.a, p.b, l.spin_about(p.a, p.b));
    };
    const auto nearly_side = [&](const Pivot& p) {
        pivot = p;
        return l.nearly_fits(p.a, p.b, l.spin_about(p.a, p.b), hold);
    };
    const auto any_corner = [&](double least) {
        return std::any_of(s.outline.begin(), s.outline.end(), [&](Index n) {
            pivot = {n, -1};
            return l.fits(n, l.spin_about(n), least);
        });
    };
    return any_side(s, before, side) || any_corner(at_rest ? 0.0 : hold) ||
           any_side(s, before, nearly_side) || any_corner(0.0);
}

void turn_about(const SettlingModel& m, SettlingBody& b, const Pivot& pivot, const Vec3& spin)
{
    b.stage = pivot.b < 0 ? Stage::on_point : Stage::on_line;
    b.pivot_a = pivot.a;
    b.pivot_b = pivot.b < 0 ? pivot.a : pivot.b;
    b.spin = spin;
    b.velocity = spin.cross(Vec3(b.position - corner_at(m, b, pivot.a)));
}

void stop(SettlingBody& b, Stage stage)
{
    b.stage = stage;
    b.velocity = b.spin = Vec3::Zero();
}

// Print: no translation after landing, and Eq. 18 takes the part of the spin along the line.
void land_as_printed(const SettlingModel& m, const SettlingSupport& s, SettlingBody& b,
                     SettlingBook& book)
{
    Pivot pivot;
    if (!find_pivot(m, s, b, Vec3::Zero(), Vec3::Zero(), pivot)) {
        ++book.unclear;
        pivot = nearest_pivot(m, s, b);
    }
    Vec3 spin = b.spin;
    if (pivot.b >= 0) {
        const Vec3 e = (corner_at(m, b, pivot.b) - corner_at(m, b, pivot.a)).normalized();
        spin = e * e.dot(spin);
    }
    const Vec3 from = corner_at(m, b, pivot.a);
    const bool pushes = std::any_of(s.outline.begin(), s.outline.end(), [&](Index n) {
        return m.surface.normal.dot(spin.cross(Vec3(corner_at(m, b, n) - from))) < 0.0;
    });
    turn_about(m, b, pivot, pushes ? Vec3(Vec3::Zero()) : spin);
}

void land_consistently(const SettlingModel& m, const SettlingSupport& s, SettlingBody& b,
                       SettlingBook& book)
{
    Pivot pivot;
    Vec3 velocity = b.velocity, spin = b.spin;
    if (!find_pivot(m, s, b, velocity, spin, pivot)) {
        ++book.unclear;
        velocity = spin = Vec3::Zero();
        if (!find_pivot(m, s, b, velocity, spin, pivot))
            pivot = nearest_pivot(m, s, b);
    }
    const Landing landing(m, s, b, velocity, spin);
    turn_about(m, b, pivot,
               pivot.b < 0 ? landing.spin_about(pivot.a) : landing.spin_about(pivot.a, pivot.b));
}

void land_smooth(const SettlingModel& m, SettlingBody& b)
{
    const Vec3 r = -smooth_contact(m, b.orientation);
    const Mat3 own = inertia_about_centre(m, b.orientation);
    const Mat3 about = own + inertia_of_arm(m.mass, r);
    const Vec3 spin = m.scheme == SettlingScheme::paper
                          ? b.spin
                          : Vec3(about.inverse() * (own * b.spin + m.mass * r.cross(b.velocity)));
    b.stage = Stage::on_point;
    b.pivot_a = b.pivot_b = -1;
    b.spin = spin;
    b.velocity = spin.cross(r);
    b.momentum = (m.inertia_about == InertiaAbout::contact ? about : own) * spin;
}

// Where it touches, relative to the centre.
void each_arm(const SettlingModel& m, const SettlingSupport& s, const SettlingBody& b,
              std::vector<PatchPoint>& points)
{
    points.clear();
    const auto add = [&](const Vec3& arm) {
        PatchPoint p;
        p.arm_first = p.arm_second = arm;
        p.normal = m.surface.normal;
        p.friction = m.friction;
        points.push_back(p);
    };
    if (m.shape->smooth)
        return add(smooth_contact(m, b.orientation));
    for (const Index n : s.outline)
        add(b.orientation * m.shape->corner[at(n)]);
}

// A fast landing is an impact like any other (ETI, contact/patch.h); false if it was too slow.
bool rebound(const SettlingModel& m, const SettlingSupport& s, SettlingBody& b)
{
    if (m.restitution == 0.0)
        return false;
    std::vector<PatchPoint> points;
    each_arm(m, s, b, points);
    double approach = 0.0;
    for (const PatchPoint& p : points)
        approach =
            std::max(approach, -m.surface.normal.dot(b.velocity + b.spin.cross(p.arm_first)));
    if (approach <= m.final_speed)
        return false;
    Inertial own;
    own.center = b.position;
    own.inverse_mass = Vec3::Constant(1.0 / m.mass);
    own.inverse_inertia = inertia_about_centre(m, b.orientation).inverse();
    const Inertial wall;
    Twist twist{b.velocity, b.spin}, still;
    Patch impact(points, own, wall, twist, still);
    impact.resolve(m.restitution, 10);
    b.velocity = twist.velocity;
    b.spin = twist.angular_velocity;
    b.stage = Stage::falling;
    return true;
}

} // namespace

void land(const SettlingModel& m, const SettlingSupport& support, SettlingBody& b,
          SettlingBook& book)
{
    const double before = kinetic_energy(m, b);
    ++book.landings;
    if (b.stage == Stage::falling && rebound(m, support, b))
        ++book.rebounds;
    else if (m.shape->smooth)
        land_smooth(m, b);
    else if (support.stable())
        stop(b, Stage::at_rest);
    else if (m.scheme == SettlingScheme::paper)
        land_as_printed(m, support, b, book);
    else
        land_consistently(m, support, b, book);
    book.impact += before - kinetic_energy(m, b);
}

} // namespace flotsam::contact
