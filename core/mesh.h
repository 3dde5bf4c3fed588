// A surface of triangles. Files are read in core/io/mesh_file.h, surfaces checked in core/mesh_check.h.
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
