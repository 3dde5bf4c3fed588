// A PLY reader for what a mesh needs: vertices and faces, ASCII or binary of either byte order. The
// counts of the header are checked against the bytes that are there before anything is reserved.
#pragma once

#include "core/mesh.h"

#include <string>
#include <string_view>

namespace flotsam {

// `name` stands in error messages, with line and column or the byte.
Mesh parse_ply(std::string_view bytes, const std::string& name);

} // namespace flotsam
