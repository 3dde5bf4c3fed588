// Round solids: the contact point is where the surface is square to the partner's normal.
#include "contact/touch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace flotsam::contact {

std::optional<Touch> slide(const Sides& s, const Touch& start, std::span<const Touch> known,
                           double same)
{
    Touch t = start;
    double factor = 100.0;
    for (int pass = 0; pass < 40; ++pass) {
        const Vec3 q = s.pose_a.to_local(t.point - factor * s.a.radius * t.normal);
        const Vec3 x = s.pose_a.to_world(s.a.shape->nearest(q).point);
        const double moved2 = (x - t.point).squaredNorm();
        const auto next = touch_at(s, x);
        if (!next)
            return std::nullopt;
        if (next->gap > t.gap + 1e-13 * s.a.radius) { // not closer
            if (factor < 0.05 || moved2 < 1e-24 * s.a.radius * s.a.radius)
                break;
            factor *= 0.3;
            continue;
        }
        t = *next;
        if (std::any_of(known.begin(), known.end(), [&](const Touch& o) {
                return (o.point - x).squaredNorm() < same * same && o.normal.dot(t.normal) > 0.95;
            }))
            return std::nullopt;
        if (moved2 < 1e-24 * s.a.radius * s.a.radius)
            break;
    }
    return t;
}

namespace {

using Kind = rigid::Form::Kind;

void add(const Touch& t, std::uint32_t id, int own_face, bool swapped, std::vector<Meeting>& out)
{
    Meeting m;
    m.id = round_contact | (swapped ? 1U << 29 : 0U) | id;
    m.point = t.point;
    m.normal = swapped ? Vec3(-t.normal) : t.normal;
    m.gap = t.gap;
    m.face_a = swapped ? t.face : own_face;
    m.face_b = swapped ? own_face : t.face;
    out.push_back(m);
}

// The nearest point of b to the ball's centre.
std::optional<Touch> ball_touch(const Sides& s, const Vec3& c, double r)
{
    if (s.b.form.kind == Kind::sphere && !s.b.inside_out) {
        Vec3 line = c - s.pose_b.position;
        const double length = line.norm();
        line = length > 0.0 ? Vec3(line / length) : Vec3(Vec3::UnitZ());
        return Touch{c - r * line, line, length - r - s.b.form.radius, -1};
    }
    auto touch = touch_at(s, c);
    if (touch) {
        touch->gap -= r;
        touch->point = c - r * touch->normal;
    }
    return touch;
}

// A ball in a box: each wall on its own.
void touch_walls(const Sides& s, const Vec3& center, double r, const PairView& pair,
                 std::vector<Touch>& touches)
{
    const Vec3 c = s.pose_b.to_local(center);
    for (int face = 0; face < 6; ++face) {
        const double side = face % 2 == 0 ? -1.0 : 1.0;
        const double inside = s.b.form.half[face / 2] - side * c[face / 2];
        if (s.b.open >> face & 1U) {
            if (inside < 0.0)
                return touches.clear(); // past the open face
            continue;
        }
        const Vec3 n = -side * s.pose_b.turn.col(face / 2);
        if (inside - r < pair.skin && inside - r > -pair.deepest)
            touches.push_back({center - r * n, n, inside - r, face});
    }
}

// Other places where a ball touches a hollow or a pocket: looked for in 26 directions of b's frame,
// kept where the ball's surface is square to what it finds.
void find_more(const Sides& s, const Vec3& c, double r, const PairView& pair,
               std::vector<Touch>& touches)
{
    for (int n = 0; n < 27; ++n) {
        const Vec3 u(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
        if (n == 13 || (s.a.dimension == 2 && u.y() != 0.0))
            continue;
        auto t = touch_at(s, c + 0.9 * r * (s.pose_b.turn * u.normalized()));
        bool settled = false;
        for (int pass = 0; pass < 8 && t && !settled; ++pass) {
            const Vec3 before = t->normal;
            t = touch_at(s, c - r * before);
            settled = t && (t->normal - before).norm() < 1e-9;
        }
        if (!settled || t->gap >= pair.skin || t->gap <= -pair.deepest)
            continue;
        // 15 degrees apart is another contact.
        if (std::none_of(touches.begin(), touches.end(),
                         [&](const Touch& o) { return o.normal.dot(t->normal) > 0.966; }))
            touches.push_back(*t);
    }
}

// Numbers that stay while the body rolls: by place along its axis, then by place.
void number_touches(const Sides& s, std::vector<Touch>& touches, bool swapped,
                    std::vector<Meeting>& out)
{
    const Vec3 axis = s.a.form.kind == Kind::cylinder || s.a.form.from != s.a.form.to
                          ? Vec3((s.a.form.to - s.a.form.from).normalized())
                          : Vec3(Vec3::UnitY());
    const auto station = [&](const Touch& t) {
        return std::lround((axis.dot(s.pose_a.to_local(t.point)) / s.a.radius + 2.0) / 0.02);
    };
    std::sort(touches.begin(), touches.end(), [&](const Touch& x, const Touch& y) {
        const long sx = station(x), sy = station(y);
        if (sx != sy)
            return sx < sy;
        return std::lexicographical_compare(x.point.begin(), x.point.end(), y.point.begin(),
                                            y.point.end());
    });
    std::uint32_t same = 0;
    for (std::size_t n = 0; n < touches.size(); ++n) {
        same = n > 0 && station(touches[n]) == station(touches[n - 1]) ? same + 1 : 0;
        const int own = s.a.shape->nearest(s.pose_a.to_local(touches[n].point)).face;
        add(touches[n], static_cast<std::uint32_t>(station(touches[n])) << 12 | same, own, swapped,
            out);
    }
}

} // namespace

void touch_ball(const Sides& s, const Vec3& c, double radius, const PairView& pair,
                std::vector<Touch>& touches)
{
    if (s.b.inside_out && s.b.form.kind == Kind::box)
        return touch_walls(s, c, radius, pair, touches);
    const auto first = ball_touch(s, c, radius);
    if (!first || first->gap >= pair.skin || first->gap <= -pair.deepest)
        return;
    touches.push_back(*first);
    if (!s.b.convex)
        find_more(s, c, radius, pair, touches);
}

void meet_ball(const PairView& pair, bool swapped, std::vector<Meeting>& out)
{
    const Sides s = sides(pair, swapped);
    thread_local std::vector<Touch> touches;
    touches.clear();
    touch_ball(s, s.pose_a.position, s.a.form.radius, pair, touches);
    for (std::size_t n = 0; n < touches.size(); ++n)
        add(touches[n], static_cast<std::uint32_t>(n), -1, swapped, out);
}

namespace {

// From every surface point of a that is near enough.
void slide_points(const Sides& s, const PairView& pair, std::vector<Touch>& touches)
{
    // A place between points may be nearer than they are by the arc's height.
    const double seen = pair.skin + s.a.arc, same = 0.02 * s.a.radius;
    for (const PointCluster& cluster : s.a.clusters) {
        const Vec3 center = s.pose_a.to_world(cluster.center);
        const double far =
            s.wall >= 0 ? touch_at(s, center)->gap : s.b.far_from(s.pose_b.to_local(center));
        if (far > seen + cluster.radius)
            continue;
        for (Index n = cluster.first; n < cluster.last; ++n) {
            const auto p = static_cast<std::size_t>(n);
            const auto start = touch_at(s, s.pose_a.to_world(s.a.position[p]));
            const Vec3 own =
                s.pose_a.turn * s.a.normal[static_cast<std::size_t>(s.a.first_normal[p + 1] - 1)];
            if (!start || start->gap > seen || start->normal.dot(own) > -0.25)
                continue;
            const auto t = slide(s, *start, touches, same);
            if (t && t->gap < pair.skin && t->gap > -pair.deepest)
                touches.push_back(*t);
        }
    }
}

void touch(const Sides& s, const PairView& pair, std::vector<Touch>& touches)
{
    if (s.a.form.kind == Kind::cylinder)
        touch_cylinder(s, pair, touches);
    else
        slide_points(s, pair, touches);
}

} // namespace

void meet_round(const PairView& pair, bool swapped, std::vector<Meeting>& out)
{
    Sides s = sides(pair, swapped);
    const Vec3 middle = s.pose_b.to_local(s.pose_a.position);
    thread_local std::vector<Touch> touches;
    touches.clear();
    if (s.b.inside_out && s.b.form.kind == Kind::box) {
        // In its corners a point is near more than one wall: each is asked on its own.
        for (int face = 0; face < 6; ++face) {
            const double side = face % 2 == 0 ? -1.0 : 1.0;
            const double inside = s.b.form.half[face / 2] - side * middle[face / 2];
            if (s.b.open >> face & 1U) {
                if (inside < 0.0)
                    return; // past the open face
                continue;
            }
            s.wall = face;
            if (inside < s.a.radius + pair.skin)
                touch(s, pair, touches);
        }
    } else {
        const auto nearest = s.b.nearest(middle);
        if (nearest && nearest->distance > s.a.radius + pair.skin)
            return;
        touch(s, pair, touches);
    }
    number_touches(s, touches, swapped, out);
}

} // namespace flotsam::contact
