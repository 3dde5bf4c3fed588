// Frames with values that can be recognised when they are read back.
#pragma once

#include "core/io/frame.h"

namespace flotsam::tests {

inline io::ParticleFrame particles(std::size_t count, std::int64_t number = 7, double time = 0.7)
{
    io::ParticleFrame frame;
    frame.header = {number, time, 1234, "flotsam test"};
    frame.spacing = 0.01;
    frame.smoothing_length = 0.012;
    frame.resize(count);
    for (std::size_t n = 0; n < count; ++n) {
        const auto value = static_cast<float>(n);
        for (std::size_t k = 0; k < 3; ++k) {
            frame.position[3 * n + k] = 0.01f * static_cast<float>((n >> (7 * k)) & 127u);
            frame.velocity[3 * n + k] = value * 1e-3f + static_cast<float>(k);
        }
        frame.pressure[n] = 1000.0f + value;
        frame.density[n] = 999.5f;
        frame.type[n] = static_cast<std::uint8_t>(n % 3);
        frame.id[n] = 5'000'000'000 + static_cast<std::int64_t>(n);
        frame.body[n] = static_cast<std::int32_t>(n % 2) - 1;
        frame.free_surface[n] = 0.25f;
    }
    return frame;
}

// Two triangles: one of the gate at rest, one of the girder that moves.
inline io::SurfaceFrame surface(std::int64_t number = 3, double time = 0.3)
{
    io::SurfaceFrame frame;
    frame.header = {number, time, 77, "flotsam test"};
    frame.names = {"gate", "girder"};
    frame.vertex = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2};
    frame.triangle = {0, 1, 2, 0, 2, 3};
    frame.body = {0, 1};
    frame.speed = {0.0f, 1.5f};
    return frame;
}

} // namespace flotsam::tests
