// Curves as inline SVG: axes with round ticks, lines, dots, a band. Long curves are thinned to what
// a screen can show, keeping every extreme.
#pragma once

#include "tools/curve.h"

#include <string>
#include <vector>

namespace flotsam::tools {

struct PlotLine {
    Curve curve;
    std::string style; // CSS class: "sim", "c0" ... "c5", "thin"
};

struct Plot {
    std::string label; // of the y axis: "front"
    std::string unit;  // of the y axis
    Range x;           // s
    int width = 760, height = 300;
    std::vector<PlotLine> lines;
    Curve dots;                 // the measurement
    std::string dot_style = "dot";
    Curve low, high;            // of the band
    std::vector<Range> missing; // times at which there is nothing to show, hatched
    bool zero_line = false;
    bool names_time = true; // "time, s" under the axis
};

std::string svg(const Plot& plot);

// Ticks at round distances (1, 2, 5 times a power of ten) inside a range, about `wanted` of them.
std::vector<double> round_ticks(const Range& range, int wanted);

// At most four points a column of `columns`: first, lowest, highest, last.
Curve thinned(const Curve& curve, const Range& x, int columns);

} // namespace flotsam::tools
