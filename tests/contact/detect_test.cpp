#include "detect_support.h"

#include "contact/reduce.h"
#include "rigid/rotation.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace flotsam;
using namespace flotsam::contact;
using namespace flotsam::contact::tests;

namespace {

// The diagonal (1, 1, 1) of a cube turned upright.
Quat corner_down()
{
    return rigid::turn_by(std::acos(1.0 / std::sqrt(3.0)) * Vec3(1.0, -1.0, 0.0).normalized());
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a box on a plane has every bottom point as a contact or just the four corners")
    {
        for (const auto& [cells, points] : {std::pair(3, 25), std::pair(9, 121)}) {
            Scene scene({cube(Vec3::Zero(), 0.1, 0.1 / cells)}, {floor_wall()}, all_points());
            const auto& list = scene.find();
            CHECK(list.size() == static_cast<std::size_t>(points));
            CHECK(count_normal(list, Vec3::UnitZ()) == points);
            for (const ContactPoint& c : list) {
                CHECK(std::abs(c.gap) < 1e-15);
                CHECK(c.key.a == 0);
                CHECK(c.key.b == 1);
            }
        }
        Scene scene({cube(Vec3::Zero())}, {floor_wall()});
        const auto& list = scene.find();
        REQUIRE(list.size() == 4);
        for (double x : {0.0, 0.1})
            for (double y : {0.0, 0.1})
                CHECK(has_contact_at(list, Vec3(x, y, 0.0), 1e-12));
    }

    TEST_CASE("the gap over a plane is the height and beyond the skin there is nothing")
    {
        Scene scene({cube(Vec3(0.0, 0.0, 1.5e-5))}, {floor_wall()});
        CHECK(scene.find().size() == 4);
        CHECK(std::abs(least_gap(scene.find()) - 1.5e-5) < 1e-15);
        scene.bodies.position[0].z() += 1e-4;
        CHECK(scene.find().empty());
        // 1 m/s towards it: seen 2 mm ahead.
        scene.bodies.velocity[0] = Vec3(0.0, 0.0, -1.0);
        CHECK(scene.find().size() == 4);
        scene.bodies.position[0].z() -= 0.001;
        CHECK(std::abs(least_gap(scene.find()) + 0.000885) < 1e-12);
    }

    TEST_CASE("a tilted box meets the plane along its edge with the plane's normal")
    {
        Scene scene({cube(Vec3(0.0, 0.0, 0.0))}, {floor_wall()});
        const double tilt = 0.3,
                     rise = 0.05 * std::sqrt(2.0) * std::sin(std::numbers::pi / 4 + tilt);
        scene.bodies.orientation[0] = rigid::turn_by(Vec3(0.0, tilt, 0.0));
        scene.bodies.position[0] = Vec3(0.0, 0.0, rise);
        const auto& list = scene.find();
        REQUIRE(list.size() == 2);
        for (const ContactPoint& c : list) {
            CHECK(std::abs(c.gap) < 1e-15);
            CHECK((c.normal - Vec3::UnitZ()).norm() < 1e-14);
            CHECK(std::abs(std::abs(c.point.y()) - 0.05) < 1e-14);
        }
        // On its corner: one contact.
        const Quat up = corner_down();
        scene.bodies.orientation[0] = up;
        scene.bodies.position[0] = Vec3(0.0, 0.0, 0.05 * std::sqrt(3.0));
        CHECK(scene.find().size() == 1);
    }

    TEST_CASE(
        "a flush stack touches on its corners upward only and its side neighbours sideways only")
    {
        // Two on the floor side by side, one on the first, flush.
        for (double noise : {0.0, 1e-9, -1e-9}) {
            Scene scene({cube(Vec3(0.0, 0.0, 0.0)), cube(Vec3(0.1 + noise, 0.0, 0.0)),
                         cube(Vec3(0.0, 0.0, 0.1 + noise))},
                        {floor_wall()});
            const auto& list = scene.find();
            int side = 0, up = 0, to_floor = 0, diagonal = 0;
            for (const ContactPoint& c : list) {
                const auto pair = std::pair(c.key.a, c.key.b);
                if (c.key.b == 3)
                    to_floor += (c.normal - Vec3::UnitZ()).norm() < 1e-12;
                else if (pair == std::pair(0, 1))
                    side += (c.normal + Vec3::UnitX()).norm() < 1e-12;
                else if (pair == std::pair(0, 2))
                    up += (c.normal + Vec3::UnitZ()).norm() < 1e-12;
                else
                    ++diagonal;
                CHECK(std::abs(c.gap) < 1.1e-9);
            }
            CHECK(to_floor == 8);
            CHECK(side == 4);
            CHECK(up == 4);
            CHECK(diagonal == 0);
            CHECK(list.size() == 16);
        }
    }

    TEST_CASE("a block set off by half a side stands on the corners of the common face")
    {
        for (const DetectOptions& options : {DetectOptions{}, all_points()}) {
            Scene scene({cube(Vec3(0.0, 0.0, 0.0)), cube(Vec3(0.05, 0.03, 0.1))}, {}, options);
            const auto& list = scene.find();
            CHECK(count_normal(list, -Vec3::UnitZ()) == static_cast<int>(list.size()));
            for (double x : {0.05, 0.1})
                for (double y : {0.03, 0.1})
                    CHECK(has_contact_at(list, Vec3(x, y, 0.1), 1e-9));
            if (options.most_points > 0)
                CHECK(list.size() == 4);
        }
    }

    TEST_CASE("a block as it slides over a seam of the floor is not stopped by the next stone")
    {
        // The leading edge at and around the seam of two flush stones: contacts look up only.
        for (double past : {-1e-5, -1e-9, 0.0, 1e-9, 1e-5}) {
            Scene scene({cube(Vec3(0.0, 0.0, 0.0), 0.2), cube(Vec3(0.2, 0.0, 0.0), 0.2),
                         cube(Vec3(0.1 + past, 0.05, 0.2 - 1e-10))},
                        {});
            scene.bodies.velocity[2] = Vec3(1.0, 0.0, 0.0);
            for (const ContactPoint& c : scene.find())
                if (c.key.b == 2)
                    CHECK((c.normal + Vec3::UnitZ()).norm() < 1e-9);
        }
    }

    TEST_CASE("a corner of a box in the face of another meets it with the face's normal")
    {
        const Quat up = corner_down();
        Scene scene({cube(Vec3(-0.05, -0.05, -0.1)), cube(Vec3(-0.05, -0.05, 0.0))}, {});
        scene.bodies.orientation[1] = up;
        scene.bodies.position[1] = Vec3(0.01, 0.02, 0.05 * std::sqrt(3.0) - 1e-6);
        const auto& list = scene.find();
        REQUIRE(list.size() == 1);
        CHECK((list[0].normal + Vec3::UnitZ()).norm() < 1e-12);
        CHECK(std::abs(list[0].gap + 1e-6) < 1e-12);
        CHECK((list[0].point - Vec3(0.01, 0.02, -1e-6)).norm() < 1e-12);
    }

    TEST_CASE("edges that cross are found where no corner touches with gap and normal")
    {
        // Two boxes standing on an edge each, turned against each other: ridge over ridge.
        const double ridge = 0.05 * std::sqrt(2.0);
        for (double gap : {1e-5, -2e-5}) {
            for (const DetectOptions& options : {DetectOptions{}, all_points()}) {
                Scene scene({cube(Vec3::Zero()), cube(Vec3::Zero())}, {}, options);
                const double quarter = std::numbers::pi / 4;
                scene.bodies.orientation[0] = rigid::turn_by(Vec3(0.0, quarter, 0.0));
                const Eigen::AngleAxisd tilt(quarter, Vec3::UnitX()), yaw(0.7, Vec3::UnitZ());
                scene.bodies.orientation[1] =
                    Quat(Mat3(yaw.toRotationMatrix() * tilt.toRotationMatrix()));
                scene.bodies.position[0] = Vec3(0.0, 0.0, 0.0);
                scene.bodies.position[1] = Vec3(0.002, 0.003, 2.0 * ridge + gap);
                int crossings = 0;
                for (const ContactPoint& c : scene.find())
                    if ((c.key.point & edge_pair) == edge_pair && c.key.point < round_contact) {
                        ++crossings;
                        CHECK((c.normal + Vec3::UnitZ()).norm() < 1e-12);
                        CHECK(std::abs(c.gap - gap) < 1e-14);
                    }
                CHECK(crossings == 1);
                if (options.most_points > 0)
                    CHECK(scene.find().size() == 1);
            }
        }
    }

    TEST_CASE("a block that tilts a little on another keeps all corners of the common face")
    {
        // Half a degree: only one crossing has its normal between the faces of both edges.
        Scene scene({cube(Vec3::Zero()), cube(Vec3(0.05, 0.03, 0.1))}, {});
        scene.bodies.orientation[1] = rigid::turn_by(Vec3(0.008, -0.005, 0.4));
        scene.bodies.position[1].z() -= 4e-4;
        scene.bodies.velocity[1] = Vec3(0.0, 0.0, -0.3);
        const auto& list = scene.find();
        CHECK(list.size() >= 4);
        double low = 1.0, high = -1.0;
        for (const ContactPoint& c : list) {
            CHECK(c.normal.z() < -0.99);
            CHECK(std::abs(c.gap) < 2e-3);
            low = std::min(low, c.point.x());
            high = std::max(high, c.point.x());
        }
        CHECK(high - low > 0.03);
    }

    TEST_CASE("a block that overhangs has no contact as deep as its overlap is long")
    {
        // 8 mm of it on the other, a micrometre too deep.
        Scene scene({cube(Vec3::Zero()), cube(Vec3(0.092, 0.02, 0.1 - 1e-6))}, {});
        const auto& list = scene.find();
        CHECK(list.size() == 4);
        for (const ContactPoint& c : list) {
            CHECK((c.normal + Vec3::UnitZ()).norm() < 1e-9);
            CHECK(std::abs(c.gap + 1e-6) < 1e-12);
        }
    }

    TEST_CASE("edges that will cross within the step are a contact although they do not cross yet")
    {
        // Ridge over ridge; the upper one still beside the lower one's end, 1 mm above, coming in.
        const double ridge = 0.05 * std::sqrt(2.0), quarter = std::numbers::pi / 4;
        Scene scene({cube(Vec3::Zero()), cube(Vec3::Zero())}, {});
        scene.bodies.orientation[0] = rigid::turn_by(Vec3(0.0, quarter, 0.0));
        scene.bodies.orientation[1] = rigid::turn_by(Vec3(quarter, 0.0, 0.0));
        scene.bodies.position[0] = Vec3::Zero();
        scene.bodies.position[1] = Vec3(0.0, 0.0505, 2.0 * ridge + 1e-3);
        CHECK(scene.find().empty());
        scene.bodies.velocity[1] = Vec3(0.0, -2.0, -1.5);
        const auto& list = scene.find();
        REQUIRE(list.size() == 1);
        CHECK((list[0].normal + Vec3::UnitZ()).norm() < 1e-9);
        CHECK(std::abs(list[0].gap - 1e-3) < 1e-9);
        // If it stays beside it is none.
        scene.bodies.velocity[1] = Vec3(2.0, 0.0, -0.5);
        CHECK(scene.find().empty());
    }

    TEST_CASE(
        "a box in the corner of a tank touches floor and both walls with all its corners there")
    {
        const Wall tank{"tank", make_box(Vec3::Zero(), Vec3(1.0, 1.0, 0.5)), true, {5}, {}};
        for (double in : {0.0, -1e-9, 1e-9}) {
            Scene scene({cube(Vec3::Constant(in))}, {tank});
            const auto& list = scene.find();
            CHECK(count_normal(list, Vec3::UnitX()) == 4);
            CHECK(count_normal(list, Vec3::UnitY()) == 4);
            CHECK(count_normal(list, Vec3::UnitZ()) == 4);
            CHECK(list.size() == 12);
        }
        // Above the open top there is no wall.
        Scene above({cube(Vec3(-0.05, 0.3, 0.7))}, {tank});
        CHECK(above.find().empty());
    }

    TEST_CASE("in the pocket of an L a box touches both faces and nothing else")
    {
        const auto l = make_union({make_box(Vec3(0.0, 0.0, 0.0), Vec3(0.3, 0.1, 0.1)),
                                   make_box(Vec3(0.0, 0.0, 0.1), Vec3(0.1, 0.1, 0.3))});
        Scene scene({body(l, 0.02), cube(Vec3(0.1, 0.0, 0.1))}, {});
        const auto& list = scene.find();
        CHECK(count_normal(list, -Vec3::UnitX()) == 4);
        CHECK(count_normal(list, -Vec3::UnitZ()) == 4);
        CHECK(list.size() == 8);
        for (const ContactPoint& c : list)
            CHECK(std::abs(c.gap) < 1e-12);
    }

    TEST_CASE("a mesh body on a mesh wall rests on its corners like the boxes they stand for")
    {
        const auto mesh_of = [](const Vec3& low, const Vec3& high) {
            return make_mesh_shape(make_box(low, high)->triangles(1.0));
        };
        const Wall slab{"slab", mesh_of(Vec3(-1, -1, -0.2), Vec3(1, 1, 0)), false, {}, {}};
        Scene scene({body(mesh_of(Vec3(0, 0, 1e-6), Vec3(0.1, 0.2, 0.1)), 0.02)}, {slab});
        const auto& list = scene.find();
        REQUIRE(list.size() == 4);
        for (const ContactPoint& c : list) {
            CHECK(std::abs(c.gap - 1e-6) < 1e-12);
            CHECK((c.normal - Vec3::UnitZ()).norm() < 1e-9);
        }
        // Hanging over the slab's edge: the patch ends at the edge.
        scene.bodies.position[0].x() = 1.0;
        const auto& over = scene.find();
        CHECK(over.size() == 4);
        for (double x : {0.95, 1.0})
            for (double y : {0.0, 0.2})
                CHECK(has_contact_at(over, Vec3(x, y, 0.0), 1e-5));
    }

    TEST_CASE("a flat patch of 121 points is reduced to its four corners whatever their order")
    {
        std::vector<Meeting> patch;
        for (std::uint32_t n = 0; n < 121; ++n) {
            Meeting m;
            m.id = (n * 37) % 121;
            m.point = Vec3(0.01 * (m.id % 11), 0.01 * (m.id / 11), 0.0);
            patch.push_back(m);
        }
        merge_coincident(patch, 1e-9);
        reduce(patch, 8);
        REQUIRE(patch.size() == 4);
        CHECK(patch[0].id == 0);
        CHECK(patch[1].id == 10);
        CHECK(patch[2].id == 110);
        CHECK(patch[3].id == 120);
    }

    TEST_CASE("in two dimensions a rectangle rests on two corners and a disc on one point")
    {
        const double deep = 1e6;
        const auto block = [&](double x, double z) {
            return body(make_box(Vec3(x, -deep, z), Vec3(x + 0.1, deep, z + 0.1)), 0.01, 2);
        };
        const auto disc =
            body(make_cylinder(Vec3(0.5, -deep, 0.05), Vec3(0.5, deep, 0.05), 0.05), 0.01, 2);
        Scene scene({block(0.0, 0.0), block(0.05, 0.1), disc}, {floor_wall()}, {}, 2);
        const auto& list = scene.find();
        REQUIRE(list.size() == 5);
        for (const ContactPoint& c : list) {
            CHECK(std::abs(c.gap) < 1e-9);
            CHECK(std::abs(std::abs(c.normal.z()) - 1.0) < 1e-12);
            CHECK(c.point.y() == 0.0);
        }
        CHECK(has_contact_at(list, Vec3(0.05, 0.0, 0.1), 1e-9));
        CHECK(has_contact_at(list, Vec3(0.1, 0.0, 0.1), 1e-9));
        CHECK(has_contact_at(list, Vec3(0.5, 0.0, 0.0), 1e-9));
    }
}
