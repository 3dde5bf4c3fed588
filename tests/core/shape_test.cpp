#include "core/shape.h"

#include "core/mesh_check.h"
#include "geometry_support.h"

#include <doctest/doctest.h>

#include <functional>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Sampled {
    ShapePtr shape;
    std::function<bool(const Vec3&)> inside; // written without the shape's own formulas
};

Bounds grown(const Bounds& b, double by)
{
    return {b.min - Vec3::Constant(by), b.max + Vec3::Constant(by)};
}

// Compares the nearest points of random places with a fine set of points that lie on the surface.
void check_against_surface_points(const Sampled& s, double edge, double exact_to = 1e-9)
{
    const std::vector<Vec3> surface = s.shape->triangles(edge).vertex;
    for (const Vec3& v : surface)
        REQUIRE(std::abs(s.shape->distance(v)) < 1e-9);
    int wrong_sign = 0, off_surface = 0, too_far = 0, too_near = 0, bad_normal = 0, differ = 0;
    for (const Vec3& x : random_places(800, grown(s.shape->bounds(), 0.5), 5)) {
        const SurfacePoint p = s.shape->nearest(x);
        double brute = 1e9;
        for (const Vec3& v : surface)
            brute = std::min(brute, (x - v).norm());
        const double length = std::abs(p.distance);
        wrong_sign += (p.distance < 0.0) != s.inside(x);
        off_surface += std::abs(s.shape->distance(p.point)) > 1e-9 ||
                       std::abs((x - p.point).norm() - length) > 1e-9;
        too_far += length > brute + exact_to;
        too_near += length < brute - 0.75 * edge;
        const Vec3 way = (p.distance < 0.0 ? p.point - x : x - p.point) / length;
        bad_normal += std::abs(p.normal.norm() - 1.0) > 1e-12 ||
                      (length > 1e-3 && (way - p.normal).norm() > 1e-6);
        differ += std::abs(s.shape->distance(x) - p.distance) > 1e-12;
    }
    CHECK(wrong_sign == 0);
    CHECK(off_surface == 0);
    CHECK(too_far == 0);
    CHECK(too_near == 0);
    CHECK(bad_normal == 0);
    CHECK(differ == 0);
}

double radius_about(const Vec3& x, const Vec3& from, const Vec3& to, double& height)
{
    const Vec3 axis = (to - from).normalized();
    height = axis.dot(x - from);
    return (x - from - height * axis).norm();
}

void check_corner_of_box(const Vec3& x, int blocked, const Vec3& point)
{
    const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(1, 2, 3));
    const SurfacePoint s = box->nearest(x);
    CHECK(s.blocked == blocked);
    CHECK((s.point - point).norm() == 0.0);
    CHECK(s.distance == doctest::Approx((x - point).norm()).epsilon(1e-14));
    CHECK((s.normal - (x - point).normalized()).norm() < 1e-14);
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("no surface point of a box is nearer than the one found")
    {
        check_against_surface_points({make_box(Vec3(-0.5, 0, 0.2), Vec3(0.7, 0.4, 1.0)),
                                      [](const Vec3& x) {
                                          return x.x() > -0.5 && x.x() < 0.7 && x.y() > 0 &&
                                                 x.y() < 0.4 && x.z() > 0.2 && x.z() < 1.0;
                                      }},
                                     0.03);
    }

    TEST_CASE("no surface point of a sphere or an ellipsoid is nearer than the one found")
    {
        for (const Vec3& e :
             {Vec3(0.6, 0.6, 0.6), Vec3(0.9, 0.5, 0.3), Vec3(0.2, 0.2, 1.0), Vec3(0.8, 0.1, 0.8)}) {
            const Vec3 c(0.1, -0.2, 0.3);
            check_against_surface_points(
                {make_ellipsoid(c, e),
                 [=](const Vec3& x) { return (x - c).cwiseQuotient(e).squaredNorm() < 1.0; }},
                0.04);
        }
    }

    TEST_CASE("no surface point of a cylinder or a cone is nearer than the one found")
    {
        const Vec3 from(0.1, 0.2, -0.3), to(0.5, 0.9, 0.6);
        const double length = (to - from).norm();
        using Radii = std::pair<double, double>;
        for (const auto& [a, b] :
             {Radii(0.4, 0.4), Radii(0.5, 0.2), Radii(0.1, 0.7), Radii(0.6, 0.0), Radii(0.0, 0.3)})
            check_against_surface_points({make_cone(from, to, a, b),
                                          [=](const Vec3& x) {
                                              double h = 0.0;
                                              const double r = radius_about(x, from, to, h);
                                              return h > 0 && h < length &&
                                                     r < a + (b - a) * h / length;
                                          }},
                                         0.04);
    }

    TEST_CASE("no surface point of a bowl is nearer than the one found")
    {
        const Vec3 c(0.2, 0.1, 0.4);
        check_against_surface_points(
            {make_bowl(c, 0.7),
             [=](const Vec3& x) { return (x - c).norm() < 0.7 && x.z() < c.z(); }},
            0.04);
    }

    TEST_CASE("a turned box is the box seen from turned places")
    {
        const Vec3 axis = Vec3(1, 2, 3).normalized(), about(0.3, 0.1, 0.2);
        const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(0.5, 0.8, 0.3));
        const Eigen::AngleAxisd turn(0.7, axis);
        const ShapePtr turned = make_turned(box, 0.7, axis, about);
        check_against_surface_points({turned,
                                      [&](const Vec3& x) {
                                          return box->distance(about +
                                                               turn.inverse() * (x - about)) < 0.0;
                                      }},
                                     0.03);
        CHECK(turned->frame().isApprox(Quat(turn), 1e-14));
        const Bounds b = turned->frame_bounds();
        for (const Vec3& v : turned->triangles(0.5).vertex)
            CHECK(grown(b, 1e-12).contains(turned->frame().inverse() * v));
        CHECK((b.size() - Vec3(0.5, 0.8, 0.3)).norm() < 1e-14);
    }

    TEST_CASE("edges and corners of a box block two and three directions from outside")
    {
        check_corner_of_box(Vec3(1.5, 2.5, 1.0), 2, Vec3(1, 2, 1));
        check_corner_of_box(Vec3(-0.5, 1.0, 3.25), 2, Vec3(0, 1, 3));
        check_corner_of_box(Vec3(-0.5, -1.0, 3.25), 3, Vec3(0, 0, 3));
        check_corner_of_box(Vec3(1.25, 1.0, 1.0), 1, Vec3(1, 1, 1));
        const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(1, 2, 3));
        CHECK(box->nearest(Vec3(1.5, 2.5, 1.0)).along == Vec3::UnitZ());
        CHECK(box->nearest(Vec3(1.5, 2.5, 1.0)).faces == ((1U << 1) | (1U << 3)));
        CHECK(box->nearest(Vec3(1.5, 2.5, 1.0)).face == -1);
        CHECK(box->nearest(Vec3(0.5, 1.0, 3.1)).face == 5);
    }

    TEST_CASE("inside a box the nearest face counts and the lowest number in a tie")
    {
        const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(1, 1, 1));
        const SurfacePoint middle = box->nearest(Vec3(0.5, 0.5, 0.5));
        CHECK(middle.face == 0);
        CHECK(middle.distance == -0.5);
        const SurfacePoint top = box->nearest(Vec3(0.5, 0.6, 0.9));
        CHECK(top.face == 5);
        CHECK(top.blocked == 1);
        CHECK(top.normal == Vec3::UnitZ());
        CHECK(box->nearest(Vec3(1.0, 0.5, 0.5)).distance == 0.0);
    }

    TEST_CASE("a depth of two million metres leaves the plane's distances exact")
    {
        const ShapePtr disc = make_cylinder(Vec3(0.3, -1e6, 0.4), Vec3(0.3, 1e6, 0.4), 0.25);
        const SurfacePoint s = disc->nearest(Vec3(0.8, 0.0, 0.4));
        CHECK(s.distance == doctest::Approx(0.25).epsilon(1e-15));
        CHECK(s.point.y() == 0.0);
        CHECK((s.point - Vec3(0.55, 0, 0.4)).norm() < 1e-15);
        const ShapePtr step = make_union({make_box(Vec3(0, -1e6, 0), Vec3(2, 1e6, 1)),
                                          make_box(Vec3(0, -1e6, 1), Vec3(1, 1e6, 2))});
        const SurfacePoint e = step->nearest(Vec3(0.9, 0.0, 0.8));
        CHECK((e.point - Vec3(1, 0, 1)).norm() == 0.0);
        CHECK(e.blocked == 2);
        CHECK(e.distance == doctest::Approx(-std::hypot(0.1, 0.2)).epsilon(1e-14));
        CHECK(disc->triangles(0.01).triangle.size() < 100000);
        CHECK(step->triangles(0.01).triangle.size() < 200000);
    }

    TEST_CASE("the centre of a sphere and the axis of a cylinder have a nearest point")
    {
        const SurfacePoint s =
            make_ellipsoid(Vec3(1, 2, 3), Vec3::Constant(0.5))->nearest(Vec3(1, 2, 3));
        CHECK(s.distance == doctest::Approx(-0.5).epsilon(1e-15));
        CHECK((s.point - Vec3(1, 2, 3)).norm() == doctest::Approx(0.5));
        CHECK(s.normal.norm() == doctest::Approx(1.0));
        const SurfacePoint c =
            make_cylinder(Vec3(0, 0, 0), Vec3(1, 1, 1), 0.2)->nearest(Vec3(0.5, 0.5, 0.5));
        CHECK(c.distance == doctest::Approx(-0.2).epsilon(1e-14));
        CHECK(std::abs(c.normal.dot(Vec3(1, 1, 1))) < 1e-14);
        CHECK(c.face == 0);
    }

    TEST_CASE(
        "the nearest point of an ellipsoid is right to 1e-12 also when it is a needle or a coin")
    {
        double worst_on = 0.0, worst_way = 0.0;
        for (const Vec3& e : {Vec3(1.0, 0.1, 0.01), Vec3(0.02, 1.0, 1.0), Vec3(1.0, 1.0, 0.999),
                              Vec3(0.5, 2.0, 0.5)}) {
            const ShapePtr shape = make_ellipsoid(Vec3::Zero(), e);
            std::vector<Vec3> places = random_places(2000, {-2.0 * e, 2.0 * e}, 3);
            for (const Vec3& x : random_places(500, {-2.0 * e, 2.0 * e}, 4)) {
                places.push_back(Vec3(x.x(), x.y(), 0.0)); // on the planes and axes of symmetry
                places.push_back(Vec3(0.0, x.y(), x.z()));
                places.push_back(Vec3(x.x(), 0.0, 0.0));
                places.push_back(Vec3(x.x(), x.y(), 1e-14 * x.z()));
            }
            for (const Vec3& x : places) {
                const SurfacePoint s = shape->nearest(x);
                worst_on =
                    std::max(worst_on, std::abs(s.point.cwiseQuotient(e).squaredNorm() - 1.0));
                worst_way = std::max(worst_way, (x - s.point - s.distance * s.normal).norm());
            }
        }
        CHECK(worst_on < 1e-12);
        CHECK(worst_way < 1e-12);
    }

    TEST_CASE("rims and tips of cones count as edges and corners by the angle of their faces")
    {
        const Vec3 from(0, 0, 0), to(0, 0, 1);
        const SurfacePoint rim = make_cylinder(from, to, 0.5)->nearest(Vec3(0.9, 0, 1.3));
        CHECK(rim.blocked == 2);
        CHECK(rim.distance == doctest::Approx(0.5));
        CHECK(std::abs(rim.along.dot(Vec3::UnitY())) == doctest::Approx(1.0));
        CHECK(rim.faces == ((1U << 0) | (1U << 2)));
        const SurfacePoint tip = make_cone(from, to, 0.5, 0.0)->nearest(Vec3(0, 0, 1.2));
        CHECK(tip.blocked == 3);
        CHECK(tip.distance == doctest::Approx(0.2));
        // A flat cone, its side 14 degrees below the horizontal, has no tip worth the name.
        CHECK(make_cone(from, Vec3(0, 0, 0.25), 1.0, 0.0)->nearest(Vec3(0, 0, 0.3)).blocked == 1);
        // A drum that widens so much that its side lies 27 degrees off the lid.
        CHECK(make_cone(from, Vec3(0, 0, 0.5), 1.0, 2.0)->nearest(Vec3(0.99, 0, -0.001)).blocked ==
              1);
    }

    TEST_CASE("the tie at the bottom of a bowl goes to the shell and above the rim the edge counts")
    {
        const ShapePtr bowl = make_bowl(Vec3::Zero(), 1.0);
        CHECK(bowl->nearest(Vec3(0, 0, -0.5)).face == 0);
        CHECK(bowl->nearest(Vec3(0, 0, -0.4)).face == 1);
        CHECK(bowl->nearest(Vec3::Zero()).distance == 0.0);
        const SurfacePoint rim = bowl->nearest(Vec3(1.3, 0, 0.4));
        CHECK(rim.blocked == 2);
        CHECK(rim.distance == doctest::Approx(0.5));
    }

    TEST_CASE("a plane's distance is along its normal and layers follow a slanted one")
    {
        const Vec3 n = Vec3(1, 0, 2).normalized();
        const ShapePtr plane = make_plane(Vec3(0.5, 0, 0.5), 3.0 * n);
        const Vec3 x(0.1, 4.0, 2.0);
        CHECK(plane->nearest(x).distance == doctest::Approx(n.dot(x - Vec3(0.5, 0, 0.5))));
        CHECK((plane->frame() * Vec3::UnitZ() - n).norm() < 1e-15);
        CHECK(plane->frame_bounds().max.z() == doctest::Approx(n.dot(Vec3(0.5, 0, 0.5))));
        CHECK(make_plane(Vec3(0, 0, 0.2), Vec3::UnitZ())->bounds().max.z() == 0.2);
    }

    TEST_CASE("triangles of every solid form a closed surface turned outward")
    {
        const Vec3 o = Vec3::Zero();
        for (const ShapePtr& shape :
             {make_box(o, Vec3(1, 2, 3)), make_ellipsoid(o, Vec3(1, 2, 3)),
              make_cylinder(o, Vec3(1, 1, 0), 0.3), make_cone(o, Vec3(0, 0, 1), 0.4, 0.0),
              make_cone(o, Vec3(0, 0, 1), 0.0, 0.4), make_bowl(o, 0.6),
              make_turned(make_box(o, Vec3(1, 2, 3)), 0.3, Vec3::UnitX(), o),
              make_union({make_box(o, Vec3(2, 1, 1)), make_box(Vec3(0, 0, 1), Vec3(1, 1, 2))}),
              make_mesh_shape(tetrahedron())}) {
            Mesh mesh = shape->triangles(0.4);
            const MeshReport report = check_mesh(mesh);
            CHECK(report.accepted());
            CHECK_FALSE(report.turned);
            CHECK(report.zero_area == 0);
            CHECK(report.volume == doctest::Approx(shape->exact()->volume).epsilon(0.05));
            double longest = 0.0;
            for (std::size_t t = 0; t < mesh.triangle.size(); ++t)
                for (std::size_t k = 0; k < 3; ++k)
                    longest = std::max(longest,
                                       (corner(mesh, t, k) - corner(mesh, t, (k + 1) % 3)).norm());
            CHECK(longest < 0.4 * 1.5); // the diagonal of a square
        }
    }
}
