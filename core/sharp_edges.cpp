#include "core/sharp_edges.h"

#include "core/directions.h"
#include "core/mesh_topology.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <map>

namespace flotsam {

namespace {

struct Piece {
    Index low = 0, high = 0;
    Vec3 normal = Vec3::Zero();
    bool used = false;
};

std::vector<Piece> sharp_pieces(const Mesh& mesh)
{
    std::vector<Piece> pieces;
    for_each_edge(edge_uses(mesh), [&](std::span<const EdgeUse> uses) {
        Vec3 sum = Vec3::Zero();
        bool sharp = false;
        for (const EdgeUse& use : uses) {
            const Vec3 n = area_vector(mesh, static_cast<std::size_t>(use.triangle)).normalized();
            const Vec3 first =
                area_vector(mesh, static_cast<std::size_t>(uses[0].triangle)).normalized();
            sharp = sharp || !one_face(n, first);
            sum += n;
        }
        if (sharp && uses.size() > 1)
            pieces.push_back({uses[0].low, uses[0].high, sum.normalized(), false});
    });
    return pieces;
}

class LineWalker {
public:
    LineWalker(const Mesh& mesh, std::vector<Piece> pieces)
        : mesh_(mesh), pieces_(std::move(pieces))
    {
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            at_[pieces_[p].low].push_back(p);
            at_[pieces_[p].high].push_back(p);
        }
    }

    SharpEdges walk()
    {
        SharpEdges edges;
        for (const auto& [v, mine] : at_)
            if (is_corner(v)) {
                edges.corner.push_back(v);
                Vec3 sum = Vec3::Zero();
                for (const std::size_t p : mine)
                    sum += pieces_[p].normal;
                edges.corner_normal.push_back(sum.normalized());
            }
        for (const Index v : edges.corner)
            for (const std::size_t p : at_.at(v))
                if (!pieces_[p].used)
                    edges.lines.push_back(line_from(v, p));
        for (std::size_t p = 0; p < pieces_.size(); ++p)
            if (!pieces_[p].used) { // what is left are closed lines
                edges.lines.push_back(line_from(pieces_[p].low, p));
                edges.lines.back().closed = true;
            }
        return edges;
    }

private:
    bool is_corner(Index v) const
    {
        const auto& mine = at_.at(v);
        return mine.size() != 2 || !one_face(direction(v, mine[0]), -direction(v, mine[1]));
    }

    Index other_end(Index v, std::size_t p) const
    {
        return pieces_[p].low == v ? pieces_[p].high : pieces_[p].low;
    }

    Vec3 direction(Index v, std::size_t p) const
    {
        return (mesh_.vertex[static_cast<std::size_t>(other_end(v, p))] -
                mesh_.vertex[static_cast<std::size_t>(v)])
            .normalized();
    }

    SharpLine line_from(Index v, std::size_t p)
    {
        SharpLine line;
        line.vertex.push_back(v);
        while (true) {
            pieces_[p].used = true;
            line.normal.push_back(pieces_[p].normal);
            v = other_end(v, p);
            line.vertex.push_back(v);
            if (is_corner(v))
                return line;
            const auto& mine = at_.at(v);
            p = mine[0] == p ? mine[1] : mine[0];
            if (pieces_[p].used)
                return line;
        }
    }

    const Mesh& mesh_;
    std::vector<Piece> pieces_;
    std::map<Index, std::vector<std::size_t>> at_; // pieces by vertex
};

} // namespace

SharpEdges find_sharp_edges(const Mesh& mesh)
{
    return LineWalker(mesh, sharp_pieces(mesh)).walk();
}

} // namespace flotsam
