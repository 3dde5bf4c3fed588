// A lower bound of the distance to a shape, cheap: distances at the nodes of a grid, less the way
// to the node. Most points of a pair are too far to touch; they need not ask a mesh for its nearest
// triangle.
#pragma once

#include "core/shape.h"

#include <vector>

namespace flotsam::contact {

class DistanceGrid {
public:
    // Nodes around the shape's bounds, widened by a tenth; about 14,000 of them.
    explicit DistanceGrid(const Shape& shape);

    // Signed distance of x is not less than this.
    double at_least(const Vec3& x) const;

private:
    static constexpr int nodes = 24; // along each axis
    Vec3 low_ = Vec3::Zero(), pitch_ = Vec3::Ones();
    std::vector<float> distance_; // rounded down
};

} // namespace flotsam::contact
