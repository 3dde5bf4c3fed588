// Edges and neighbours of a triangle mesh.
#pragma once

#include "core/mesh.h"

#include <array>
#include <span>
#include <vector>

namespace flotsam {

// One use of an edge by a triangle, running from its corner `side` to the next.
struct EdgeUse {
    Index low = 0, high = 0; // vertices, low < high
    Index triangle = 0;
    int side = 0;
    bool forward = true; // the triangle runs from low to high
};

// All uses, sorted so that uses of one edge stand together.
std::vector<EdgeUse> edge_uses(const Mesh& mesh);

// f(span of uses) for every edge.
template <class F> void for_each_edge(std::span<const EdgeUse> uses, F&& f)
{
    for (std::size_t first = 0, last = 0; first < uses.size(); first = last) {
        while (last < uses.size() && uses[last].low == uses[first].low &&
               uses[last].high == uses[first].high)
            ++last;
        f(uses.subspan(first, last - first));
    }
}

// Triangles by vertex: of[first[v]] .. of[first[v + 1]].
struct VertexTriangles {
    std::vector<Index> first, of;
    std::span<const Index> row(Index v) const
    {
        const auto a = static_cast<std::size_t>(first[static_cast<std::size_t>(v)]);
        const auto b = static_cast<std::size_t>(first[static_cast<std::size_t>(v) + 1]);
        return std::span<const Index>(of).subspan(a, b - a);
    }
};
VertexTriangles triangles_by_vertex(const Mesh& mesh);

} // namespace flotsam
