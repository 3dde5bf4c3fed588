// What a picture costs: a block of water seen from a corner, without reading and writing files.
#include "tools/bench.h"

#include "tools/bench_timing.h"
#include "tools/stage.h"

#include <cmath>

namespace flotsam::tools {

namespace {

// Water on a lattice, a little stirred, in a tank; pressure from depth.
Moment make_water(Offset particles)
{
    Moment m;
    m.fluid.emplace();
    io::ParticleFrame& frame = *m.fluid;
    const auto side =
        static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(particles))));
    frame.spacing = 1.0 / static_cast<double>(side);
    frame.resize(side * side * side);
    for (std::size_t n = 0; n < frame.count(); ++n) {
        const std::array<std::size_t, 3> cell{n % side, n / side % side, n / (side * side)};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto stir = static_cast<float>((n * (k + 3) * 7919) % 101) / 101.0f;
            frame.position[3 * n + k] =
                (static_cast<float>(cell[k]) + 0.4f * stir) * static_cast<float>(frame.spacing);
        }
        frame.pressure[n] = 1e4f * (1.0f - frame.position[3 * n + 2]);
    }
    return m;
}

} // namespace

void bench_render(Offset particles, BenchReport& report, std::ostream& out)
{
    constexpr int width = 1280, height = 720;
    const Moment water = make_water(particles);
    StageWish wish;
    wish.width = width;
    wish.height = height;
    const Stage stage = make_stage({water}, wish);
    render::Studio studio;
    report.picture = measure([&] {
        draw_moment(water, stage, find_field("pressure"), {0.0, 1e4}, width, height, true, studio);
    });
    out << "\nA picture of " << water.fluid->count() << " particles, " << width << " x " << height
        << " pixels: " << fixed(report.picture.median, 3) << " s, best "
        << fixed(report.picture.best, 3) << " s\n";
}

} // namespace flotsam::tools
