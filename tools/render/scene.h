// What is drawn: spheres, triangles and lines, each with its colour. Arrays as files hold them.
#pragma once

#include "tools/render/camera.h"
#include "tools/render/colour.h"

#include <array>
#include <cstdint>
#include <vector>

namespace flotsam::render {

struct Spheres {
    std::vector<float> position;     // x y z, m
    std::vector<std::uint8_t> shade; // which of the colours
    std::array<Colour, 256> colours{};
    float radius = 0.0f; // m

    std::size_t count() const { return shade.size(); }
};

struct Triangle {
    std::array<Vec3f, 3> corner; // m
    std::array<Vec3f, 3> normal; // of unit length, outward
    Colour colour;
};

struct Line {
    Vec3f from, to; // m
    Colour colour;
    float width = 1.0f; // pixels
    float cover = 1.0f; // 1 = opaque
    bool hidden = true; // by what is in front of it
};

struct Scene {
    Spheres spheres;
    std::vector<Triangle> triangles; // seen from their outer side only
    std::vector<Line> lines;
    float depth_step = 0.0f; // m: lines this far behind a surface still show
    float shadow = 0.0f;     // m: reach of the shade in corners
    float relief = 1.0f;     // 1: lit as solids are, 0: plain colours
};

} // namespace flotsam::render
