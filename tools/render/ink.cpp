#include "tools/render/ink.h"

#include "tools/render/letters.h"

#include <algorithm>
#include <cmath>

namespace flotsam::render {

namespace {

void blend(std::uint8_t* pixel, Ink ink, float share)
{
    const auto one = [share](std::uint8_t under, std::uint8_t over) {
        return static_cast<std::uint8_t>(
            std::lround(std::lerp(static_cast<float>(under), static_cast<float>(over), share)));
    };
    pixel[0] = one(pixel[0], ink.r);
    pixel[1] = one(pixel[1], ink.g);
    pixel[2] = one(pixel[2], ink.b);
}

// Cover of the pixels of a rectangle, collected before it is blended: strokes that meet do not add.
struct Mask {
    int left, top, right, bottom;
    std::vector<float> cover;

    Mask(const io::Image& image, float x0, float y0, float x1, float y1)
        : left(std::clamp(static_cast<int>(std::floor(x0)), 0, image.width)),
          top(std::clamp(static_cast<int>(std::floor(y0)), 0, image.height)),
          right(std::clamp(static_cast<int>(std::ceil(x1)), left, image.width)),
          bottom(std::clamp(static_cast<int>(std::ceil(y1)), top, image.height)),
          cover(static_cast<std::size_t>(right - left) * static_cast<std::size_t>(bottom - top))
    {
    }
    float& at(int x, int y)
    {
        return cover[static_cast<std::size_t>(y - top) * static_cast<std::size_t>(right - left) +
                     static_cast<std::size_t>(x - left)];
    }
};

void stroke(Mask& mask, float x0, float y0, float x1, float y1, float half)
{
    const float dx = x1 - x0, dy = y1 - y0, length2 = dx * dx + dy * dy;
    const auto from = [half](float a, float b, int low, int high) {
        return std::clamp(static_cast<int>(std::floor(std::min(a, b) - half - 1.0f)), low, high);
    };
    const auto until = [half](float a, float b, int low, int high) {
        return std::clamp(static_cast<int>(std::ceil(std::max(a, b) + half + 1.0f)), low, high);
    };
    for (int y = from(y0, y1, mask.top, mask.bottom); y < until(y0, y1, mask.top, mask.bottom); ++y)
        for (int x = from(x0, x1, mask.left, mask.right); x < until(x0, x1, mask.left, mask.right);
             ++x) {
            const float px = static_cast<float>(x) + 0.5f - x0;
            const float py = static_cast<float>(y) + 0.5f - y0;
            const float along =
                length2 > 0.0f ? std::clamp((px * dx + py * dy) / length2, 0.0f, 1.0f) : 0.0f;
            const float away = std::hypot(px - along * dx, py - along * dy);
            mask.at(x, y) = std::max(mask.at(x, y), std::clamp(half + 0.5f - away, 0.0f, 1.0f));
        }
}

void blend(io::Image& image, Mask& mask, Ink ink)
{
    for (int y = mask.top; y < mask.bottom; ++y)
        for (int x = mask.left; x < mask.right; ++x)
            if (mask.at(x, y) > 0.0f)
                blend(image.at(x, y), ink, mask.at(x, y));
}

} // namespace

void put_text(io::Image& image, std::string_view text, float x, float y, float height, Ink ink,
              Side side)
{
    const Writing writing = write(text, height);
    if (side != Side::left)
        x -= writing.width * (side == Side::middle ? 0.5f : 1.0f);
    const float half = std::max(0.5f * 0.125f * height, 0.5f);
    Mask mask(image, x - half - 2.0f, y - 1.3f * height, x + writing.width + half + 2.0f,
              y + 0.5f * height);
    for (const auto& points : writing.strokes)
        for (std::size_t n = 0; n < points.size(); ++n) {
            const Place& a = points[n > 0 ? n - 1 : 0];
            const Place& b = points[n];
            // A dot is a little fatter than a line is wide.
            const float wide = points.size() == 1 ? 1.35f * half : half;
            stroke(mask, x + a[0], y - a[1], x + b[0], y - b[1], wide);
        }
    blend(image, mask, ink);
}

void put_line(io::Image& image, float x0, float y0, float x1, float y1, float width, Ink ink)
{
    const float margin = width + 2.0f;
    Mask mask(image, std::min(x0, x1) - margin, std::min(y0, y1) - margin,
              std::max(x0, x1) + margin, std::max(y0, y1) + margin);
    stroke(mask, x0, y0, x1, y1, 0.5f * width);
    blend(image, mask, ink);
}

void put_box(io::Image& image, int left, int top, int right, int bottom, Ink ink)
{
    for (int y = std::max(top, 0); y < std::min(bottom, image.height); ++y)
        for (int x = std::max(left, 0); x < std::min(right, image.width); ++x)
            blend(image.at(x, y), ink, 1.0f);
}

} // namespace flotsam::render
