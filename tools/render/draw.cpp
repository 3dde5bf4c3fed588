#include "tools/render/draw.h"

#include "core/parallel.h"
#include "tools/render/light.h"
#include "tools/render/lines.h"

namespace flotsam::render {

namespace {

constexpr int fine = 2; // sub-pixels a pixel, each way

} // namespace

io::Image draw(const Scene& scene, const Camera& camera, int width, int height, Studio& studio)
{
    const Camera close = finer(camera, fine);
    studio.buffer.resize(fine * width, fine * height);
    splat(scene, close, studio.buffer, studio.drawn);
    light(scene, close, studio.buffer, studio.drawn, studio.colour);
    draw_lines(scene, close, studio.buffer, fine, studio.colour);

    io::Image image(width, height);
    parallel_for(height, [&](Offset row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < width; ++x) {
            Colour sum;
            for (int j = 0; j < fine; ++j)
                for (int i = 0; i < fine; ++i)
                    sum = sum + studio.colour[studio.buffer.at(fine * x + i, fine * y + j)];
            sum = sum * (1.0f / (fine * fine));
            std::uint8_t* pixel = image.at(x, y);
            pixel[0] = srgb_of(sum.r);
            pixel[1] = srgb_of(sum.g);
            pixel[2] = srgb_of(sum.b);
        }
    });
    return image;
}

} // namespace flotsam::render
