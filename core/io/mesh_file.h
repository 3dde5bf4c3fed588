// Reading a mesh file of any kind we know.
//
// STL, OBJ and PLY are read by small readers of our own. VTK has readers for all three, but its PLY
// reader crashes on a file without a last newline, and its OBJ reader drops faces without a word
// where some have normals and some have not, or where a comment follows on the line (VTK 9.1).
#pragma once

#include "core/mesh.h"

#include <string>

namespace flotsam::io {

// The triangles of a .stl, .obj or .ply file (faces with more corners are cut up), coordinates
// times `scale`. UserError with the file's name, and the line or byte where there is one. Whether
// the surface is closed is core/mesh_check.h's question.
Mesh read_mesh(const std::string& path, double scale);

} // namespace flotsam::io
