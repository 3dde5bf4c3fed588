// The two loads on bodies, in three dimensions: reactions of the pair forces and the surface
// integral of marker pressures ([A21] Eq. 42), against the weight of the water displaced.
#include "tests/coupling/watch.h"

#include <numbers>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// A tank of 0.4 m, 0.4 m of water, a body of 0.2 m.
std::string tank_3d(int across, const std::string& body)
{
    return "spacing = " + std::to_string(0.2 / across) +
           "\nend_time = 9\n[fluid]\n[[fluid.fill]]\nbox = { min = [0, 0, 0], max = [0.4, 0.4, "
           "0.4] }\n"
           "[[wall]]\nname = \"tank\"\nkind = \"tank\"\nbox = { min = [0, 0, 0], max = [0.4, 0.4, "
           "0.6] }\n"
           "open = [\"z+\"]\n[[body]]\nname = \"body\"\n" +
           body;
}

// Share of the displaced weight that each load has, in the mean of the second half of `until`.
struct Shares {
    double reaction = 0.0, markers = 0.0;
};
Shares shares(int across, const std::string& body, double weight, double until)
{
    auto built = build(tank_3d(across, body));
    const Watch w = watch(built, 0.5 * until, until);
    const Shares s{w.force.z() / weight, w.marker.z() / weight};
    MESSAGE(across, " across: reaction ", s.reaction, ", markers ", s.markers);
    return s;
}

const std::string ball =
    "motion = \"fixed\"\nsphere = { center = [0.2, 0.2, 0.2], radius = 0.1 }\n";
const std::string cube =
    "motion = \"fixed\"\nbox = { min = [0.1, 0.1, 0.1], max = [0.3, 0.3, 0.3] }\n"
    "orientation = { angle = 30, axis = [1, 1, 0] }\n";
const std::string half = "density = 500\nbox = { min = [0.1, 0.1, 0.3], max = [0.3, 0.3, 0.5] }\n";

// `most`: in spacings of water above and below the body, as a share of its mean height under water.
void check_loads(int across, double until, double most_ball, double most_box)
{
    const double box = 9810.0 * 0.008, sphere = 9810.0 * 4.0 / 3.0 * std::numbers::pi * 1e-3;
    const Shares of_ball = shares(across, ball, sphere, until);
    const Shares of_cube = shares(across, cube, box, until);
    const Shares of_half = shares(across, half, 0.5 * box, until);
    CHECK(std::abs(of_ball.reaction - 1.0) < most_ball);
    CHECK(std::abs(of_cube.reaction - 1.0) < most_box);
    CHECK(std::abs(of_half.reaction - 1.0) < most_box);
}

} // namespace

// 8 across: in two dimensions the water above and below a body is off by up to 0.15 spacings
// (DECISIONS 55), of a mean height of 8 in a box and of 2/3 x 8 in a ball. 16 across: 1 %.
TEST_SUITE("case")
{
    TEST_CASE("in three dimensions and 8 across reactions lift by the displaced weight within 3 %")
    {
        check_loads(8, 1.2, 0.15 / (8.0 * 2.0 / 3.0), 0.15 / 8.0);
    }
}
TEST_SUITE("long")
{
    TEST_CASE("in three dimensions and 16 across reactions lift by the displaced weight within 1 %")
    {
        check_loads(16, 1.5, 0.01, 0.01);
    }
}
