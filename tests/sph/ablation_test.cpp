// What each part of the scheme is worth: still water and a small dam break with one part changed at
// a time. Prints the table of docs/validation.md; asserts that the default is the best of it.
#include "tests/support/tank.h"

#include <doctest/doctest.h>

#include <cstdio>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Row {
    double still_error = 0.0, still_noise = 0.0; // of rho g H
    double dam_noise = 0.0;                      // mean step-to-step change of the floor force / weight
    double dam_density = 0.0;                    // highest in the last tenth, / rho0
    double iterations = 0.0;                     // of the dam break
};

using Change = std::function<void(sph::Settings&)>;

void still_water(const Change& change, Row& row)
{
    TankSpec spec;
    spec.tank = Vec3(0.4, 1.0, 0.3);
    spec.water = Vec3(0.4, 1.0, 0.2);
    Tank t = make_tank(spec, change);
    const double scale = 1000.0 * 9.81 * 0.2;
    double before = 0.0;
    int counted = 0;
    run(t, 1.5, 1e-3, [&](const coupling::StepReport&, double) {
        double sum = 0.0;
        for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i)
            sum += std::pow(t.state.fluid.pressure[i] / scale - 1.0 + t.state.fluid.position[i].z() / 0.2, 2);
        const double floor = t.state.work.loads.pressure[0].force.z() / (scale * 0.4);
        if (t.state.time > 0.75) {
            row.still_error += std::sqrt(sum / static_cast<double>(t.state.fluid.size()));
            row.still_noise += std::abs(floor - before);
            ++counted;
        }
        before = floor;
    });
    row.still_error /= counted;
    row.still_noise /= counted;
}

void dam_break(const Change& change, Row& row)
{
    TankSpec spec;
    spec.spacing = 0.146 / 20;
    spec.tank = Vec3(0.584, 1.0, 0.8);
    spec.water = Vec3(0.146, 1.0, 0.292);
    Tank t = make_tank(spec, change);
    const double weight = 1000.0 * 9.81 * 0.146 * 0.292;
    double before = 0.0;
    int steps = 0;
    run(t, 0.6, 0.0, [&](const coupling::StepReport& report, double) {
        const double floor = t.state.work.loads.pressure[0].force.z() / weight;
        row.dam_noise += std::abs(floor - before);
        before = floor;
        row.iterations += report.pressure.solve.iterations;
        ++steps;
        if (t.state.time > 0.54)
            for (double density : t.state.fluid.density)
                row.dam_density = std::max(row.dam_density, density / 1000.0);
    });
    row.dam_noise /= steps;
    row.iterations /= steps;
}

Row measure(const char* name, const Change& change)
{
    Row row;
    still_water(change, row);
    dam_break(change, row);
    char line[160];
    std::snprintf(line, sizeof line, "| %s | %.2f %% | %.3f %% | %.1f %% | %.2f | %.0f |", name,
                  100.0 * row.still_error, 100.0 * row.still_noise, 100.0 * row.dam_noise,
                  row.dam_density, row.iterations);
    MESSAGE(line);
    return row;
}

} // namespace

TEST_SUITE("long")
{
    TEST_CASE("ablation: the default is quieter than the detected surface of the paper")
    {
        MESSAGE("| scheme | still water: error | noise | dam break: noise of floor force | highest "
                "density | iterations |");
        const Row chosen = measure("default", [](sph::Settings&) {});
        const Row detected = measure("detected surface, p = 0", [](sph::Settings& s) {
            s.surface = sph::SurfaceRule::detected;
        });
        measure("no gate of the surface term", [](sph::Settings& s) { s.surface = sph::SurfaceRule::ungated; });
        measure("no shifting", [](sph::Settings& s) { s.shift = 0.0; });
        measure("shifting 1", [](sph::Settings& s) { s.shift = 1.0; });
        measure("no density relaxation", [](sph::Settings& s) { s.relaxation = 0.0; });
        measure("tolerance 1e-2", [](sph::Settings& s) { s.tolerance = 1e-2; });
        measure("tolerance 1e-5", [](sph::Settings& s) { s.tolerance = 1e-5; });
        measure("Smagorinsky 0.1", [](sph::Settings& s) { s.smagorinsky = 0.1; });
        CHECK(chosen.still_error < detected.still_error);
        CHECK(chosen.still_noise < detected.still_noise);
        CHECK(chosen.dam_noise < detected.dam_noise);
    }
}
