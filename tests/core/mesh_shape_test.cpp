#include "core/shape.h"

#include "core/mesh_check.h"
#include "core/parallel.h"
#include "geometry_support.h"

#include <doctest/doctest.h>
#include <omp.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// Random places in and around the mesh, and places a hair's breadth off its vertices, edges and
// faces.
std::vector<Vec3> places_around(const Mesh& mesh, int count)
{
    const Bounds b = mesh_bounds(mesh);
    std::vector<Vec3> places =
        random_places(count / 2, {b.min - 0.3 * b.size(), b.max + 0.3 * b.size()}, 21);
    const std::vector<Vec3> ways = random_places(count / 2, {-Vec3::Ones(), Vec3::Ones()}, 22);
    for (std::size_t n = 0; n < ways.size(); ++n) {
        const std::size_t t = n * 7919 % mesh.triangle.size();
        const Vec3 &a = corner(mesh, t, 0), &b1 = corner(mesh, t, 1), &c = corner(mesh, t, 2);
        const Vec3 feature = n % 3 == 0   ? a
                             : n % 3 == 1 ? Vec3(0.3 * a + 0.7 * b1)
                                          : Vec3((a + b1 + c) / 3.0);
        const double off = n % 2 == 0 ? 1e-4 : 1e-2;
        places.push_back(feature + off * ways[n]);
    }
    return places;
}

int wrong_signs(const Mesh& mesh, int count)
{
    const ShapePtr shape = make_mesh_shape(mesh);
    const std::vector<Vec3> places = places_around(mesh, count);
    std::vector<int> wrong(places.size());
    parallel_for(static_cast<Offset>(places.size()), [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        wrong[k] = (shape->distance(places[k]) < 0.0) != (winding_number(mesh, places[k]) > 0.5);
    });
    int total = 0;
    for (const int w : wrong)
        total += w;
    return total;
}

ShapePtr l_shape()
{
    return make_union(
        {make_box(Vec3(0, 0, 0), Vec3(2, 1, 1)), make_box(Vec3(0, 0, 1), Vec3(1, 1, 2))});
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("10000 places around meshes with notches and bumps lie on the side their winding "
              "number says")
    {
        CHECK(wrong_signs(bumpy_ball(0.3), 10000) == 0);
        CHECK(wrong_signs(l_shape()->triangles(0.7), 10000) == 0);
        CHECK(wrong_signs(tetrahedron(), 10000) == 0);
    }

    TEST_CASE("the distance to a mesh equals the search over all its triangles")
    {
        const Mesh mesh = bumpy_ball(0.25);
        const ShapePtr shape = make_mesh_shape(mesh);
        const std::vector<Vec3> points = make_mesh_shape(mesh)->triangles(0.02).vertex;
        for (const Vec3& x : random_places(150, {Vec3::Constant(-1.6), Vec3::Constant(1.6)}, 8)) {
            double brute = 1e9;
            for (const Vec3& p : points)
                brute = std::min(brute, (x - p).norm());
            const double d = std::abs(shape->distance(x));
            CHECK(d <= brute + 1e-12);
            CHECK(d >= brute - 0.015);
        }
    }

    TEST_CASE("a mesh of a box and the box agree in distance and normal and blocked directions")
    {
        const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(1, 0.8, 0.6));
        const ShapePtr mesh = make_mesh_shape(box->triangles(0.25));
        int differ = 0;
        for (const Vec3& x :
             random_places(3000, {Vec3(-0.5, -0.5, -0.5), Vec3(1.5, 1.3, 1.1)}, 9)) {
            const SurfacePoint a = box->nearest(x), b = mesh->nearest(x);
            differ += std::abs(a.distance - b.distance) > 1e-14 ||
                      (a.point - b.point).norm() > 1e-14 || (a.normal - b.normal).norm() > 1e-12 ||
                      a.blocked != b.blocked ||
                      (a.blocked == 2 && a.along.cross(b.along).norm() > 1e-12);
        }
        CHECK(differ == 0);
    }

    TEST_CASE("a mesh of an L and the union agree inside where the notch blocks two directions")
    {
        const ShapePtr l = l_shape(), mesh = make_mesh_shape(l->triangles(0.3));
        int differ = 0, notched = 0;
        for (const Vec3& x :
             random_places(20000, {Vec3(-0.5, -0.5, -0.5), Vec3(2.5, 1.5, 2.5)}, 9)) {
            const SurfacePoint a = l->nearest(x), b = mesh->nearest(x);
            differ += std::abs(a.distance - b.distance) > 1e-14 || a.blocked != b.blocked;
            notched += b.distance < 0.0 && b.blocked == 2;
        }
        CHECK(differ == 0);
        CHECK(notched > 20);
    }

    TEST_CASE("facets of a round mesh count as one face and its rim as an edge")
    {
        const ShapePtr mesh =
            make_mesh_shape(make_cylinder(Vec3(0, 0, 0), Vec3(0, 0, 1), 0.5)->triangles(0.1));
        for (const Vec3& x : random_places(500, {Vec3(-1, -1, 0.1), Vec3(1, 1, 0.9)}, 4))
            if (x.head<2>().norm() > 0.51)
                CHECK(mesh->nearest(x).blocked == 1);
        const SurfacePoint rim = mesh->nearest(Vec3(0.7, 0.013, 1.2));
        CHECK(rim.blocked == 2);
        CHECK(std::abs(rim.along.z()) < 1e-12);
    }

    TEST_CASE("a mesh gives the same bits to one and to many threads")
    {
        const Mesh mesh = bumpy_ball(0.1);
        const ShapePtr shape = make_mesh_shape(mesh);
        const std::vector<Vec3> places = places_around(mesh, 4000);
        const int before = omp_get_max_threads();
        std::vector<std::vector<Vec3>> points;
        for (const int threads : {1, 4}) {
            omp_set_num_threads(threads);
            std::vector<Vec3> found(places.size());
            parallel_for_uneven(static_cast<Offset>(places.size()), 16, [&](Offset n) {
                const SurfacePoint s = shape->nearest(places[static_cast<std::size_t>(n)]);
                found[static_cast<std::size_t>(n)] = s.point + s.distance * s.normal;
            });
            points.push_back(found);
        }
        omp_set_num_threads(before);
        CHECK(points[0] == points[1]);
    }
}
