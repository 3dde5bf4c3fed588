// Ear clipping in the plane of the polygon: a corner whose triangle turns the polygon's way and
// holds no other corner is cut off, until a triangle is left.
#include "core/polygon.h"

#include <cmath>
#include <vector>

namespace flotsam {

namespace {

using Vec2 = Eigen::Vector2d;

double turn(const Vec2& a, const Vec2& b, const Vec2& c)
{
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Corners as seen against the polygon's mean normal, counter-clockwise.
std::vector<Vec2> seen_flat(std::span<const Index> corners, const Mesh& mesh)
{
    const auto at = [&](std::size_t n) -> const Vec3& {
        return mesh.vertex[static_cast<std::size_t>(corners[n])];
    };
    Vec3 normal = Vec3::Zero();
    for (std::size_t n = 0; n < corners.size(); ++n)
        normal += (at(n) - at(0)).cross(at((n + 1) % corners.size()) - at(0));
    if (normal.norm() == 0.0)
        normal = Vec3::UnitZ();
    normal.normalize();
    const Vec3 e1 = normal.unitOrthogonal(), e2 = normal.cross(e1);
    std::vector<Vec2> flat;
    for (std::size_t n = 0; n < corners.size(); ++n)
        flat.emplace_back(e1.dot(at(n) - at(0)), e2.dot(at(n) - at(0)));
    return flat;
}

// Is corner k of the ring an ear? Flat corners only count when asked for: they are cut last.
bool is_ear(const std::vector<std::size_t>& ring, std::size_t k, const std::vector<Vec2>& at,
            bool flat_too)
{
    const std::size_t p = ring[(k + ring.size() - 1) % ring.size()], q = ring[k],
                      r = ring[(k + 1) % ring.size()];
    const double area = turn(at[p], at[q], at[r]);
    if (area < 0.0 || (area == 0.0 && !flat_too))
        return false;
    for (const std::size_t n : ring) {
        if (n == p || n == q || n == r || at[n] == at[p] || at[n] == at[q] || at[n] == at[r])
            continue;
        if (turn(at[p], at[q], at[n]) >= 0.0 && turn(at[q], at[r], at[n]) >= 0.0 &&
            turn(at[r], at[p], at[n]) >= 0.0)
            return false;
    }
    return true;
}

} // namespace

bool cut_polygon(std::span<const Index> corners, Mesh& mesh)
{
    if (corners.size() < 3 || corners.size() > most_corners)
        return false;
    if (corners.size() == 3) {
        mesh.triangle.push_back({corners[0], corners[1], corners[2]});
        return true;
    }
    const std::vector<Vec2> at = seen_flat(corners, mesh);
    std::vector<std::size_t> ring(corners.size());
    for (std::size_t n = 0; n < ring.size(); ++n)
        ring[n] = n;
    while (ring.size() > 2) {
        std::size_t ear = ring.size();
        for (const bool flat_too : {false, true})
            for (std::size_t k = 0; k < ring.size() && ear == ring.size(); ++k)
                if (is_ear(ring, k, at, flat_too))
                    ear = k;
        if (ear == ring.size())
            return false;
        const std::size_t before = ring[(ear + ring.size() - 1) % ring.size()],
                          after = ring[(ear + 1) % ring.size()];
        mesh.triangle.push_back({corners[before], corners[ring[ear]], corners[after]});
        ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    return true;
}

} // namespace flotsam
