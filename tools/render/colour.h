// Colours, in light and in print, and the maps from numbers to colours.
//
// Light adds and multiplies in linear values; pictures hold sRGB. The maps are a few control points
// of our own, joined by straight lines in Oklab (B. Ottosson 2020), whose lightness rises evenly:
// equal steps of the number look like equal steps, in grey print and to colour-blind eyes too.
#pragma once

#include <array>
#include <cstdint>

namespace flotsam::render {

struct Colour { // linear light, 0 .. 1
    float r = 0.0f, g = 0.0f, b = 0.0f;
};

inline Colour operator*(const Colour& c, float s) { return {c.r * s, c.g * s, c.b * s}; }
inline Colour operator+(const Colour& a, const Colour& b)
{
    return {a.r + b.r, a.g + b.g, a.b + b.b};
}
inline Colour mix(const Colour& a, const Colour& b, float share) // share = 1: b
{
    return a * (1.0f - share) + b * share;
}

float linear_of(std::uint8_t srgb);
std::uint8_t srgb_of(float linear); // rounded, clamped
Colour colour_of(std::uint8_t r, std::uint8_t g, std::uint8_t b);

// Perceived lightness 0 .. 1 (Oklab's L).
float lightness(const Colour& c);

enum class Map { sequential, diverging };

// 256 colours, from the least to the largest value.
const std::array<Colour, 256>& colours(Map map);

// Colours of solids: told apart from each other and from the water; repeats after a few.
Colour solid_colour(std::size_t number);

} // namespace flotsam::render
