#include "sph/kernel.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace flotsam::sph;

namespace {

// Integral of f over the support: 2 pi r dr in 2D, 4 pi r^2 dr in 3D, by the midpoint rule.
template <class F> double integral(const Kernel& kernel, F&& f)
{
    using std::numbers::pi;
    constexpr int steps = 20'000;
    const double dr = kernel.support() / steps;
    double sum = 0.0;
    for (int n = 0; n < steps; ++n) {
        const double r = (n + 0.5) * dr;
        sum += f(r) * (kernel.dimension == 2 ? 2.0 * pi * r : 4.0 * pi * r * r) * dr;
    }
    return sum;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the kernel integrates to 1 within 1e-8 in 2D and 3D")
    {
        for (int dimension : {2, 3}) {
            const Kernel kernel(0.3, dimension);
            // Midpoint error is of order (dr/h)^2 = 1e-8.
            CHECK(integral(kernel, [&](double r) { return kernel.value(r); })
                  == doctest::Approx(1.0).epsilon(1e-8));
        }
    }

    TEST_CASE("the slope is the kernel's derivative over r within 1e-6")
    {
        for (int dimension : {2, 3}) {
            const Kernel kernel(0.3, dimension);
            for (double r : {0.01, 0.1, 0.29, 0.31, 0.45, 0.59}) {
                const double e = 1e-6;
                const double slope = (kernel.value(r + e) - kernel.value(r - e)) / (2.0 * e * r);
                CHECK(kernel.slope(r) == doctest::Approx(slope).epsilon(1e-6));
            }
            CHECK(kernel.slope(0.0) == doctest::Approx(-3.0 * kernel.sigma / (0.3 * 0.3)));
            CHECK(kernel.slope(0.7) == 0.0);
            CHECK(kernel.value(0.7) == 0.0);
        }
    }

    TEST_CASE("the mean of r^2 |F| is the dimension: gradients of linear fields are exact in the limit")
    {
        for (int dimension : {2, 3}) {
            const Kernel kernel(0.3, dimension);
            CHECK(integral(kernel, [&](double r) { return -r * r * kernel.slope(r); })
                  == doctest::Approx(dimension).epsilon(1e-7));
        }
    }

    // Sums over 5^dim points, evaluated independently to five digits: infinite lattice of the cubic spline with h = 1.2 d.
    TEST_CASE("lattice sums at h = 1.2 d: density 0.99976 and 1.00081 - gain 0.9908 and 0.9817")
    {
        const double d = 0.05;
        const LatticeSums plane = lattice_sums(Kernel(1.2 * d, 2), d);
        CHECK(plane.density == doctest::Approx(0.99976).epsilon(1e-5));
        CHECK(plane.gain == doctest::Approx(0.9908).epsilon(1e-4));
        CHECK(plane.diagonal * d * d == doctest::Approx(2.841).epsilon(3e-4));
        const LatticeSums space = lattice_sums(Kernel(1.2 * d, 3), d);
        CHECK(space.density == doctest::Approx(1.00081).epsilon(1e-5));
        CHECK(space.gain == doctest::Approx(0.9817).epsilon(1e-4));
        CHECK(space.diagonal * d * d == doctest::Approx(3.498).epsilon(3e-4));
    }
}
