// Cylinders: a line of contact has two ends, and a standing cylinder a rim.
//
// The deepest point alone would not do: a lying cylinder tilted by a hair would touch at one end in
// one step and at the other in the next, and sink.
#include "contact/touch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace flotsam::contact {

namespace {

using Kind = rigid::Form::Kind;

constexpr double same_face = 0.99; // cosine between normals of one face
constexpr double standing = 0.98;  // cosine between axis and normal
constexpr int rim_points = 16;
constexpr int stations = 5; // along the axis, where b is asked for its nearest point

// In the world.
struct Cylinder {
    Vec3 end[2];
    Vec3 axis; // unit, from end 0 to end 1
    double radius = 0.0;
    Vec3 across; // unit, square to the axis, fixed in the body

    explicit Cylinder(const Sides& s)
    {
        const auto& form = s.a.form;
        end[0] = s.pose_a.to_world(form.from);
        end[1] = s.pose_a.to_world(form.to);
        radius = form.radius;
        axis = (end[1] - end[0]).normalized();
        across = s.pose_a.turn * (form.to - form.from).unitOrthogonal();
    }
    Vec3 rim(int k, double angle) const
    {
        return end[k] + radius * (std::cos(angle) * across + std::sin(angle) * axis.cross(across));
    }
};

class Finder {
public:
    Finder(const Sides& s, const PairView& pair, std::vector<Touch>& touches)
        : s_(s), pair_(pair), touches_(touches), c_(s), same_(0.02 * s.a.radius)
    {
    }

    // A flat wall: its normal is known.
    void on_wall()
    {
        const Vec3 n = touch_at(s_, c_.end[0])->normal;
        const double along = c_.axis.dot(n);
        const Vec3 out = -(n - along * c_.axis);
        const int low = along > 0.0 ? 0 : 1;
        if (out.norm() > 1e-6) // the lowest point
            add(touch_at(s_, c_.end[low] + c_.radius * out.normalized()), n);
        spread(n, nullptr);
    }

    void on_any()
    {
        const std::size_t had = touches_.size();
        const double half = (c_.end[1] - c_.end[0]).norm() / (2.0 * (stations - 1));
        for (int m = 0; m < stations; ++m) {
            const double share = m / (stations - 1.0);
            const Vec3 x = (1.0 - share) * c_.end[0] + share * c_.end[1];
            const double reach = c_.radius + half + pair_.skin;
            if (s_.b.far_from(s_.pose_b.to_local(x)) > reach)
                continue;
            const auto near = touch_at(s_, x);
            if (!near || near->gap > reach)
                continue;
            start_from(x - c_.radius * near->normal, *near);
            if (s_.b.convex)
                continue;
            for (int k = 0; k < 6; ++k) { // pockets: more than the nearest place may touch
                const double angle = k * std::numbers::pi / 3.0;
                const Vec3 way =
                    std::cos(angle) * c_.across + std::sin(angle) * c_.axis.cross(c_.across);
                const auto t = touch_at(s_, x + c_.radius * way);
                if (t && t->gap < pair_.skin + 0.5 * c_.radius && t->normal.dot(way) < -0.25)
                    start_from(t->point, *t);
            }
        }
        const std::size_t found = touches_.size();
        for (std::size_t k = had; k < found; ++k) {
            const Touch t = touches_[k];
            spread(t.normal, &t);
        }
    }

private:
    void start_from(const Vec3& x, const Touch& like)
    {
        const Vec3 on = s_.pose_a.to_world(
            s_.a.shape->nearest(s_.pose_a.to_local(x - 0.01 * c_.radius * like.normal)).point);
        const auto start = touch_at(s_, on);
        if (!start)
            return;
        const auto t = slide(s_, *start, touches_, same_);
        if (t)
            add(t, t->normal);
    }

    bool counts(const std::optional<Touch>& t, const Vec3& n) const
    {
        return t && t->gap < pair_.skin && t->gap > -pair_.deepest && t->normal.dot(n) > same_face;
    }

    // Unless there is one in that place already.
    void add(const std::optional<Touch>& t, const Vec3& n)
    {
        if (counts(t, n) && std::none_of(touches_.begin(), touches_.end(), [&](const Touch& o) {
                return (o.point - t->point).squaredNorm() < same_ * same_ &&
                       o.normal.dot(t->normal) > 0.95;
            }))
            touches_.push_back(*t);
    }

    // The rest of a contact with normal n. `seed` lies on it, if it may end before the cylinder
    // does.
    void spread(const Vec3& n, const Touch* seed)
    {
        const double along = c_.axis.dot(n);
        if (std::abs(along) > standing)
            return stand(n, along > 0.0 ? 0 : 1);
        const Vec3 out = -(n - along * c_.axis).normalized();
        for (const Vec3& end : c_.end) {
            const auto t = touch_at(s_, end + c_.radius * out);
            if (counts(t, n))
                add(t, n);
            else if (seed && !(s_.b.convex && s_.b.form.kind != Kind::box))
                add(last_on_line(n, out, *seed, end), n);
        }
    }

    // Points of the rim on b's face, and where the rim leaves it.
    void stand(const Vec3& n, int low)
    {
        constexpr double part = 2.0 * std::numbers::pi / rim_points;
        std::array<bool, rim_points> on{};
        for (int k = 0; k < rim_points; ++k) {
            const auto t = touch_at(s_, c_.rim(low, part * k));
            on[static_cast<std::size_t>(k)] = counts(t, n);
            add(t, n);
        }
        if (s_.wall >= 0)
            return;
        for (int k = 0; k < rim_points; ++k) {
            const bool here = on[static_cast<std::size_t>(k)],
                       next = on[static_cast<std::size_t>((k + 1) % rim_points)];
            if (here == next)
                continue;
            double reached = here ? k : k + 1, beyond = here ? k + 1 : k;
            std::optional<Touch> last;
            for (int pass = 0; pass < 8; ++pass) {
                const double middle = 0.5 * (reached + beyond);
                const auto t = touch_at(s_, c_.rim(low, part * middle));
                if (counts(t, n)) {
                    reached = middle;
                    last = t;
                } else {
                    beyond = middle;
                }
            }
            add(last, n);
        }
    }

    // Where the line of contact from `seed` towards `end` leaves b's face.
    std::optional<Touch> last_on_line(const Vec3& n, const Vec3& out, const Touch& seed,
                                      const Vec3& end) const
    {
        const Vec3 far = end + c_.radius * out;
        const Vec3 near = far + (seed.point - far).dot(c_.axis) * c_.axis;
        double reached = 0.0, beyond = 1.0;
        std::optional<Touch> last;
        for (int k = 0; k < 8; ++k) {
            const double share = k == 0 ? 0.05 : 0.5 * (reached + beyond);
            const auto t = touch_at(s_, near + share * (far - near));
            if (counts(t, n)) {
                reached = share;
                last = t;
            } else {
                beyond = share;
                if (k == 0)
                    return std::nullopt;
            }
        }
        return last;
    }

    const Sides& s_;
    const PairView& pair_;
    std::vector<Touch>& touches_;
    Cylinder c_;
    double same_;
};

} // namespace

void touch_cylinder(const Sides& s, const PairView& pair, std::vector<Touch>& touches)
{
    Finder finder(s, pair, touches);
    if (s.wall >= 0)
        finder.on_wall();
    else
        finder.on_any();
}

} // namespace flotsam::contact
