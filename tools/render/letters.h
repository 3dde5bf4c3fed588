// Letters as strokes, so that they can be drawn at any size without a font file.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace flotsam::render {

using Place = std::array<float, 2>; // x to the right, y up from the line of writing

struct Writing {
    std::vector<std::vector<Place>> strokes; // polylines; one place alone is a dot
    float width = 0.0f;
};

// `height`: of a capital. Known: ASCII, superscript 2 and 3, middle dot, times, minus, degree;
// other letters become a small box.
Writing write(std::string_view utf8, float height);

} // namespace flotsam::render
