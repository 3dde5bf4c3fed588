#include "core/mesh_topology.h"

#include <algorithm>
#include <tuple>

namespace flotsam {

std::vector<EdgeUse> edge_uses(const Mesh& mesh)
{
    std::vector<EdgeUse> uses;
    uses.reserve(3 * mesh.triangle.size());
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t)
        for (int side = 0; side < 3; ++side) {
            const Index a = mesh.triangle[t][static_cast<std::size_t>(side)];
            const Index b = mesh.triangle[t][static_cast<std::size_t>((side + 1) % 3)];
            uses.push_back({std::min(a, b), std::max(a, b), static_cast<Index>(t), side, a < b});
        }
    std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
        return std::tie(a.low, a.high, a.triangle, a.side) <
               std::tie(b.low, b.high, b.triangle, b.side);
    });
    return uses;
}

VertexTriangles triangles_by_vertex(const Mesh& mesh)
{
    VertexTriangles by;
    by.first.assign(mesh.vertex.size() + 1, 0);
    for (const auto& t : mesh.triangle)
        for (Index v : t)
            ++by.first[static_cast<std::size_t>(v) + 1];
    for (std::size_t v = 0; v < mesh.vertex.size(); ++v)
        by.first[v + 1] += by.first[v];
    by.of.resize(3 * mesh.triangle.size());
    std::vector<Index> next(by.first.begin(), by.first.end() - 1);
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t)
        for (Index v : mesh.triangle[t])
            by.of[static_cast<std::size_t>(next[static_cast<std::size_t>(v)]++)] =
                static_cast<Index>(t);
    return by;
}

} // namespace flotsam
