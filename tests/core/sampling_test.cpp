#include "core/sampling.h"

#include "geometry_support.h"
#include "tests/support/tank.h"

#include <doctest/doctest.h>
#include <omp.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const Bounds wide{Vec3::Constant(-10.0), Vec3::Constant(10.0)};

WallPart wall_of(ShapePtr shape, bool tank, const Lattice& lattice, std::vector<int> open = {})
{
    WallPart part;
    part.shape = std::move(shape);
    part.tank = tank;
    part.open = std::move(open);
    part.lattice = lattice;
    part.group = 10;
    return part;
}

// The box tank of tests/support/tank.h by way of sample_walls.
void check_like_hand_made_tank(const TankSpec& spec)
{
    const bool flat = spec.dimension == 2;
    const Vec3 low(0.0, flat ? -1e6 : 0.0, 0.0),
        high(spec.tank.x(), flat ? 1e6 : spec.tank.y(), spec.tank.z());
    const ShapePtr box = make_box(low, high);
    const Lattice lattice = lattice_for(*box, spec.spacing, spec.dimension);
    const Boundary b = sample_walls(
        {wall_of(box, true, lattice, spec.lid ? std::vector<int>{} : std::vector<int>{5})}, 3,
        wide);
    const Boundary expected = make_tank(spec).state.boundary; // already in lattice order
    REQUIRE(b.position.size() == expected.position.size());
    REQUIRE(b.velocity.size() == expected.position.size());
    int differ = 0, wrong_group = 0;
    for (std::size_t w = 0; w < b.position.size(); ++w) {
        differ += (b.position[w] - expected.position[w]).norm() > 1e-12 ||
                  (b.surface[w] - expected.surface[w]).norm() > 1e-12 ||
                  (b.normal[w] - expected.normal[w]).norm() > 1e-9 ||
                  b.blocked[w] != expected.blocked[w] || b.layer[w] != expected.layer[w] ||
                  (b.blocked[w] == 2 && b.along[w] != expected.along[w]);
        const int face_of_group[] = {4, 5, 0, 1, 2, 3, -1}; // of the hand-made tank's groups
        wrong_group += b.group[w] != 10 + 1 + face_of_group[expected.group[w]];
    }
    CHECK(differ == 0);
    CHECK(wrong_group == 0);
}

// How many wall points have a surface point that satisfies `test`.
template <class Test> int count_points(const Boundary& b, Test&& test)
{
    int n = 0;
    for (std::size_t w = 0; w < b.position.size(); ++w)
        n += test(w);
    return n;
}

// Surface points outside the first shape or inside another.
int buried_points(const Boundary& b, const std::vector<ShapePtr>& shapes)
{
    return count_points(b, [&](std::size_t w) {
        bool buried = shapes[0]->distance(b.surface[w]) > 1e-9;
        for (std::size_t n = 1; n < shapes.size(); ++n)
            buried = buried || shapes[n]->distance(b.surface[w]) < -1e-9;
        return buried;
    });
}

double nearest_pair(const Boundary& b)
{
    double least = 1e9;
    for (std::size_t v = 0; v < b.position.size(); ++v)
        for (std::size_t w = v + 1; w < b.position.size(); ++w)
            least = std::min(least, (b.position[v] - b.position[w]).squaredNorm());
    return std::sqrt(least);
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a sampled box tank equals the hand-made one point by point")
    {
        TankSpec spec;
        spec.spacing = 0.05;
        check_like_hand_made_tank(spec);
        spec.lid = true;
        check_like_hand_made_tank(spec);
        spec.dimension = 3;
        check_like_hand_made_tank(spec);
        spec.lid = false;
        check_like_hand_made_tank(spec);
    }

    TEST_CASE("walls are the same points in the same order for 1 and 4 threads")
    {
        const ShapePtr bowl = make_bowl(Vec3(0, 0, 0.5), 0.5);
        const WallPart part = wall_of(bowl, true, lattice_for(*bowl, 0.04, 3), {1});
        const int before = omp_get_max_threads();
        omp_set_num_threads(1);
        const Boundary one = sample_walls({part}, 3, wide);
        omp_set_num_threads(4);
        const Boundary four = sample_walls({part}, 3, wide);
        omp_set_num_threads(before);
        CHECK(one.position == four.position);
        CHECK(one.surface == four.surface);
        CHECK(one.layer == four.layer);
    }

    TEST_CASE("an obstacle on the floor shares the inside edge with it in the plane")
    {
        const double d = 0.05;
        const ShapePtr tank = make_box(Vec3(0, -1e6, 0), Vec3(2, 1e6, 1)),
                       block = make_box(Vec3(0.8, -1e6, 0), Vec3(1.3, 1e6, 0.4));
        const Lattice lattice = lattice_for(*tank, d, 2);
        const Boundary b = sample_walls(
            {wall_of(tank, true, lattice, {5}), wall_of(block, false, lattice)}, 3, wide);
        CHECK(nearest_pair(b) > 0.99 * d);
        const auto at_edge = [&](double x) {
            return count_points(b, [&](std::size_t w) {
                return (b.surface[w] - Vec3(x, 0, 0)).norm() < 1e-9 && b.blocked[w] == 3;
            });
        };
        // Three by three floor points under each foot of the block, none of the floor farther in.
        CHECK(at_edge(0.8) == 9);
        CHECK(at_edge(1.3) == 9);
        CHECK(count_points(b, [&](std::size_t w) {
                  return b.position[w].z() < 0 && b.position[w].x() > 0.8 &&
                         b.position[w].x() < 1.3;
              }) == 18);
        // No surface point is buried, and the block's foot is no surface: its side reaches down to
        // the floor.
        CHECK(buried_points(b, {tank, block}) == 0);
        for (int k = 0; k < 8; ++k) {
            const Vec3 x(0.8 + 0.5 * d, 0, (k + 0.5) * d);
            const int side = count_points(b, [&](std::size_t w) {
                return (b.position[w] - x).norm() < 1e-9 && b.blocked[w] == 1 &&
                       (b.surface[w] - Vec3(0.8, 0, x.z())).norm() < 1e-9;
            });
            CHECK(side == 1);
        }
        for (std::size_t w = 0; w < b.position.size(); ++w) {
            const Vec3 way = b.surface[w] - b.position[w];
            CHECK((way.normalized() - b.normal[w]).norm() < 1e-9);
        }
    }

    TEST_CASE("a block in the corner of a tank has edges with the floor and the wall and one "
              "corner with both")
    {
        const double d = 0.1;
        const ShapePtr tank = make_box(Vec3(0, 0, 0), Vec3(2, 2, 1)),
                       block = make_box(Vec3(0, 0.6, 0), Vec3(0.6, 1.4, 0.5));
        const Lattice lattice = lattice_for(*tank, d, 3);
        const Boundary b = sample_walls(
            {wall_of(tank, true, lattice, {5}), wall_of(block, false, lattice)}, 3, wide);
        const auto edge_along = [&](const Vec3& from, const Vec3& to) {
            return count_points(b, [&](std::size_t w) {
                const Vec3 t = (to - from).normalized(), q = b.surface[w] - from;
                const double s = q.dot(t);
                return (q - s * t).norm() < 1e-9 && s > 0.3 * d &&
                       s < (to - from).norm() - 0.3 * d && b.blocked[w] == 2 &&
                       b.along[w].cross(t).norm() < 1e-9;
            });
        };
        // In three layers: the cells of its foot (6 x 8) and of its back (8 x 5) within three cells
        // of a side.
        const Vec3 a(0, 0.6, 0), c(0, 1.4, 0), up(0, 0, 0.5), out(0.6, 0, 0);
        CHECK(edge_along(a, a + out) + edge_along(c, c + out) + edge_along(a + out, c + out) ==
              3 * (6 * 8 - 3 * 2));
        CHECK(edge_along(a, a + up) + edge_along(c, c + up) + edge_along(a + up, c + up) ==
              3 * (8 * 5 - 2 * 2));
        const int corner = count_points(b, [&](std::size_t w) {
            return (b.surface[w] - Vec3(0, 0.6, 0)).norm() < 1e-9 && b.blocked[w] == 3;
        });
        CHECK(corner == 27);
        CHECK(buried_points(b, {tank, block}) == 0);
    }

    TEST_CASE("a round pier on the floor and one through it have their inside edge on their circle")
    {
        const double d = 0.05;
        const ShapePtr tank = make_box(Vec3(-1, -1, 0), Vec3(1, 1, 1));
        const Lattice lattice = lattice_for(*tank, d, 3);
        for (const double foot : {0.0, -0.5}) {
            const ShapePtr pier = make_cylinder(Vec3(0, 0, foot), Vec3(0, 0, 0.7), 0.4);
            const Boundary b = sample_walls(
                {wall_of(tank, true, lattice, {5}), wall_of(pier, false, lattice)}, 3, wide);
            int on_circle = 0, buried = 0;
            for (std::size_t w = 0; w < b.position.size(); ++w) {
                const Vec3& s = b.surface[w];
                const double r = s.head<2>().norm();
                buried +=
                    tank->distance(s) > 1e-6 * d || (r < 0.4 - 1e-6 * d && s.z() < 0.7 - 1e-6 * d);
                if (b.position[w].z() < 0.0 && b.position[w].head<2>().norm() < 0.4) {
                    ++on_circle;
                    CHECK(b.blocked[w] == 2);
                    CHECK(std::abs(r - 0.4) < 1e-6 * d);
                    CHECK(std::abs(s.z()) < 1e-6 * d);
                    CHECK(std::abs(b.along[w].dot(s.normalized())) < 1e-4);
                    // The nearest point of the circle lies in the direction of the place itself.
                    CHECK((s.head<2>().normalized() - b.position[w].head<2>().normalized()).norm() <
                          1e-4);
                }
            }
            CHECK(buried == 0);
            CHECK(on_circle > 300);
            CHECK(nearest_pair(b) > 0.99 * d);
        }
    }

    TEST_CASE("a thin wall with a block against its foot keeps all layers on its other side")
    {
        const double d = 0.1;
        const ShapePtr thin = make_box(Vec3(0, -1e6, 0), Vec3(0.3, 1e6, 2)),
                       block = make_box(Vec3(0.3, -1e6, 0), Vec3(1.3, 1e6, 0.8));
        const Lattice lattice = lattice_for(*thin, d, 2);
        const Boundary b =
            sample_walls({wall_of(thin, false, lattice), wall_of(block, false, lattice)}, 3, wide);
        // At half height of the block all three layers of the thin wall look to its free side.
        for (int layer = 0; layer < 3; ++layer) {
            const Vec3 x((layer + 0.5) * d, 0, 0.45);
            const int kept = count_points(b, [&](std::size_t w) {
                return (b.position[w] - x).norm() < 1e-9 &&
                       (b.surface[w] - Vec3(0, 0, 0.45)).norm() < 1e-9 && b.layer[w] == layer &&
                       b.blocked[w] == 1;
            });
            CHECK(kept == 1);
        }
        // In the notch above the block the wall's side and the block's top are faces, below it is
        // an edge.
        const int edge = count_points(b, [&](std::size_t w) {
            return (b.surface[w] - Vec3(0.3, 0, 0.8)).norm() < 1e-9 && b.blocked[w] == 3;
        });
        CHECK(edge == 2); // (0.5, 0.5) and (0.5, 1.5) d; others are nearer to the free side
        CHECK(count_points(b, [&](std::size_t w) {
                  return thin->distance(b.surface[w]) < -1e-9 ||
                         block->distance(b.surface[w]) < -1e-9;
              }) == 0);
    }

    TEST_CASE("a wall that moves is left alone and later static walls leave taken places free")
    {
        const double d = 0.05;
        const ShapePtr tank = make_box(Vec3(0, -1e6, 0), Vec3(1, 1e6, 1)),
                       gate = make_box(Vec3(0.5, -1e6, 0), Vec3(0.6, 1e6, 0.8));
        const Lattice lattice = lattice_for(*tank, d, 2);
        WallPart moving = wall_of(gate, false, lattice);
        moving.moves = true;
        const Boundary alone = sample_walls({wall_of(tank, true, lattice, {5})}, 3, wide);
        const Boundary with_gate =
            sample_walls({wall_of(tank, true, lattice, {5}), moving}, 3, wide);
        CHECK(with_gate.position.size() == alone.position.size() + 2 * 16);
        CHECK(std::equal(alone.surface.begin(), alone.surface.end(), with_gate.surface.begin()));
        // A second block half over the first one and half a cell off.
        Lattice shifted = lattice;
        shifted.origin.x() += 0.5 * d;
        const Boundary two = sample_walls(
            {wall_of(gate, false, lattice),
             wall_of(make_box(Vec3(0.525, -1e6, 0.2), Vec3(0.825, 1e6, 0.4)), false, shifted)},
            3, wide);
        CHECK(nearest_pair(two) > 0.49 * d);
        CHECK(count_points(two, [&](std::size_t w) {
                  return w >= 32 && gate->distance(two.position[w]) < 0.0;
              }) == 0);
    }

    TEST_CASE("no wall point belongs to an open face or its edges")
    {
        const double d = 0.1;
        const ShapePtr box = make_box(Vec3(0, 0, 0), Vec3(1, 1, 1));
        const Boundary b =
            sample_walls({wall_of(box, true, lattice_for(*box, d, 3), {1, 5})}, 3, wide);
        CHECK(count_points(b, [&](std::size_t w) {
                  return b.position[w].x() > 1.0 || b.position[w].z() > 1.0;
              }) == 0);
        CHECK(b.position.size() == 13 * 16 * 13 - 10 * 10 * 10);
        const ShapePtr bowl = make_bowl(Vec3(0, 0, 0), 1.0);
        const Boundary round =
            sample_walls({wall_of(bowl, true, lattice_for(*bowl, d, 3), {1})}, 3, wide);
        CHECK(count_points(round, [&](std::size_t w) { return round.position[w].z() > 0.0; }) == 0);
        CHECK(count_points(round, [&](std::size_t w) {
                  return std::abs(round.surface[w].norm() - 1.0) > 1e-12;
              }) == 0);
    }

    TEST_CASE("a round tank has its points under the true surface as cylinder and as mesh")
    {
        const double d = 0.05;
        const ShapePtr drum = make_cylinder(Vec3(0, 0, 0), Vec3(0, 0, 1), 0.5),
                       mesh = make_mesh_shape(drum->triangles(0.02));
        const Lattice lattice = lattice_for(*drum, d, 3);
        const Boundary exact = sample_walls({wall_of(drum, true, lattice)}, 3, wide),
                       meshed = sample_walls({wall_of(mesh, true, lattice)}, 3, wide);
        for (std::size_t w = 0; w < exact.position.size(); ++w) {
            const Vec3 &x = exact.position[w], &s = exact.surface[w];
            const double r = x.head<2>().norm();
            CHECK((r > 0.5 || x.z() < 0.0 || x.z() > 1.0));
            CHECK((s - x).norm() <= 3.0 * d * (1.0 + 1e-9));
            CHECK(exact.layer[w] == std::min(2, static_cast<int>((s - x).norm() / d + 1e-6)));
            CHECK(exact.blocked[w] == (r > 0.5 && (x.z() < 0.0 || x.z() > 1.0) ? 2 : 1));
            if (exact.blocked[w] == 1)
                CHECK(std::min({std::abs(s.head<2>().norm() - 0.5), std::abs(s.z()),
                                std::abs(s.z() - 1.0)}) < 1e-12);
        }
        // The mesh lies up to 1e-4 inside the cylinder: only points on the border of being one
        // differ.
        const auto differing = std::abs(static_cast<double>(exact.position.size()) -
                                        static_cast<double>(meshed.position.size()));
        CHECK(differing < 0.02 * static_cast<double>(exact.position.size()));
        std::size_t shared = 0, v = 0;
        for (std::size_t w = 0; w < meshed.position.size(); ++w) { // both in lattice order
            while (v < exact.position.size() &&
                   std::tuple(exact.position[v].z(), exact.position[v].y(), exact.position[v].x()) <
                       std::tuple(meshed.position[w].z(), meshed.position[w].y(),
                                  meshed.position[w].x()))
                ++v;
            if (v == exact.position.size() || exact.position[v] != meshed.position[w])
                continue;
            ++shared;
            CHECK((exact.surface[v] - meshed.surface[w]).norm() < 0.02);
            CHECK(exact.blocked[v] == meshed.blocked[w]);
        }
        CHECK(static_cast<double>(shared) > 0.98 * static_cast<double>(exact.position.size()));
    }

    TEST_CASE("a tilted tank has its layers along its own floor")
    {
        const double d = 0.05, angle = std::numbers::pi / 6.0;
        const ShapePtr straight = make_box(Vec3(0, -1e6, 0), Vec3(1, 1e6, 0.6));
        const ShapePtr tilted = make_turned(straight, angle, Vec3::UnitY(), Vec3(0.3, 0, 0.2));
        const Boundary a =
            sample_walls({wall_of(straight, true, lattice_for(*straight, d, 2))}, 3, wide);
        const Boundary b =
            sample_walls({wall_of(tilted, true, lattice_for(*tilted, d, 2))}, 3, wide);
        REQUIRE(a.position.size() == b.position.size());
        const Eigen::AngleAxisd turn(angle, Vec3::UnitY());
        const Vec3 about(0.3, 0, 0.2);
        for (std::size_t w = 0; w < a.position.size(); ++w) {
            CHECK((about + turn * (a.position[w] - about) - b.position[w]).norm() < 1e-9);
            CHECK((about + turn * (a.surface[w] - about) - b.surface[w]).norm() < 1e-9);
            CHECK(a.layer[w] == b.layer[w]);
            CHECK(a.blocked[w] == b.blocked[w]);
            CHECK(b.position[w].y() == 0.0);
        }
    }

    TEST_CASE("a plate thinner than a spacing still gets a layer of points")
    {
        const ShapePtr plate = make_box(Vec3(0.41, 0, 0), Vec3(0.44, 1, 1));
        const Boundary b =
            sample_walls({wall_of(plate, false, lattice_for(*plate, 0.1, 3))}, 3, wide);
        REQUIRE(b.position.size() == 100);
        for (std::size_t w = 0; w < b.position.size(); ++w) {
            CHECK(b.position[w].x() == doctest::Approx(0.425));
            CHECK(b.layer[w] == 0);
            CHECK(std::abs(b.normal[w].x()) == doctest::Approx(1.0));
        }
        CHECK(sample_body(*plate, lattice_for(*plate, 0.1, 3)).position.size() == 100);
    }

    TEST_CASE("a plane's layers end with the domain")
    {
        const double d = 0.1;
        const ShapePtr floor = make_plane(Vec3(0, 0, 0.2), Vec3::UnitZ());
        const Boundary b = sample_walls({wall_of(floor, false, lattice_for(*floor, d, 3))}, 3,
                                        {Vec3(0, 0, 0.2), Vec3(1, 1, 2)});
        CHECK(b.position.size() == 16 * 16 * 3);
        CHECK(count_points(b, [&](std::size_t w) {
                  return b.normal[w] != Vec3::UnitZ() || std::abs(b.surface[w].z() - 0.2) > 1e-15;
              }) == 0);
    }

    TEST_CASE("water fills a box to its brim and keeps half a spacing from obstacles")
    {
        const double d = 0.05;
        const ShapePtr tank = make_box(Vec3(0, 0, 0), Vec3(1, 1, 1)),
                       ball = make_ellipsoid(Vec3(0.5, 0.5, 0.5), Vec3::Constant(0.3));
        const Lattice lattice = lattice_for(*tank, d, 3);
        const WallPart around = wall_of(tank, true, lattice, {5}),
                       inside = wall_of(ball, false, lattice);
        CHECK(sample_fill(*make_box(Vec3(-1, -1, 0), Vec3(2, 2, 0.4)), lattice, {around}, 0.5 * d)
                  .size() == 20 * 20 * 8);
        // Water may stand above the open top, not beside the tank.
        CHECK(sample_fill(*make_box(Vec3(-1, -1, 0), Vec3(2, 2, 1.025)), lattice, {around}, 0.5 * d)
                  .size() >= 20 * 20 * 20);
        const std::vector<Vec3> water = sample_fill(*tank, lattice, {around, inside}, 0.5 * d);
        std::size_t expected = 0;
        for (int k = 0; k < 20; ++k)
            for (int j = 0; j < 20; ++j)
                for (int i = 0; i < 20; ++i)
                    expected +=
                        (Vec3((i + 0.5) * d, (j + 0.5) * d, (k + 0.5) * d) - Vec3::Constant(0.5))
                            .norm() >= 0.3 + 0.5 * d - 1e-9;
        CHECK(water.size() == expected);
        CHECK(water.size() < 8000 - 900);
    }

    TEST_CASE("water in an open drum keeps its clearance from the side up to the rim")
    {
        const double d = 0.05;
        const ShapePtr drum = make_cylinder(Vec3(0, 0, 0), Vec3(0, 0, 1), 0.5);
        const Lattice lattice = lattice_for(*drum, d, 3);
        const std::vector<Vec3> water =
            sample_fill(*drum, lattice, {wall_of(drum, true, lattice, {2})}, 0.5 * d);
        CHECK(water.size() > 4000);
        double top = 0.0;
        for (const Vec3& x : water) {
            CHECK(x.head<2>().norm() <= 0.5 - 0.5 * d + 1e-6);
            top = std::max(top, x.z());
        }
        CHECK(top == doctest::Approx(1.0 - 0.5 * d));
    }
}
