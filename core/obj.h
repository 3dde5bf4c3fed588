// An OBJ reader for what a mesh needs: vertices and faces. Every number is checked, memory grows
// with the bytes that are there, and what it does not use (normals, textures, groups) is skipped.
#pragma once

#include "core/mesh.h"

#include <string>
#include <string_view>

namespace flotsam {

// `name` stands in error messages, with line and column.
Mesh parse_obj(std::string_view bytes, const std::string& name);

} // namespace flotsam
