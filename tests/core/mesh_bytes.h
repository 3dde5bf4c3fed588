// Meshes as bytes of STL, OBJ and PLY files.
#pragma once

#include "geometry_support.h"

#include <cstring>
#include <string>

namespace flotsam::tests {

template <class T> std::string raw(T value)
{
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T)); // the tests run on little-endian machines
    return bytes;
}

template <class T> std::string swapped(T value)
{
    std::string bytes = raw(value);
    return {bytes.rbegin(), bytes.rend()};
}

inline std::string text(double x)
{
    std::string s = std::to_string(x);
    return s;
}

inline std::string binary_stl(const Mesh& mesh, std::uint32_t count, const std::string& comment = "a test")
{
    std::string bytes = comment;
    bytes.resize(80, ' ');
    bytes += raw(count);
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        bytes += std::string(12, '\0');
        for (std::size_t k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis)
                bytes += raw(static_cast<float>(corner(mesh, t, k)[axis]));
        bytes += std::string(2, '\0');
    }
    return bytes;
}

inline std::string binary_stl(const Mesh& mesh)
{
    return binary_stl(mesh, static_cast<std::uint32_t>(mesh.triangle.size()));
}

inline std::string ascii_stl(const Mesh& mesh)
{
    std::string s = "solid thing with a name\n";
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        s += " facet normal 0 0 0\n  outer loop\n";
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& x = corner(mesh, t, k);
            s += "   vertex " + text(x.x()) + " " + text(x.y()) + " +" + text(x.z()) + "\r\n";
        }
        s += "  endloop\n endfacet\n";
    }
    return s + "endsolid thing\n";
}

inline std::string obj(const Mesh& mesh)
{
    std::string s = "# a test\no thing\n";
    for (const Vec3& x : mesh.vertex)
        s += "v " + text(x.x()) + " " + text(x.y()) + " " + text(x.z()) + "\n";
    for (const auto& t : mesh.triangle)
        s += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " +
             std::to_string(t[2] + 1) + "\n";
    return s;
}

inline std::string ply_header(const std::string& format, std::size_t vertices, std::size_t faces,
                       const std::string& index = "vertex_indices",
                       const std::string& real = "float")
{
    return "ply\nformat " + format + " 1.0\ncomment a test\nelement vertex " +
           std::to_string(vertices) + "\nproperty " + real + " x\nproperty " + real +
           " y\nproperty " + real + " z\nelement face " + std::to_string(faces) +
           "\nproperty list uchar int " + index + "\nend_header\n";
}

inline std::string ascii_ply_data(const Mesh& mesh)
{
    std::string s;
    for (const Vec3& x : mesh.vertex)
        s += text(x.x()) + " " + text(x.y()) + " " + text(x.z()) + "\n";
    for (const auto& t : mesh.triangle)
        s += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) +
             "\n";
    return s;
}

template <class Number> std::string binary_ply_data(const Mesh& mesh, Number&& number)
{
    std::string s;
    for (const Vec3& x : mesh.vertex)
        for (int k = 0; k < 3; ++k)
            s += number(static_cast<float>(x[k]));
    for (const auto& t : mesh.triangle) {
        s += '\3';
        for (const Index v : t)
            s += number(v);
    }
    return s;
}

} // namespace flotsam::tests
