// A tree of boxes around things (triangles, rectangles), for finding the one nearest to a place.
// Queries only read, so any number of threads may ask at once.
#pragma once

#include "core/types.h"

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace flotsam {

class BoxTree {
public:
    BoxTree() = default;
    explicit BoxTree(std::span<const Bounds> boxes);

    // Calls visit(thing, nearest2) for things whose box may lie nearer than nearest2, the square of
    // the distance found so far, which visit lowers when its thing is nearer. The order of the
    // calls depends on the tree and the place alone.
    template <class Visit> void nearest(const Vec3& x, double nearest2, Visit&& visit) const
    {
        if (nodes_.empty())
            return;
        std::array<std::pair<double, Index>, 64>
            stack; // halving 2^31 things is 31 deep, two a level
        std::size_t depth = 0;
        stack[depth++] = {distance2(nodes_[0].box, x), 0};
        while (depth > 0) {
            const auto [from, number] = stack[--depth];
            if (from > nearest2)
                continue;
            const Node& node = nodes_[static_cast<std::size_t>(number)];
            if (node.count > 0) {
                for (Index n = node.first; n < node.first + node.count; ++n)
                    visit(things_[static_cast<std::size_t>(n)], nearest2);
                continue;
            }
            const Index left = node.first, right = node.first + 1;
            const double to_left = distance2(nodes_[static_cast<std::size_t>(left)].box, x);
            const double to_right = distance2(nodes_[static_cast<std::size_t>(right)].box, x);
            if (to_left < to_right) { // the nearer one on top
                stack[depth++] = {to_right, right};
                stack[depth++] = {to_left, left};
            } else {
                stack[depth++] = {to_left, left};
                stack[depth++] = {to_right, right};
            }
        }
    }

private:
    struct Node {
        Bounds box;
        Index first = 0; // a leaf's first thing, or the left one of two neighbouring children
        Index count = 0; // things in a leaf; 0 = has children
    };
    void divide(std::span<const Bounds> boxes, std::size_t node, Index first, Index last);
    static double distance2(const Bounds& box, const Vec3& x)
    {
        return (x - x.cwiseMax(box.min).cwiseMin(box.max)).squaredNorm();
    }

    std::vector<Node> nodes_;
    std::vector<Index> things_;
};

} // namespace flotsam
