// Colour maps: even in lightness, also for eyes without one kind of cone.
#include "tools/render/colour.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace flotsam::render;

namespace {

// What is left of a colour without green cones, or without red ones: G. Machado, M. Oliveira, L.
// Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009, Table
// 1, severity 1.
Colour without_green(const Colour& c)
{
    return {0.367322f * c.r + 0.860646f * c.g - 0.227968f * c.b,
            0.280085f * c.r + 0.672501f * c.g + 0.047413f * c.b,
            -0.011820f * c.r + 0.042940f * c.g + 0.968881f * c.b};
}
Colour without_red(const Colour& c)
{
    return {0.152286f * c.r + 1.052583f * c.g - 0.204868f * c.b,
            0.114503f * c.r + 0.786281f * c.g + 0.099216f * c.b,
            -0.003882f * c.r - 0.048116f * c.g + 1.051998f * c.b};
}
Colour as_seen(const Colour& c) { return c; }

struct Steps {
    float least = 1.0f, most = -1.0f;
};

// Steps of lightness from one colour of the map to the one 16 further on.
template <class Eye> Steps steps(Eye&& eye, std::size_t from, std::size_t to)
{
    const auto& map = colours(from == 0 && to == 255 ? Map::sequential : Map::diverging);
    Steps s;
    for (std::size_t n = from; n + 16 <= to; ++n) {
        const float step = lightness(eye(map[n + 16])) - lightness(eye(map[n]));
        s.least = std::min(s.least, step);
        s.most = std::max(s.most, step);
    }
    return s;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the lightness of the sequential map rises by equal steps to 5 percent")
    {
        const Steps s = steps(as_seen, 0, 255);
        MESSAGE("lightness rises by " << s.least << " to " << s.most << " in 16 colours");
        CHECK(s.least > 0.0f);
        CHECK(s.most < 1.05f * s.least);
    }

    TEST_CASE("without red or green cones the lightness of the map still rises everywhere")
    {
        // A just noticeable step of Oklab's lightness is about 0.01.
        CHECK(steps(without_green, 0, 255).least > 0.01f);
        CHECK(steps(without_red, 0, 255).least > 0.01f);
    }

    TEST_CASE("the diverging map is lightest at zero and equally dark at both ends to 2 percent")
    {
        const auto& map = colours(Map::diverging);
        CHECK(steps(as_seen, 0, 127).least > 0.0f);
        CHECK(steps(as_seen, 128, 254).most < 0.0f);
        CHECK(std::abs(lightness(map.front()) - lightness(map.back())) < 0.02f);
        CHECK(std::abs(map[127].r - map[127].b) < 0.02f); // grey
    }

    TEST_CASE("every 8 bit value survives the way to linear light and back")
    {
        int wrong = 0;
        for (int n = 0; n < 256; ++n)
            wrong += srgb_of(linear_of(static_cast<std::uint8_t>(n))) != n;
        // The darkest values lie closer together than the table's 4096 steps.
        CHECK(wrong <= 2);
        CHECK(srgb_of(-1.0f) == 0);
        CHECK(srgb_of(2.0f) == 255);
    }
}
