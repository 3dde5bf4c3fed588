// Lines along which a mesh is sharp (its faces meet at more than 30 degrees), and where such lines
// end or bend.
#pragma once

#include "core/mesh.h"

#include <vector>

namespace flotsam {

struct SharpLine {
    std::vector<Index> vertex; // along the line; first = last for a closed one
    std::vector<Vec3> normal;  // of each piece between two vertices: unit, between its faces
    bool closed = false;
};

struct SharpEdges {
    std::vector<SharpLine> lines;
    std::vector<Index> corner;       // vertices where lines end or bend
    std::vector<Vec3> corner_normal; // unit
};

SharpEdges find_sharp_edges(const Mesh& mesh);

} // namespace flotsam
