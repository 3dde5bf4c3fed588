// Viscous flows with closed forms: plane Poiseuille flow and the Taylor-Green vortex.
#include "tests/support/periodic_box.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

using std::numbers::pi;

// Channel of width 1 between no-slip walls, body force F, u = F z (1 - z) / (2 nu); from rest to
// t = 8, when the slowest mode has decayed by exp(-8). Relative rms error.
double poiseuille_error(int across)
{
    static constexpr double nu = 0.1, force = 0.8;
    TankSpec spec;
    spec.spacing = 1.0 / across;
    spec.tank = spec.water = Vec3(10 * spec.spacing, 1.0, 1.0);
    spec.lid = true;
    spec.periodic = {true, false, false};
    spec.slip = 0.0;
    Tank t = make_tank(spec, [](sph::Settings& s) {
        s.sealed = true;
        s.viscosity = nu;
        s.gravity = Vec3(force, 0.0, 0.0);
    });
    run(t, 8.0, 0.0);
    double error = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i) {
        const double z = t.state.fluid.position[i].z();
        const Vec3 exact(force * z * (1.0 - z) / (2.0 * nu), 0.0, 0.0);
        error += (t.state.fluid.velocity[i] - exact).squaredNorm();
        scale += exact.squaredNorm();
    }
    return std::sqrt(error / scale);
}

struct VortexError {
    double velocity = 0.0, energy = 0.0; // relative rms of velocity; of total kinetic energy
};

// u = (-cos kx sin kz, sin kx cos kz) exp(-2 nu k^2 t), k = 2 pi, Re = 1 / nu = 100.
VortexError taylor_green(int across, double end)
{
    static constexpr double nu = 0.01, k = 2.0 * pi;
    Tank t = make_periodic_box(across, 2, 0.0, 1, [](sph::Settings& s) { s.viscosity = nu; });
    const auto vortex = [](const Vec3& x) {
        return Vec3(-std::cos(k * x.x()) * std::sin(k * x.z()), 0.0,
                    std::sin(k * x.x()) * std::cos(k * x.z()));
    };
    auto& fluid = t.state.fluid;
    for (std::size_t i = 0; i < fluid.position.size(); ++i)
        fluid.velocity[i] = vortex(fluid.position[i]);
    run(t, end, 0.0);
    const double decay = std::exp(-2.0 * nu * k * k * end);
    double error = 0.0, scale = 0.0, energy = 0.0;
    for (std::size_t i = 0; i < fluid.position.size(); ++i) {
        const Vec3 exact = decay * vortex(fluid.position[i]);
        error += (fluid.velocity[i] - exact).squaredNorm();
        scale += exact.squaredNorm();
        energy += fluid.velocity[i].squaredNorm();
    }
    return {std::sqrt(error / scale), energy / (0.5 * decay * decay * static_cast<double>(fluid.size())) - 1.0};
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("plane Poiseuille flow is right within 2 % at 20 across and nearer at 30")
    {
        const double coarse = poiseuille_error(20), fine = poiseuille_error(30);
        MESSAGE("relative error of the profile: ", coarse, " at 20 across, ", fine, " at 30");
        CHECK(coarse < 0.02);
        CHECK(fine < coarse);
    }

    TEST_CASE("the Taylor-Green vortex at Re 100 decays within 2 % in velocity - 80 a side")
    {
        const VortexError coarse = taylor_green(40, 0.5), fine = taylor_green(80, 0.5);
        MESSAGE("at t = 0.5: velocity ", coarse.velocity, " and energy ", coarse.energy,
                " at 40 a side; ", fine.velocity, " and ", fine.energy, " at 80");
        CHECK(fine.velocity < 0.02);
        CHECK(std::abs(fine.energy) < 0.02);
        CHECK(fine.velocity < 0.6 * coarse.velocity);
    }
}
