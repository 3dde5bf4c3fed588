#include "core/surface_mesh.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>

namespace flotsam {

namespace {

auto coordinates(const Vec3& x) { return std::tuple(x.x(), x.y(), x.z()); }

// first[v] = the lowest vertex number with the coordinates of v.
std::vector<Index> first_equal(const std::vector<Vec3>& vertex)
{
    std::vector<Index> order(vertex.size()), first(vertex.size());
    std::iota(order.begin(), order.end(), 0);
    const auto at = [&](Index v) -> const Vec3& { return vertex[static_cast<std::size_t>(v)]; };
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
        return std::tuple_cat(coordinates(at(a)), std::tuple(a)) <
               std::tuple_cat(coordinates(at(b)), std::tuple(b));
    });
    for (std::size_t n = 0; n < order.size(); ++n) {
        const auto v = static_cast<std::size_t>(order[n]);
        const bool same = n > 0 && at(order[n]) == at(order[n - 1]);
        first[v] = same ? first[static_cast<std::size_t>(order[n - 1])] : order[n];
    }
    return first;
}

} // namespace

Offset weld(Mesh& mesh)
{
    const std::vector<Index> first = first_equal(mesh.vertex);
    std::vector<Index> number(mesh.vertex.size(), -1);
    std::vector<Vec3> vertex;
    std::vector<std::array<Index, 3>> triangle;
    triangle.reserve(mesh.triangle.size());
    for (const auto& corners : mesh.triangle) {
        std::array<Index, 3> f{};
        for (std::size_t k = 0; k < 3; ++k)
            f[k] = first[static_cast<std::size_t>(corners[k])];
        if (f[0] == f[1] || f[1] == f[2] || f[2] == f[0])
            continue;
        for (Index& v : f) {
            Index& n = number[static_cast<std::size_t>(v)];
            if (n < 0) {
                n = static_cast<Index>(vertex.size());
                vertex.push_back(mesh.vertex[static_cast<std::size_t>(v)]);
            }
            v = n;
        }
        triangle.push_back(f);
    }
    const auto dropped = static_cast<Offset>(mesh.triangle.size() - triangle.size());
    mesh.vertex = std::move(vertex);
    mesh.triangle = std::move(triangle);
    return dropped;
}

Mesh split_long_edges(Mesh mesh, double edge)
{
    expects(edge > 0.0, "triangles are asked for with edges of positive length");
    for (bool again = true; again;) {
        std::map<std::pair<Index, Index>, Index> middle;
        const auto split = [&](Index a, Index b) -> Index {
            const Vec3 p = mesh.vertex[static_cast<std::size_t>(a)];
            const Vec3 q = mesh.vertex[static_cast<std::size_t>(b)];
            if ((q - p).norm() <= edge)
                return -1;
            const auto [it, is_new] =
                middle.try_emplace(std::minmax(a, b), static_cast<Index>(mesh.vertex.size()));
            if (is_new)
                mesh.vertex.push_back(0.5 * (p + q));
            return it->second;
        };
        std::vector<std::array<Index, 3>> finer;
        for (const auto& t : mesh.triangle) {
            std::array<Index, 3> c = t;
            std::array<Index, 3> m{split(c[0], c[1]), split(c[1], c[2]), split(c[2], c[0])};
            const auto cut = 3 - std::count(m.begin(), m.end(), -1);
            // Turn the triangle so that a lone cut edge, or the last of two, comes first.
            while ((cut == 1 && m[0] < 0) || (cut == 2 && m[2] >= 0)) {
                std::rotate(c.begin(), c.begin() + 1, c.end());
                std::rotate(m.begin(), m.begin() + 1, m.end());
            }
            if (cut == 0)
                finer.push_back(c);
            else if (cut == 1)
                finer.insert(finer.end(), {{c[0], m[0], c[2]}, {m[0], c[1], c[2]}});
            else if (cut == 2)
                finer.insert(finer.end(),
                             {{m[0], c[1], m[1]}, {c[0], m[0], m[1]}, {c[0], m[1], c[2]}});
            else
                finer.insert(finer.end(), {{c[0], m[0], m[2]},
                                           {m[0], c[1], m[1]},
                                           {m[2], m[1], c[2]},
                                           {m[0], m[1], m[2]}});
        }
        again = finer.size() != mesh.triangle.size();
        mesh.triangle = std::move(finer);
    }
    return mesh;
}

int pieces(double length, double edge)
{
    expects(edge > 0.0, "triangles are asked for with edges of positive length");
    const double count = std::ceil(length / edge - 1e-9);
    return count > 10000.0 ? 1 : std::max(1, static_cast<int>(count));
}

int circle_pieces(double radius, double edge)
{
    const double count = std::ceil(2.0 * std::numbers::pi * radius / edge);
    return static_cast<int>(std::clamp(count, 24.0, 10000.0));
}

Mesh revolve(const std::vector<std::pair<double, double>>& profile, const Vec3& center,
             const Vec3& axis, int around)
{
    const Vec3 e1 = axis.unitOrthogonal();
    const Vec3 e2 = axis.cross(e1);
    Mesh mesh;
    for (const auto& [radius, height] : profile)
        for (int n = 0; n < around; ++n) {
            const double angle = 2.0 * std::numbers::pi * n / around;
            mesh.vertex.push_back(center + height * axis + radius * std::cos(angle) * e1 +
                                  radius * std::sin(angle) * e2);
        }
    const auto at = [around](std::size_t ring, int n) {
        return static_cast<Index>(ring) * around + n % around;
    };
    for (std::size_t p = 0; p + 1 < profile.size(); ++p)
        for (int n = 0; n < around; ++n) {
            mesh.triangle.push_back({at(p, n), at(p, n + 1), at(p + 1, n + 1)});
            mesh.triangle.push_back({at(p, n), at(p + 1, n + 1), at(p + 1, n)});
        }
    weld(mesh); // the rings of radius 0 become the two ends
    return mesh;
}

Mesh box_mesh(const Vec3& min, const Vec3& max, double edge)
{
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const int a = (axis + 1) % 3, b = (axis + 2) % 3;
            const int na = pieces(max[a] - min[a], edge), nb = pieces(max[b] - min[b], edge);
            const auto start = static_cast<Index>(mesh.vertex.size());
            for (int j = 0; j <= nb; ++j)
                for (int i = 0; i <= na; ++i) {
                    Vec3 x = side == 0 ? min : max;
                    x[a] = i == na ? max[a] : min[a] + (max[a] - min[a]) * i / na;
                    x[b] = j == nb ? max[b] : min[b] + (max[b] - min[b]) * j / nb;
                    mesh.vertex.push_back(x);
                }
            for (int j = 0; j < nb; ++j)
                for (int i = 0; i < na; ++i) {
                    const Index p = start + j * (na + 1) + i, q = p + 1, r = p + na + 2,
                                s = p + na + 1;
                    if (side == 0)
                        mesh.triangle.insert(mesh.triangle.end(), {{p, r, q}, {p, s, r}});
                    else
                        mesh.triangle.insert(mesh.triangle.end(), {{p, q, r}, {p, r, s}});
                }
        }
    weld(mesh);
    return mesh;
}

MassProperties mesh_properties(const Mesh& mesh)
{
    // Tetrahedra from a point amid the mesh; C = integral of x x^T (det/120 rule of a tetrahedron).
    const Bounds bounds = mesh_bounds(mesh);
    const Vec3 amid = 0.5 * (bounds.min + bounds.max);
    MassProperties m;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        const Vec3 a = corner(mesh, t, 0) - amid, b = corner(mesh, t, 1) - amid,
                   c = corner(mesh, t, 2) - amid;
        const double det = a.dot(b.cross(c));
        const Vec3 sum = a + b + c;
        m.volume += det / 6.0;
        first += det / 24.0 * sum;
        second +=
            det / 120.0 *
            (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
        m.area += 0.5 * area_vector(mesh, t).norm();
    }
    const Vec3 offset = m.volume != 0.0 ? Vec3(first / m.volume) : Vec3(Vec3::Zero());
    second -= m.volume * offset * offset.transpose();
    m.center = amid + offset;
    m.inertia = second.trace() * Mat3::Identity() - second;
    return m;
}

Bounds mesh_bounds(const Mesh& mesh)
{
    if (mesh.vertex.empty())
        return {};
    Bounds b{mesh.vertex[0], mesh.vertex[0]};
    for (const Vec3& x : mesh.vertex) {
        b.min = b.min.cwiseMin(x);
        b.max = b.max.cwiseMax(x);
    }
    return b;
}

} // namespace flotsam
