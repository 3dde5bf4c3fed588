// Letters, ticks and colour bars.
#include "tools/render/ink.h"
#include "tools/render/letters.h"
#include "tools/render/sheet.h"

#include <doctest/doctest.h>

#include <set>

using namespace flotsam;
using namespace flotsam::render;

namespace {

std::size_t dark_pixels(const io::Image& image)
{
    std::size_t count = 0;
    for (std::size_t n = 0; n < image.rgb.size(); n += 3)
        count += image.rgb[n] < 128;
    return count;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("all 94 printable letters of ASCII look different and fit their line")
    {
        std::set<std::string> looks;
        for (char c = '!'; c <= '~'; ++c) {
            io::Image image(40, 40);
            put_text(image, std::string(1, c), 10.0f, 30.0f, 16.0f, dark);
            looks.emplace(image.rgb.begin(), image.rgb.end());
            for (const auto& stroke : write(std::string(1, c), 12.0f).strokes)
                for (const Place& p : stroke) {
                    CHECK(p[0] >= 0.0f);
                    CHECK(p[1] >= -4.0f);
                    CHECK(p[1] <= 14.0f);
                }
        }
        CHECK(looks.size() == 94);
    }

    TEST_CASE("writing is as long as its letters and broken UTF-8 is written as boxes")
    {
        CHECK(write("mm", 12.0f).width > 1.9f * write("m", 12.0f).width);
        CHECK(write("a b", 12.0f).width > write("ab", 12.0f).width);
        CHECK(write("kg/m³", 12.0f).strokes.size() > write("kg/m", 12.0f).strokes.size());
        CHECK(write("\xc3", 12.0f).strokes.size() == 1);
        CHECK(write("\xe2\x82", 12.0f).strokes.size() == 2);
        CHECK(write("", 12.0f).strokes.empty());
    }

    TEST_CASE("text outside the picture changes nothing")
    {
        io::Image image(40, 40);
        put_text(image, "far away", 1000.0f, -500.0f, 16.0f, dark);
        put_line(image, -1e6f, -1e6f, -1e5f, -1e6f, 3.0f, dark);
        CHECK(dark_pixels(image) == 0);
        put_text(image, "here", 2.0f, 30.0f, 16.0f, dark);
        CHECK(dark_pixels(image) > 30);
    }

    TEST_CASE("ticks are round and inside and at most as many as asked for and one")
    {
        for (const auto& [low, high] : std::vector<std::pair<double, double>>{{0.0, 3.0},
                                                                              {-1.5, 1.5},
                                                                              {0.0, 2480.0},
                                                                              {1e-7, 3e-7},
                                                                              {-5e9, 2e9},
                                                                              {999.5, 1000.5}}) {
            const std::vector<double> all = ticks(low, high, 6);
            CHECK(all.size() >= 3);
            CHECK(all.size() <= 7);
            for (const double value : all) {
                CHECK(value >= low - 1e-6 * (high - low));
                CHECK(value <= high + 1e-6 * (high - low));
            }
        }
        CHECK(ticks(0.0, 3.0, 6) == std::vector<double>{0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0});
        CHECK(round_range(0.013, 2.93) == std::pair{0.0, 3.0});
        CHECK(round_range(-0.71, 0.33).first == doctest::Approx(-0.8));
        CHECK(round_range(5.0, 5.0) == std::pair{5.0, 10.0});
    }

    TEST_CASE("times are written with the digits they need")
    {
        CHECK(digits_of({0.0, 0.1, 0.2}) == 1);
        CHECK(digits_of({0.0, 0.05, 0.1}) == 2);
        CHECK(digits_of({0.3 + 1e-12, 0.0125}) == 4);
        CHECK(time_text(0.35, 2) == "0.35 s");
        CHECK(time_text(-0.0, 1) == "0.0 s");
    }

    TEST_CASE("the colour bar runs from the first colour of the map to the last")
    {
        io::Image image(640, 400);
        put_legend(image, {Map::sequential, 0.0, 2.0, "Speed", "m/s"});
        const auto& map = colours(Map::sequential);
        const auto found = [&](const Colour& c) {
            for (std::size_t n = 0; n < image.rgb.size(); n += 3)
                if (image.rgb[n] == srgb_of(c.r) && image.rgb[n + 1] == srgb_of(c.g) &&
                    image.rgb[n + 2] == srgb_of(c.b))
                    return true;
            return false;
        };
        CHECK(found(map.front()));
        CHECK(found(map.back()));
        CHECK(found(map[128]));
    }
}
