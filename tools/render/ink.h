// Drawing on a finished picture: writing, lines and plain areas, soft at their borders.
#pragma once

#include "core/io/image_file.h"
#include "tools/render/colour.h"

#include <string_view>

namespace flotsam::render {

struct Ink {
    std::uint8_t r = 0, g = 0, b = 0;
};

inline constexpr Ink dark{38, 44, 52}, grey{110, 118, 128};

enum class Side { left, middle, right };

// Text whose line of writing begins, has its middle or ends at (x, y); `height` of a capital.
void put_text(io::Image& image, std::string_view text, float x, float y, float height, Ink ink,
              Side side = Side::left);

void put_line(io::Image& image, float x0, float y0, float x1, float y1, float width, Ink ink);

void put_box(io::Image& image, int left, int top, int right, int bottom, Ink ink);

} // namespace flotsam::render
