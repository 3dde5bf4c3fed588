// Lid-driven cavity against Ghia, Ghia & Shin, J. Comput. Phys. 48 (1982) 387-411, Tables I and II:
// u along the vertical and v along the horizontal centre line, as printed for Re 100 and 400.
#include "tests/support/tank.h"

#include <doctest/doctest.h>

#include <array>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// Inner points; left out are v at x = 0.9063 (its printed value at Re 400 lies off the curve) and, to
// keep the two lists equally long, u at y = 0.0547.
constexpr std::array<double, 14> ghia_z{0.9766, 0.9688, 0.9609, 0.9531, 0.8516, 0.7344, 0.6172,
    0.5, 0.4531, 0.2813, 0.1719, 0.1016, 0.0703, 0.0625};
constexpr std::array<double, 14> ghia_u100{0.84123, 0.78871, 0.73722, 0.68717, 0.23151, 0.00332,
    -0.13641, -0.20581, -0.2109, -0.15662, -0.1015, -0.06434, -0.04775, -0.04192};
constexpr std::array<double, 14> ghia_u400{0.75837, 0.68439, 0.61756, 0.55892, 0.29093, 0.16256,
    0.02135, -0.11477, -0.17119, -0.32726, -0.24299, -0.14612, -0.10338, -0.09266};
constexpr std::array<double, 14> ghia_x{0.9688, 0.9609, 0.9531, 0.9453, 0.8594, 0.8047, 0.5,
    0.2344, 0.2266, 0.1563, 0.0938, 0.0781, 0.0703, 0.0625};
constexpr std::array<double, 14> ghia_v100{-0.05906, -0.07391, -0.08864, -0.10313, -0.22445,
    -0.24533, 0.05454, 0.17527, 0.17507, 0.16077, 0.12317, 0.1089, 0.10091, 0.09233};
constexpr std::array<double, 14> ghia_v400{-0.12146, -0.15663, -0.19254, -0.22847, -0.44993,
    -0.38598, 0.05188, 0.30174, 0.30203, 0.28124, 0.22965, 0.2092, 0.19713, 0.1836};

// Shepard average of a velocity component at a place.
double at(const sph::Fluid& fluid, const sph::Settings& settings, const Vec3& x, int component)
{
    double sum = 0.0, weight = 0.0;
    for (std::size_t i = 0; i < fluid.position.size(); ++i) {
        const double w = settings.kernel.value((fluid.position[i] - x).norm());
        sum += w * fluid.velocity[i][component];
        weight += w;
    }
    return sum / weight;
}

// Root mean square of the deviations at Ghia's inner points, in units of the lid's speed.
double cavity_error(int across, double reynolds, double end)
{
    TankSpec spec;
    spec.spacing = 1.0 / across;
    spec.tank = spec.water = Vec3::Ones();
    spec.lid = true;
    spec.slip = 0.0;
    Tank t = make_tank(spec, [reynolds](sph::Settings& s) {
        s.sealed = true;
        s.viscosity = 1.0 / reynolds;
        s.gravity = Vec3::Zero();
    });
    for (std::size_t w = 0; w < t.state.boundary.position.size(); ++w)
        if (t.state.boundary.group[w] == 1)
            t.state.boundary.velocity[w] = Vec3(1.0, 0.0, 0.0);
    // Mean over the last tenth of the run: single particles pass the probes.
    std::array<double, 14> u{}, v{};
    int samples = 0;
    int steps = 0;
    run(t, end, 0.0, [&](const coupling::StepReport&, double) {
        if (t.state.time < 0.9 * end || ++steps % 10 != 0)
            return;
        ++samples;
        for (std::size_t n = 0; n < 14; ++n) {
            u[n] += at(t.state.fluid, t.method.fluid, Vec3(0.5, 0.0, ghia_z[n]), 0);
            v[n] += at(t.state.fluid, t.method.fluid, Vec3(ghia_x[n], 0.0, 0.5), 2);
        }
    });
    const auto& expect_u = reynolds < 200.0 ? ghia_u100 : ghia_u400;
    const auto& expect_v = reynolds < 200.0 ? ghia_v100 : ghia_v400;
    double sum = 0.0, worst = 0.0;
    for (std::size_t n = 0; n < 14; ++n) {
        const double du = u[n] / samples - expect_u[n], dv = v[n] / samples - expect_v[n];
        sum += du * du + dv * dv;
        worst = std::max({worst, std::abs(du), std::abs(dv)});
    }
    MESSAGE("Re ", reynolds, ", ", across, " a side: rms deviation ", std::sqrt(sum / 28.0),
            ", largest ", worst, " of the lid's speed");
    return std::sqrt(sum / 28.0);
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("lid-driven cavity at Re 100 agrees with Ghia within 4 % - 32 a side")
    {
        CHECK(cavity_error(32, 100.0, 12.0) < 0.04);
    }
}

TEST_SUITE("long")
{
    TEST_CASE("lid-driven cavity at Re 100 and 400 agrees with Ghia within 4 % - 64 a side")
    {
        CHECK(cavity_error(64, 100.0, 15.0) < 0.04);
        CHECK(cavity_error(64, 400.0, 40.0) < 0.04);
    }
}
