#include "rigid/form.h"
#include "rigid/make_body.h"
#include "rigid/rotation.h"

#include "core/surface_mesh.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <numeric>

using namespace flotsam;
using namespace flotsam::rigid;

namespace {

constexpr double pi = std::numbers::pi;

MadeBody made(ShapePtr shape, Material material, int dimension = 3, double spacing = 0.05)
{
    BodyPlan plan;
    plan.name = "it";
    plan.shape = std::move(shape);
    plan.material = material;
    return make_body(plan, dimension, spacing);
}

MadeBody dense(ShapePtr shape, int dimension = 3, double spacing = 0.05)
{
    return made(std::move(shape), {1000.0, 0.0, 0.0}, dimension, spacing);
}

void check_inertia(const BodyModel& body, const Vec3& expected, double tolerance = 1e-12)
{
    Vec3 sorted = body.inertia, wanted = expected;
    std::sort(sorted.begin(), sorted.end());
    std::sort(wanted.begin(), wanted.end());
    CHECK((sorted - wanted).norm() < tolerance * wanted.norm());
}

ShapePtr turned(ShapePtr shape)
{
    return make_turned(std::move(shape), 0.7, Vec3(1.0, 2.0, -1.0), Vec3(0.3, 0.1, 0.0));
}

// The shape in the body's frame, put where the body starts, is the shape that was asked for.
void check_placed(const ShapePtr& asked, const BodyModel& body)
{
    for (int n = 0; n < 50; ++n) {
        const Vec3 x(0.8 * std::sin(3.0 * n), 0.7 * std::cos(5.0 * n),
                     0.9 * std::sin(7.0 * n + 1.0));
        const Vec3 local = body.start_orientation.conjugate() * (x - body.start_position);
        CHECK(body.shape->distance(local) == doctest::Approx(asked->distance(x)).epsilon(1e-9));
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("mass and inertia of box ball ellipsoid cylinder and cone are the closed forms")
    {
        const double rho = 1000.0;
        for (bool turn : {false, true}) {
            const auto put = [turn](ShapePtr s) { return turn ? turned(std::move(s)) : s; };
            const auto box = put(make_box(Vec3(0.1, 0.2, 0.3), Vec3(0.3, 0.6, 1.1)));
            const double mb = rho * 0.2 * 0.4 * 0.8;
            const BodyModel b = dense(box).model;
            CHECK(b.mass == doctest::Approx(mb).epsilon(1e-13));
            check_inertia(b, mb / 12.0 * Vec3(0.16 + 0.64, 0.64 + 0.04, 0.04 + 0.16));
            check_placed(box, b);

            const auto ball = put(make_ellipsoid(Vec3(0.1, 0.2, 0.3), Vec3::Constant(0.25)));
            const BodyModel s = dense(ball).model;
            CHECK(s.mass == doctest::Approx(rho * 4.0 / 3.0 * pi * 0.015625).epsilon(1e-13));
            check_inertia(s, Vec3::Constant(0.4 * s.mass * 0.0625));
            CHECK(s.radius == doctest::Approx(0.25).epsilon(1e-14));
            check_placed(ball, s);

            const auto egg = put(make_ellipsoid(Vec3(0.1, 0.2, 0.3), Vec3(0.1, 0.2, 0.3)));
            const BodyModel e = dense(egg).model;
            check_inertia(e, e.mass / 5.0 * Vec3(0.13, 0.10, 0.05));
            check_placed(egg, e);

            const auto can = put(make_cylinder(Vec3(0.1, 0.0, 0.0), Vec3(0.1, 0.0, 0.4), 0.15));
            const BodyModel c = dense(can).model;
            CHECK(c.mass == doctest::Approx(rho * pi * 0.0225 * 0.4).epsilon(1e-13));
            check_inertia(c, c.mass * Vec3(0.5 * 0.0225, 0.0225 / 4.0 + 0.16 / 12.0,
                                           0.0225 / 4.0 + 0.16 / 12.0));
            check_placed(can, c);

            const auto cone = put(make_cone(Vec3::Zero(), Vec3(0.0, 0.0, 0.4), 0.2, 0.0));
            const BodyModel k = dense(cone).model;
            const double across = k.mass * (3.0 / 20.0 * 0.04 + 3.0 / 80.0 * 0.16);
            check_inertia(k, Vec3(across, across, 0.3 * k.mass * 0.04));
            check_placed(cone, k);
        }
    }

    TEST_CASE("a given mass rules over density and scales the inertia")
    {
        const auto box = make_box(Vec3::Zero(), Vec3(0.2, 0.4, 0.8));
        const BodyModel body = made(box, {0.0, 3.0, 0.0}).model;
        CHECK(body.mass == 3.0);
        check_inertia(body, 0.25 * Vec3(0.8, 0.68, 0.2));
    }

    TEST_CASE("an L of two boxes has its exact centre and its principal axes diagonalise it")
    {
        const auto l = make_union({make_box(Vec3(0.0, 0.0, 0.0), Vec3(0.3, 0.1, 0.1)),
                                   make_box(Vec3(0.0, 0.0, 0.1), Vec3(0.1, 0.1, 0.2))});
        const BodyModel body = dense(l).model;
        CHECK(body.mass == doctest::Approx(4.0).epsilon(1e-13));
        CHECK((body.start_position - Vec3(0.125, 0.05, 0.075)).norm() < 1e-14);
        const Mat3 r = body.start_orientation.toRotationMatrix();
        const Mat3 world = r * body.inertia.asDiagonal() * r.transpose();
        CHECK((world - 1000.0 * l->exact()->inertia).norm() < 1e-13 * world.norm());
        check_placed(l, body);
    }

    TEST_CASE("overlapping balls have no closed form here and get the sum of their particles")
    {
        // Lens of two balls of radius 0.2 whose centres lie 0.2 apart.
        const auto two = make_union({make_ellipsoid(Vec3(-0.1, 0, 0), Vec3::Constant(0.2)),
                                     make_ellipsoid(Vec3(0.1, 0, 0), Vec3::Constant(0.2))});
        const MadeBody body = dense(two, 3, 0.01);
        const double h = 0.1, lens = 2.0 * pi * h * h * (3.0 * 0.2 - h) / 3.0;
        const double volume = 2.0 * 4.0 / 3.0 * pi * 0.008 - lens;
        CHECK_FALSE(body.volume.exact);
        CHECK(body.model.mass == doctest::Approx(1000.0 * volume).epsilon(5e-3));
    }

    TEST_CASE("the sum of particles stands by the exact volume and tells when it is far off")
    {
        CHECK(std::abs(dense(make_box(Vec3::Zero(), Vec3(0.5, 0.5, 0.5))).volume.particle_error) <
              1e-12);
        CHECK(std::abs(dense(make_box(Vec3::Zero(), Vec3(0.5, 0.5, 0.07))).volume.particle_error) >
              0.2);
    }

    TEST_CASE("hollow balls boxes and cylinders are exact and thin mesh walls nearly so")
    {
        const double t = 0.02, rho = 2700.0;
        const BodyModel ball =
            made(make_ellipsoid(Vec3::Zero(), Vec3::Constant(0.2)), {rho, 0, t}).model;
        const double r5 = std::pow(0.2, 5) - std::pow(0.18, 5),
                     r3 = std::pow(0.2, 3) - std::pow(0.18, 3);
        CHECK(ball.mass == doctest::Approx(rho * 4.0 / 3.0 * pi * r3).epsilon(1e-12));
        CHECK(ball.inertia.x() == doctest::Approx(0.4 * ball.mass * r5 / r3).epsilon(1e-12));

        const BodyModel box =
            made(turned(make_box(Vec3::Zero(), Vec3(0.2, 0.4, 0.6))), {rho, 0, t}).model;
        CHECK(box.mass ==
              doctest::Approx(rho * (0.2 * 0.4 * 0.6 - 0.16 * 0.36 * 0.56)).epsilon(1e-12));

        const BodyModel can =
            made(make_cylinder(Vec3::Zero(), Vec3(0, 0, 0.5), 0.2), {rho, 0, t}).model;
        CHECK(can.mass == doctest::Approx(rho * pi * (0.04 * 0.5 - 0.0324 * 0.46)).epsilon(1e-12));

        // A thin shell given by mass: the table of part 2 asks for I = 2/3 m r^2.
        const Mesh fine = make_ellipsoid(Vec3::Zero(), Vec3::Constant(0.2))->triangles(0.005);
        const BodyModel shell = made(make_mesh_shape(fine), {0.0, 1.5, 1e-4}).model;
        CHECK(shell.mass == 1.5);
        CHECK(shell.inertia.x() == doctest::Approx(2.0 / 3.0 * 1.5 * 0.04).epsilon(1e-3));
    }

    TEST_CASE("in two dimensions mass and inertia are per metre of depth and y stays locked")
    {
        const double deep = 1e6;
        const BodyModel disc =
            dense(make_cylinder(Vec3(0.3, -deep, 0.4), Vec3(0.3, deep, 0.4), 0.1), 2, 0.02).model;
        CHECK(disc.mass == doctest::Approx(1000.0 * pi * 0.01).epsilon(1e-9));
        CHECK(disc.inertia.y() == doctest::Approx(0.5 * disc.mass * 0.01).epsilon(1e-9));
        CHECK(form_of(*disc.shape, 2).kind == Form::Kind::sphere);
        CHECK(disc.radius == doctest::Approx(0.1).epsilon(1e-12));
        CHECK(disc.translates == Vec3(1.0, 0.0, 1.0));
        CHECK(disc.rotates == Vec3(0.0, 1.0, 0.0));
        CHECK((disc.start_position - Vec3(0.3, 0.0, 0.4)).norm() < 1e-12);

        const auto plate = make_turned(make_box(Vec3(0.0, -deep, 0.0), Vec3(0.2, deep, 0.1)), 0.4,
                                       Vec3::UnitY(), Vec3::Zero());
        const BodyModel box = dense(plate, 2, 0.02).model;
        CHECK(box.mass == doctest::Approx(20.0).epsilon(1e-9));
        CHECK(box.inertia.y() == doctest::Approx(20.0 / 12.0 * 0.05).epsilon(1e-9));
        CHECK(box.radius == doctest::Approx(std::sqrt(0.0125)).epsilon(1e-9));
        const BodyModel hoop = made(make_cylinder(Vec3(0.3, -deep, 0.4), Vec3(0.3, deep, 0.4), 0.1),
                                    {1000.0, 0.0, 0.01}, 2, 0.02)
                                   .model;
        CHECK(hoop.mass == doctest::Approx(1000.0 * pi * (0.01 - 0.0081)).epsilon(1e-9));
        CHECK(hoop.inertia.y() == doctest::Approx(0.5 * hoop.mass * (0.01 + 0.0081)).epsilon(1e-9));
    }

    TEST_CASE(
        "surface points lie on the surface and their areas sum to it - in space and in the plane")
    {
        for (const ShapePtr& shape : {make_box(Vec3::Zero(), Vec3(0.2, 0.4, 0.3)),
                                      turned(make_cylinder(Vec3::Zero(), Vec3(0, 0, 0.4), 0.2)),
                                      make_ellipsoid(Vec3::Zero(), Vec3(0.1, 0.2, 0.3))}) {
            const BodyModel body = dense(shape, 3, 0.025).model;
            const double sum =
                std::accumulate(body.surface.area.begin(), body.surface.area.end(), 0.0);
            CHECK(sum == doctest::Approx(shape->exact()->area).epsilon(1e-12));
            for (const Vec3& x : body.surface.position)
                CHECK(std::abs(body.shape->distance(x)) < 1e-12);
        }
        const double deep = 1e6;
        const auto l = make_union({make_box(Vec3(0, -deep, 0), Vec3(0.3, deep, 0.1)),
                                   make_box(Vec3(0, -deep, 0.1), Vec3(0.1, deep, 0.2))});
        const BodyModel body = dense(l, 2, 0.02).model;
        const double sum = std::accumulate(body.surface.area.begin(), body.surface.area.end(), 0.0);
        CHECK(sum == doctest::Approx(1.0).epsilon(1e-12));
        CHECK(std::count(body.surface.feature.begin(), body.surface.feature.end(), 3) == 6);
        for (const Vec3& x : body.surface.position) {
            CHECK(x.y() == 0.0);
            CHECK(std::abs(body.shape->distance(x)) < 1e-9);
        }
    }

    TEST_CASE("an array's copy differs by its name and place alone")
    {
        const BodyModel first = dense(make_box(Vec3::Zero(), Vec3(0.2, 0.4, 0.8))).model;
        const BodyModel second = copy_of(first, "it.2", Vec3(1.0, 0.0, 0.0));
        CHECK(second.name == "it.2");
        CHECK(second.start_position == Vec3(first.start_position + Vec3(1.0, 0.0, 0.0)));
        CHECK(second.mass == first.mass);
        CHECK(second.shape == first.shape);
    }
}
