#include "core/sampling.h"

#include "geometry_support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

double total_area(const SurfaceSample& s)
{
    double sum = 0.0;
    for (const double a : s.area)
        sum += a;
    return sum;
}

long count_feature(const SurfaceSample& s, int feature)
{
    return std::count(s.feature.begin(), s.feature.end(), feature);
}

std::vector<ShapePtr> solids()
{
    const Vec3 o(0.1, 0.2, 0.3);
    return {make_box(o, o + Vec3(1, 0.5, 0.7)),
            make_turned(make_box(o, o + Vec3(1, 0.5, 0.7)), 0.4, Vec3(1, 1, 1), o),
            make_ellipsoid(o, Vec3::Constant(0.5)),
            make_ellipsoid(o, Vec3(0.7, 0.4, 0.3)),
            make_cylinder(o, o + Vec3(0.2, 0.1, 0.9), 0.4),
            make_cone(o, o + Vec3(0, 0, 0.9), 0.4, 0.0),
            make_bowl(o, 0.5),
            make_union(
                {make_box(o, o + Vec3(2, 1, 1)), make_box(o + Vec3(0, 0, 1), o + Vec3(1, 1, 2))}),
            make_mesh_shape(bumpy_ball(0.1)),
            make_mesh_shape(tetrahedron())};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("areas of surface points sum to the true area and every point lies on the surface")
    {
        for (const ShapePtr& shape : solids())
            for (const double spacing : {0.1, 0.05}) {
                const SurfaceSample s = sample_surface(*shape, spacing);
                CHECK(total_area(s) == doctest::Approx(shape->exact()->area).epsilon(1e-12));
                int off = 0, bad_normal = 0, bad_area = 0;
                for (std::size_t n = 0; n < s.position.size(); ++n) {
                    off += std::abs(shape->distance(s.position[n])) > 1e-9;
                    bad_normal += std::abs(s.normal[n].norm() - 1.0) > 1e-12;
                    bad_area += s.feature[n] == 1
                                    ? s.area[n] <= 0.0 || s.area[n] > 4.0 * spacing * spacing
                                    : s.area[n] != 0.0;
                }
                CHECK(off == 0);
                CHECK(bad_normal == 0);
                CHECK(bad_area == 0);
                // One point for each square of about the spacing.
                const double squares = shape->exact()->area / (spacing * spacing);
                CHECK(static_cast<double>(count_feature(s, 1)) > 0.7 * squares);
                CHECK(static_cast<double>(count_feature(s, 1)) < 1.7 * squares);
            }
    }

    TEST_CASE("pressure p = -z over surface points pushes a body up with its own volume")
    {
        // Archimedes: the sum of -p n A is the volume, as good as the normals and areas are.
        for (const ShapePtr& shape : solids()) {
            const SurfaceSample s = sample_surface(*shape, 0.04);
            Vec3 force = Vec3::Zero();
            for (std::size_t n = 0; n < s.position.size(); ++n)
                force += s.position[n].z() * s.area[n] * s.normal[n];
            const double volume = shape->exact()->volume;
            CHECK((force - Vec3(0, 0, volume)).norm() < 0.02 * volume);
        }
    }

    TEST_CASE("a box has points on its twelve edges and eight corners but a sphere has none")
    {
        const SurfaceSample box = sample_surface(*make_box(Vec3(0, 0, 0), Vec3(1, 0.5, 0.7)), 0.1);
        CHECK(count_feature(box, 1) == 2 * (10 * 5 + 10 * 7 + 5 * 7));
        CHECK(count_feature(box, 2) == 4 * (10 + 5 + 7));
        CHECK(count_feature(box, 3) == 8);
        for (std::size_t n = 0; n < box.position.size(); ++n)
            if (box.feature[n] == 1)
                CHECK(box.area[n] == doctest::Approx(0.01));
        const SurfaceSample ball =
            sample_surface(*make_ellipsoid(Vec3::Zero(), Vec3::Constant(0.3)), 0.1);
        CHECK(count_feature(ball, 1) == static_cast<long>(ball.position.size()));
    }

    TEST_CASE("a cylinder has its two rims as edges and a cone one rim and a tip")
    {
        const SurfaceSample drum =
            sample_surface(*make_cylinder(Vec3(0, 0, 0), Vec3(0, 0, 1), 0.5), 0.05);
        CHECK(count_feature(drum, 2) == 2 * std::lround(std::numbers::pi / 0.05));
        CHECK(count_feature(drum, 3) == 0);
        for (std::size_t n = 0; n < drum.position.size(); ++n)
            if (drum.feature[n] == 2)
                CHECK(drum.position[n].head<2>().norm() == doctest::Approx(0.5));
        const SurfaceSample cone =
            sample_surface(*make_cone(Vec3(0, 0, 0), Vec3(0, 0, 1), 0.5, 0.0), 0.05);
        CHECK(count_feature(cone, 2) == std::lround(std::numbers::pi / 0.05));
    }

    TEST_CASE("surface points of a pier under a deck leave out what the other covers")
    {
        const auto deck = make_box(Vec3(-1, -1, 0), Vec3(1, 1, 0.4)),
                   pier = make_cylinder(Vec3(0, 0, -1), Vec3(0, 0, 0.2), 0.3);
        const SurfaceSample s = sample_surface(*make_union({deck, pier}), 0.05);
        const double pi = std::numbers::pi;
        const double area =
            2 * 4.0 + 4 * 2 * 0.4 + 2 * pi * 0.3 * 1.0; // two discs swapped for each other
        CHECK(total_area(s) == doctest::Approx(area).epsilon(0.02));
        for (std::size_t n = 0; n < s.position.size(); ++n)
            CHECK(std::min(deck->distance(s.position[n]), pier->distance(s.position[n])) >
                  -0.1 * 0.05);
    }
}
