// The nearest of points that stay where they are, by a k-d tree.
//
// A cell grid is made anew at every step, and finds what lies within one radius; a tree is made
// once and then answers few, scattered questions each in a time that grows with the logarithm of
// the points. Of points at the same distance the one with the lowest number is found, so that the
// answer does not depend on how the tree was divided.
#pragma once

#include "core/periodic.h"

#include <memory>
#include <span>

namespace flotsam {

class PointTree {
public:
    PointTree();
    explicit PointTree(std::span<const Vec3> points); // copied
    PointTree(PointTree&&) noexcept;
    PointTree& operator=(PointTree&&) noexcept;
    ~PointTree();

    // The nearest point, its nearest image in periodic directions, if it is less than `reach` away;
    // otherwise its index is -1.
    struct Found {
        Index index = -1;
        double distance2 = 0.0; // m^2
    };
    Found nearest(const Vec3& x, double reach, const Periodic& periodic = {}) const;

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

} // namespace flotsam
