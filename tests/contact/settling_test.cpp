// Settling against closed forms: toppling over an edge, a cylinder on its rim, an ellipsoid that
// rolls, a tetrahedron from corner to edge to face.
#include "tests/contact/settling_shapes.h"

#include "core/parallel.h"
#include "core/surface_mesh.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>

using namespace flotsam;
using namespace flotsam::tests;
using contact::solid_body;
using contact::Stage;

namespace {

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); }

// Every time on three points or more with the centre of mass inside, nothing in the floor.
void check_jagged(int times)
{
    Settler s(solid_body(make_mesh_shape(jagged(0.5, 7)), 0.05));
    CHECK(jagged(0.5, 7).triangle.size() == 1280);
    contact::Numbers numbers(11);
    int rested = 0, on_face = 0;
    double longest = 0.0, deepest = 0.0;
    for (int n = 0; n < times; ++n) {
        s.drop(random_turn(numbers));
        while (s.body.stage != Stage::at_rest && s.time < 20.0) {
            s.step(1e-2);
            deepest = std::max(deepest, -s.lowest());
        }
        const contact::SettlingSupport support = s.support();
        rested +=
            s.body.stage == Stage::at_rest && support.touching.size() >= 3 && support.stable();
        on_face += support.on_face;
        longest = std::max(longest, s.time);
    }
    MESSAGE(rested << " of " << times << " rest, " << on_face
                   << " over a triangle, the slowest after " << longest << " s, deepest " << deepest
                   << " m, unclear landings " << s.book.unclear);
    CHECK(rested == times);
    CHECK(deepest < 1e-9);
}

// Only sides that the centre of mass stands over occur; how often each, against its solid angle.
void check_drops(const NamedShape& named, int times)
{
    Settler s(solid_body(named.shape, 0.05), 0.02);
    const std::vector<Side> sides = sides_of(*s.model.shape);
    std::vector<int> count(sides.size(), 0);
    contact::Numbers numbers(5);
    int odd = 0;
    double longest = 0.0, energy = 0.0;
    std::int64_t unclear = 0;
    for (int n = 0; n < times; ++n) {
        s.drop(random_turn(numbers));
        const double before = s.energy();
        CHECK(s.settle(1e-2, 60.0));
        const auto [side, off] = side_below(sides, s.body.orientation, Vec3::UnitZ());
        ++count[side];
        // Within epsilon of flat: L = 1 and sides at least a tenth of that wide. The cone has 126
        // narrow ones and may lie between two.
        odd += !sides[side].stable || off > (sides.size() > 50 ? 0.05 : 0.01);
        longest = std::max(longest, s.time);
        unclear += s.book.unclear;
        energy = std::max(energy,
                          std::abs(s.energy() + s.book.impact - before) / std::abs(s.book.impact));
    }
    std::string text;
    for (std::size_t n = 0; n < sides.size() && sides.size() < 50; ++n)
        text += "\n    out " + std::to_string(sides[n].out.x()) + " " +
                std::to_string(sides[n].out.y()) + " " + std::to_string(sides[n].out.z()) +
                (sides[n].stable ? "  stable" : "        ") + "  solid angle " +
                std::to_string(sides[n].solid_angle) + "  found " +
                std::to_string(1.0 * count[n] / times);
    MESSAGE(std::string(named.name)
            << ": " << odd << " odd of " << times << ", slowest " << longest << " s, unclear "
            << unclear << ", energy off by " << energy << text);
    CHECK(odd == 0);
    CHECK(energy < 1e-4); // what is lost is lost in landings
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a cube topples over its edge in 0.2398 and 0.1429 s")
    {
        // t = integral of d alpha / sqrt(2 w^2 (cos alpha0 - cos alpha)), w^2 = 3 g / (2 sqrt2 a).
        struct Row {
            double side, start, time, speed;
        };
        for (const Row& row : {Row{0.05, 0.05, 0.2398, 11.017}, Row{0.05, 0.2, 0.1429, 10.659},
                               Row{0.5, 0.05, 0.7584, 3.484}, Row{0.5, 0.2, 0.4520, 3.371}}) {
            Settler s(solid_body(
                make_box(Vec3::Constant(-0.5 * row.side), Vec3::Constant(0.5 * row.side)),
                row.side));
            s.drop(about(Vec3::UnitY(), pi / 4.0 + row.start));
            double speed = 0.0;
            while (s.body.stage != Stage::at_rest && s.time < 2.0) {
                speed = s.body.spin.norm();
                s.step(1e-5);
            }
            MESSAGE("side " << row.side << " from " << row.start << ": " << s.time << " s, "
                            << speed);
            CHECK(s.time == doctest::Approx(row.time).epsilon(5e-4));
            CHECK(speed == doctest::Approx(row.speed).epsilon(1e-3));
        }
    }

    TEST_CASE("a cylinder on its rim falls on base or side in 0.2404 and 0.2126 s and [D21]'s "
              "times need another inertia")
    {
        // r = h = 0.67 cm, 0.96 g/cm^3. t = integral of da / (w sqrt(2 (cos a0 - cos a))),
        // w^2 = g d / (d^2 + (3 r^2 + h^2)/12), d^2 = r^2 + h^2/4, from 0.001 rad off balance to
        // 1.1071 (base) or 0.4636 (side). [D21] prints 1.105 and 0.976 s: these follow with the
        // inertia about the centre (no d^2 above) and g = 9.81 cm/s^2.
        const double r = 0.0067, h = 0.0067, critical = pi / 2.0 - std::atan(h / (2.0 * r));
        CHECK(critical == doctest::Approx(1.1071487).epsilon(1e-7));
        Settler s(solid_body(make_cylinder({0, 0, -0.5 * h}, {0, 0, 0.5 * h}, r), r, 960.0),
                  2.0 * pi * r / 359.5);
        // The arc of the rim within epsilon carries the body as a strip: with L / 1000 that moves the
        // balance by 0.00075 rad, with a thousandth of it by a millionth.
        s.model.epsilon *= 1e-3;
        const auto around = static_cast<double>(s.model.shape->corner.size()) / 2.0;
        REQUIRE(around >= 360.0);
        const Vec3& corner = s.model.shape->corner[0];
        // Half a side about its axis: an edge is below, as of a round rim.
        const Quat half =
            about(Vec3::UnitZ(), pi / around - std::atan2(corner.y(), corner.x()));
        const auto time_from = [&](double angle, bool& on_base) {
            s.drop(about(Vec3::UnitY(), angle) * half);
            s.settle(1e-4, 5.0);
            CHECK(s.body.stage == Stage::at_rest);
            CHECK(s.support().kind == contact::ContactKind::surface);
            on_base = std::abs((s.body.orientation * Vec3::UnitZ()).z()) > 0.5;
            return s.time;
        };
        const auto check = [&](double offset, double time, bool base, double bar) {
            bool on_base = !base;
            const double t = time_from(critical + offset, on_base);
            MESSAGE("from " << critical + offset << " rad: " << t << " s on its "
                            << (on_base ? "base" : "side"));
            CHECK(on_base == base);
            CHECK(t == doctest::Approx(time).epsilon(bar));
        };
        check(-0.001, 0.2404, true, 0.01);
        check(+0.001, 0.2126, false, 0.01);
        double low = 1.0, high = 1.2;
        while (high - low > 1e-6) {
            bool on_base = false;
            time_from(0.5 * (low + high), on_base);
            (on_base ? low : high) = 0.5 * (low + high);
        }
        MESSAGE("critical angle " << low << " rad, exact " << critical);
        CHECK(low == doctest::Approx(critical).epsilon(3e-5)); // of 360 sides: r (1 - cos(pi/360))
        s.model.inertia_about = contact::InertiaAbout::centre;
        s.model.gravity = {0.0, 0.0, -0.0981};
        check(-0.001, 1.105, true, 0.01);
        check(+0.001, 0.976, false, 0.01);
        s.model.scheme = contact::SettlingScheme::paper;
        check(-0.001, 1.105, true, 0.01);
        check(+0.001, 0.976, false, 0.01);
    }

    TEST_CASE("a triaxial ellipsoid keeps its energy to 1e-3 of a swing at C = 0 and swings longer "
              "with less C")
    {
        // [D21]: diameters 1.25, 1, 0.57 cm, 1.2 g/cm^3, C = 0.75 and 1.5 g cm^2/s.
        Settler s(solid_body(make_ellipsoid(Vec3::Zero(), Vec3(0.625e-2, 0.5e-2, 0.285e-2)), 1e-3,
                             1200.0));
        REQUIRE(s.model.shape->smooth);
        // Near the highest pose, off it about two axes: it turns about all three.
        const Quat start = about(Vec3::UnitY(), 0.5 * pi - 0.3) * about(Vec3::UnitX(), 0.2);
        const auto swing = [&](double damping, double seconds, double& first, double& worst) {
            s.model.damping = damping;
            s.drop(start);
            s.step(1e-9);
            const double before = s.energy();
            double fastest = 0.0, slowest = 1e300;
            first = worst = 0.0;
            for (int n = 0; n < std::lround(seconds / 1e-4) && s.body.stage != Stage::at_rest;
                 ++n) {
                s.step(1e-4);
                const double kinetic = contact::kinetic_energy(s.model, s.body);
                fastest = std::max(fastest, kinetic);
                slowest = std::min(slowest, kinetic);
                worst =
                    std::max(worst, std::abs(s.energy() + s.book.damping + s.book.impact - before));
                CHECK(std::abs(s.lowest()) < 1e-12);
            }
            worst /= fastest;
        };
        double first = 0.0, worst = 0.0;
        swing(0.0, 2.0, first, worst); // some twenty swings
        MESSAGE("C = 0: energy off by " << worst << " of the largest kinetic energy in 2 s");
        CHECK(worst < 1e-3);
        CHECK(s.body.stage == Stage::on_point);
        double ended[2] = {};
        for (int k = 0; k < 2; ++k) {
            swing(k == 0 ? 0.75e-7 : 1.5e-7, 20.0, first, worst);
            ended[k] = s.time;
            MESSAGE("C = " << s.model.damping << ": rests after " << s.time << " s, energy off by "
                           << worst);
            CHECK(s.body.stage == Stage::at_rest);
            CHECK(worst < 1e-3);
            const double flat = std::abs((s.body.orientation.conjugate() * Vec3::UnitZ()).z());
            CHECK(std::acos(std::min(1.0, flat)) < 0.01); // epsilon / L and a little more
        }
        CHECK(ended[0] > 1.5 * ended[1]);
        // Eqs. 5-7 as printed gain or lose energy at C = 0: the reason for the other scheme.
        s.model.scheme = contact::SettlingScheme::paper;
        swing(0.0, 0.2, first, worst);
        MESSAGE("as printed: energy off by " << worst);
        CHECK(worst > 0.05);
    }

    TEST_CASE(
        "a tetrahedron goes from corner to edge to face and keeps its momentum about the new edge")
    {
        Settler s(solid_body(make_mesh_shape(tetrahedron(0.01)), 1e-3, 1200.0));
        s.drop(about(Vec3(0.3, 1.0, 0.2).normalized(), 0.7));
        std::vector<Stage> stages;
        contact::SettlingBody before = s.body;
        for (int n = 0; n < 200000 && s.body.stage != Stage::at_rest; ++n) {
            before = s.body;
            s.step(1e-6);
            if (stages.empty() || stages.back() != s.body.stage)
                stages.push_back(s.body.stage);
            if (before.stage != Stage::on_point || s.body.stage != Stage::on_line)
                continue;
            const Vec3 a = contact::corner_at(s.model, s.body, s.body.pivot_a);
            const Vec3 e = (contact::corner_at(s.model, s.body, s.body.pivot_b) - a).normalized();
            const auto about_edge = [&](const contact::SettlingBody& b) {
                return e.dot(contact::inertia_about_centre(s.model, b.orientation) * b.spin +
                             s.model.mass * (b.position - a).cross(b.velocity));
            };
            MESSAGE("spin " << before.spin.transpose() << " -> " << s.body.spin.transpose());
            CHECK(about_edge(s.body) == doctest::Approx(about_edge(before)).epsilon(1e-3));
            CHECK((s.body.spin - before.spin).norm() > 0.1 * before.spin.norm());
        }
        REQUIRE(stages.size() == 3);
        CHECK(stages[0] == Stage::on_point);
        CHECK(stages[1] == Stage::on_line);
        CHECK(stages[2] == Stage::at_rest);
        CHECK(s.support().kind == contact::ContactKind::surface);
        CHECK(s.support().on_face);
        CHECK(s.body.position.z() == doctest::Approx(0.01 / std::sqrt(24.0)).epsilon(1e-3));
    }

    TEST_CASE("a box on an incline tips over when its slope passes 1/2 of width over height")
    {
        // Width 0.5, height 1: it tips at tan = 0.5, 0.46365 rad.
        for (const double slope : {0.460, 0.468}) {
            const Vec3 up(std::sin(slope), 0.0, std::cos(slope));
            Settler s(solid_body(make_box(Vec3(-0.25, -0.25, -0.5), Vec3(0.25, 0.25, 0.5)), 0.1),
                      1e3, {0.0, 0.0, -9.81}, up);
            s.drop(about(Vec3::UnitY(), slope));
            s.settle(1e-3, 0.05);
            CHECK((s.body.stage == Stage::at_rest) == (slope < 0.4636));
        }
    }

    TEST_CASE("settling does not know which way is down: turned by 1 rad all is the same to 1e-9")
    {
        const rigid::BodyModel model = solid_body(settling_shapes()[2].shape, 0.05);
        const Quat all = about(Vec3(0.2, 0.5, -0.4).normalized(), 1.0),
                   start = about(Vec3(1.0, 0.4, 0.2).normalized(), 0.9);
        const Vec3 g(0.3, 0.0, -9.81); // across the surface too
        Settler plain(model, 1e3, g), turned(model, 1e3, all * g, all * Vec3::UnitZ());
        plain.drop(start, 0.1);
        turned.drop(all * start, 0.1);
        for (int n = 0; n < 400; ++n) {
            plain.step(1e-3);
            turned.step(1e-3);
        }
        CHECK(plain.book.landings > 1);
        CHECK(plain.book.landings == turned.book.landings);
        CHECK((all * plain.body.position - turned.body.position).norm() < 1e-9);
        CHECK((all * plain.body.orientation).angularDistance(turned.body.orientation) < 1e-7);
    }

    TEST_CASE("a ball dropped from 1 m with e = 0.6 rises to 0.36 and 0.1296 m and then rests")
    {
        Settler s(solid_body(make_ellipsoid(Vec3::Zero(), Vec3::Constant(0.05)), 0.01));
        s.model.restitution = 0.6;
        s.drop(Quat::Identity(), 1.0);
        std::vector<double> peaks;
        double rising = 0.0;
        while (s.time < 5.0 && s.body.stage != Stage::at_rest) {
            s.step(1e-4);
            if (rising > 0.0 && s.body.velocity.z() <= 0.0)
                peaks.push_back(s.lowest());
            rising = s.body.velocity.z();
        }
        REQUIRE(peaks.size() >= 2);
        CHECK(peaks[0] == doctest::Approx(0.36).epsilon(1e-5)); // a step about the peak: g dt^2
        CHECK(peaks[1] == doctest::Approx(0.1296).epsilon(1e-5));
        CHECK(s.body.stage == Stage::at_rest);
        CHECK(s.book.rebounds == static_cast<std::int64_t>(peaks.size()));
        // The sum of all flights, less those slower than sqrt(2 g epsilon): 2 v / g (e + e^2 +
        // ...).
        CHECK(s.time == doctest::Approx(std::sqrt(2.0 / 9.81) * 1.6 / 0.4).epsilon(0.03));
    }

    TEST_CASE("a jagged body of 1280 triangles rests on three points or more from 20 orientations")
    {
        check_jagged(20);
    }

    TEST_CASE("six shapes end in stable poses from 100 random drops each")
    {
        for (const NamedShape& named : settling_shapes())
            check_drops(named, 100);
    }
}

TEST_SUITE("long")
{
    TEST_CASE("2000 bodies of 1280 triangles settle in less than 60 s on two cores")
    {
        const Settler one(solid_body(make_mesh_shape(jagged(0.5, 7)), 0.05));
        std::vector<Settler> all(2000, one);
        contact::Numbers numbers(3);
        for (Settler& s : all)
            s.drop(random_turn(numbers), 0.5);
        const auto clock = std::clock();
        int steps = 0;
        const auto moving = [](const Settler& s) { return s.body.stage != Stage::at_rest; };
        while (steps < 20000 && std::any_of(all.begin(), all.end(), moving)) {
            parallel_for_uneven(2000, 8,
                                [&](Offset n) { all[static_cast<std::size_t>(n)].step(1e-3); });
            ++steps;
        }
        const double seconds = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
        MESSAGE("all at rest after " << 1e-3 * steps << " s; " << seconds
                                     << " s of processor time");
        CHECK(!std::any_of(all.begin(), all.end(), moving));
        CHECK(seconds < 120.0); // two cores
    }

    TEST_CASE("a jagged body of 1280 triangles rests on three points or more from 200 orientations")
    {
        check_jagged(200);
    }

    TEST_CASE("six shapes end in stable poses from 1000 random drops each")
    {
        for (const NamedShape& named : settling_shapes())
            check_drops(named, 1000);
    }
}
