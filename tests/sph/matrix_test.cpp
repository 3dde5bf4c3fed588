#include "tests/support/periodic_box.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// A jittered tank of water with a free surface, its pressure system assembled.
Tank assembled_tank(int dimension)
{
    TankSpec spec;
    spec.dimension = dimension;
    const double side = dimension == 2 ? 0.2 : 0.1;
    spec.tank = Vec3(side, side, 0.3);
    spec.water = Vec3(side, side, 0.1);
    Tank t = make_tank(spec);
    std::mt19937 generator(5);
    std::uniform_real_distribution<double> u(-0.002, 0.002);
    for (Vec3& x : t.state.fluid.position)
        x += Vec3(u(generator), dimension == 2 ? 0.0 : u(generator), u(generator));
    prepare(t);
    sph::predict_velocity(t.state.fluid, t.state.boundary, t.method.fluid, t.state.work, 1e-3);
    t.state.work.pressure.assemble(t.state.fluid, t.state.work.v_star, t.method.fluid,
                                   t.state.work.pairs, 1e-3);
    return t;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("every wall point near a particle is active and the others are next to the surface")
    {
        const Tank t = assembled_tank(3);
        const sph::Pairs& pairs = t.state.work.pairs;
        const Boundary& boundary = t.state.boundary;
        const double reach = t.method.fluid.kernel.support();
        std::vector<int> active(boundary.position.size(), 0), listed(pairs.walls.source.size(), 0);
        for (Index w : pairs.walls.source)
            ++active[static_cast<std::size_t>(w)];
        long far = 0, missed = 0, idle = 0;
        for (Offset i = 0; i < t.state.fluid.size(); ++i)
            for (Index k : pairs.wall.row(i)) {
                const Vec3& wall = boundary.position[static_cast<std::size_t>(pairs.walls.source[static_cast<std::size_t>(k)])];
                far += (t.state.fluid.position[static_cast<std::size_t>(i)] - wall).norm() > 1.001 * reach;
                listed[static_cast<std::size_t>(k)] = 1;
            }
        for (std::size_t w = 0; w < active.size(); ++w)
            missed += active[w] == 0
                      && std::any_of(t.state.fluid.position.begin(), t.state.fluid.position.end(), [&](const Vec3& x) {
                             return (x - boundary.position[w]).norm() < 0.999 * reach;
                         });
        for (std::size_t k = 0; k < listed.size(); ++k)
            idle += !listed[k] && boundary.layer[static_cast<std::size_t>(pairs.walls.source[k])] > 0;
        CHECK(far == 0);
        CHECK(missed == 0);
        CHECK(idle == 0);
        CHECK(*std::max_element(active.begin(), active.end()) == 1);
        CHECK(2 * listed.size() < active.size()); // or nothing was spared
    }

    TEST_CASE("the pressure matrix is symmetric to the last bit - diagonal positive - row sums >= 0")
    {
        for (int dimension : {2, 3}) {
            const Tank t = assembled_tank(dimension);
            const sph::PressureMatrix& matrix = t.state.work.pressure.matrix();
            std::map<std::pair<Index, Index>, float> entry;
            for (Offset i = 0; i < matrix.size(); ++i) {
                const auto row = matrix.rows->row(i);
                for (std::size_t e = 0; e < row.size(); ++e)
                    entry[{static_cast<Index>(i), row[e]}]
                        = (*matrix.a)[static_cast<std::size_t>(matrix.rows->start[static_cast<std::size_t>(i)]) + e];
            }
            long unequal = 0, bad = 0;
            for (const auto& [place, value] : entry) {
                const auto mirror = entry.find({place.second, place.first});
                unequal += mirror == entry.end() || mirror->second != value;
            }
            for (Offset i = 0; i < matrix.size(); ++i) {
                const auto k = static_cast<std::size_t>(i);
                double sum = matrix.diagonal[k];
                for (auto e = matrix.rows->start[k]; e < matrix.rows->start[k + 1]; ++e)
                    sum -= static_cast<double>((*matrix.a)[static_cast<std::size_t>(e)]);
                bad += !(matrix.diagonal[k] > 0.0) || sum < -1e-9 * matrix.diagonal[k];
            }
            CHECK(unequal == 0);
            CHECK(bad == 0);
            CHECK_FALSE(matrix.singular);
        }
    }

    TEST_CASE("a lone particle in the air has pressure 0 and falls freely")
    {
        Tank t = make_tank({});
        t.state.fluid.resize(1);
        t.state.fluid.position[0] = Vec3(0.2, 0.0, 0.35);
        t.state.fluid.velocity[0] = Vec3(0.1, 0.0, 0.0);
        coupling::step(t.state, t.method, 1e-3);
        CHECK(t.state.fluid.pressure[0] == 0.0);
        CHECK(t.state.fluid.velocity[0].x() == 0.1);
        CHECK(t.state.fluid.velocity[0].z() == doctest::Approx(-9.81e-3).epsilon(1e-12));
    }

    TEST_CASE("a fast drop of spray counts half its speed and a fast particle inside the whole")
    {
        Tank t = make_tank({});
        sph::Fluid& fluid = t.state.fluid;
        fluid.position.push_back(Vec3(0.2, 0.0, 0.35));
        fluid.id.push_back(-7);
        fluid.resize(fluid.position.size());
        coupling::step(t.state, t.method, 1e-4);
        const auto at = [&](bool drop) {
            for (std::size_t i = 0; i < fluid.id.size(); ++i)
                if ((fluid.id[i] == -7) == drop && (drop || fluid.filling[i] > 0.99))
                    return i;
            return fluid.id.size();
        };
        for (bool drop : {true, false}) {
            std::fill(fluid.velocity.begin(), fluid.velocity.end(), Vec3::Zero());
            fluid.velocity[at(drop)] = Vec3(0.0, 0.0, 8.0);
            CHECK(sph::flow_speed(fluid, t.method.fluid) == (drop ? 4.0 : 8.0));
        }
        t.method.fluid.cfl = 0.4; // no more than 0.4 spacings for spray either
        fluid.velocity[at(true)] = Vec3(0.0, 0.0, 20.0);
        CHECK(sph::flow_speed(fluid, t.method.fluid) == 20.0);
    }

    TEST_CASE("pair forces of pressure and viscosity conserve momentum to 1e-12 of their sum")
    {
        Tank t = make_periodic_box(24, 2, 0.3, 3, [](sph::Settings& s) {
            s.viscosity = 0.01;
            s.smagorinsky = 0.2;
        });
        std::mt19937 generator(9);
        std::normal_distribution<double> normal;
        for (Vec3& v : t.state.fluid.velocity)
            v = Vec3(normal(generator), 0.0, normal(generator));
        const auto momentum = [&] {
            Vec3 sum = Vec3::Zero();
            for (const Vec3& v : t.state.fluid.velocity)
                sum += v;
            return sum;
        };
        const Vec3 before = momentum();
        const std::vector<Vec3> start = t.state.fluid.velocity;
        coupling::step(t.state, t.method, 1e-3);
        double exchanged = 0.0;
        for (std::size_t i = 0; i < start.size(); ++i)
            exchanged += t.state.fluid.velocity[i].norm();
        CHECK((momentum() - before).norm() < 1e-12 * exchanged);
    }
}
