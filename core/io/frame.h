// What one output file holds, as plain arrays: a copy of the state that a background thread can
// write while the run goes on. Single precision, as pictures need no more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flotsam::io {

struct FrameHeader {
    std::int64_t number = 0; // of the output, in the file's name
    double time = 0.0;       // s
    std::int64_t step = 0;
    std::string generator;   // program, version, case
};

// Fluid (and, if wanted, wall) particles; one entry a particle, three for vectors.
struct ParticleFrame {
    FrameHeader header;
    double spacing = 0.0;          // m
    double smoothing_length = 0.0; // m

    std::vector<float> position;      // x y z, m
    std::vector<float> velocity;      // x y z, m/s
    std::vector<float> pressure;      // Pa
    std::vector<float> density;       // kg/m^3
    std::vector<std::uint8_t> type;   // 0 = fluid, 1 = wall, 2 = body
    std::vector<std::int64_t> id;     // kept for life
    std::vector<std::int32_t> body;   // which solid; -1 = none
    std::vector<float> free_surface;  // 0 inside .. 1 at the free surface

    std::size_t count() const { return id.size(); }
    void resize(std::size_t count);
    bool is_consistent() const; // every array fits count()
};

// Surfaces of walls or bodies, where they are at this time.
struct SurfaceFrame {
    FrameHeader header;
    std::vector<std::string> names;     // of the solids, by body number
    std::vector<float> vertex;          // x y z, m
    std::vector<std::int32_t> triangle; // three vertices each
    std::vector<std::int32_t> body;     // per triangle: index into names
    std::vector<float> speed;           // per triangle, m/s
    // Where bodies settle, else empty.
    std::vector<std::uint8_t> contact;  // per triangle: 0 none, 1 point, 2 line, 3 surface
    std::vector<std::uint8_t> touches;  // per vertex: 1 = within epsilon of the surface

    std::size_t count() const { return body.size(); }
    bool is_consistent() const;
};

} // namespace flotsam::io
