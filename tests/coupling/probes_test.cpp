#include "tests/support/basins.h"
#include "tests/support/trust.h"

#include "coupling/probes.h"

#include <cmath>

using namespace flotsam;
using namespace flotsam::tests;
using coupling::Probe;

namespace {

double read(const Probe& probe, const Tank& t)
{
    double value = 0.0;
    coupling::measure(probe, t.state, t.method, {&value, 1});
    return value;
}

double pressure_at(const Tank& t, const Vec3& at, double radius = 0.0,
                   const Vec3& normal = Vec3::Zero())
{
    Probe probe;
    probe.at = at;
    probe.radius = radius;
    probe.normal = normal;
    return read(probe, t);
}

double level_at(const Tank& t, double x, double y = 0.0)
{
    Probe probe;
    probe.kind = Probe::Kind::level;
    probe.at = {x, y, 0.0};
    return read(probe, t);
}

// Water 0.2 m deep with hydrostatic pressure, particles moved at random by a share of a spacing.
Tank still_tank(int dimension, double jitter)
{
    TankSpec spec;
    spec.dimension = dimension;
    spec.spacing = dimension == 2 ? 0.01 : 0.02;
    Tank t = make_tank(spec);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-jitter * spec.spacing, jitter * spec.spacing);
    for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
        Vec3& x = t.state.fluid.position[i];
        for (int k = 0; k < 3; ++k)
            x[k] += dimension == 2 && k == 1 ? 0.0 : uniform(random);
        t.state.fluid.pressure[i] = 1000.0 * 9.81 * (0.2 - x.z());
    }
    return t;
}

// Keeps the particles that pass the test.
template <class Test> void keep_only(Tank& t, Test&& test)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i)
        if (test(t.state.fluid.position[i]))
            t.state.fluid.position[kept++] = t.state.fluid.position[i];
    t.state.fluid.resize(kept);
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a pressure probe is exact in hydrostatic water inside and at walls and in corners")
    {
        for (int dimension : {2, 3}) {
            CAPTURE(dimension);
            const Tank t = still_tank(dimension, 0.2);
            const double y = dimension == 2 ? 0.0 : 0.2;
            for (double z : {0.0, 0.003, 0.05, 0.1, 0.17, 0.19})
                for (double x : {0.0, 0.007, 0.2, 0.4}) {
                    CAPTURE(z);
                    CAPTURE(x);
                    CHECK(pressure_at(t, {x, y, z}) ==
                          doctest::Approx(9810.0 * (0.2 - z)).epsilon(1e-9));
                }
        }
    }

    TEST_CASE("a pressure disc averages over its face with the normal of the nearest wall")
    {
        for (int dimension : {2, 3}) {
            CAPTURE(dimension);
            Tank t = still_tank(dimension, 0.0);
            const double y = dimension == 2 ? 0.0 : 0.2;
            // On a vertical wall the mean is that of the middle; on the floor that of the floor.
            CHECK(pressure_at(t, {0.0, y, 0.1}, 0.05) == doctest::Approx(981.0));
            CHECK(pressure_at(t, {0.2, y, 0.0}, 0.05) == doctest::Approx(1962.0));
            // p ~ z^2 tells a vertical disc from a level one: the mean of (z - z0)^2 over a strip
            // of half width r is r^2/3, over a disc r^2/4.
            for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i)
                t.state.fluid.pressure[i] = 1e6 * std::pow(t.state.fluid.position[i].z() - 0.1, 2);
            t.method.fluid.gravity.setZero();
            const double flat = pressure_at(t, {0.2, y, 0.1}, 0.06, Vec3::UnitZ());
            const double upright = pressure_at(t, {0.2, y, 0.1}, 0.06, Vec3::UnitX());
            CHECK(upright - flat ==
                  doctest::Approx(1e6 * 0.0036 / (dimension == 2 ? 3.0 : 4.0)).epsilon(0.03));
        }
    }

    TEST_CASE("a dry pressure sensor reads 0 and a dry velocity probe NaN")
    {
        Tank t = still_tank(2, 0.0);
        CHECK(pressure_at(t, {0.2, 0.0, 0.3}) == 0.0);
        CHECK(pressure_at(t, {0.2, 0.0, 0.21}) == 0.0); // above the surface, water in reach
        Probe probe;
        probe.kind = Probe::Kind::velocity;
        probe.at = {0.2, 0.0, 0.3};
        std::array<double, 3> v{};
        coupling::measure(probe, t.state, t.method, v);
        CHECK(std::isnan(v[0] + v[1] + v[2]));
        for (Vec3& u : t.state.fluid.velocity)
            u = {0.5, 0.0, -0.25};
        probe.at = {0.2, 0.0, 0.0};
        coupling::measure(probe, t.state, t.method, v);
        CHECK(v[0] == doctest::Approx(0.5));
        CHECK(v[1] == 0.0);
        CHECK(v[2] == doctest::Approx(-0.25));
    }

    TEST_CASE("a sensor on a plate one spacing thick feels its own side alone")
    {
        Tank t = still_tank(2, 0.0);
        // The plate stands at x = 0.2 .. 0.21; water to its right is at 5 kPa more.
        keep_only(t, [](const Vec3& x) { return x.x() < 0.2 || x.x() > 0.21; });
        for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
            const Vec3& x = t.state.fluid.position[i];
            t.state.fluid.pressure[i] = 9810.0 * (0.2 - x.z()) + (x.x() > 0.2 ? 5000.0 : 0.0);
        }
        Boundary& b = t.state.boundary;
        for (int k = 0; k < 30; ++k) {
            const std::size_t w = b.position.size();
            b.resize(w + 1);
            b.position[w] = {0.205, 0.0, 0.01 * (k + 0.5)};
            b.surface[w] = {0.2, 0.0, 0.01 * (k + 0.5)};
            b.normal[w] = -Vec3::UnitX();
            b.blocked[w] = 1;
            b.velocity[w] = b.acceleration[w] = Vec3::Zero();
        }
        CHECK(pressure_at(t, {0.2, 0.0, 0.1}) == doctest::Approx(981.0));
    }

    TEST_CASE("a sensor on a wall that accelerates follows the pressure gradient to the wall")
    {
        Tank t = still_tank(2, 0.1);
        const double a = 3.0; // of the wall, along x: p falls with rho a
        for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
            const Vec3& x = t.state.fluid.position[i];
            t.state.fluid.pressure[i] = 5000.0 - 9810.0 * x.z() - 1000.0 * a * x.x();
        }
        for (Vec3& b : t.state.boundary.acceleration)
            b.x() = a;
        CHECK(pressure_at(t, {0.0, 0.0, 0.1}) == doctest::Approx(5000.0 - 981.0).epsilon(1e-9));
        CHECK(pressure_at(t, {0.4, 0.0, 0.1}) ==
              doctest::Approx(5000.0 - 981.0 - 1200.0).epsilon(1e-9));
    }

    TEST_CASE("the level of still water is right within a quarter spacing at walls too")
    {
        for (int dimension : {2, 3})
            for (double jitter : {0.0, 0.2}) {
                CAPTURE(dimension);
                CAPTURE(jitter);
                const Tank t = still_tank(dimension, jitter);
                const double d = t.method.fluid.spacing;
                for (double x : {0.0, 0.5 * d, 0.1, 0.2, 0.4 - 0.3 * d, 0.4})
                    for (double y : {0.0, 0.4 * dimension - 0.8, 0.2 * (dimension - 2)}) {
                        CAPTURE(x);
                        CAPTURE(y);
                        CHECK(std::abs(level_at(t, x, y) - 0.2) < 0.25 * d);
                    }
            }
    }

    TEST_CASE("the level of a slope is right within a quarter spacing")
    {
        for (double angle : {0.1, 0.4, 0.75}) {
            CAPTURE(angle);
            Tank t = make_tank({});
            const double d = t.method.fluid.spacing;
            auto& x = t.state.fluid.position;
            x.clear();
            // Rows along the slope through (0.2, 0.2), the first of them half a spacing below it.
            const Vec3 along(std::cos(angle), 0.0, std::sin(angle)),
                down(along.z(), 0.0, -along.x());
            for (int i = -40; i < 40; ++i)
                for (int k = 0; k < 40; ++k) {
                    const Vec3 p = Vec3(0.2, 0.0, 0.2) + d * ((i + 0.5) * along + (k + 0.5) * down);
                    if (p.x() > 0.0 && p.x() < 0.4 && p.z() > 0.0)
                        x.push_back(p);
                }
            t.state.fluid.resize(x.size());
            for (int k = 0; k <= 40; ++k) {
                const double at = 0.1 + 0.005 * k;
                CHECK(std::abs(level_at(t, at) - 0.2 - std::tan(angle) * (at - 0.2)) < 0.25 * d);
            }
        }
    }

    TEST_CASE(
        "the level of a slope cut out of a level lattice is off by its stairs but not on average")
    {
        // Slopes that are no small fractions, so that the lattice under them is cut unbiased.
        for (double slope : {0.137, 0.471, 0.927}) {
            CAPTURE(slope);
            TankSpec spec;
            spec.water = spec.tank;
            Tank t = make_tank(spec);
            const auto height = [&](double x) { return 0.2 + slope * (x - 0.2); };
            keep_only(t, [&](const Vec3& x) { return x.z() < height(x.x()); });
            double worst = 0.0, mean = 0.0;
            for (int k = 0; k <= 40; ++k) {
                const double x = 0.1 + 0.005 * k, off = level_at(t, x) - height(x);
                worst = std::max(worst, std::abs(off));
                mean += off / 41.0;
            }
            CHECK(worst < 0.5 * t.method.fluid.spacing);
            CHECK(std::abs(mean) < 0.02 * t.method.fluid.spacing);
        }
    }

    TEST_CASE("the level is not that of spray and that of a dry line is its floor")
    {
        Tank t = still_tank(2, 0.0);
        keep_only(t, [](const Vec3& x) { return x.x() < 0.2; });
        t.state.fluid.position[0] = {0.105, 0.0, 0.305};
        t.state.fluid.position[1] = {0.115, 0.0, 0.305};
        CHECK(level_at(t, 0.105) == doctest::Approx(0.2).epsilon(0.01));
        CHECK(std::abs(level_at(t, 0.35)) < 0.001);
        // Outside the tank there is no floor: the bottom of the domain.
        CHECK(level_at(t, 2.0) == -10.0);
    }

    TEST_CASE("one layer of water on the floor is one spacing high")
    {
        Tank t = still_tank(2, 0.0);
        keep_only(t, [](const Vec3& x) { return x.z() < 0.01; });
        CHECK(std::abs(level_at(t, 0.2) - 0.01) < 0.0015);
    }

    TEST_CASE("the front is that of connected water and not of spray or a puddle ahead")
    {
        Tank t = dam_break_2d(0.01);
        Probe probe;
        probe.kind = Probe::Kind::front;
        CHECK(read(probe, t) == doctest::Approx(0.1));
        probe.direction = Vec3::UnitZ();
        CHECK(read(probe, t) == doctest::Approx(0.2));
        probe.direction = Vec3::UnitX();
        auto& x = t.state.fluid.position;
        x[0] = {0.3, 0.0, 0.005}; // a drop
        x[1] = {0.2, 0.0, 0.005}; // two more, that hang together
        x[2] = {0.212, 0.0, 0.005};
        CHECK(read(probe, t) == doctest::Approx(0.1));
        x[3] = {0.109, 0.0, 0.055}; // 1.4 spacings from the column: part of it
        CHECK(read(probe, t) == doctest::Approx(0.114));
        x[3] = {0.111, 0.0, 0.055}; // 1.6: spray
        CHECK(read(probe, t) == doctest::Approx(0.1));
        probe.region = Bounds{{0.15, -1.0, 0.0}, {0.4, 1.0, 0.3}};
        CHECK(read(probe, t) == doctest::Approx(0.217));
        probe.region = Bounds{{0.35, -1.0, 0.0}, {0.4, 1.0, 0.3}};
        CHECK(std::isnan(read(probe, t)));
    }

    TEST_CASE("connected water is found in 3D by the same rule as by comparing all pairs")
    {
        TankSpec spec;
        spec.dimension = 3;
        spec.spacing = 0.02;
        spec.water = {0.4, 0.4, 0.4};
        Tank t = make_tank(spec);
        std::mt19937 random(5);
        std::bernoulli_distribution stays(0.16); // near the threshold where a large body appears
        keep_only(t, [&](const Vec3&) { return stays(random); });
        const auto& x = t.state.fluid.position;
        std::vector<std::size_t> body(x.size());
        std::vector<int> size(x.size(), 0);
        for (std::size_t i = 0; i < x.size(); ++i)
            body[i] = i;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < x.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (body[i] != body[j] && (x[i] - x[j]).norm() < 0.03) {
                        body[i] = body[j] = std::min(body[i], body[j]);
                        changed = true;
                    }
        }
        for (std::size_t b : body)
            ++size[b];
        const auto largest =
            static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
        const Vec3 direction = Vec3(1.0, 2.0, 3.0).normalized();
        double tip = -1.0;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (body[i] == largest)
                tip = std::max(tip, direction.dot(x[i]));
        coupling::FrontSearch search;
        CHECK(static_cast<std::size_t>(size[largest]) < x.size());
        CHECK(search.find(x, t.method.fluid, direction, std::nullopt) ==
              doctest::Approx(tip + 0.01).epsilon(1e-12));
    }

    TEST_CASE("a volume counts the particles of its region exactly")
    {
        const Tank t = still_tank(2, 0.0);
        Probe probe;
        probe.kind = Probe::Kind::volume;
        CHECK(read(probe, t) == doctest::Approx(0.08).epsilon(1e-12));
        probe.region = Bounds{{0.1, -1.0, 0.0}, {0.3, 1.0, 0.1}};
        CHECK(read(probe, t) == doctest::Approx(0.02).epsilon(1e-12));
        const Tank deep = still_tank(3, 0.0);
        probe.region.reset();
        CHECK(read(probe, deep) == doctest::Approx(0.032).epsilon(1e-12));
    }

    TEST_CASE("a force probe adds its groups and moves the moment")
    {
        Tank t = still_tank(2, 0.0);
        t.state.work.loads.resize(7);
        t.state.work.loads.pressure[0].add({0.2, 0.0, 0.0}, {0.0, 0.0, -800.0});
        t.state.work.loads.viscous[2].add({0.0, 0.0, 0.1}, {0.0, 0.0, -2.0});
        t.state.work.loads.marker[0].add({0.2, 0.0, 0.0}, {0.0, 0.0, -790.0});
        Probe probe;
        probe.name = "tank";
        probe.kind = Probe::Kind::force;
        probe.groups = {0, 2};
        probe.about = {0.1, 0.0, 0.0};
        coupling::Instruments instruments({probe});
        const auto values = instruments.measure(t.state, t.method);
        REQUIRE(values.size() == 12);
        CHECK(instruments.columns().front() == "tank.fx");
        CHECK(instruments.columns()[8] == "tank.marker_fz");
        CHECK(values[2] == doctest::Approx(-802.0));
        CHECK(values[4] == doctest::Approx(800.0 * 0.1 - 2.0 * 0.1)); // m_y = -(x - x0) f_z
        CHECK(values[8] == doctest::Approx(-790.0));
        CHECK(values[10] == doctest::Approx(79.0));
    }
}

TEST_SUITE("case")
{
    TEST_CASE(
        "water at rest shows its pressure within 1.5 % and its weight on the floor within 0.5 %")
    {
        Tank t = make_tank({});
        std::vector<Probe> probes(2);
        probes[0].kind = Probe::Kind::force;
        probes[0].groups = {0, 6}; // floor and corners
        probes[1].kind = Probe::Kind::level;
        probes[1].at = {0.2, 0.0, 0.0};
        for (double z : {0.0, 0.05, 0.1, 0.15})
            for (double x : {0.0, 0.2}) {
                Probe p;
                p.at = {x, 0.0, z};
                probes.push_back(p);
            }
        coupling::Instruments instruments(probes);
        std::vector<double> mean(instruments.columns().size(), 0.0);
        int count = 0;
        run(t, 1.0, 0.0, [&](const coupling::StepReport&, double) {
            if (t.state.time < 0.5)
                return;
            const auto values = instruments.measure(t.state, t.method);
            std::transform(values.begin(), values.end(), mean.begin(), mean.begin(), std::plus());
            ++count;
        });
        for (double& value : mean)
            value /= count;
        const double weight = 9810.0 * 0.4 * 0.2;
        CHECK(mean[2] == doctest::Approx(-weight).epsilon(0.005)); // pair reactions
        CHECK(mean[8] == doctest::Approx(-weight).epsilon(0.005)); // marker integral
        CHECK(mean[4] == doctest::Approx(0.2 * weight).epsilon(0.005));
        CHECK(std::abs(mean[12] - 0.2) < 0.25 * t.method.fluid.spacing);
        for (std::size_t k = 13; k < mean.size(); ++k) {
            CAPTURE(k);
            CHECK(mean[k] ==
                  doctest::Approx(9810.0 * (0.2 - probes[k - 11].at.z())).epsilon(0.015));
        }
    }
}
