// Pieces of report.html: text made safe, numbers with units, the style sheet, pictures.
#pragma once

#include "core/files.h"
#include "tools/compare.h"

#include <string>
#include <vector>

namespace flotsam::tools {

// Text as HTML: & < > " and control characters cannot do harm.
std::string escaped(std::string_view text);

// "0.0862 m", "1.2e+05 Pa", "3.4 %" (of a share), "none" for NaN. `sign`: with + where it is
// positive.
std::string number_with_unit(double value, const std::string& unit, bool sign = false,
                             int digits = 4);

// "m^2" -> "m²"
std::string pretty_unit(const std::string& unit);

// What a metric is called in a table: "largest error".
std::string metric_words(const std::string& name);

// "≤ 3 %", "≥ 95 %", "–" without a limit.
std::string limit_words(const Metric& metric);
// Errors that may be early or late, high or low.
bool has_sign(const std::string& metric);

// An entry of a legend: a mark (SVG, 26 x 10) or a line of a style, and its words (HTML).
std::string swatch(const std::string& mark, const std::string& words);
std::string line_swatch(const std::string& style, const std::string& words);

std::string style_sheet();

// PNG files that lie in a run directory, at most `most`, evenly chosen.
std::vector<Path> pictures_in(const Path& run, std::size_t most);
// <img> with the file inside it; empty if it is no PNG or larger than 8 MB.
std::string picture(const Path& file);
std::string base64(std::string_view bytes);

} // namespace flotsam::tools
