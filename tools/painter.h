// Pictures of one run, one after the other, with the same camera and the same colours.
#pragma once

#include "tools/stage.h"

namespace flotsam::tools {

struct Painter {
    Stage stage;
    const Field* field = nullptr;
    std::pair<double, double> range; // of the colours
    int digits = 3;                  // of times
    render::Studio studio;

    std::string time(const Moment& m) const; // "t = 0.35 s"
    io::Image scene(const Moment& m, int width, int height, bool with_legend);
    io::Image paint(const Moment& m); // with all that stands around it
};

// Camera and, unless given, range come from a few of all frames; the digits from those chosen.
Painter make_painter(const std::vector<RunFrame>& all, const std::vector<RunFrame>& chosen,
                     const Field& field, std::optional<std::pair<double, double>> range,
                     const StageWish& wish);

// First, middle and last frame as <img> elements, small; empty if the run has none, or broken ones.
std::string report_pictures(const Path& run);

} // namespace flotsam::tools
