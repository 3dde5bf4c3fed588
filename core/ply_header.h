// The header of a PLY file: which elements there are, how many, and what each consists of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flotsam {

struct PlyType {
    enum class Kind { integer, natural, real };
    std::size_t bytes = 0;
    Kind kind = Kind::integer;
};

struct PlyProperty {
    std::string name;
    PlyType type;
    std::optional<PlyType> count; // of a list
    int axis = -1;                // 0, 1, 2: this is x, y, z of a vertex
    bool corners = false;         // the vertex numbers of a face
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    enum class Format { ascii, little_endian, big_endian };
    Format format = Format::ascii;
    std::vector<PlyElement> elements;
    std::size_t bytes = 0; // where the data begin
};

// UserError unless it is understood, has vertices with x, y, z and faces with a list of vertex
// numbers, and announces no more elements than the file has bytes.
PlyHeader read_ply_header(std::string_view bytes, const std::string& name);

} // namespace flotsam
