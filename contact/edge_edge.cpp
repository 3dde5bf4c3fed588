// Edges that cross: both stick out, each other's direction lies in the normals of the other.
//
//   n = +-(d_A x d_B)/|d_A x d_B|,  n a normal of B's edge and -n one of A's:
//   n . into_B <= 0 and -n . into_A <= 0 for both faces of each,  gap = n . (p_A - p_B)
//
// Crossings at an end of an edge are left to corners, which see them as points.
#include "contact/narrow.h"

#include <algorithm>
#include <cmath>

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

// Deeper than the crossing is from an end: not these edges have met, but the corner there and a
// face. (A block that overhangs another by most of its length has a far upright edge whose foot is
// a hair under the other's top: that is no contact as deep as the overlap is long.)
bool nearer_to_end(const Line& e, double s, const Line& f, double t, double depth)
{
    return depth > std::min(s, 1.0 - s) * e.along.norm() ||
           depth > std::min(t, 1.0 - t) * f.along.norm();
}

} // namespace

void meet_edges(const PairView& pair, std::vector<Meeting>& out)
{
    const Collider &a = *pair.a, &b = *pair.b;
    if (a.edges.empty() || b.edges.empty())
        return;
    const Mat3 turn = pair.pose_b.turn.transpose() * pair.pose_a.turn;
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
            const double gap = n.dot(p - q);
            if (off > slack || -gap * off > outside * size)
                continue;
            if (gap >= pair.skin || gap <= -pair.deepest || nearer_to_end(e, s, f, t, -gap))
                continue;
            Meeting m;
            m.id = edge_pair |
                   static_cast<std::uint32_t>(i * b.edges.size() + static_cast<std::size_t>(j));
            m.point = pair.pose_b.to_world(p);
            m.normal = pair.pose_b.turn * n;
            m.gap = gap;
            m.face_a = raw.face_towards(turn.transpose() * n);
            m.face_b = other.face_towards(n);
            out.push_back(m);
        }
    }
}

} // namespace flotsam::contact
