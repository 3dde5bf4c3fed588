// Surface points of one solid against faces of the other.
#include "contact/narrow.h"

#include <algorithm>
#include <array>

namespace flotsam::contact {

namespace {

using Kind = rigid::Form::Kind;

// A face of B that a point may rest on, in B's frame.
struct Seen {
    Vec3 normal = Vec3::Zero();
    double gap = 0.0;
    int face = -1;
    double opposed = 0.0; // -n . m
    std::size_t by = 0;   // which normal of the point
};

struct SeenList {
    std::array<Seen, 4> list;
    std::size_t count = 0;

    // One of equal normals; of a convex solid the most opposed, or else the nearer one.
    void add(const Seen& s, bool only_one)
    {
        for (std::size_t n = 0; n < count; ++n)
            if (list[n].normal.dot(s.normal) > 0.99)
                return;
        if (only_one && count == 1) {
            const Seen& best = list[0];
            const bool better = s.opposed > best.opposed + 1e-6 ||
                                (s.opposed > best.opposed - 1e-6 && s.gap > best.gap);
            if (better)
                list[0] = s;
        } else if (count < list.size()) {
            list[count++] = s;
        }
    }
};

// A point of A in B's frame, with its normals.
struct Visitor {
    Vec3 place;
    std::span<const Vec3> normals; // in A's frame; the last is their mean
    const Mat3* turn = nullptr;    // A's frame -> B's
    Vec3 normal(std::size_t k) const { return *turn * normals[k]; }
    std::size_t count() const { return normals.size(); }
};

class Against {
public:
    Against(const PairView& pair, const Collider& b) : pair_(pair), b_(b)
    {
        box_ = b.form.kind == Kind::box;
        half_ = b.form.half;
        tank_ = b.inside_out;
    }

    bool far(const Vec3& x, double radius) const
    {
        if (tank_ && !box_)
            return b_.far_from(x) > radius + pair_.skin;
        if (tank_)
            return (half_ - x.cwiseAbs()).minCoeff() > radius + pair_.skin;
        const Vec3 past = (b_.bounds.min - x).cwiseMax(x - b_.bounds.max);
        return past.maxCoeff() > radius + pair_.skin ||
               (b_.grid && b_.grid->at_least(x) > radius + pair_.skin);
    }

    void look(const Visitor& v, SeenList& seen) const
    {
        if (box_ && tank_)
            return look_in_box(v, seen);
        if (box_)
            return look_at_box(v, seen);
        look_at_any(v, seen);
    }

private:
    // From under face k of A, away from its other faces.
    Vec3 behind(const Visitor& v, const Vec3& m, const Vec3& mean) const
    {
        return v.place - pair_.behind * (2.0 * mean - m);
    }

    // How far past its rim a point still counts as over a face: flush blocks shift a little.
    double rim() const { return 0.05 * pair_.behind; }

    double overhang(const Vec3& x, Eigen::Index axis) const
    {
        Vec3 past = x.cwiseAbs() - half_;
        past[axis] = -half_[axis];
        return past.maxCoeff();
    }

    // Much deeper under the face than in the body: it came another way.
    bool too_deep(double gap, double distance) const
    {
        return -gap > 0.5 * pair_.behind && -gap > -2.0 * distance;
    }

    void accept(Seen s, const Vec3& m, std::size_t by, SeenList& seen) const
    {
        s.opposed = -s.normal.dot(m);
        s.by = by;
        if (s.opposed > 0.5 && s.gap < pair_.skin && s.gap > -pair_.deepest)
            seen.add(s, b_.convex);
    }

    void look_at_box(const Visitor& v, SeenList& seen) const
    {
        const Vec3 mean = v.normal(v.count() - 1);
        for (std::size_t k = 0; k < v.count(); ++k) {
            const Vec3 m = v.normal(k), y = behind(v, m, mean), past = y.cwiseAbs() - half_;
            Eigen::Index axis = 0;
            const double most = past.maxCoeff(&axis);
            if (most > 0.0 && (past.array() > 0.0).count() > 1)
                continue; // an edge of the box is nearest
            Seen s;
            if (overhang(v.place, axis) > rim())
                continue; // beside the face, not above it
            const double side = y[axis] < 0.0 ? -1.0 : 1.0;
            s.normal = side * Vec3::Unit(axis);
            s.gap = side * v.place[axis] - half_[axis];
            s.face = static_cast<int>(2 * axis) + (side > 0.0);
            if (too_deep(s.gap, (v.place.cwiseAbs() - half_).maxCoeff()))
                continue;
            accept(s, m, k, seen);
        }
    }

    // Every wall of the tank that the point opposes.
    void look_in_box(const Visitor& v, SeenList& seen) const
    {
        for (int axis = 0; axis < 3; ++axis)
            for (int high = 0; high < 2; ++high)
                if (b_.open >> (2 * axis + high) & 1U &&
                    (high ? v.place[axis] : -v.place[axis]) > half_[axis])
                    return; // past an open face
        for (int face = 0; face < 6; ++face) {
            if (b_.open >> face & 1U)
                continue;
            const double side = face % 2 == 0 ? -1.0 : 1.0;
            Seen s;
            s.normal = -side * Vec3::Unit(face / 2);
            s.gap = half_[face / 2] - side * v.place[face / 2];
            s.face = face;
            if (s.gap >= pair_.skin)
                continue;
            for (std::size_t k = 0; k < v.count(); ++k)
                accept(s, v.normal(k), k, seen);
        }
    }

    void look_at_any(const Visitor& v, SeenList& seen) const
    {
        const auto here = b_.nearest(v.place);
        if (!here || here->distance > pair_.skin || here->distance < -pair_.deepest)
            return;
        const Vec3 mean = v.normal(v.count() - 1);
        const bool on_face = here->blocked == 1;
        if (v.count() == 1 && on_face && here->normal.dot(mean) < -0.5)
            return accept({here->normal, here->distance, here->face, 0.0, 0}, mean, 0, seen);
        for (std::size_t k = 0; k < v.count(); ++k) {
            const Vec3 m = v.normal(k);
            const auto there = b_.nearest(behind(v, m, mean));
            if (!there || there->blocked != 1)
                continue;
            Seen s{there->normal, there->normal.dot(v.place - there->point), there->face, 0.0, 0};
            if (on_face && here->normal.dot(there->normal) > 0.9)
                s = {here->normal, here->distance, here->face, 0.0, 0}; // exact on curved faces
            else if (std::abs(b_.shape->distance(v.place - s.gap * s.normal)) > rim())
                continue; // beside the face, not above it
            if (!too_deep(s.gap, here->distance))
                accept(s, m, k, seen);
        }
    }

    const PairView& pair_;
    const Collider& b_;
    bool box_ = false, tank_ = false;
    Vec3 half_;
};

} // namespace

void meet_points(const PairView& pair, bool swapped, std::vector<Meeting>& out)
{
    const Collider &a = swapped ? *pair.b : *pair.a, &b = swapped ? *pair.a : *pair.b;
    const Pose &pose_a = swapped ? pair.pose_b : pair.pose_a,
               &pose_b = swapped ? pair.pose_a : pair.pose_b;
    const Mat3 turn = pose_b.turn.transpose() * pose_a.turn;
    const Vec3 shift = pose_b.to_local(pose_a.position);
    const Against against(pair, b);
    // Between flat faces the corners of the patch are corners of a body or crossings of edges.
    const bool corners = a.corners_suffice && !pair.all_points;
    for (const PointCluster& cluster : corners ? a.corner_clusters : a.clusters) {
        if (against.far(turn * cluster.center + shift, cluster.radius))
            continue;
        for (Index n = cluster.first; n < cluster.last; ++n) {
            const auto p = static_cast<std::size_t>(n);
            const Vec3 place = turn * a.position[p] + shift;
            if (cluster.last - cluster.first > 1 && against.far(place, 0.0))
                continue;
            const auto from = static_cast<std::size_t>(a.first_normal[p]),
                       to = static_cast<std::size_t>(a.first_normal[p + 1]);
            const Visitor visitor{place, std::span(a.normal).subspan(from, to - from), &turn};
            SeenList seen;
            against.look(visitor, seen);
            for (std::size_t k = 0; k < seen.count; ++k) {
                const Seen& s = seen.list[k];
                Meeting m;
                m.id = (swapped ? point_of_b : point_of_a) | a.number[p] << 2 |
                       static_cast<std::uint32_t>(k);
                m.point = pose_b.to_world(place);
                const Vec3 n_world = pose_b.turn * s.normal; // out of b_
                m.normal = swapped ? Vec3(-n_world) : n_world;
                m.gap = s.gap;
                const int own = a.normal_face[from + s.by];
                m.face_a = swapped ? s.face : own;
                m.face_b = swapped ? own : s.face;
                out.push_back(m);
            }
        }
    }
}

} // namespace flotsam::contact
