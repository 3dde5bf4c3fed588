#include "core/convex_hull.h"
#include "core/mesh_topology.h"
#include "core/surface_mesh.h"

#include <doctest/doctest.h>

#include <random>

using namespace flotsam;

namespace {

// Largest height of a point over a side, and whether every edge has two triangles.
double outermost(const Mesh& hull, const std::vector<Vec3>& points)
{
    double most = -1e300;
    for (std::size_t t = 0; t < hull.triangle.size(); ++t) {
        const Vec3 out = area_vector(hull, t).normalized();
        for (const Vec3& x : points)
            most = std::max(most, out.dot(x - corner(hull, t, 0)));
    }
    return most;
}

bool closed(const Mesh& hull)
{
    bool all = true;
    for_each_edge(edge_uses(hull), [&](std::span<const EdgeUse> uses) {
        all = all && uses.size() == 2 && uses[0].forward != uses[1].forward;
    });
    return all;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the hull of a cube with 1014 points on its faces has 8 corners and 12 triangles")
    {
        std::vector<Vec3> points;
        for (int face = 0; face < 6; ++face)
            for (int i = 0; i <= 12; ++i)
                for (int j = 0; j <= 12; ++j) {
                    Vec3 x;
                    x[face / 2] = face % 2;
                    x[(face / 2 + 1) % 3] = i / 12.0;
                    x[(face / 2 + 2) % 3] = j / 12.0;
                    points.push_back(x);
                }
        const Mesh hull = convex_hull(points, 1e-9);
        CHECK(hull.vertex.size() == 8);
        CHECK(hull.triangle.size() == 12);
        CHECK(closed(hull));
        CHECK(mesh_properties(hull).volume == doctest::Approx(1.0).epsilon(1e-12));
    }

    TEST_CASE("no point of 5000 in a ball stands out of their hull by more than 1e-9")
    {
        std::mt19937_64 random(3);
        std::normal_distribution<double> normal;
        std::vector<Vec3> points;
        for (int n = 0; n < 5000; ++n) {
            const Vec3 x(normal(random), normal(random), normal(random));
            points.push_back(x.normalized() * (n % 2 == 0 ? 1.0 : 0.7));
        }
        const Mesh hull = convex_hull(points, 1e-9);
        CHECK(hull.vertex.size() == 2500); // every one on the sphere and none of those inside
        CHECK(hull.triangle.size() == 2 * hull.vertex.size() - 4); // Euler
        CHECK(closed(hull));
        CHECK(outermost(hull, points) < 2e-9);
        CHECK(mesh_properties(hull).volume == doctest::Approx(4.18879).epsilon(0.01));
    }

    TEST_CASE("points in a plane and fewer than 4 points have no hull")
    {
        std::vector<Vec3> points;
        for (int n = 0; n < 50; ++n)
            points.emplace_back(std::cos(0.3 * n), std::sin(0.3 * n), 0.5);
        CHECK(convex_hull(points, 1e-9).triangle.empty());
        CHECK(
            convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 1e-9).triangle.empty());
    }
}
