// Lines of a scene over its lit sub-pixels, soft at their borders.
#pragma once

#include "tools/render/splat.h"

namespace flotsam::render {

// `factor` sub-pixels a pixel, each way: widths are in pixels.
void draw_lines(const Scene& scene, const Camera& camera, const DepthBuffer& buffer, int factor,
                std::vector<Colour>& colour);

} // namespace flotsam::render
