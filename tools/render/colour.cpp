#include "tools/render/colour.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace flotsam::render {

namespace {

struct Oklab {
    float l = 0.0f, a = 0.0f, b = 0.0f;
};

Oklab oklab_of(const Colour& c)
{
    const float l = std::cbrt(0.4122214708f * c.r + 0.5363325363f * c.g + 0.0514459929f * c.b);
    const float m = std::cbrt(0.2119034982f * c.r + 0.6806995451f * c.g + 0.1073969566f * c.b);
    const float s = std::cbrt(0.0883024619f * c.r + 0.2817188376f * c.g + 0.6299787005f * c.b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Colour colour_of(const Oklab& c)
{
    const float l = c.l + 0.3963377774f * c.a + 0.2158037573f * c.b;
    const float m = c.l - 0.1055613458f * c.a - 0.0638541728f * c.b;
    const float s = c.l - 0.0894841775f * c.a - 1.2914855480f * c.b;
    const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
    const auto in_gamut = [](float x) { return std::clamp(x, 0.0f, 1.0f); };
    return {in_gamut(4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3),
            in_gamut(-1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3),
            in_gamut(-0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3)};
}

// Lightness is set by the place in the map; a control point gives hue and chroma there.
struct Control {
    float at, a, b;
};

std::array<Colour, 256> table(const std::vector<Control>& control, float (*light)(float))
{
    std::array<Colour, 256> colours;
    for (std::size_t n = 0; n < colours.size(); ++n) {
        const float x = static_cast<float>(n) / 255.0f;
        std::size_t k = 0;
        while (k + 2 < control.size() && control[k + 1].at <= x)
            ++k;
        const float share = (x - control[k].at) / (control[k + 1].at - control[k].at);
        colours[n] = colour_of(Oklab{light(x), std::lerp(control[k].a, control[k + 1].a, share),
                                     std::lerp(control[k].b, control[k + 1].b, share)});
    }
    return colours;
}

} // namespace

float linear_of(std::uint8_t srgb)
{
    const float v = static_cast<float>(srgb) / 255.0f;
    return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

std::uint8_t srgb_of(float linear)
{
    static const std::array<std::uint8_t, 4096> table = [] {
        std::array<std::uint8_t, 4096> t{};
        for (std::size_t n = 0; n < t.size(); ++n) {
            const float x = static_cast<float>(n) / 4095.0f;
            const float v =
                x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
            t[n] = static_cast<std::uint8_t>(255.0f * v + 0.5f);
        }
        return t;
    }();
    return table[static_cast<std::size_t>(4095.0f * std::clamp(linear, 0.0f, 1.0f) + 0.5f)];
}

Colour colour_of(std::uint8_t r, std::uint8_t g, std::uint8_t b)
{
    return {linear_of(r), linear_of(g), linear_of(b)};
}

float lightness(const Colour& c) { return oklab_of(c).l; }

const std::array<Colour, 256>& colours(Map map)
{
    // Night blue, blue, sea green, pale yellow.
    static const std::array<Colour, 256> sequential =
        table({{0.0f, 0.0f, -0.125f},
               {0.25f, -0.025f, -0.120f},
               {0.5f, -0.075f, -0.040f},
               {0.75f, -0.085f, 0.050f},
               {1.0f, -0.010f, 0.105f}},
              [](float x) { return 0.36f + 0.58f * x; });
    // Blue, near white, rust.
    static const std::array<Colour, 256> diverging =
        table({{0.0f, -0.015f, -0.130f},
               {0.25f, -0.035f, -0.085f},
               {0.5f, 0.0f, 0.0f},
               {0.75f, 0.070f, 0.060f},
               {1.0f, 0.110f, 0.085f}},
              [](float x) { return 0.95f - 1.1f * std::abs(x - 0.5f); });
    return map == Map::sequential ? sequential : diverging;
}

Colour solid_colour(std::size_t number)
{
    static const std::array<Colour, 6> solids{colour_of(214, 122, 66), colour_of(196, 160, 112),
                                              colour_of(170, 84, 70),  colour_of(222, 184, 96),
                                              colour_of(150, 112, 88), colour_of(205, 142, 130)};
    return solids[number % solids.size()];
}

} // namespace flotsam::render
