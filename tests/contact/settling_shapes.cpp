#include "tests/contact/settling_shapes.h"

#include <algorithm>
#include <map>

namespace flotsam::tests {

namespace {

using Point = std::pair<double, double>;

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

// Octants' corners, then each triangle in four, on the unit sphere.
Mesh round_mesh(int times)
{
    const double g = 0.5 * (1.0 + std::sqrt(5.0));
    Mesh mesh;
    mesh.vertex = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    mesh.triangle = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    for (int n = 0; n < times; ++n) {
        std::map<std::pair<Index, Index>, Index> halves;
        const auto half = [&](Index a, Index b) {
            const auto [found, fresh] =
                halves.try_emplace(std::minmax(a, b), static_cast<Index>(mesh.vertex.size()));
            if (fresh)
                mesh.vertex.push_back(mesh.vertex[at(a)] + mesh.vertex[at(b)]);
            return found->second;
        };
        for (Vec3& x : mesh.vertex)
            x.normalize();
        std::vector<std::array<Index, 3>> finer;
        for (const auto& [a, b, c] : mesh.triangle) {
            const Index ab = half(a, b), bc = half(b, c), ca = half(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        mesh.triangle = std::move(finer);
    }
    for (Vec3& x : mesh.vertex)
        x.normalize();
    return mesh;
}

// Van Oosterom and Strackee 1983.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    return 2.0 * std::atan2(a.dot(b.cross(c)),
                            la * lb * lc + a.dot(b) * lc + a.dot(c) * lb + b.dot(c) * la);
}

} // namespace

Mesh extruded(const std::vector<Point>& profile, double depth, Point middle)
{
    Mesh mesh;
    const auto count = static_cast<Index>(profile.size());
    for (const double y : {-0.5 * depth, 0.5 * depth}) {
        for (const auto& [x, z] : profile)
            mesh.vertex.emplace_back(x, y, z);
        mesh.vertex.emplace_back(middle.first, y, middle.second);
    }
    const Index far = count + 1;
    for (Index n = 0; n < count; ++n) {
        const Index next = (n + 1) % count;
        mesh.triangle.push_back({count, n, next});
        mesh.triangle.push_back({far + count, far + next, far + n});
        mesh.triangle.push_back({n, far + n, far + next});
        mesh.triangle.push_back({n, far + next, next});
    }
    return mesh;
}

Mesh tetrahedron(double edge)
{
    const double s = edge / std::sqrt(8.0);
    Mesh mesh;
    mesh.vertex = {{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}};
    mesh.triangle = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    return mesh;
}

Mesh jagged(double radius, std::uint64_t seed)
{
    contact::Numbers numbers(seed);
    Mesh mesh = round_mesh(3);
    for (Vec3& x : mesh.vertex)
        x *= radius * (0.6 + 0.8 * numbers.next());
    return mesh;
}

std::vector<NamedShape> settling_shapes()
{
    std::vector<Point> star;
    for (int n = 0; n < 10; ++n) {
        const double r = n % 2 == 0 ? 0.5 : 0.22, a = 0.2 * pi * n;
        star.emplace_back(r * std::cos(a), r * std::sin(a));
    }
    // The fan's middle of the L and of the C is a corner region that sees all corners.
    const std::vector<Point> l{{0.0, 0.0}, {0.8, 0.0}, {0.8, 0.3},
                               {0.3, 0.3}, {0.3, 1.0}, {0.0, 1.0}};
    return {{"box", make_box(Vec3(-0.5, -0.35, -0.2), Vec3(0.5, 0.35, 0.2))},
            {"prism",
             make_mesh_shape(extruded({{0.0, 0.0}, {0.6, 0.0}, {0.2, 0.5}}, 1.0, {0.25, 0.15}))},
            {"L", make_mesh_shape(extruded(l, 0.4, {0.15, 0.15}))},
            {"C", make_union({make_box({0.0, -0.2, 0.0}, {0.2, 0.2, 1.0}),
                              make_box({0.2, -0.2, 0.0}, {0.7, 0.2, 0.2}),
                              make_box({0.2, -0.2, 0.8}, {0.7, 0.2, 1.0})})},
            {"cone", make_cone(Vec3::Zero(), Vec3(0.0, 0.0, 0.8), 0.4, 0.0)},
            {"star", make_mesh_shape(extruded(star, 0.3, {0.0, 0.0}))}};
}

std::vector<Side> sides_of(const contact::SettlingShape& shape)
{
    std::vector<Side> sides;
    for (const auto& t : shape.triangle) {
        const Vec3 &a = shape.corner[at(t[0])], &b = shape.corner[at(t[1])],
                   &c = shape.corner[at(t[2])];
        const Vec3 cross = (b - a).cross(c - a), out = cross.normalized();
        auto side = std::find_if(sides.begin(), sides.end(), [&](const Side& s) {
            return s.out.cross(out).norm() < 1e-6 && s.out.dot(out) > 0.0;
        });
        if (side == sides.end())
            side = sides.insert(sides.end(), Side{out, 0.0, 0.0, false});
        side->area += 0.5 * cross.norm();
        side->solid_angle += solid_angle(a, b, c) / (4.0 * pi);
        // The foot of the centre of mass (the origin) in the triangle.
        const Vec3 foot = out * out.dot(a);
        const auto left = [&](const Vec3& from, const Vec3& to) {
            return out.dot((to - from).cross(foot - from)) >= -1e-12 * (to - from).norm();
        };
        side->stable = side->stable || (left(a, b) && left(b, c) && left(c, a));
    }
    return sides;
}

std::pair<std::size_t, double> side_below(const std::vector<Side>& sides, const Quat& orientation,
                                          const Vec3& up)
{
    const Vec3 down = orientation.conjugate() * -up;
    std::size_t best = 0;
    for (std::size_t n = 1; n < sides.size(); ++n)
        if (sides[n].out.dot(down) > sides[best].out.dot(down))
            best = n;
    return {best, std::atan2(sides[best].out.cross(down).norm(), sides[best].out.dot(down))};
}

} // namespace flotsam::tests
