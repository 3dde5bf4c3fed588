// An STL reader that trusts nothing: binary or ASCII is told from the size the triangle count asks
// for, memory grows with the bytes that are really there, and every number must be finite.
#pragma once

#include "core/mesh.h"

#include <string>
#include <string_view>

namespace flotsam {

// Triangles as in the file, each with three vertices of its own (core/mesh_check.h welds them).
// Normals stored in the file are ignored: the order of the corners says what is outside.
Mesh read_stl(const std::string& path);

// The same from bytes in memory; `name` stands in error messages.
Mesh parse_stl(std::string_view bytes, const std::string& name);

} // namespace flotsam
