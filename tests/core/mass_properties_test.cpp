#include "core/sampling.h"

#include "geometry_support.h"

#include <doctest/doctest.h>

#include <functional>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

ShapePtr l_shape()
{
    return make_union(
        {make_box(Vec3(0, 0, 0), Vec3(2, 1, 1)), make_box(Vec3(0, 0, 1), Vec3(1, 1, 2))});
}

// Errors of the particle sums against the exact integrals, relative to the shape's own size.
struct Errors {
    double volume = 0.0, center = 0.0, inertia = 0.0;
};

Errors errors_at(const Shape& shape, double d)
{
    const MassProperties exact = *shape.exact(),
                         sum = particle_sum(sample_body(shape, lattice_for(shape, d, 3)), 3);
    const double size = std::cbrt(exact.volume);
    return {std::abs(sum.volume / exact.volume - 1.0), (sum.center - exact.center).norm() / size,
            (sum.inertia - exact.inertia).norm() / exact.inertia.norm()};
}

// Bounds on the errors of volume and centre; inertia may have twice that.
void check_bounds(const Shape& shape, const std::function<double(double)>& bound_at)
{
    const double size = std::cbrt(shape.exact()->volume);
    for (const int cells : {8, 16, 32, 64}) {
        const Errors e = errors_at(shape, size / cells);
        const double bound = bound_at(size / cells);
        CAPTURE(cells);
        CHECK(e.volume < bound);
        CHECK(e.center < bound);
        CHECK(e.inertia < 2.0 * bound);
    }
}

void check_area_converges(const ShapePtr& shape, double tolerance)
{
    const MassProperties exact = *shape->exact();
    const double edge = std::cbrt(exact.volume) / 64.0;
    const MassProperties mesh = mesh_properties(shape->triangles(edge));
    CHECK(mesh.area == doctest::Approx(exact.area).epsilon(tolerance));
    CHECK(mesh.volume == doctest::Approx(exact.volume).epsilon(tolerance));
    CHECK((mesh.center - exact.center).norm() < tolerance * std::cbrt(exact.volume));
    CHECK((mesh.inertia - exact.inertia).norm() < 2.0 * tolerance * exact.inertia.norm());
}

std::vector<ShapePtr> smooth_shapes()
{
    return {make_ellipsoid(Vec3(0.1, 0.2, 0.3), Vec3::Constant(0.5)),
            make_ellipsoid(Vec3(0.1, 0.2, 0.3), Vec3(0.9, 0.3, 0.5)),
            make_ellipsoid(Vec3::Zero(), Vec3(0.2, 0.8, 0.8))};
}

std::vector<ShapePtr> shapes_with_flat_ends()
{
    return {make_cylinder(Vec3(0, 0, 0), Vec3(0, 0.3, 0.9), 0.4),
            make_cone(Vec3(0, 0, 0), Vec3(0, 0, 0.8), 0.5, 0.2),
            make_cone(Vec3(0, 0, 0), Vec3(0.7, 0, 0), 0.0, 0.5), make_bowl(Vec3(0, 0, 0.2), 0.6)};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a box sampled on its lattice has its exact volume and centre and inertia")
    {
        for (const ShapePtr& box : {make_box(Vec3(0.3, -0.1, 0.2), Vec3(0.8, 0.3, 0.5)),
                                    make_turned(make_box(Vec3(0, 0, 0), Vec3(0.5, 0.4, 0.3)), 0.8,
                                                Vec3(1, 2, 3), Vec3(1, 0, 0))}) {
            const Errors e = errors_at(*box, 0.05);
            CHECK(e.volume < 1e-12);
            CHECK(e.center < 1e-12);
            CHECK(e.inertia < 1e-12);
        }
    }

    TEST_CASE("an L sampled on its lattice is exact as union and as mesh")
    {
        for (const ShapePtr& l : {l_shape(), make_mesh_shape(l_shape()->triangles(5.0))}) {
            const Errors e = errors_at(*l, 0.125);
            CHECK(e.volume < 1e-12);
            CHECK(e.center < 1e-12);
            CHECK(e.inertia < 1e-12);
            CHECK(l->exact()->area == doctest::Approx(14.0));
        }
    }

    TEST_CASE("a tetrahedron has the volume and centre and inertia and area of the textbook")
    {
        // Legs a, b, c along the axes: V = abc/6, centre (a, b, c)/4; about the centre
        // I_xx = V (3/80)(b^2 + c^2), I_xy = + V ab/80.
        const MassProperties m = *make_mesh_shape(tetrahedron())->exact();
        const double a = 1, b = 2, c = 3, V = 1.0;
        CHECK(m.volume == doctest::Approx(V));
        CHECK((m.center - Vec3(a, b, c) / 4.0).norm() < 1e-15);
        CHECK(m.inertia(0, 0) == doctest::Approx(V * 3.0 / 80.0 * (b * b + c * c)));
        CHECK(m.inertia(1, 1) == doctest::Approx(V * 3.0 / 80.0 * (a * a + c * c)));
        CHECK(m.inertia(0, 1) == doctest::Approx(V * a * b / 80.0));
        CHECK(m.inertia(1, 2) == doctest::Approx(V * b * c / 80.0));
        CHECK(m.area == doctest::Approx(0.5 * (2 + 3 + 6 + std::sqrt(4.0 + 9.0 + 36.0))));
    }

    TEST_CASE("a plane body counts area and one rotation")
    {
        const ShapePtr disc = make_cylinder(Vec3(0.2, -1e6, 0.1), Vec3(0.2, 1e6, 0.1), 0.5);
        const BodySample body = sample_body(*disc, lattice_for(*disc, 0.01, 2));
        const MassProperties m = particle_sum(body, 2);
        CHECK(body.volume == doctest::Approx(1e-4));
        CHECK(m.volume == doctest::Approx(std::numbers::pi * 0.25).epsilon(2e-3));
        CHECK(m.inertia(1, 1) ==
              doctest::Approx(0.5 * std::numbers::pi * std::pow(0.5, 4)).epsilon(4e-3));
        for (const Vec3& x : body.position)
            CHECK(x.y() == 0.0);
    }
}

TEST_SUITE("order")
{
    TEST_CASE("particle sums of spheres and ellipsoids converge faster than (d/size)^1.25")
    {
        // Misses of less than a cell along a curved surface mostly cancel.
        for (const ShapePtr& shape : smooth_shapes()) {
            const double size = std::cbrt(shape->exact()->volume);
            check_bounds(*shape, [=](double d) { return std::pow(d / size, 1.25); });
        }
    }

    TEST_CASE("particle sums of shapes with flat faces miss less than a quarter of a layer")
    {
        // A flat face off the lattice is missed by up to half a layer, so the order is one.
        std::vector<ShapePtr> shapes = shapes_with_flat_ends();
        shapes.push_back(make_mesh_shape(tetrahedron()));
        for (const ShapePtr& shape : shapes) {
            const MassProperties m = *shape->exact();
            check_bounds(*shape, [=](double d) { return 0.25 * d * m.area / m.volume; });
        }
    }

    TEST_CASE("closed forms of volume and area and inertia agree with fine triangles within 0.3 %")
    {
        for (const ShapePtr& shape : smooth_shapes())
            check_area_converges(shape, 3e-3);
        for (const ShapePtr& shape : shapes_with_flat_ends())
            check_area_converges(shape, 3e-3);
    }

    TEST_CASE("triangle areas of a sphere converge with the second order")
    {
        const ShapePtr ball = make_ellipsoid(Vec3::Zero(), Vec3::Ones());
        const auto error = [&](double edge) {
            return 1.0 - mesh_properties(ball->triangles(edge)).area / ball->exact()->area;
        };
        CHECK(std::log2(error(0.1) / error(0.05)) > 1.9);
    }
}
