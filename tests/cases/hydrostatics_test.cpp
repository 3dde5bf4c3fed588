// Still water in tanks that no lattice fits: tilted, round from a mesh, sealed.
#include "cases/build.h"
#include "cases/read.h"
#include "coupling/run.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <numbers>

using namespace flotsam;

namespace {

// Sums over the second half of a run what the pressure has to do with rho (g - a).(x - x0), where
// x0 is a point of the surface and a the acceleration of the tank along x.
class Gauge final : public coupling::Observer {
public:
    Gauge(const coupling::Method& m, double level, double depth, double end, double push = 0.0)
        : m_(m), level_(level), depth_(depth), end_(end), push_(push)
    {
    }
    void on_step(const coupling::State& s, const coupling::StepReport&,
                 const coupling::StepInfo&) override
    {
        if (s.time < 0.5 * end_)
            return;
        const double weight = m_.fluid.density * m_.fluid.gravity.norm();
        const double corner = 0.5 * push_ * s.time * s.time; // of the tank, x
        double sum = 0.0, mean = 0.0;
        for (std::size_t i = 0; i < s.fluid.position.size(); ++i) {
            const double e = s.fluid.pressure[i] - weight * (level_ - s.fluid.position[i].z()) +
                             m_.fluid.density * push_ * (s.fluid.position[i].x() - corner);
            mean += e;
            sum += e * e;
        }
        const auto count = static_cast<double>(s.fluid.size());
        mean /= count;
        error += std::sqrt(sum / count) / (weight * depth_);
        spread += std::sqrt(std::max(0.0, sum / count - mean * mean)) / (weight * depth_);
        ++samples;
    }
    double error = 0.0, spread = 0.0; // rms of the deviation; the same about its mean
    int samples = 0;

private:
    const coupling::Method& m_;
    double level_, depth_, end_, push_;
};

struct Result {
    double error = 0.0, spread = 0.0, kinetic = 0.0;
    std::int64_t left = 0;
    bool sealed = false;
};

// area: of the free surface (m, or m^2 in 3D); full: exact volume under `level`.
Result rest(const cases::Case& c, double level, double depth, double area, double full,
            double push = 0.0)
{
    cases::Built built = cases::build(c);
    const double volume = static_cast<double>(built.state.fluid.size()) * built.method.fluid.volume;
    Gauge gauge(built.method, area > 0.0 ? level + (volume - full) / area : level, depth,
                c.end_time, push);
    coupling::RunOptions options;
    options.end_time = c.end_time;
    const auto outcome = coupling::run(built.state, built.method, options, gauge);
    INFO(outcome.diagnosis.line());
    REQUIRE(outcome.ending == coupling::Ending::end_time);
    Result r;
    r.error = gauge.error / gauge.samples;
    r.spread = gauge.spread / gauge.samples;
    for (const Vec3& v : built.state.fluid.velocity)
        r.kinetic += 0.5 * v.squaredNorm();
    r.kinetic /=
        static_cast<double>(built.state.fluid.size()) * built.method.fluid.gravity.norm() * depth;
    r.left = built.state.events.left;
    r.sealed = built.method.fluid.sealed;
    return r;
}

// A closed cylinder along z as an ASCII STL of `sides` plane sides.
void write_round_tank(const std::string& path, double radius, double height, int sides)
{
    std::ofstream out(path);
    const auto facet = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        out << "facet normal 0 0 0\nouter loop\n";
        for (const Vec3& x : {a, b, c})
            out << "vertex " << x.x() << " " << x.y() << " " << x.z() << "\n";
        out << "endloop\nendfacet\n";
    };
    out.precision(17);
    out << "solid tank\n";
    for (int n = 0; n < sides; ++n) {
        const double a = 2.0 * std::numbers::pi * n / sides,
                     b = 2.0 * std::numbers::pi * (n + 1) / sides;
        // The last corner must be the first to the last bit.
        const double bb = n + 1 == sides ? 0.0 : b;
        const Vec3 p(radius * std::cos(a), radius * std::sin(a), 0.0);
        const Vec3 q(radius * std::cos(bb), radius * std::sin(bb), 0.0);
        const Vec3 up(0.0, 0.0, height);
        facet(p, q, q + up);
        facet(p, q + up, p + up);
        facet(Vec3::Zero(), q, p);
        facet(up, p + up, q + up);
    }
    out << "endsolid tank\n";
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("still water in a tank tilted by 30 degrees: pressure within 2 %")
    {
        // Box 0.4 x 0.4 m turned about its lower corner; water up to z = 0.25 m.
        const cases::Case c = cases::parse_case(R"(
format = 1
dimension = 2
spacing = 0.01
end_time = 2.0
[[fluid.fill]]
box = { min = [-1.0, -1.0], max = [1.0, 0.25] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0.0, 0.0], max = [0.4, 0.4] }
open = ["z+"]
turn = { angle = -30.0, axis = [0, 1, 0], about = [0, 0, 0] }
)",
                                                "tilted.toml");
        // Turned by -30 degrees the floor rises along x: corners (0, 0), (0.346, 0.2) and left wall
        // towards (-0.2, 0.346). Water below z = 0.25: a triangle with the right angle at the
        // origin, cut at the end of the floor (0.4 long: it reaches z = 0.2), then up the right
        // wall.
        const double s = 0.5, k = std::sqrt(0.75);
        // In tank axes (u along the floor, v up the left wall): z = s u + k v <= 0.25.
        // Heights of water at u = 0, 0.4.
        const double left = 0.25 / k, right = (0.25 - s * 0.4) / k;
        const double full = 0.5 * (left + right) * 0.4;
        const double surface = 0.4 / k;
        const Result r = rest(c, 0.25, 0.25, surface, full);
        MESSAGE("tilted tank: rms error ", r.error, " of rho g H, about its mean ", r.spread,
                ", kinetic energy ", r.kinetic, " m g H, left ", r.left);
        CHECK(r.error < 0.02);
        CHECK(r.left == 0);
    }

    TEST_CASE("still water in a round tank from a mesh: pressure within 2 %")
    {
        const tests::TemporaryDirectory directory;
        const std::string stl = (directory.path() / "round.stl").string();
        write_round_tank(stl, 0.1, 0.25, 48);
        const cases::Case c = cases::parse_case(R"(
format = 1
dimension = 3
spacing = 0.01
end_time = 1.0
[[fluid.fill]]
box = { min = [-0.2, -0.2, -0.1], max = [0.2, 0.2, 0.15] }
[[wall]]
name = "tank"
kind = "tank"
mesh = { file = "round.stl" }
)",
                                                (directory.path() / "round.toml").string());
        const double base = 0.5 * 48 * 0.01 * std::sin(2.0 * std::numbers::pi / 48);
        const Result r = rest(c, 0.15, 0.15, base, base * 0.15);
        MESSAGE("round tank: rms error ", r.error, " of rho g H, about its mean ", r.spread,
                ", kinetic energy ", r.kinetic, " m g H, left ", r.left);
        CHECK(r.error < 0.02);
        CHECK(r.left == 0);
        CHECK_FALSE(r.sealed);
    }

    TEST_CASE("a sealed full tank is hydrostatic up to a constant within 1 %")
    {
        const cases::Case c = cases::parse_case(R"(
format = 1
dimension = 2
spacing = 0.01
end_time = 1.0
[[fluid.fill]]
box = { min = [0.0, 0.0], max = [0.3, 0.2] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0.0, 0.0], max = [0.3, 0.2] }
)",
                                                "sealed.toml");
        const Result r = rest(c, 0.2, 0.2, 0.0, 0.0);
        MESSAGE("sealed tank: rms deviation from hydrostatic, constant removed: ", r.spread,
                ", kinetic energy ", r.kinetic, " m g H");
        CHECK(r.sealed);
        CHECK(r.spread < 0.01);
        CHECK(r.kinetic < 1e-3);
    }

    TEST_CASE(
        "a sealed tank that accelerates has the pressure of rho (g - a) within 1 % of its range")
    {
        const cases::Case c = cases::parse_case(R"(
format = 1
dimension = 2
spacing = 0.01
end_time = 0.5
[[fluid.fill]]
box = { min = [0.0, 0.0], max = [0.3, 0.2] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0.0, 0.0], max = [0.3, 0.2] }
motion = { acceleration = 4.0, direction = [1.0, 0.0] }
)",
                                                "pushed.toml");
        // Scaled by the largest pressure difference, rho (g H + a L).
        const double scale = 0.2 + 4.0 / 9.81 * 0.3;
        const Result r = rest(c, 0.2, scale, 0.0, 0.0, 4.0);
        MESSAGE("accelerated tank: rms deviation, constant removed: ", r.spread,
                " of the largest pressure difference");
        CHECK(r.sealed);
        CHECK(r.spread < 0.01);
        CHECK(r.left == 0);
    }
}
