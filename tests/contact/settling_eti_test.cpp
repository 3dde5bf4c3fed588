// Two ways to the same end: bodies released at rest on a corner come to rest on the same side by
// settling and by the general contact solver (ETI, e = 0, friction 1).
#include "tests/contact/settling_shapes.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;
using contact::solid_body;
using contact::Stage;

namespace {

// Direction of gravity in the body's frame once it rests; zero if it does not in 6 s.
Vec3 below_by_eti(const rigid::BodyModel& model, const Vec3& position, const Quat& turn)
{
    contact::PairRule rule;
    rule.friction = rule.wet_friction = 1.0;
    contact::Wall floor;
    floor.name = "floor";
    floor.shape = make_plane(Vec3::Zero(), Vec3::UnitZ());
    contact::DryWorld world({contact::placed(model, position, turn)}, {floor}, rule);
    while (world.time < 6.0) {
        world.run(0.1, 1e-3);
        if (world.fastest() < 1e-6)
            return world.bodies.orientation[0].conjugate() * -Vec3::UnitZ();
    }
    return Vec3::Zero();
}

// How often the two agree to 0.05 rad; the cone's narrow sides and its tip are told apart by that.
int agreements(const NamedShape& named, int times, int& moving)
{
    const rigid::BodyModel model = solid_body(named.shape, 0.05);
    Settler s(model, 0.02);
    contact::Numbers numbers(17);
    int same = 0;
    for (int n = 0; n < times; ++n) {
        const Quat turn = random_turn(numbers);
        s.drop(turn);
        const Vec3 start = s.body.position;
        REQUIRE(s.settle(1e-2, 60.0));
        const Vec3 mine = s.body.orientation.conjugate() * -Vec3::UnitZ();
        const Vec3 theirs = below_by_eti(model, start, turn);
        moving += theirs.isZero(0.0);
        // A cone that lies may have rolled on: only its tilt counts.
        const bool cone = std::string(named.name) == "cone";
        const double off = cone ? std::abs(std::asin(mine.z()) - std::asin(theirs.z()))
                                : std::atan2(mine.cross(theirs).norm(), mine.dot(theirs));
        same += !theirs.isZero(0.0) && off < 0.05;
    }
    return same;
}

void compare(int times)
{
    for (const NamedShape& named : settling_shapes()) {
        int moving = 0;
        const int same = agreements(named, times, moving);
        MESSAGE(std::string(named.name) << ": " << same << " of " << times << " on the same side, "
                                        << moving << " still moving after 6 s");
        if (std::string(named.name) == "box")
            CHECK(same >= 0.9 * times);
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("settling and ETI end on the same side for at least 9 of 10 boxes")
    {
        int moving = 0;
        const int same = agreements(settling_shapes()[0], 20, moving);
        MESSAGE(same << " of 20 boxes, " << moving << " still moving");
        CHECK(same >= 18);
    }
}

TEST_SUITE("long")
{
    TEST_CASE("settling and ETI end on the same side for at least 90 of 100 boxes and others")
    {
        compare(100);
    }
}
