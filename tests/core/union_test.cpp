#include "core/shape.h"

#include "geometry_support.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

ShapePtr l_shape()
{
    return make_union(
        {make_box(Vec3(0, 0, 0), Vec3(2, 1, 1)), make_box(Vec3(0, 0, 1), Vec3(1, 1, 2))});
}

// Largest relative excess of the depth over the true one (from points of the parts' surfaces that
// no other part covers), and how often the depth was too small or the sign wrong.
struct Depths {
    double excess = 0.0;
    int too_small = 0, wrong_sign = 0, covered = 0;
};

Depths compare_depths(const std::vector<ShapePtr>& parts, const ShapePtr& joined, double edge)
{
    const auto least = [&](const Vec3& x) {
        double d = 1e9;
        for (const ShapePtr& part : parts)
            d = std::min(d, part->distance(x));
        return d;
    };
    std::vector<Vec3> open;
    for (const ShapePtr& part : parts) {
        const Mesh mesh = part->triangles(edge);
        for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
            const Vec3 n = area_vector(mesh, t).normalized();
            for (std::size_t k = 0; k < 3; ++k)
                if (least(corner(mesh, t, k) + 1e-6 * n) > 0.0)
                    open.push_back(corner(mesh, t, k));
        }
    }
    Depths found;
    for (const Vec3& x : random_places(400, joined->bounds(), 11)) {
        const SurfacePoint s = joined->nearest(x);
        found.wrong_sign += (s.distance < 0.0) != (least(x) < 0.0);
        if (s.distance >= 0.0)
            continue;
        double brute = 1e9;
        for (const Vec3& v : open)
            brute = std::min(brute, (x - v).norm());
        found.too_small += -s.distance < brute - edge;
        found.excess = std::max(found.excess, (-s.distance - brute) / brute);
        found.covered += least(s.point) < -1e-6;
    }
    return found;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("inside an L of two boxes the depth ignores the face between them")
    {
        const ShapePtr l = l_shape();
        CHECK(l->distance(Vec3(0.5, 0.5, 0.95)) == doctest::Approx(-0.5));
        CHECK(l->distance(Vec3(0.5, 0.5, 1.0)) == doctest::Approx(-0.5));
        CHECK(l->distance(Vec3(0.3, 0.5, 1.0)) == doctest::Approx(-0.3));
        const SurfacePoint notch = l->nearest(Vec3(0.9, 0.5, 0.9));
        CHECK(notch.distance == doctest::Approx(-0.1 * std::sqrt(2.0)));
        CHECK((notch.point - Vec3(1, 0.5, 1)).norm() < 1e-15);
        CHECK(notch.blocked == 2);
        CHECK(notch.along == Vec3::UnitY());
        CHECK((notch.normal - Vec3(1, 0, 1).normalized()).norm() < 1e-14);
    }

    TEST_CASE("outside an L the notch is two faces and the outer corners are edges")
    {
        const ShapePtr l = l_shape();
        const SurfacePoint notch = l->nearest(Vec3(1.2, 0.5, 1.1));
        CHECK(notch.blocked == 1);
        CHECK(notch.distance == doctest::Approx(0.1));
        const SurfacePoint corner = l->nearest(Vec3(-0.3, -0.4, 2.0));
        CHECK(corner.blocked == 2);
        CHECK(corner.distance == doctest::Approx(0.5));
        CHECK(l->nearest(Vec3(2.1, 1.1, 1.1)).blocked == 3);
    }

    TEST_CASE("unions of boxes are exact: overlapping and touching and apart and turned together")
    {
        const auto a = make_box(Vec3(0, 0, 0), Vec3(1, 1, 1)),
                   b = make_box(Vec3(0.5, 0.2, 0.3), Vec3(1.5, 0.7, 1.2)),
                   c = make_box(Vec3(1.0, 0.0, 0.0), Vec3(1.8, 1.0, 0.3)),
                   far = make_box(Vec3(3, 0, 0), Vec3(4, 1, 1));
        for (const auto& parts :
             {std::vector{a, b}, std::vector{a, c}, std::vector{a, b, c}, std::vector{a, far}}) {
            const Depths depths = compare_depths(parts, make_union(parts), 0.05);
            CHECK(depths.wrong_sign == 0);
            CHECK(depths.too_small == 0);
            CHECK(depths.covered == 0);
            CHECK(depths.excess < 1e-9);
        }
        const auto turn = [](const ShapePtr& s) {
            return make_turned(s, 0.4, Vec3(1, 1, 0), Vec3(2, 0, 0));
        };
        const ShapePtr turned = make_union({turn(a), turn(b)}), straight = make_union({a, b});
        const Eigen::AngleAxisd q(0.4, Vec3(1, 1, 0).normalized());
        for (const Vec3& x : random_places(200, straight->bounds(), 2))
            CHECK(turned->distance(Vec3(2, 0, 0) + q * (x - Vec3(2, 0, 0))) ==
                  doctest::Approx(straight->distance(x)).epsilon(1e-9));
    }

    TEST_CASE("inside other unions the depth is never too small and at most 5 % too large")
    {
        const auto deck = make_box(Vec3(-1, -1, 0), Vec3(1, 1, 0.4));
        const auto pier = make_cylinder(Vec3(0, 0, -1), Vec3(0, 0, 0), 0.3); // flush under the deck
        const auto through =
            make_cylinder(Vec3(0.2, 0, -1), Vec3(0, 0, 1), 0.3); // slanted, through it
        const auto ball = make_ellipsoid(Vec3(0, 0, 0.4), Vec3::Constant(0.5));
        for (const auto& parts :
             {std::vector<ShapePtr>{deck, pier}, std::vector<ShapePtr>{deck, through},
              std::vector<ShapePtr>{deck, ball}, std::vector<ShapePtr>{pier, ball, deck}}) {
            const Depths depths = compare_depths(parts, make_union(parts), 0.02);
            CHECK(depths.wrong_sign == 0);
            CHECK(depths.too_small == 0);
            CHECK(depths.covered == 0);
            CHECK(depths.excess < 0.05);
        }
    }

    TEST_CASE("under a pier flush with its deck the inside edge is found")
    {
        const ShapePtr joined = make_union({make_box(Vec3(-1, -1, 0), Vec3(1, 1, 0.4)),
                                            make_cylinder(Vec3(0, 0, -1), Vec3(0, 0, 0), 0.3)});
        const SurfacePoint s = joined->nearest(Vec3(0.25, 0, 0.05));
        CHECK((s.point - Vec3(0.3, 0, 0)).norm() < 1e-3);
        CHECK(s.distance == doctest::Approx(-0.05 * std::sqrt(2.0)).epsilon(0.01));
        CHECK(s.blocked == 2);
        CHECK(std::abs(s.along.dot(Vec3::UnitY())) == doctest::Approx(1.0).epsilon(1e-3));
    }

    TEST_CASE("volume and centre and inertia and area of unions of boxes are exact")
    {
        const MassProperties l = *l_shape()->exact();
        CHECK(l.volume == doctest::Approx(3.0));
        CHECK((l.center - Vec3(5.0 / 6.0, 0.5, 5.0 / 6.0)).norm() < 1e-14);
        CHECK(l.area == doctest::Approx(14.0));
        const MassProperties same = mesh_properties(l_shape()->triangles(0.7));
        CHECK(same.volume == doctest::Approx(l.volume));
        CHECK((same.inertia - l.inertia).norm() < 1e-13);
        CHECK(same.area == doctest::Approx(l.area));
        const auto overlap = make_union(
            {make_box(Vec3(0, 0, 0), Vec3(2, 1, 1)), make_box(Vec3(1, 0, 0), Vec3(3, 1, 1))});
        const MassProperties whole = *make_box(Vec3(0, 0, 0), Vec3(3, 1, 1))->exact(),
                             joined = *overlap->exact();
        CHECK(joined.volume == doctest::Approx(whole.volume));
        CHECK((joined.inertia - whole.inertia).norm() < 1e-13);
        CHECK(joined.area == doctest::Approx(whole.area));
        CHECK_FALSE(make_union({make_ellipsoid(Vec3::Zero(), Vec3::Ones()),
                                make_box(Vec3::Zero(), Vec3(2, 2, 2))})
                        ->exact());
    }
}
