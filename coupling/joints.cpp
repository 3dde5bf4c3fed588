#include "coupling/joints.h"

#include "core/parallel.h"
#include "coupling/state.h"

namespace flotsam::coupling {

namespace {

constexpr double thin = 2.0;       // spacings: joints are narrower
constexpr double rim_reach = 3.0;  // spacings: how far the rim reaches
constexpr double one_layer = 0.57; // V sum W at a marker over one layer of particles (2D; 3D: 0.58)
constexpr double blunt = 0.25;     // spacings: a rim narrower than this has no gradient across

bool all_sealed(const Method& m)
{
    for (const contact::PairRule& rule : m.rules.rules())
        if (!rule.sealed)
            return false;
    return true;
}

struct Side {
    Index own = 0, other = 0;
};

// Sorts the surface points of one body of a pair into the joint and its rim.
void gather(const State& s, const Method& m, std::size_t pair, Side side, bool counts, Joints& work)
{
    const contact::Collider& own = *m.rigid->colliders[static_cast<std::size_t>(side.own)];
    const contact::Collider& other = *m.rigid->colliders[static_cast<std::size_t>(side.other)];
    const contact::Pose& own_pose = work.poses[static_cast<std::size_t>(side.own)];
    const contact::Pose& pose = work.poses[static_cast<std::size_t>(side.other)];
    const double d = m.fluid.spacing;
    const auto [first, last] = m.body_points[static_cast<std::size_t>(side.own)];
    for (auto w = static_cast<std::size_t>(first); w < static_cast<std::size_t>(last); ++w) {
        if (s.boundary.layer[w] != 0)
            continue;
        const Vec3& x = s.boundary.surface[w];
        if (other.far_from(pose.to_local(x)) > rim_reach * d)
            continue;
        const auto facing = other.nearest(pose.to_local(x + thin * d * s.boundary.normal[w]));
        if (facing && facing->distance < 0.0) {
            work.covered[w] = 1;
            const auto mine = own.nearest(own_pose.to_local(x));
            const Index rule = m.rules.find(side.own, mine ? mine->face : -1, side.other,
                                            facing->face);
            if (counts && !m.rules.rules()[static_cast<std::size_t>(rule)].sealed)
                work.inside.push_back({pair, w});
            continue;
        }
        const auto near = other.nearest(pose.to_local(x));
        if (near && near->distance < rim_reach * d)
            work.rim.push_back({pair, w});
    }
}

// The affine function nearest to values at the rim.
class Fit {
public:
    explicit Fit(double width) : width_(width) {}

    void add(const Vec3& x, double value)
    {
        if (count_ == 0.0)
            origin_ = x;
        const Vec3 r = x - origin_;
        count_ += 1.0;
        sum_ += value;
        place_ += r;
        moment_ += value * r;
        spread_ += r * r.transpose();
    }
    void solve()
    {
        mean_ = sum_ / count_;
        const Vec3 middle = place_ / count_;
        const Mat3 about = spread_ / count_ - middle * middle.transpose() +
                           width_ * width_ * Mat3::Identity();
        slope_ = about.inverse() * (moment_ / count_ - mean_ * middle);
        center_ = origin_ + middle;
    }
    double operator()(const Vec3& x) const { return mean_ + slope_.dot(x - center_); }

private:
    double width_, count_ = 0.0, sum_ = 0.0, mean_ = 0.0;
    Vec3 origin_ = Vec3::Zero(), place_ = Vec3::Zero(), moment_ = Vec3::Zero();
    Vec3 slope_ = Vec3::Zero(), center_ = Vec3::Zero();
    Mat3 spread_ = Mat3::Zero();
};

// Share of a surface point that no particle lies in front of.
double uncovered(const State& s, const Method& m, const Joints& work, std::size_t w)
{
    const Index active = work.active[w];
    if (active < 0)
        return 1.0;
    const sph::Walls& walls = s.work.pairs.walls;
    const auto k = static_cast<std::size_t>(active);
    const Vec3 &surface = s.boundary.surface[w], &normal = s.boundary.normal[w];
    double sum = 0.0;
    for (const Index j : walls.markers.row(active)) {
        const Vec3& x = s.fluid.position[static_cast<std::size_t>(j)];
        if (normal.dot(x - surface) > 0.0)
            sum += m.fluid.kernel.value((x - walls.marker[k]).norm());
    }
    return std::max(0.0, 1.0 - m.fluid.volume * sum / one_layer);
}

void push_apart(State& s, const Method& m, std::size_t w, const contact::SolidPair& pair,
                double pressure)
{
    const Vec3& x = s.boundary.surface[w];
    const Vec3 force = -pressure * sph::surface_area(m.fluid, w) * s.boundary.normal[w];
    const auto push = [&](Index n, const Vec3& f) {
        const auto i = static_cast<std::size_t>(n);
        if (i >= m.models().size())
            return;
        s.uplift_force[i] += f;
        s.uplift_torque[i] += (x - s.bodies.position[i]).cross(f);
    };
    push(pair.a, force);
    push(pair.b, -force);
}

// From one pair's points, which stand together.
void press(State& s, const Method& m, const contact::SolidPair& pair,
           std::span<const Joints::Point> inside, std::span<const Joints::Point> rim)
{
    const Joints& work = s.body_work.joints;
    const sph::Walls& walls = s.work.pairs.walls;
    const Vec3 weight = m.fluid.density * m.fluid.gravity;
    Fit fit(blunt * m.fluid.spacing);
    bool is_wet = false;
    for (const Joints::Point& p : rim) {
        if (work.covered[p.point])
            continue;
        const Index k = work.active[p.point];
        const bool wet = k >= 0 && walls.wet[static_cast<std::size_t>(k)];
        const double pressure =
            wet ? std::max(0.0, sph::surface_pressure(s.fluid.pressure, s.boundary, m.fluid, walls,
                                                      static_cast<std::size_t>(k)))
                : 0.0;
        is_wet = is_wet || wet;
        fit.add(s.boundary.surface[p.point], pressure - weight.dot(s.boundary.surface[p.point]));
    }
    if (!is_wet)
        return;
    fit.solve();
    for (const Joints::Point& p : inside) {
        const Vec3& x = s.boundary.surface[p.point];
        const double pressure = std::max(0.0, fit(x) + weight.dot(x));
        push_apart(s, m, p.point, pair, pressure * uncovered(s, m, work, p.point));
    }
}

void number_active(const State& s, Joints& work)
{
    const sph::Walls& walls = s.work.pairs.walls;
    work.active.assign(s.boundary.position.size(), -1);
    parallel_for(walls.size(), [&](Offset n) {
        work.active[static_cast<std::size_t>(walls.source[static_cast<std::size_t>(n)])] =
            static_cast<Index>(n);
    });
}

// The stretch of `points` that belongs to a pair; they stand in the order of pairs.
std::span<const Joints::Point> of_pair(const std::vector<Joints::Point>& points, std::size_t pair,
                                       std::size_t& at)
{
    const std::size_t first = at;
    while (at < points.size() && points[at].pair == pair)
        ++at;
    return {points.data() + first, at - first};
}

} // namespace

void press_joints(State& s, const Method& m)
{
    s.uplift_force.assign(m.models().size(), Vec3::Zero());
    s.uplift_torque.assign(m.models().size(), Vec3::Zero());
    if (all_sealed(m))
        return;
    Joints& work = s.body_work.joints;
    contact::fill_poses(*m.rigid, s.bodies, s.time, work.poses);
    work.reach.assign(work.poses.size(), 0.5 * rim_reach * m.fluid.spacing);
    const auto& pairs = work.broad.find(*m.rigid, work.poses, work.reach);
    work.covered.assign(s.boundary.position.size(), 0);
    work.inside.clear();
    work.rim.clear();
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto [a, b] = pairs[p];
        const bool body = b < m.rigid->bodies();
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        if (s.wet[i] == 0.0 && (!body || s.wet[j] == 0.0))
            continue;
        gather(s, m, p, {a, b}, true, work);
        if (body)
            gather(s, m, p, {b, a}, false, work);
    }
    if (work.inside.empty())
        return;
    number_active(s, work);
    std::size_t at_inside = 0, at_rim = 0;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto inside = of_pair(work.inside, p, at_inside), rim = of_pair(work.rim, p, at_rim);
        if (!inside.empty() && !rim.empty())
            press(s, m, pairs[p], inside, rim);
    }
}

} // namespace flotsam::coupling
