// Spheres and triangles into a buffer of depths: which of them is seen in each sub-pixel.
//
// The picture is cut in tiles, each drawn by one thread, its spheres in the order of their numbers;
// of two at the same depth the first wins. So the picture is the same for any number of threads.
#pragma once

#include "tools/render/scene.h"

namespace flotsam::render {

inline constexpr float nothing = 1e30f; // depth where nothing is seen

struct DepthBuffer {
    int width = 0, height = 0;
    std::vector<float> depth;         // m from the eye's plane
    std::vector<std::uint32_t> thing; // spheres from 1 on, then triangles; 0 = nothing

    void resize(int wide, int high);
    std::size_t at(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
};

// View coordinates of what is drawn, kept for the lighting.
struct Drawn {
    std::vector<float> center;      // of spheres: x y z
    std::vector<Triangle> triangle; // clipped, in view coordinates
};

void splat(const Scene& scene, const Camera& camera, DepthBuffer& buffer, Drawn& drawn);

} // namespace flotsam::render
