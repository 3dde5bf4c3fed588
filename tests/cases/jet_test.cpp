// A plane jet turned by a wall, against free-streamline theory.
#include "cases/build.h"
#include "support.h"

#include "coupling/probes.h"
#include "coupling/step.h"
#include "sph/time_step.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

constexpr double h = 0.04, speed = 2.0, stagnation = 0.5 * 1000.0 * speed * speed;

// Half a jet of thickness 2 h that meets a plate: the speed q U along the plate at the distance z of
// the middle is z / h = (2 / pi) (ln((1 + q) / (1 - q)) + 2 atan q) (Milne-Thomson, ch. 11).
double exact_pressure(double z)
{
    double low = 0.0, high = 1.0 - 1e-12;
    for (int n = 0; n < 80; ++n) {
        const double q = 0.5 * (low + high);
        const double there = 2.0 / std::numbers::pi
                             * (std::log((1.0 + q) / (1.0 - q)) + 2.0 * std::atan(q));
        (there < z / h ? low : high) = q;
    }
    return stagnation * (1.0 - low * low);
}

const std::string jet = R"(format = 1
dimension = 2
spacing = 0.005
end_time = 1
gravity = [0, 0]
[fluid]
viscosity = 0
sealed = false
[[fluid.fill]]
box = { min = [0.1, 0], max = [0.8, 0.04] }
velocity = [2, 0]
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [0.8, 0.8] }
open = ["z+", "x-"]
slip = [1, 0]
[[probe]]
name = "wall"
kind = "force"
wall = "tank.x+"
)";

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a jet turned by a wall presses on it as free-streamline theory says")
    {
        std::string text = jet;
        constexpr int places = 8;
        for (int n = 0; n < places; ++n)
            text += "[[probe]]\nname = \"W" + std::to_string(n) + "\"\nkind = \"pressure\"\nat = [0.8, "
                    + std::to_string(0.5 * h * n) + "]\n";
        cases::Built b = cases::build(cases::parse_case(text, "case.toml"));
        coupling::Instruments instruments(b.probes);
        double force = 0.0, time = 0.0;
        std::vector<double> pressure(places, 0.0);
        while (b.state.time < 0.25) {
            const double dt =
                sph::choose_step(b.method.fluid, sph::max_speed(b.state.fluid), b.state.max_nu).dt;
            coupling::step(b.state, b.method, dt);
            if (b.state.time < 0.1) // until the jet has turned
                continue;
            const auto values = instruments.measure(b.state, b.method);
            time += dt;
            force += dt * values[0];
            for (std::size_t n = 0; n < places; ++n)
                pressure[n] += dt * values[12 + n];
        }
        double squares = 0.0;
        for (std::size_t n = 0; n < places; ++n) {
            const double z = 0.5 * h * static_cast<double>(n);
            const double error = (pressure[n] / time - exact_pressure(z)) / stagnation;
            MESSAGE("z / h = ", z / h, ": ", pressure[n] / time, " Pa, exact ", exact_pressure(z));
            squares += error * error / places;
        }
        MESSAGE("force ", force / time, " N/m, exact ", 2.0 * stagnation * h, ", rms of pressure ",
                std::sqrt(squares));
        CHECK(force / time == doctest::Approx(2.0 * stagnation * h).epsilon(0.03));
        CHECK(std::sqrt(squares) < 0.08);
    }
}
