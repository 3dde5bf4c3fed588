// A scene to a picture: two by two sub-pixels a pixel, lit, with lines, then averaged.
#pragma once

#include "core/io/image_file.h"
#include "tools/render/splat.h"

namespace flotsam::render {

// Buffers that one picture leaves to the next.
struct Studio {
    DepthBuffer buffer;
    Drawn drawn;
    std::vector<Colour> colour;
};

io::Image draw(const Scene& scene, const Camera& camera, int width, int height, Studio& studio);

} // namespace flotsam::render
