// What contact costs. Times are printed; only counts that do not depend on the machine are checked.
#include "world.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>

namespace flotsam::contact {

TEST_SUITE_BEGIN("unit");

TEST_CASE("a large block of blocks is one island and its contacts are updated at once")
{
    Settings s;
    s.relative_tolerance = 0.0;
    s.tolerance = 1e-15; // not to be reached: the cap of iterations is reported
    s.iteration_limit = 50;
    World w(s);
    w.rules.assign(3, {0.3, 0.3, 0.0, 0.0});
    w.planes.push_back({});
    for (int z = 0; z < 8; ++z)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x) {
                w.bodies.push_back(box(Vec3::Constant(0.05), 960.0, 3));
                w.bodies.back().position = 0.05 * Vec3(x + 0.5 * (z % 2), y, z + 0.5);
            }
    w.detect(1e-3);
    w.contact.collide(w.scene(1e-3), w.twists);
    for (std::size_t k = 0; k < w.bodies.size(); ++k)
        w.twists[k].velocity.z() -= 0.00981;
    const auto start = std::chrono::steady_clock::now();
    const ContactReport report = w.contact.rest(w.scene(1e-3), w.twists);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%zu blocks, %zu contacts: %.1f million contact updates a second\n",
                w.bodies.size(), w.points.size(),
                1e-6 * static_cast<double>(report.updates) / seconds);
    CHECK(report.contacts > 2048); // shared among threads
    CHECK(report.iterations == 50);
    CHECK(report.unconverged == 1);
    CHECK(report.updates == 50 * report.contacts);
}

TEST_SUITE_END();

} // namespace flotsam::contact
