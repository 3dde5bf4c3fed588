#include "core/io/mesh_file.h"

#include "core/error.h"
#include "core/input_file.h"
#include "core/obj.h"
#include "core/ply.h"
#include "core/stl.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

namespace flotsam::io {

namespace {

std::string lower_case_ending(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

Mesh read_unscaled(const std::string& path)
{
    const std::string ending = lower_case_ending(path);
    if (ending == ".stl")
        return read_stl(path);
    if (ending == ".obj")
        return parse_obj(read_input_file(path), path);
    if (ending == ".ply")
        return parse_ply(read_input_file(path), path);
    throw UserError({path, 0, 0},
                    "unknown kind of mesh file '" + ending + "' (known: .stl, .obj, .ply)");
}

} // namespace

Mesh read_mesh(const std::string& path, double scale)
{
    expects(std::isfinite(scale) && scale > 0.0, "a mesh is scaled by a positive number");
    Mesh mesh = read_unscaled(path);
    for (Vec3& x : mesh.vertex)
        x *= scale;
    return mesh;
}

} // namespace flotsam::io
