// Helpers of the geometry tests: random places, independent inside tests, files that vanish.
#pragma once

#include "core/mesh.h"
#include "core/shape.h"
#include "core/surface_mesh.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <string>
#include <unistd.h>

namespace flotsam::tests {

inline std::vector<Vec3> random_places(int count, const Bounds& box, unsigned seed)
{
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::vector<Vec3> places;
    for (int n = 0; n < count; ++n) {
        const double a = unit(generator), b = unit(generator), c = unit(generator);
        places.push_back(box.min + Vec3(a, b, c).cwiseProduct(box.size()));
    }
    return places;
}

// How often a closed mesh winds around x: the sum of the solid angles of its triangles over 4 pi
// (van Oosterom & Strackee 1983).
inline double winding_number(const Mesh& mesh, const Vec3& x)
{
    double angle = 0.0;
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        const Vec3 a = corner(mesh, t, 0) - x, b = corner(mesh, t, 1) - x,
                   c = corner(mesh, t, 2) - x;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        angle += 2.0 * std::atan2(a.dot(b.cross(c)),
                                  la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return angle / (4.0 * std::numbers::pi);
}

// A bumpy ball: closed and far from convex.
inline Mesh bumpy_ball(double edge)
{
    Mesh mesh = make_ellipsoid(Vec3::Zero(), Vec3::Ones())->triangles(edge);
    for (Vec3& x : mesh.vertex)
        x *= 1.0 + 0.35 * std::sin(5.0 * x.x()) * std::cos(4.0 * x.y() + 1.0) *
                       std::sin(3.0 * x.z() + 0.5);
    return mesh;
}

inline Mesh tetrahedron()
{
    return {{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 2, 0), Vec3(0, 0, 3)},
            {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

// A file in the temporary folder that is removed with the object.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& ending, const std::string& bytes = {})
    {
        static std::atomic<int> count{0};
        path_ = (std::filesystem::temp_directory_path() /
                 ("flotsam-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++) +
                  ending))
                    .string();
        std::ofstream(path_, std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    ~TemporaryFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

} // namespace flotsam::tests
