#include "core/point_tree.h"

#include <nanoflann.hpp>

#include <vector>

namespace flotsam {

namespace {

struct Cloud {
    std::vector<Vec3> points;
    std::size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(std::size_t n, std::size_t axis) const
    {
        return points[n][static_cast<Eigen::Index>(axis)];
    }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

using KdTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>,
                                                   Cloud, 3, Index>;

// The nearest so far. nanoflann asks it how far to look: a little beyond, for it adds up the
// distance to a box piece by piece, and rounding must not hide a point that is as near.
class Nearest {
public:
    explicit Nearest(const PointTree::Found& best) : best_(best) {}

    double worstDist() const { return best_.distance2 * (1.0 + 1e-9) + tiny; }
    bool full() const { return best_.index >= 0; }
    std::size_t size() const { return full() ? 1 : 0; }
    bool addPoint(double distance2, Index index)
    {
        if (distance2 < best_.distance2 ||
            (distance2 == best_.distance2 && best_.index >= 0 && index < best_.index))
            best_ = {index, distance2};
        return true;
    }
    const PointTree::Found& best() const { return best_; }

private:
    static constexpr double tiny = 1e-300; // for a point that is met exactly
    PointTree::Found best_;
};

} // namespace

struct PointTree::Tree {
    Cloud cloud;
    KdTree kd;
    explicit Tree(std::span<const Vec3> points)
        : cloud{{points.begin(), points.end()}},
          kd(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16))
    {
    }
};

PointTree::PointTree() = default;
PointTree::PointTree(std::span<const Vec3> points)
    : tree_(points.empty() ? nullptr : std::make_unique<Tree>(points))
{
}
PointTree::PointTree(PointTree&&) noexcept = default;
PointTree& PointTree::operator=(PointTree&&) noexcept = default;
PointTree::~PointTree() = default;

PointTree::Found PointTree::nearest(const Vec3& x, double reach, const Periodic& periodic) const
{
    Found best{-1, reach * reach};
    if (!tree_)
        return best;
    const Vec3 home = periodic.home(x);
    const auto images = [&](int axis) { return periodic.length[axis] > 0.0 ? 1 : 0; };
    for (int i = -images(0); i <= images(0); ++i)
        for (int j = -images(1); j <= images(1); ++j)
            for (int k = -images(2); k <= images(2); ++k) {
                const Vec3 image = home + Vec3(i, j, k).cwiseProduct(periodic.length);
                Nearest result(best);
                tree_->kd.findNeighbors(result, image.data(), nanoflann::SearchParams());
                best = result.best();
            }
    return best;
}

} // namespace flotsam
