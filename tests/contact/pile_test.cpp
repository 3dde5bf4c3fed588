// Many bodies: energy, momentum, threads, memory of the last step.
#include "tests/support/measured.h"
#include "world.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>

namespace flotsam::contact {

using tests::measured;

namespace {

// Reproducible numbers in [0, 1).
class Numbers {
public:
    double next()
    {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<double>(state_ >> 11) * 0x1.0p-53;
    }

private:
    std::uint64_t state_ = 88172645463325252ULL;
};

void add_walls(World& w, double half)
{
    w.planes = {{},
                {{-half, 0.0, 0.0}, Vec3::UnitX()},
                {{half, 0.0, 0.0}, -Vec3::UnitX()},
                {{0.0, -half, 0.0}, Vec3::UnitY()},
                {{0.0, half, 0.0}, -Vec3::UnitY()}};
}

World spheres_in_a_box(int across, int layers, double e, double friction, Settings s)
{
    World w(s);
    w.rules.assign(3, {friction, friction, 0.0, e});
    const double r = 0.05;
    const double pitch = 2.3 * r;
    add_walls(w, 0.5 * pitch * across);
    Numbers numbers;
    for (int k = 0; k < layers; ++k)
        for (int j = 0; j < across; ++j)
            for (int i = 0; i < across; ++i) {
                TestBody b = sphere(r * (0.8 + 0.2 * numbers.next()), 0.0);
                b.mass = 4000.0 * std::pow(b.ball, 3);
                b.inertia = Vec3::Constant(0.4 * b.mass * b.ball * b.ball);
                b.position = pitch * Vec3(i - 0.5 * (across - 1), j - 0.5 * (across - 1), k + 0.6);
                b.velocity = Vec3(numbers.next() - 0.5, numbers.next() - 0.5, numbers.next() - 0.5);
                w.bodies.push_back(b);
            }
    return w;
}

std::vector<double> numbers_of(const World& w)
{
    std::vector<double> all;
    for (const TestBody& b : w.bodies)
        for (int k = 0; k < 3; ++k) {
            all.push_back(b.position[k]);
            all.push_back(b.velocity[k]);
            all.push_back(b.spin[k]);
            all.push_back(b.orientation.coeffs()[k]);
        }
    return all;
}

// Forty spheres fall into a box. Contact may take kinetic energy but not give any; what the drift
// correction lifts is counted apart.
void follow_energy(double e, int steps)
{
    Settings s;
    s.relative_tolerance = 1e-4;
    World w = spheres_in_a_box(4, 3, e, 0.4, s);
    w.bodies.resize(40);
    const double start = w.kinetic() + w.potential();
    double rises = 0.0; // of the total in a step, less what the drift correction lifted
    double last = start;
    double off = 0.0; // of the book, largest in a step
    for (int n = 0; n < steps; ++n) {
        const double lifted = w.contact.energy.drift_potential;
        const double booked = w.contact.energy.kinetic_change();
        w.step(1e-3);
        const double now = w.kinetic() + w.potential();
        rises += std::max(now - last - (w.contact.energy.drift_potential - lifted), 0.0);
        last = now;
        CHECK(w.kinetic_collided <= w.kinetic_start * (1.0 + 1e-13));
        CHECK(w.kinetic_rested <= w.kinetic_star * (1.0 + 1e-13));
        const double change =
            w.kinetic_collided - w.kinetic_start + w.kinetic_rested - w.kinetic_star;
        off = std::max(off, std::abs(w.contact.energy.kinetic_change() - booked - change));
    }
    const EnergyBook& book = w.contact.energy;
    std::printf(
        "40 spheres, e = %.1f, %d steps: E %.3f -> %.3f J, rises %.1e of E, drift correction %.1e, "
        "book off by %.1e, K at the end %.1e\n",
        e, steps, start, last, rises / start, book.drift_potential / start, off / start,
        w.kinetic() / start);
    measured("40 spheres: energy rises besides the drift correction, of E_0", rises / start, 1e-6);
    measured("same: energy book against the change of kinetic energy", off / start, 1e-13);
    CHECK(book.drift_potential < 1e-4 * start);
    CHECK(book.dissipated == doctest::Approx(book.compression - book.released).epsilon(1e-9));
    CHECK(book.collision_friction > 0.0);
    CHECK(book.resting_friction > 0.0);
}

// Twenty boxes of many sizes tumble into a box.
void follow_boxes(int steps)
{
    Settings s;
    s.relative_tolerance = 1e-4;
    World w(s);
    w.rules.assign(3, {0.4, 0.4, 0.0, 0.5});
    add_walls(w, 0.2);
    Numbers numbers;
    const auto spread = [&] {
        const double x = numbers.next() - 0.5;
        const double y = numbers.next() - 0.5;
        return Vec3(x, y, numbers.next() - 0.5);
    };
    for (int i = 0; i < 20; ++i) {
        TestBody b = box(Vec3(0.1, 0.08, 0.06) + 0.05 * spread(), 900.0, 5);
        b.position = Vec3(0.2 * (i % 2) - 0.1, 0.2 * (i / 2 % 2) - 0.1, 0.15 + 0.2 * (i / 4));
        const double angle = 3.0 * numbers.next();
        b.orientation = Quat(Eigen::AngleAxisd(angle, spread().normalized()));
        b.velocity = spread();
        b.spin = 5.0 * spread();
        w.bodies.push_back(b);
    }
    const double start = w.kinetic() + w.potential();
    double off = 0.0;
    for (int n = 0; n < steps; ++n) {
        const double booked = w.contact.energy.kinetic_change();
        w.step(1e-3);
        CHECK(w.kinetic_collided <= w.kinetic_start * (1.0 + 1e-13));
        CHECK(w.kinetic_rested <= w.kinetic_star * (1.0 + 1e-13));
        const double change =
            w.kinetic_collided - w.kinetic_start + w.kinetic_rested - w.kinetic_star;
        off = std::max(off, std::abs(w.contact.energy.kinetic_change() - booked - change));
    }
    std::printf("20 boxes: K at the end %.1e of E, book off by %.1e\n", w.kinetic() / start,
                off / start);
    CHECK(off < 1e-13 * start);
}

} // namespace

TEST_SUITE_BEGIN("unit");

TEST_CASE("friction and impacts of free bodies keep momentum and moment of momentum")
{
    Settings s;
    s.gravity = Vec3::Zero();
    World w(s);
    w.rules.assign(3, {0.4, 0.4, 0.0, 0.6});
    Numbers numbers;
    for (int i = 0; i < 27; ++i) {
        TestBody b = sphere(0.05, 0.1 + numbers.next());
        b.position = 0.11 * Vec3(i % 3, i / 3 % 3, i / 9);
        b.velocity = -3.0 * (b.position - Vec3::Constant(0.11)) +
                     Vec3(numbers.next(), numbers.next(), numbers.next());
        b.spin = 10.0 * Vec3(numbers.next(), numbers.next(), numbers.next());
        w.bodies.push_back(b);
    }
    const Vec3 momentum = w.momentum();
    double hits = 0.0;
    for (int n = 0; n < 100; ++n) {
        w.step(1e-3);
        hits += static_cast<double>(w.collision.patches);
        CHECK((w.momentum() - momentum).norm() < 1e-12 * momentum.norm());
    }
    CHECK(hits > 20.0);
}

TEST_CASE("contact moves no momentum about the common centre")
{
    // One step of both phases with many simultaneous contacts: impulses act at one point for both.
    Settings s;
    s.gravity = Vec3::Zero();
    World w(s);
    w.rules.assign(3,
                   {0.4, 0.4, 0.0, 0.0}); // plastic: all contacts still touch in the second phase
    for (int i = 0; i < 4; ++i) {
        w.bodies.push_back(box({0.1, 0.12, 0.05}, 700.0, 4));
        w.bodies.back().position = Vec3(0.013 * i, -0.007 * i, 0.05 * i);
        w.bodies.back().velocity = Vec3(0.1 * i, 0.3, 0.4 - 0.2 * i);
        w.bodies.back().spin = Vec3(0.3, -0.2 * i, 0.5);
    }
    w.detect(1e-3);
    const Vec3 before = w.angular_momentum();
    CHECK(w.contact.collide(w.scene(1e-3), w.twists).patches >= 3);
    const ContactReport report = w.contact.rest(w.scene(1e-3), w.twists);
    CHECK(report.contacts > 10);
    for (std::size_t k = 0; k < w.bodies.size(); ++k) {
        w.bodies[k].velocity = w.twists[k].velocity;
        w.bodies[k].spin = w.twists[k].angular_velocity;
    }
    CHECK((w.angular_momentum() - before).norm() < 1e-12 * before.norm());
}

TEST_CASE("in a pile of forty spheres contact never creates kinetic energy")
{
    for (const double e : {0.0, 0.5, 0.9})
        follow_energy(e, 1000);
}

TEST_CASE("contact never gives kinetic energy to tumbling boxes") { follow_boxes(1000); }

TEST_CASE("one and two and three threads give the same bits")
{
    Settings s;
    s.tolerance = 1e-8;
    s.relative_tolerance = 1e-3;
    std::vector<double> one;
    const int had = omp_get_max_threads();
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        s.tolerance = 1e-8;
        World w = spheres_in_a_box(8, 5, 0.4, 0.4, s); // many islands and then few
        std::int64_t most = 0;
        w.step(1e-3);
        for (TestBody& b : w.bodies)
            b.velocity = Vec3(-2.0 * b.position.x(), -2.0 * b.position.y(), -3.0);
        for (int n = 0; n < 40; ++n) {
            w.step(2e-3);
            most = std::max(most, w.resting.contacts);
        }
        // A box of many points is a large island from the first step on.
        s.tolerance = 1e-6;
        World blocks(s);
        blocks.rules.assign(3, {0.3, 0.3, 0.0, 0.0});
        blocks.planes.push_back({});
        for (int i = 0; i < 3; ++i) {
            blocks.bodies.push_back(box(Vec3::Constant(0.1), 900.0, 41));
            blocks.bodies.back().position = Vec3(0.003 * i, 0.005 * i, 0.05 + 0.1 * i);
        }
        for (int n = 0; n < 2; ++n)
            blocks.step(1e-3);
        CHECK(blocks.resting.contacts > 2048);
        std::vector<double> all = numbers_of(w);
        const std::vector<double> more = numbers_of(blocks);
        all.insert(all.end(), more.begin(), more.end());
        if (threads == 1)
            one = all;
        CHECK(all == one);
        CHECK(most > 200);
    }
    omp_set_num_threads(had);
}

TEST_CASE("a warm start saves nearly all iterations of a pile at rest")
{
    World w = spheres_in_a_box(2, 5, 0.0, 0.4, {});
    for (int n = 0; n < 2000; ++n)
        w.step(1e-3);
    World cold = w;
    cold.contact = EtiContact(w.contact.settings());
    w.step(1e-3);
    cold.step(1e-3);
    std::printf("20 spheres at rest: %d iterations warm, %d cold\n", w.resting.iterations,
                cold.resting.iterations);
    CHECK(w.resting.iterations * 5 < cold.resting.iterations);
}

TEST_CASE("a restart from the fields of the warm start gives the same bits")
{
    World w = spheres_in_a_box(2, 5, 0.3, 0.4, {});
    for (int n = 0; n < 300; ++n)
        w.step(1e-3);
    World again = w;
    again.contact = EtiContact(w.contact.settings());
    std::map<std::string, std::vector<double>> reals;
    std::map<std::string, std::vector<std::int64_t>> integers;
    std::map<std::string, std::vector<Vec3>> vectors;
    const auto save = [&](const char* name, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, std::vector<double>>)
            reals[name] = field;
        else if constexpr (std::is_same_v<Field, std::vector<Vec3>>)
            vectors[name] = field;
        else
            integers[name] = field;
    };
    const auto load = [&](const char* name, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, std::vector<double>>)
            field = reals.at(name);
        else if constexpr (std::is_same_v<Field, std::vector<Vec3>>)
            field = vectors.at(name);
        else
            field = integers.at(name);
    };
    w.contact.warm.each_field(save);
    w.contact.pairs.each_field(save);
    again.contact.warm.each_field(load);
    again.contact.pairs.each_field(load);
    for (int n = 0; n < 300; ++n) {
        w.step(1e-3);
        again.step(1e-3);
    }
    CHECK(numbers_of(w) == numbers_of(again));
    const auto a = w.contact.pairs.totals();
    const auto b = again.contact.pairs.totals();
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
        CHECK(a[k].normal == b[k].normal);
}

TEST_CASE("impulses of pairs add up to the weight above them")
{
    World w;
    w.rules.assign(3, {0.3, 0.3, 0.0, 0.0});
    w.planes.push_back({});
    for (int i = 0; i < 3; ++i) {
        w.bodies.push_back(box(Vec3::Constant(0.1), 900.0, 3));
        w.bodies.back().position.z() = 0.05 + 0.1 * i;
    }
    for (int n = 0; n < 100; ++n)
        w.step(1e-3);
    const auto pairs = w.contact.pairs.totals();
    REQUIRE(pairs.size() == 3); // 0-1, 0-floor (number 3), 1-2
    const double weight = 0.9 * 9.81;
    CHECK(pairs[0].a == 0);
    CHECK(pairs[0].b == 1);
    CHECK(pairs[0].mean_normal_force(0.1) == doctest::Approx(2.0 * weight).epsilon(1e-7));
    CHECK(pairs[0].mean_force(0.1).z() == doctest::Approx(-2.0 * weight).epsilon(1e-7));
    CHECK(pairs[1].b == 3);
    CHECK(pairs[1].mean_force(0.1).z() == doctest::Approx(3.0 * weight).epsilon(1e-7));
    CHECK(pairs[1].points == 9);
    CHECK(pairs[1].tangential < 1e-9);
    CHECK(pairs[2].mean_normal_force(0.1) == doctest::Approx(weight).epsilon(1e-7));
    w.contact.pairs.clear();
    CHECK(w.contact.pairs.totals().empty());
}

TEST_CASE("depth is undone without a trace in the velocities")
{
    Settings s;
    s.slop_share = 0.0;
    s.drift_share = 0.2;
    s.drift_speed = 1e300;
    World w(s);
    w.rules.assign(3, {0.3, 0.3, 0.0, 0.8});
    w.planes.push_back({});
    w.bodies.push_back(box(Vec3::Constant(0.1), 900.0, 3));
    w.bodies.back().position.z() = 0.049; // 1 mm deep
    const double potential = w.potential();
    for (int n = 0; n < 200; ++n) {
        w.step(1e-3);
        CHECK(w.kinetic() < 1e-18);
        if (n == 0) // a fifth of the depth beyond the slop, to the thousandth it is solved to
            CHECK(w.bodies[0].position.z() - 0.049 ==
                  doctest::Approx(0.2 * (1e-3 - s.slop)).epsilon(2e-3));
    }
    CHECK(0.05 - w.bodies[0].position.z() < 1.01 * s.slop);
    CHECK(0.05 - w.bodies[0].position.z() > 0.9 * s.slop);
    CHECK(w.contact.energy.drift_potential ==
          doctest::Approx(w.potential() - potential).epsilon(1e-9));
}

TEST_CASE("depth of bodies at rest is left alone and that of moving ones is undone")
{
    // A box that stands 1 mm deep in the floor; another slides, as deep, without friction.
    Settings s;
    s.slop_share = 0.0;
    World w(s);
    w.rules.assign(3, {0.0, 0.0, 0.0, 0.0});
    w.planes.push_back({});
    w.bodies.assign(2, box(Vec3::Constant(0.1), 900.0, 3));
    w.bodies[0].position = Vec3(0.0, 0.0, 0.049);
    w.bodies[1].position = Vec3(1.0, 0.0, 0.049);
    w.bodies[1].velocity.x() = 1.0;
    for (int n = 0; n < 400; ++n)
        w.step(1e-3);
    CHECK(std::abs(w.bodies[0].position.z() - 0.049) < 1e-8); // moves by the tolerance alone
    // 5 % of what is left in a step, 0.95^400 = 1e-9 of 1 mm, and the slop of 1e-5 m.
    CHECK(0.05 - w.bodies[1].position.z() < 1.1e-5);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("long");

TEST_CASE("in a pile of forty spheres contact never creates kinetic energy in three seconds")
{
    for (const double e : {0.0, 0.5, 0.9})
        follow_energy(e, 3000);
}

TEST_SUITE_END();

} // namespace flotsam::contact
