// A surface of triangles. Reading and checking are in core/mesh_check.h and core/stl.h; OBJ and PLY
// are read through VTK in core/io.
#pragma once

#include "core/types.h"

#include <array>
#include <vector>

namespace flotsam {

struct Mesh {
    std::vector<Vec3> vertex;                      // m
    std::vector<std::array<Index, 3>> triangle;    // counter-clockwise seen from outside
};

} // namespace flotsam
