#include "detect_support.h"

#include "rigid/rotation.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace flotsam;
using namespace flotsam::contact;
using namespace flotsam::contact::tests;

TEST_SUITE("unit")
{
    TEST_CASE("two balls touch in one point on the line of their centres")
    {
        const Vec3 c(0.1, 0.2, 0.3), d = c + 0.15 * Vec3(1.0, 2.0, 2.0) / 3.0;
        Scene scene({ball(c, 0.1), ball(d, 0.05)}, {});
        const auto& list = scene.find();
        REQUIRE(list.size() == 1);
        CHECK(std::abs(list[0].gap) < 1e-15);
        CHECK((list[0].normal + Vec3(1.0, 2.0, 2.0) / 3.0).norm() < 1e-14);
        CHECK((list[0].point - c - 0.1 * Vec3(1.0, 2.0, 2.0) / 3.0).norm() < 1e-14);
    }

    TEST_CASE(
        "a ball touches plane and box edge and box corner in one exact point however it is turned")
    {
        for (int n = 0; n < 20; ++n) {
            const Quat turn = rigid::turn_by(Vec3(0.3 * n, -0.7 * n, 0.1 * n * n));
            Scene scene({ball(Vec3(0.0, 0.0, 0.1 + 1e-5), 0.1)}, {floor_wall()});
            scene.bodies.orientation[0] = turn;
            const auto& on_floor = scene.find();
            REQUIRE(on_floor.size() == 1);
            CHECK(std::abs(on_floor[0].gap - 1e-5) < 1e-15);
            CHECK(on_floor[0].normal == Vec3::UnitZ());

            const Vec3 way = Vec3(1.0, 0.0, 1.0).normalized();
            Scene edge({ball(Vec3(0.1, 0.05, 0.1) + 0.1 * way, 0.1), cube(Vec3::Zero())}, {});
            edge.bodies.orientation[0] = turn;
            const auto& on_edge = edge.find();
            REQUIRE(on_edge.size() == 1);
            CHECK(std::abs(on_edge[0].gap) < 1e-15);
            CHECK((on_edge[0].normal - way).norm() < 1e-14);
            CHECK((on_edge[0].point - Vec3(0.1, 0.05, 0.1)).norm() < 1e-14);
        }
    }

    TEST_CASE("a ball in a bowl touches on the line through both centres")
    {
        const Wall bowl{"bowl", make_bowl(Vec3::Zero(), 0.5), true, {1}, {}};
        const Vec3 way = Vec3(0.3, 0.2, -1.0).normalized();
        Scene scene({ball((0.5 - 0.1 - 1e-6) * way, 0.1)}, {bowl});
        const auto& list = scene.find();
        REQUIRE(list.size() == 1);
        CHECK(std::abs(list[0].gap - 1e-6) < 1e-14);
        CHECK((list[0].normal + way).norm() < 1e-12);
        // Above the rim there is no wall.
        Scene above({ball(Vec3(0.35, 0.0, 0.45), 0.1)}, {bowl});
        CHECK(above.find().empty());
    }

    TEST_CASE("a ball in a cone touches its side and on the axis all around it")
    {
        // Half angle 45 degrees, tip at the origin.
        const Wall hopper{
            "hopper", make_cone(Vec3::Zero(), Vec3(0, 0, 1), 0.0, 1.0), true, {2}, {}};
        const double r = 0.1, up = r * std::sqrt(2.0);
        Scene beside({ball(Vec3(0.2, 0.0, 0.2 + up), r)}, {hopper});
        const auto& one = beside.find();
        REQUIRE(one.size() == 1);
        CHECK(std::abs(one[0].gap) < 1e-12); // the cone goes on a long way past its open end
        CHECK((one[0].normal - Vec3(-1.0, 0.0, 1.0).normalized()).norm() < 1e-12);
        Scene middle({ball(Vec3(0.0, 0.0, up), r)}, {hopper});
        Vec3 sum = Vec3::Zero();
        const auto& ring = middle.find();
        CHECK(ring.size() >= 4);
        for (const ContactPoint& c : ring) {
            CHECK(std::abs(c.gap) < 1e-12);
            CHECK(std::abs(c.normal.z() - std::sqrt(0.5)) < 1e-12);
            sum += c.normal / static_cast<double>(ring.size());
        }
        CHECK(std::hypot(sum.x(), sum.y()) < 0.2); // they hold it from all sides
    }

    TEST_CASE("a ball in a tank's corner touches floor and two walls")
    {
        const Wall tank{"tank", make_box(Vec3::Zero(), Vec3(1.0, 1.0, 0.5)), true, {5}, {}};
        Scene scene({ball(Vec3(0.1, 0.1, 0.1 + 1e-6), 0.1)}, {tank});
        const auto& list = scene.find();
        CHECK(list.size() == 3);
        CHECK(count_normal(list, Vec3::UnitX()) == 1);
        CHECK(count_normal(list, Vec3::UnitY()) == 1);
        CHECK(count_normal(list, Vec3::UnitZ()) == 1);
    }

    TEST_CASE("a ball is held by both faces of a V of two mesh slabs")
    {
        const auto slab = [](double angle) {
            return make_turned(make_box(Vec3(-1.0, -1.0, -0.2), Vec3(1.0, 1.0, 0.0)), angle,
                               Vec3::UnitY(), Vec3::Zero());
        };
        const auto as_mesh = [](const ShapePtr& s) { return make_mesh_shape(s->triangles(0.5)); };
        const double a = 0.6, r = 0.1;
        const Vec3 center(0.0, 0.0, r / std::cos(a));
        for (const bool mesh : {false, true}) {
            const Wall left{"left", mesh ? as_mesh(slab(a)) : slab(a), false, {}, {}};
            const Wall right{"right", mesh ? as_mesh(slab(-a)) : slab(-a), false, {}, {}};
            Scene scene({ball(center, r)}, {left, right});
            const auto& list = scene.find();
            REQUIRE(list.size() == 2);
            for (const ContactPoint& c : list) {
                CHECK(std::abs(c.gap) < 1e-12);
                CHECK(std::abs(c.normal.z() - std::cos(a)) < 1e-12);
            }
        }
    }

    TEST_CASE("a lying cylinder rolls on the plane without bumps: its two ends keep their gap")
    {
        // Sampled points alone would bump by r (1 - cos(half a cell's angle)): 6e-4 m here.
        const auto can = body(make_cylinder(Vec3(0, -0.2, 0.1), Vec3(0, 0.2, 0.1), 0.1), 0.02);
        Scene scene({can}, {floor_wall()});
        double worst = 0.0;
        for (int n = 0; n < 60; ++n) {
            scene.bodies.orientation[0] =
                rigid::turn_by(Vec3(0.0, 0.013 * n, 0.0)) * can.start_orientation;
            const auto& list = scene.find();
            REQUIRE(list.size() == 2);
            CHECK(std::abs(list[0].point.y() - list[1].point.y()) == doctest::Approx(0.4));
            for (const ContactPoint& c : list) {
                worst = std::max(worst, std::abs(c.gap));
                CHECK((c.normal - Vec3::UnitZ()).norm() < 1e-12);
                CHECK(std::abs(c.point.x()) < 1e-9);
            }
        }
        CHECK(worst < 1e-12);
        MESSAGE("largest gap error of a rolling cylinder of radius 0.1 m: " << worst << " m");
    }

    TEST_CASE("an ellipsoid touches plane and tank where its support point is")
    {
        const Vec3 radii(0.1, 0.15, 0.2);
        const auto egg = body(make_ellipsoid(Vec3::Zero(), radii), 0.03);
        double worst = 0.0;
        for (int n = 0; n < 20; ++n) {
            const Quat q = rigid::turn_by(Vec3(0.3 * n, -0.7 * n, 0.5));
            const Vec3 down = q.conjugate() * -Vec3::UnitZ();
            const double h = down.cwiseProduct(radii).norm(); // support function
            Scene scene({egg}, {floor_wall()});
            scene.bodies.orientation[0] = q;
            scene.bodies.position[0] = Vec3(0.0, 0.0, h + 1e-6);
            const auto& list = scene.find();
            REQUIRE(list.size() == 1);
            const Vec3 support = q * Vec3(radii.cwiseProduct(radii).cwiseProduct(down) / h);
            worst = std::max(worst, std::abs(list[0].gap - 1e-6));
            CHECK((list[0].point - support - scene.bodies.position[0]).norm() < 1e-8);
        }
        CHECK(worst < 1e-12);
    }

    TEST_CASE("crossed cylinders of equal size touch in one point between their axes")
    {
        const auto along_x = body(make_cylinder(Vec3(-0.3, 0, 0), Vec3(0.3, 0, 0), 0.1), 0.02);
        const auto along_y =
            body(make_cylinder(Vec3(0, -0.3, 0.2 + 1e-6), Vec3(0, 0.3, 0.2 + 1e-6), 0.1), 0.02);
        Scene scene({along_x, along_y}, {});
        const auto& list = scene.find();
        REQUIRE(!list.empty());
        for (const ContactPoint& c : list) {
            CHECK(std::abs(c.gap - 1e-6) < 1e-9);
            CHECK((c.normal + Vec3::UnitZ()).norm() < 1e-5);
            CHECK((c.point - Vec3(0, 0, 0.1)).norm() < 1e-5);
        }
    }

    TEST_CASE("a cylinder in a tank's corner touches the floor and both walls")
    {
        const Wall tank{"tank", make_box(Vec3::Zero(), Vec3(1.0, 1.0, 0.5)), true, {5}, {}};
        const auto can = body(make_cylinder(Vec3(0.1, 0.0, 0.1), Vec3(0.1, 0.3, 0.1), 0.1), 0.02);
        Scene scene({can}, {tank});
        const auto& list = scene.find();
        CHECK(count_normal(list, Vec3::UnitX()) == 2);
        CHECK(count_normal(list, Vec3::UnitZ()) == 2);
        CHECK(count_normal(list, Vec3::UnitY()) >= 4); // its flat end
        for (const ContactPoint& c : list)
            CHECK(std::abs(c.gap) < 1e-12);
    }

    TEST_CASE("a standing cylinder rests on its rim in at most eight points around its axis")
    {
        const auto can = body(make_cylinder(Vec3(0, 0, 0), Vec3(0, 0, 0.3), 0.1), 0.02);
        Scene scene({can}, {floor_wall()});
        const auto& list = scene.find();
        CHECK(list.size() >= 4);
        CHECK(list.size() <= 8);
        for (const ContactPoint& c : list) {
            CHECK(std::abs(c.gap) < 1e-12);
            CHECK(std::hypot(c.point.x(), c.point.y()) > 0.09);
        }
    }
}
