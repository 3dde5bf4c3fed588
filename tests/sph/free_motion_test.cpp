// Free-surface motions with closed forms: a stretching drop, a rotating square, a standing wave.
#include "tests/support/periodic_box.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

using std::numbers::pi;

// Water without walls or gravity, one particle in every cell of the lattice where inside(x).
template <class Inside>
Tank make_patch(double spacing, double half, Inside&& inside,
                const std::function<void(sph::Settings&)>& change)
{
    TankSpec spec;
    spec.spacing = spacing;
    spec.tank = Vec3(spacing, 1.0, spacing);
    spec.water = spec.tank;
    Tank t = make_tank(spec, change);
    t.state.boundary = {};
    const int n = static_cast<int>(std::ceil(half / spacing));
    std::vector<Vec3> places;
    for (int k = -n; k < n; ++k)
        for (int i = -n; i < n; ++i) {
            const Vec3 x(spacing * (i + 0.5), 0.0, spacing * (k + 0.5));
            if (inside(x))
                places.push_back(x);
        }
    auto& fluid = t.state.fluid;
    fluid.resize(places.size());
    fluid.position = places;
    for (std::size_t i = 0; i < places.size(); ++i) {
        fluid.id[i] = static_cast<std::int64_t>(i);
        fluid.pressure[i] = 0.0;
        fluid.velocity[i].setZero();
    }
    return t;
}

// Semi-axis b(t) along z of the drop that stretches with u = (-A x, 0, A z):
//   a' = -A a, b' = A b, A' = A^2 (a^2 - b^2)/(a^2 + b^2) with a b constant; by Runge-Kutta.
double drop_axis(double radius, double rate, double end)
{
    double b = radius, A = rate;
    constexpr int steps = 20'000;
    const double dt = end / steps;
    const auto slope = [&](double bb, double AA) {
        const double a = radius * radius / bb;
        return std::pair(AA * bb, AA * AA * (a * a - bb * bb) / (a * a + bb * bb));
    };
    for (int n = 0; n < steps; ++n) {
        const auto [b1, a1] = slope(b, A);
        const auto [b2, a2] = slope(b + 0.5 * dt * b1, A + 0.5 * dt * a1);
        b += dt * b2;
        A += dt * a2;
    }
    return b;
}

double kinetic_energy(const sph::Fluid& fluid)
{
    double sum = 0.0;
    for (const Vec3& v : fluid.velocity)
        sum += v.squaredNorm();
    return sum;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a drop in a stretching flow has the exact long axis within 3 % when it has doubled")
    {
        static constexpr double radius = 1.0, rate = 1.0, end = 0.8;
        Tank t = make_patch(
            radius / 25, radius, [](const Vec3& x) { return x.norm() < radius; },
            [](sph::Settings& s) {
                s.gravity = Vec3::Zero();
                s.viscosity = 0.0;
            });
        for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
            const Vec3& x = t.state.fluid.position[i];
            t.state.fluid.velocity[i] = rate * Vec3(-x.x(), 0.0, x.z());
        }
        const double before = kinetic_energy(t.state.fluid);
        run(t, end, 0.0);
        // The second moment of a uniform ellipse: <z^2> = b^2 / 4. The tip itself is one particle.
        double moment = 0.0;
        for (const Vec3& x : t.state.fluid.position)
            moment += x.z() * x.z();
        const double axis = 2.0 * std::sqrt(moment / static_cast<double>(t.state.fluid.size()));
        const double exact = drop_axis(radius, rate, end);
        MESSAGE("long axis ", axis, ", exact ", exact, "; kinetic energy kept: ",
                kinetic_energy(t.state.fluid) / before);
        CHECK(exact > 1.9);
        CHECK(axis == doctest::Approx(exact).epsilon(0.03));
    }

    TEST_CASE("a rotating square has the exact (negative) initial pressure within 5 % - clamp off")
    {
        constexpr double side = 1.0, spin = 1.0;
        Tank t = make_patch(
            side / 50, 0.5 * side, [](const Vec3&) { return true; },
            [](sph::Settings& s) {
                s.gravity = Vec3::Zero();
                s.viscosity = 0.0;
                s.clamp = false;
                s.tolerance = 1e-8;
                s.relaxation = 0.0;
            });
        auto& fluid = t.state.fluid;
        // The source -rho div(v . grad v) = 2 rho w^2 is what a step of dt makes of the velocities at
        // the places particles would have reached: move by dt first, then project.
        constexpr double dt = 2e-3;
        for (std::size_t i = 0; i < fluid.position.size(); ++i)
            fluid.velocity[i] = spin * Vec3(fluid.position[i].z(), 0.0, -fluid.position[i].x());
        for (std::size_t i = 0; i < fluid.position.size(); ++i)
            fluid.position[i] += dt * fluid.velocity[i];
        coupling::step(t.state, t.method, dt);
        const auto exact = [&](const Vec3& x) {
            double sum = 0.0;
            for (int m = 1; m < 60; m += 2)
                for (int n = 1; n < 60; n += 2) {
                    const double km = m * pi / side, kn = n * pi / side;
                    sum -= 32.0 * 1000.0 * spin * spin / (m * n * pi * pi * (km * km + kn * kn))
                           * std::sin(km * (x.x() + 0.5 * side)) * std::sin(kn * (x.z() + 0.5 * side));
                }
            return sum;
        };
        double error = 0.0, scale = 0.0;
        for (std::size_t i = 0; i < fluid.position.size(); ++i) {
            const double p = exact(fluid.position[i]);
            error += std::pow(fluid.pressure[i] - p, 2);
            scale += p * p;
        }
        MESSAGE("relative rms error of the initial pressure: ", std::sqrt(error / scale));
        CHECK(std::sqrt(error / scale) < 0.05);
    }

    TEST_CASE("a standing wave has the linear frequency sqrt(g k tanh kH) within 2 %")
    {
        // Half a wave in a tank of length L: k = pi / L. Frequency from the potential-energy-free
        // measure sum x: the horizontal centre of mass oscillates as cos(w t).
        constexpr double length = 1.0, depth = 0.5, amplitude = 0.03, d = 0.02;
        const double k = pi / length, w = std::sqrt(9.81 * k * std::tanh(k * depth));
        TankSpec spec;
        spec.spacing = d;
        spec.tank = Vec3(length, 1.0, depth + 0.3);
        spec.water = Vec3(length, 1.0, depth);
        spec.slip = 1.0;
        Tank t = make_tank(spec, [](sph::Settings& s) { s.viscosity = 0.0; });
        // Starts flat with the velocities of linear theory: eta = -a sin(wt) cos(kx).
        auto& fluid = t.state.fluid;
        for (std::size_t i = 0; i < fluid.position.size(); ++i) {
            const Vec3& x = fluid.position[i];
            const double scale = amplitude * w / std::sinh(k * depth);
            fluid.velocity[i] = scale
                                * Vec3(std::cosh(k * x.z()) * std::sin(k * x.x()), 0.0,
                                       -std::sinh(k * x.z()) * std::cos(k * x.x()));
        }
        const auto centre = [&] {
            double sum = 0.0;
            for (const Vec3& x : fluid.position)
                sum += x.x();
            return sum / static_cast<double>(fluid.size()) - 0.5 * length;
        };
        // Zero crossings of the centre of mass, by linear interpolation; two full periods.
        std::vector<double> crossing;
        double before = 0.0, time_before = 0.0;
        run(t, 2.2 * 2.0 * pi / w, 0.0, [&](const coupling::StepReport&, double) {
            const double now = centre();
            if (before * now < 0.0)
                crossing.push_back(time_before
                                   + (t.state.time - time_before) * before / (before - now));
            before = now;
            time_before = t.state.time;
        });
        REQUIRE(crossing.size() >= 4);
        const double period = 2.0 * (crossing[3] - crossing[0]) / 3.0;
        MESSAGE("frequency / theory: ", 2.0 * pi / period / w);
        CHECK(2.0 * pi / period == doctest::Approx(w).epsilon(0.02));
    }
}
