#include "core/point_tree.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace flotsam;

namespace {

// By looking at all of them, in order.
PointTree::Found search_all(const std::vector<Vec3>& points, const Vec3& x, double reach,
                            const Periodic& periodic)
{
    PointTree::Found best{-1, reach * reach};
    for (std::size_t n = 0; n < points.size(); ++n) {
        const double distance2 = periodic.nearest(x - points[n]).squaredNorm();
        if (distance2 < best.distance2)
            best = {static_cast<Index>(n), distance2};
    }
    return best;
}

// Corners of cubes of side 1/8, which doubles hold exactly, in a shuffled order, some twice.
std::vector<Vec3> shuffled_lattice(std::mt19937& random)
{
    std::vector<Vec3> points;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 8; ++j)
            for (int k = 0; k < 8; ++k)
                points.insert(points.end(), 1 + (i + j + k) % 2, 0.125 * Vec3(i, j, k));
    std::shuffle(points.begin(), points.end(), random);
    return points;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("of points as near as each other a tree finds the one with the lowest number")
    {
        std::mt19937 random(3);
        const std::vector<Vec3> points = shuffled_lattice(random);
        const PointTree tree(points);
        for (const Periodic& periodic : {Periodic{}, Periodic{Vec3::Zero(), Vec3(2.0, 0.0, 1.0)}}) {
            CAPTURE(periodic.length.transpose());
            int wrong = 0;
            for (int n = 0; n < 3000; ++n) { // on corners, edges, faces and centres of the cubes
                const Vec3 x = 0.0625 * Vec3(static_cast<int>(random() % 33) - 1,
                                             static_cast<int>(random() % 17) - 1,
                                             static_cast<int>(random() % 17) - 1);
                const auto found = tree.nearest(x, 0.3, periodic);
                const auto expected = search_all(points, x, 0.3, periodic);
                wrong += found.index != expected.index || found.distance2 != expected.distance2;
            }
            CHECK(wrong == 0);
        }
    }

    TEST_CASE("a tree finds what a search over all of 5000 points finds")
    {
        std::mt19937 random(4);
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        const auto anywhere = [&] {
            return Vec3(uniform(random), uniform(random), uniform(random));
        };
        std::vector<Vec3> points(5000);
        for (Vec3& x : points)
            x = anywhere();
        const PointTree tree(points);
        int wrong = 0, none = 0;
        for (int n = 0; n < 2000; ++n) {
            const Vec3 x = 1.2 * anywhere();
            const auto found = tree.nearest(x, 0.05);
            wrong += found.index != search_all(points, x, 0.05, {}).index;
            none += found.index < 0;
        }
        CHECK(wrong == 0);
        CHECK(none > 100);
        CHECK(PointTree(std::span<const Vec3>()).nearest(Vec3::Zero(), 1.0).index == -1);
    }
}
