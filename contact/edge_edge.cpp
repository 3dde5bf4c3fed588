// Edges that cross: both stick out, each other's direction lies in the normals of the other.
//
//   n = +-(d_A x d_B)/|d_A x d_B|,  n a normal of B's edge and -n one of A's:
//   n . into_B <= 0 and -n . into_A <= 0 for both faces of each,  gap = n . (p_A - p_B)
//
// Crossings at an end of an edge are left to corners, which see them as points.
#include "contact/narrow.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace flotsam::contact {

namespace {

constexpr double parallel = 1e-4; // sine of the angle between edges that count as parallel
constexpr double at_end = 1e-6;   // of an edge's length
// Sine of how far n may lie outside an edge's normals. Of faces that lie almost flat on each other
// only the deepest crossing has its n inside all four; the other corners of the patch are contacts
// too, or the body would rock from one to the next.
constexpr double slack = 0.1;
// With n outside an edge's normals, a crossing of some depth lies outside one of that edge's faces:
// no depth at all, if it is more than this of the body outside. (Edges that pass each other almost
// parallel, a hair apart, have an n that says nothing of how they stand.)
constexpr double outside = 1e-5;
// Faces that lie on each other within eight degrees keep the corners of their patch, however n
// turns out, down to this depth.
constexpr double flat = 0.99;
constexpr double flat_depth = 2e-2; // of the body
constexpr double deep = 1e-4;       // of the body: what it takes to be asked whether it can be
constexpr double very_deep = 5e-3;  // of the body
constexpr double askew = 0.7;       // as slack, for the shortest way out of a very deep crossing

// In B's frame.
struct Line {
    Vec3 from, along; // along: from -> to, with its length
    Vec3 into_first, into_second;
};

// Sine of how far n lies outside the normals of e; 0 inside.
double beyond(const Vec3& n, const Line& e)
{
    return std::max({n.dot(e.into_first), n.dot(e.into_second), 0.0});
}

// Where the lines come closest, as shares of their lengths; false if they do not cross inside both.
bool crossing(const Line& e, const Line& f, double& s, double& t)
{
    const double ee = e.along.squaredNorm(), ff = f.along.squaredNorm(), ef = e.along.dot(f.along);
    const double det = ee * ff - ef * ef;
    if (det <= parallel * parallel * ee * ff)
        return false;
    const Vec3 w = f.from - e.from;
    const double we = w.dot(e.along), wf = w.dot(f.along);
    s = (we * ff - wf * ef) / det;
    t = (we * ef - wf * ee) / det;
    return s > at_end && s < 1.0 - at_end && t > at_end && t < 1.0 - at_end;
}

// Out of the face that `into` lies in: away from the other one.
Vec3 face_normal(const Line& e, const Vec3& into, const Vec3& other)
{
    const Vec3 n = e.along.cross(into).normalized();
    return n.dot(other) > 0.0 ? Vec3(-n) : n;
}

// Cosine between n and the nearer face of e.
double facing(const Line& e, const Vec3& n)
{
    return std::max(n.dot(face_normal(e, e.into_first, e.into_second)),
                    n.dot(face_normal(e, e.into_second, e.into_first)));
}

// How deep the part of e beside f lies under each face of f; the lesser of the two.
double depth_under_faces(const Line& e, const Line& f)
{
    const double ff = f.along.squaredNorm();
    const double ahead = e.along.dot(f.along) / ff, start = (e.from - f.from).dot(f.along) / ff;
    double low = 0.0, high = 1.0; // of e, where its foot on f's line lies between f's ends
    if (std::abs(ahead) > 1e-9) {
        const double at_from = -start / ahead, at_to = (1.0 - start) / ahead;
        low = std::clamp(std::min(at_from, at_to), 0.0, 1.0);
        high = std::clamp(std::max(at_from, at_to), 0.0, 1.0);
    }
    double least = 1e300;
    for (const Vec3& m : {face_normal(f, f.into_first, f.into_second),
                          face_normal(f, f.into_second, f.into_first)}) {
        const double first = m.dot(e.from + low * e.along - f.from),
                     last = m.dot(e.from + high * e.along - f.from);
        least = std::min(least, -std::min(first, last));
    }
    return least;
}

// Deeper than an edge lies under a face of the other: it has come through that face, not over the
// edge. (Edges that are nearly parallel, one lying on a face beside the other; or a block that
// overhangs another by most of its length: its far upright edge has its foot a hair under the
// other's top, which is no contact as deep as the overlap is long.)
bool under_a_face(const Line& e, const Line& f, double depth)
{
    return depth > 2.0 * depth_under_faces(e, f) || depth > 2.0 * depth_under_faces(f, e);
}

// Right at an end of e, seen from its depth, and that end lies at the other body's surface: the
// corner there touches a face, and the edge has come no deeper than it. `place` takes a point
// of e into the other body's frame.
template <class Place>
bool corner_at_surface(const Line& e, double s, double depth, const Collider& other, Place&& place)
{
    if (0.1 * depth <= std::min(s, 1.0 - s) * e.along.norm())
        return false;
    const Vec3 end = s < 0.5 ? e.from : Vec3(e.from + e.along);
    const std::optional<SurfacePoint> on = other.nearest(place(end));
    return on && on->distance < 0.1 * depth && on->distance > -0.25 * depth;
}

struct Crossing {
    Vec3 point, normal; // in B's frame, as of Meeting
    double gap = 0.0;
};

// A deep crossing of which one point lies much less deep in the other body: it goes out that way.
// False if that is not possible, or they do not lie in each other at all. `turn`, `shift`: from A's
// frame to B's.
bool shortest_way_out(const Collider& a, const Collider& b, const Mat3& turn, const Vec3& shift,
                      const Line& e, const Line& f, const Vec3& p, const Vec3& q, Crossing& c)
{
    const auto in_b = b.nearest(p);
    const auto in_a = a.nearest(turn.transpose() * (q - shift));
    if (!in_b || !in_a || in_b->distance >= 0.0 || in_a->distance >= 0.0)
        return false;
    const Vec3 from_b = in_b->normal, from_a = -(turn * in_a->normal);
    const double way_b = beyond(-from_b, e) < askew ? -in_b->distance : 1e300,
                 way_a = beyond(from_a, f) < askew ? -in_a->distance : 1e300;
    if (std::min(-in_b->distance, -in_a->distance) > 0.01 * -c.gap)
        return true;
    if (way_b <= way_a)
        c = {p, from_b, -way_b};
    else
        c = {q, from_a, -way_a};
    return std::min(way_a, way_b) < 1e299;
}

} // namespace

void meet_edges(const PairView& pair, std::vector<Meeting>& out)
{
    const Collider &a = *pair.a, &b = *pair.b;
    if (a.edges.empty() || b.edges.empty())
        return;
    const Mat3 turn = pair.pose_b.turn.transpose() * pair.pose_a.turn;
    const Mat3 back = turn.transpose();
    const Vec3 shift = pair.pose_b.to_local(pair.pose_a.position);
    const double reach = pair.skin + pair.deepest, size = std::min(a.radius, b.radius);
    thread_local std::vector<std::pair<Index, Bounds>> near_b;
    near_b.clear();
    // Edges of b near a at all, by the ball around a.
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
        const Edge& f = b.edges[j];
        const Bounds box{f.from.cwiseMin(f.to), f.from.cwiseMax(f.to)};
        if ((shift - shift.cwiseMax(box.min).cwiseMin(box.max)).norm() < a.radius + pair.skin)
            near_b.emplace_back(static_cast<Index>(j), box);
    }
    for (std::size_t i = 0; i < a.edges.size(); ++i) {
        const Edge& raw = a.edges[i];
        const Vec3 from = turn * raw.from + shift, to = turn * raw.to + shift;
        const Vec3 low = from.cwiseMin(to).array() - reach,
                   high = from.cwiseMax(to).array() + reach;
        if ((low.array() > b.bounds.max.array()).any() ||
            (high.array() < b.bounds.min.array()).any())
            continue;
        const Line e{from, to - from, turn * raw.into_first, turn * raw.into_second};
        for (const auto& [j, box] : near_b) {
            if ((low.array() > box.max.array()).any() || (high.array() < box.min.array()).any())
                continue;
            const Edge& other = b.edges[static_cast<std::size_t>(j)];
            const Line f{other.from, other.to - other.from, other.into_first, other.into_second};
            double s = 0.0, t = 0.0;
            if (!crossing(e, f, s, t))
                continue;
            Vec3 n = e.along.cross(f.along).normalized();
            const Vec3 p = e.from + s * e.along, q = f.from + t * f.along;
            if (beyond(n, f) > slack)
                n = -n;
            const double off = std::max(beyond(n, f), beyond(-n, e));
            Crossing c{p, n, n.dot(p - q)};
            if (off > slack || c.gap >= pair.skin || c.gap <= -pair.deepest)
                continue;
            const bool patch =
                -c.gap < flat_depth * size && facing(f, n) > flat && facing(e, -n) > flat;
            if (!patch && -c.gap * off > outside * size)
                continue;
            const double depth = -c.gap;
            if (!patch && depth > deep * size &&
                (under_a_face(e, f, depth) || corner_at_surface(e, s, depth, b, std::identity{}) ||
                 corner_at_surface(f, t, depth, a,
                                   [&](const Vec3& x) { return Vec3(back * (x - shift)); })))
                continue;
            if (!patch && depth > very_deep * size &&
                !shortest_way_out(a, b, turn, shift, e, f, p, q, c))
                continue;
            Meeting m;
            m.id = edge_pair |
                   static_cast<std::uint32_t>(i * b.edges.size() + static_cast<std::size_t>(j));
            m.point = pair.pose_b.to_world(c.point);
            m.normal = pair.pose_b.turn * c.normal;
            m.gap = c.gap;
            m.face_a = raw.face_towards(turn.transpose() * c.normal);
            m.face_b = other.face_towards(c.normal);
            out.push_back(m);
        }
    }
}

} // namespace flotsam::contact
