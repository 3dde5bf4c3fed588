#include "contact/overlap.h"

#include "contact/broad_phase.h"
#include "core/parallel.h"

#include <algorithm>

namespace flotsam::contact {

namespace {

// Deepest place of the surface points and the middle of one in the other.
void look(const Collider& points, const Pose& own, const Collider& in, const Pose& other,
          Overlap& worst)
{
    const auto try_at = [&](const Vec3& local) {
        const Vec3 x = own.to_world(local);
        const auto s = in.nearest(other.to_local(x));
        if (s && -s->distance > worst.depth) {
            worst.depth = -s->distance;
            worst.at = x;
        }
    };
    if (points.radius < 1e8)
        try_at(Vec3::Zero());
    for (const PointCluster& cluster : points.clusters) {
        if (in.far_from(other.to_local(own.to_world(cluster.center))) > cluster.radius)
            continue;
        for (Index n = cluster.first; n < cluster.last; ++n)
            try_at(points.position[static_cast<std::size_t>(n)]);
    }
}

// A ball's depth is exact.
bool look_as_ball(const Collider& ball, const Pose& own, const Collider& in, const Pose& other,
                  Overlap& worst)
{
    if (ball.form.kind != rigid::Form::Kind::sphere || ball.inside_out)
        return false;
    const auto s = in.nearest(other.to_local(own.position));
    if (s) {
        worst.depth = ball.form.radius - s->distance;
        worst.at = other.to_world(s->point);
    }
    return true;
}

} // namespace

std::vector<Overlap> find_overlaps(const Solids& solids, const rigid::Bodies& bodies, double least)
{
    std::vector<Pose> poses;
    fill_poses(solids, bodies, 0.0, poses);
    const std::vector<double> reach(poses.size(), 0.0);
    BroadPhase broad;
    const std::vector<SolidPair>& pairs = broad.find(solids, poses, reach);
    std::vector<Overlap> all(pairs.size());
    parallel_for_uneven(static_cast<Offset>(pairs.size()), 8, [&](Offset n) {
        const SolidPair& pair = pairs[static_cast<std::size_t>(n)];
        Overlap& worst = all[static_cast<std::size_t>(n)];
        worst.a = pair.a;
        worst.b = pair.b;
        const auto i = static_cast<std::size_t>(pair.a), j = static_cast<std::size_t>(pair.b);
        const Collider &a = *solids.colliders[i], &b = *solids.colliders[j];
        if (look_as_ball(a, poses[i], b, poses[j], worst) ||
            look_as_ball(b, poses[j], a, poses[i], worst))
            return;
        look(a, poses[i], b, poses[j], worst);
        look(b, poses[j], a, poses[i], worst);
    });
    std::erase_if(all, [least](const Overlap& o) { return o.depth <= least; });
    std::sort(all.begin(), all.end(), [](const Overlap& x, const Overlap& y) {
        if (x.depth != y.depth)
            return x.depth > y.depth;
        return std::pair(x.a, x.b) < std::pair(y.a, y.b);
    });
    return all;
}

} // namespace flotsam::contact
