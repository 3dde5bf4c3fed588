#include "core/box_tree.h"

#include <algorithm>
#include <numeric>

namespace flotsam {

BoxTree::BoxTree(std::span<const Bounds> boxes) : things_(boxes.size())
{
    if (boxes.empty())
        return;
    std::iota(things_.begin(), things_.end(), 0);
    nodes_.reserve(boxes.size());
    nodes_.emplace_back();
    divide(boxes, 0, 0, static_cast<Index>(boxes.size()));
}

// Halves by number along the axis on which the middles of the boxes are spread most.
void BoxTree::divide(std::span<const Bounds> boxes, std::size_t node, Index first, Index last)
{
    const auto box = [&](Index thing) -> const Bounds& {
        return boxes[static_cast<std::size_t>(thing)];
    };
    const auto middle = [&](Index thing) -> Vec3 {
        return 0.5 * (box(thing).min + box(thing).max);
    };
    const auto from = things_.begin() + first, to = things_.begin() + last;
    Bounds all = box(*from), middles{middle(*from), middle(*from)};
    for (auto it = from; it != to; ++it) {
        all = {all.min.cwiseMin(box(*it).min), all.max.cwiseMax(box(*it).max)};
        middles = {middles.min.cwiseMin(middle(*it)), middles.max.cwiseMax(middle(*it))};
    }
    nodes_[node].box = all;
    if (last - first <= 4) {
        nodes_[node].first = first;
        nodes_[node].count = last - first;
        return;
    }
    Eigen::Index axis = 0;
    middles.size().maxCoeff(&axis);
    const Index half = first + (last - first) / 2;
    std::nth_element(from, things_.begin() + half, to, [&](Index a, Index b) {
        const double x = middle(a)[axis], y = middle(b)[axis];
        return x != y ? x < y : a < b;
    });
    const std::size_t left = nodes_.size();
    nodes_[node].first = static_cast<Index>(left);
    nodes_.resize(left + 2);
    divide(boxes, left, first, half);
    divide(boxes, left + 1, half, last);
}

} // namespace flotsam
