// What stands around a picture: the time, a title, the colour bar.
#pragma once

#include "core/io/image_file.h"
#include "tools/render/colour.h"

#include <string>
#include <vector>

namespace flotsam::render {

struct Legend {
    Map map = Map::sequential;
    double low = 0.0, high = 1.0; // of the colours, in `unit`
    std::string name, unit;       // "Pressure", "kPa"
};

// Room for them in a picture of this size, pixels: above and below the scene.
struct Margins {
    int top = 0, bottom = 0, side = 0;
    float letter = 0.0f; // height of a capital
};
Margins margins(int width, int height, bool with_legend);

// Digits after the point that write all of these times, 1 to 4.
int digits_of(const std::vector<double>& times);
// "0.350 s"
std::string time_text(double time, int digits);

// A range with round ends that holds [low, high].
std::pair<double, double> round_range(double low, double high);
// Round values inside a range, at most `most` of them.
std::vector<double> ticks(double low, double high, std::size_t most);

void put_legend(io::Image& image, const Legend& legend);
void put_heading(io::Image& image, const std::string& left, const std::string& right);

} // namespace flotsam::render
