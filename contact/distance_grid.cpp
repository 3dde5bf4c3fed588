#include "contact/distance_grid.h"

#include "core/parallel.h"

#include <cmath>

namespace flotsam::contact {

DistanceGrid::DistanceGrid(const Shape& shape)
{
    const Bounds box = shape.bounds();
    const Vec3 wide = 0.05 * box.size() + Vec3::Constant(0.01 * box.size().maxCoeff());
    low_ = box.min - wide;
    pitch_ = (box.size() + 2.0 * wide) / (nodes - 1);
    distance_.resize(static_cast<std::size_t>(nodes) * nodes * nodes);
    parallel_for_uneven(nodes, 1, [&](Offset k) {
        auto n = static_cast<std::size_t>(k) * nodes * nodes;
        for (int j = 0; j < nodes; ++j)
            for (int i = 0; i < nodes; ++i) {
                const Vec3 node(i, j, static_cast<double>(k));
                const auto d = static_cast<float>(shape.distance(low_ + node.cwiseProduct(pitch_)));
                distance_[n++] = std::nextafter(d, -1e30F);
            }
    });
}

double DistanceGrid::at_least(const Vec3& x) const
{
    const Vec3 cell = (x - low_).cwiseQuotient(pitch_);
    Vec3 node;
    for (int axis = 0; axis < 3; ++axis)
        node[axis] = std::round(std::clamp(cell[axis], 0.0, nodes - 1.0));
    const auto n = static_cast<std::size_t>((node.z() * nodes + node.y()) * nodes + node.x());
    return distance_[n] - (x - low_ - node.cwiseProduct(pitch_)).norm();
}

} // namespace flotsam::contact
