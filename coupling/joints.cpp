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
            const Index rule =
                m.rules.find(side.own, mine ? mine->face : -1, side.other, facing->face);
            if (counts && !m.rules.rules()[static_cast<std::size_t>(rule)].sealed)
                work.inside.push_back({pair, w});
            continue;
        }
        const auto near = other.nearest(pose.to_local(x));
        if (near && near->distance < rim_reach * d)
            work.rim.push_back({pair, w});
    }
}

// The affine function along a plane that is nearest to values at points: the sum of each value
// times its weight in mean and slope. Across the plane it does not change: the rim is too low for
// that.
class Fit {
public:
    Fit(double width, const Vec3& normal) : width_(width), normal_(normal) {}

    void add(const Vec3& x)
    {
        if (count_ == 0.0)
            origin_ = flat(x);
        const Vec3 r = flat(x) - origin_;
        count_ += 1.0;
        place_ += r;
        spread_ += r * r.transpose();
    }
    void solve()
    {
        const Vec3 middle = place_ / count_;
        const Mat3 about =
            spread_ / count_ - middle * middle.transpose() + width_ * width_ * Mat3::Identity();
        inverse_ = about.inverse();
        center_ = origin_ + middle;
    }
    Vec3 from_center(const Vec3& x) const { return flat(x) - center_; }
    // Weight of the value at r in the mean, and in the slope.
    double in_mean() const { return 1.0 / count_; }
    Vec3 in_slope(const Vec3& r) const { return inverse_ * from_center(r) / count_; }

private:
    Vec3 flat(const Vec3& x) const { return x - normal_ * normal_.dot(x); }

    double width_, count_ = 0.0;
    Vec3 normal_;
    Vec3 origin_ = Vec3::Zero(), place_ = Vec3::Zero(), center_ = Vec3::Zero();
    Mat3 spread_ = Mat3::Zero(), inverse_ = Mat3::Identity();
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

// Pressure at the marker of active wall point k, and what is added to it at the surface.
double marker_pressure(const State& s, std::size_t k)
{
    const sph::Walls& walls = s.work.pairs.walls;
    const auto row = walls.markers.row(static_cast<Offset>(k));
    const float* weight = walls.weight.data() + walls.markers.start[k];
    double sum = 0.0;
    for (std::size_t e = 0; e < row.size(); ++e)
        sum += static_cast<double>(weight[e]) * s.fluid.pressure[static_cast<std::size_t>(row[e])];
    return sum;
}
// At rest pressure rises with depth all ways, not only along the wall's normal: next to a floor the
// centroid of a marker's water lies higher than the marker.
double rise_to_surface(const State& s, const Method& m, std::size_t k)
{
    const sph::Walls& walls = s.work.pairs.walls;
    const auto w = static_cast<std::size_t>(walls.source[k]);
    return m.fluid.density * m.fluid.gravity.dot(s.boundary.surface[w] - walls.centroid[k]);
}

using RimPoint = Joints::RimPoint;

// What one Pa of the mean pressure, and of its slope, does to a body.
struct Lever {
    sph::Vec6 mean = sph::Vec6::Zero();
    Eigen::Matrix<double, 6, 3> slope = Eigen::Matrix<double, 6, 3>::Zero();
    sph::Vec6 constant = sph::Vec6::Zero();

    void add(const sph::Vec6& push, const Vec3& from_center, double constant_pressure)
    {
        mean += push;
        slope += push * from_center.transpose();
        constant += constant_pressure * push;
    }
};

void feed(State& s, std::size_t body, const Lever& lever, const Fit& fit,
          std::span<const RimPoint> rim)
{
    Joints& work = s.body_work.joints;
    work.constant[body] += lever.constant;
    for (const RimPoint& r : rim) {
        const sph::Vec6 push = fit.in_mean() * lever.mean + lever.slope * fit.in_slope(r.place);
        work.constant[body] += r.known * push;
        if (r.active >= 0)
            work.inlets.push_back({body, static_cast<std::size_t>(r.active), push});
    }
}

// One pair's joint from its points, which stand together.
void feed_pair(State& s, const Method& m, const contact::SolidPair& pair,
               std::span<const Joints::Point> inside, std::span<const Joints::Point> around)
{
    Joints& work = s.body_work.joints;
    const Vec3 weight = m.fluid.density * m.fluid.gravity;
    Vec3 normals = Vec3::Zero();
    for (const Joints::Point& p : inside)
        normals += s.boundary.normal[p.point];
    Fit fit(blunt * m.fluid.spacing, normals.normalized());
    std::vector<RimPoint>& rim = work.rim_points;
    rim.clear();
    bool is_wet = false;
    for (const Joints::Point& p : around) {
        if (work.covered[p.point])
            continue;
        RimPoint r{s.boundary.surface[p.point], work.active[p.point], 0.0};
        if (r.active >= 0 && !s.work.pairs.walls.wet[static_cast<std::size_t>(r.active)])
            r.active = -1;
        r.known = -weight.dot(r.place);
        if (r.active >= 0)
            r.known += rise_to_surface(s, m, static_cast<std::size_t>(r.active));
        is_wet = is_wet || r.active >= 0;
        fit.add(r.place);
        rim.push_back(r);
    }
    if (!is_wet)
        return;
    fit.solve();
    double mean = 0.0; // of p - rho0 g.x, as the last step left it
    Vec3 slope = Vec3::Zero();
    for (const RimPoint& r : rim) {
        const double value =
            r.known +
            (r.active >= 0 ? marker_pressure(s, static_cast<std::size_t>(r.active)) : 0.0);
        mean += fit.in_mean() * value;
        slope += value * fit.in_slope(r.place);
    }
    Lever first, second;
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    const bool both = b < m.models().size();
    for (const Joints::Point& p : inside) {
        const Vec3& x = s.boundary.surface[p.point];
        const Vec3 from_center = fit.from_center(x);
        if (mean + slope.dot(from_center) + weight.dot(x) < 0.0)
            continue;
        const double area = sph::surface_area(m.fluid, p.point) * uncovered(s, m, work, p.point);
        const Vec3 push = -area * s.boundary.normal[p.point];
        first.add(sph::wrench(x - s.bodies.position[a], push), from_center, weight.dot(x));
        if (both)
            second.add(sph::wrench(x - s.bodies.position[b], -push), from_center, weight.dot(x));
    }
    feed(s, a, first, fit, rim);
    if (both)
        feed(s, b, second, fit, rim);
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

void find_joints(State& s, const Method& m)
{
    Joints& work = s.body_work.joints;
    work.constant.assign(m.models().size(), sph::Vec6::Zero());
    work.inlets.clear();
    work.inside.clear();
    work.rim.clear();
    if (all_sealed(m))
        return;
    contact::fill_poses(*m.rigid, s.bodies, s.time, work.poses);
    work.reach.assign(work.poses.size(), 0.5 * rim_reach * m.fluid.spacing);
    const auto& pairs = work.broad.find(*m.rigid, work.poses, work.reach);
    work.covered.assign(s.boundary.position.size(), 0);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto [a, b] = pairs[p];
        const bool both = b < m.rigid->bodies();
        if (s.wet[static_cast<std::size_t>(a)] == 0.0 &&
            (!both || s.wet[static_cast<std::size_t>(b)] == 0.0))
            continue;
        gather(s, m, p, {a, b}, true, work);
        if (both)
            gather(s, m, p, {b, a}, false, work);
    }
    if (work.inside.empty())
        return;
    number_active(s, work);
    std::size_t at_inside = 0, at_rim = 0;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto inside = of_pair(work.inside, p, at_inside), rim = of_pair(work.rim, p, at_rim);
        if (!inside.empty() && !rim.empty())
            feed_pair(s, m, pairs[p], inside, rim);
    }
}

void press_joints(State& s, const Method& m)
{
    const Joints& work = s.body_work.joints;
    std::vector<sph::Vec6>& uplift = s.body_work.uplift;
    uplift.assign(m.models().size(), sph::Vec6::Zero());
    for (std::size_t i = 0; i < work.constant.size(); ++i)
        uplift[i] = work.constant[i];
    for (const Joints::Inlet& inlet : work.inlets)
        uplift[inlet.body] += marker_pressure(s, inlet.wall) * inlet.push;
}

} // namespace flotsam::coupling
