#include "tools/svg_plot.h"

#include "tools/report_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace flotsam::tools {

namespace {

constexpr double right = 12, top = 26, bottom = 34; // px around the axes

// The multiple of three whose power of ten brings the largest number between 1 and 1000; 0 for
// numbers that need none.
int common_exponent(const Range& range)
{
    const double most = std::max(std::abs(range.low), std::abs(range.high));
    if (!(most > 0.0) || (most < 1e4 && most >= 1e-2))
        return 0;
    return 3 * static_cast<int>(std::floor(std::log10(most) / 3.0));
}

std::string superscript(int number)
{
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number))
        text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
    return text;
}

std::string fixed(double value, int decimals)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with("-"))
        text.erase(0, 1); // -0.0
    if (text.starts_with("-"))
        text.replace(0, 1, "−");
    return text;
}

// Decimals that tell ticks of this distance apart.
int decimals_for(double distance)
{
    return std::clamp(static_cast<int>(std::ceil(-std::log10(distance) - 1e-9)), 0, 9);
}

class Drawing {
public:
    explicit Drawing(const Plot& plot) : plot_(plot), x_(plot.x)
    {
        y_ = {0.0, 0.0};
        bool any = false;
        const auto take = [&](const Curve& curve) {
            const Range range = range_of(part(curve, x_.low, x_.high));
            if (std::isnan(range.low))
                return;
            y_ = any ? Range{std::min(y_.low, range.low), std::max(y_.high, range.high)} : range;
            any = true;
        };
        for (const PlotLine& line : plot.lines)
            take(line.curve);
        for (const Curve* curve : {&plot.dots, &plot.low, &plot.high})
            take(*curve);
        if (plot.zero_line)
            y_ = {std::min(0.0, y_.low), std::max(0.0, y_.high)};
        double room = 0.06 * y_.size();
        if (!(room > 0.0))
            room = y_.high != 0.0 ? 0.1 * std::abs(y_.high) : 1.0;
        y_ = {y_.low - room, y_.high + room};
        if (!(x_.high > x_.low))
            x_.high = x_.low + 1.0;
        name_values();
    }

    std::string text()
    {
        const std::string size = std::to_string(plot_.width) + " " + std::to_string(plot_.height);
        out_ = "<svg class=\"plot\" viewBox=\"0 0 " + size + "\" role=\"img\" aria-label=\"" +
               escaped(plot_.label) + " over time\">";
        gaps();
        axes();
        band();
        dots();
        for (const PlotLine& line : plot_.lines)
            path(line.curve, line.style);
        return out_ + "</svg>\n";
    }

private:
    // Ticks of the y axis, and as much room as their numbers take.
    void name_values()
    {
        exponent_ = common_exponent(y_);
        const double scale = std::pow(10.0, exponent_);
        const auto ticks =
            round_ticks({y_.low / scale, y_.high / scale}, plot_.height > 200 ? 6 : 4);
        const int decimals = ticks.size() > 1 ? decimals_for(ticks[1] - ticks[0]) : 3;
        for (const double v : ticks) {
            ticks_.emplace_back(v * scale, fixed(v, decimals));
            const std::string& number = ticks_.back().second;
            const auto letters = std::count_if(number.begin(), number.end(), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; // starts a UTF-8 letter
            });
            left_ = std::max(left_, 14.0 + 7.0 * static_cast<double>(letters));
        }
    }
    double px(double t) const
    {
        return left_ + (plot_.width - left_ - right) * (t - x_.low) / x_.size();
    }
    double py(double v) const
    {
        return plot_.height - bottom - (plot_.height - top - bottom) * (v - y_.low) / y_.size();
    }
    static std::string n(double pixel)
    {
        std::array<char, 32> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                       std::round(pixel * 10.0) / 10.0);
        return {buffer.data(), end.ptr};
    }
    void line(double x1, double y1, double x2, double y2, const char* style)
    {
        out_ += "<line class=\"" + std::string(style) + "\" x1=\"" + n(x1) + "\" y1=\"" + n(y1) +
                "\" x2=\"" + n(x2) + "\" y2=\"" + n(y2) + "\"/>";
    }
    void words(double x, double y, const char* style, const std::string& text)
    {
        out_ += "<text class=\"" + std::string(style) + "\" x=\"" + n(x) + "\" y=\"" + n(y) +
                "\">" + text + "</text>";
    }

    void axes()
    {
        const double floor = plot_.height - bottom, end = plot_.width - right;
        const auto times = round_ticks(x_, plot_.width > 500 ? 8 : 5);
        const int x_decimals = times.size() > 1 ? decimals_for(times[1] - times[0]) : 3;
        for (const double t : times) {
            line(px(t), floor, px(t), floor + 4, "axis");
            words(px(t), floor + 16, "tick mid", fixed(t, x_decimals));
        }
        for (const auto& [v, number] : ticks_) {
            line(left_, py(v), end, py(v), "grid");
            words(left_ - 7, py(v) + 4, "tick end", number);
        }
        if (plot_.zero_line || (y_.low < 0.0 && y_.high > 0.0))
            line(left_, py(0.0), end, py(0.0), "zero");
        line(left_, floor, end, floor, "axis");
        std::string unit = pretty_unit(plot_.unit);
        if (exponent_ != 0)
            unit = "10" + superscript(exponent_) + (unit.empty() ? "" : " " + unit);
        words(2, 13, "name", escaped(plot_.label) + (unit.empty() ? "" : ", " + unit));
        if (plot_.names_time)
            words(end, plot_.height - 3, "name end", "time, s");
    }

    void gaps()
    {
        for (const Range& gap : plot_.missing) {
            const double from = px(std::max(gap.low, x_.low)), to = px(std::min(gap.high, x_.high));
            if (to - from < 0.5)
                continue;
            out_ += "<rect class=\"gap\" x=\"" + n(from) + "\" y=\"" + n(top) + "\" width=\"" +
                    n(to - from) + "\" height=\"" + n(plot_.height - top - bottom) + "\"/>";
            if (to - from > 90 && plot_.height > 200)
                words(0.5 * (from + to), top + 18, "tick mid", "not simulated");
        }
    }

    void path(const Curve& whole, const std::string& style)
    {
        const Curve curve = thinned(whole, x_, plot_.width - static_cast<int>(left_ + right));
        std::string d;
        bool down = false;
        for (std::size_t k = 0; k < curve.size(); ++k) {
            if (!std::isfinite(curve.value[k])) {
                down = false;
                continue;
            }
            d += (down ? "L" : "M") + n(px(curve.time[k])) + " " + n(py(curve.value[k]));
            down = true;
        }
        if (!d.empty())
            out_ += "<path class=\"" + style + "\" d=\"" + d + "\"/>";
    }

    void band()
    {
        const int columns = plot_.width - static_cast<int>(left_ + right);
        const Curve low = thinned(plot_.low, x_, columns), high = thinned(plot_.high, x_, columns);
        std::string d;
        const auto point = [&](const Curve& curve, std::size_t k) {
            if (std::isfinite(curve.value[k]))
                d += (d.empty() ? "M" : "L") + n(px(curve.time[k])) + " " + n(py(curve.value[k]));
        };
        for (std::size_t k = 0; k < low.size(); ++k)
            point(low, k);
        for (std::size_t k = high.size(); k-- > 0;)
            point(high, k);
        if (!d.empty())
            out_ += "<path class=\"band\" d=\"" + d + "Z\"/>";
    }

    // Dots where they can be told apart, with their numbers on hovering; else a line.
    void dots()
    {
        if (plot_.dots.size() > 400)
            return path(plot_.dots, "exp");
        const bool few = plot_.dots.size() <= 60;
        for (std::size_t k = 0; k < plot_.dots.size(); ++k) {
            const double t = plot_.dots.time[k], v = plot_.dots.value[k];
            if (!std::isfinite(v) || t < x_.low || t > x_.high)
                continue;
            out_ += "<circle class=\"" + plot_.dot_style + "\" cx=\"" + n(px(t)) + "\" cy=\"" +
                    n(py(v)) + "\" r=\"" + (few ? "3.6" : "2") + "\"><title>" +
                    number_with_unit(t, "s") + ", " + number_with_unit(v, plot_.unit) +
                    "</title></circle>";
        }
    }

    const Plot& plot_;
    Range x_, y_;
    std::vector<std::pair<double, std::string>> ticks_; // of the y axis
    int exponent_ = 0;                                  // power of ten its numbers are in
    double left_ = 62;                                  // px
    std::string out_;
};

} // namespace

std::string svg(const Plot& plot) { return Drawing(plot).text(); }

std::vector<double> round_ticks(const Range& range, int wanted)
{
    const double rough = range.size() / wanted;
    if (!(rough > 0.0) || !std::isfinite(rough))
        return {};
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double share = rough / power;
    const double step = power * (share < 1.5 ? 1.0 : share < 3.5 ? 2.0 : share < 7.5 ? 5.0 : 10.0);
    std::vector<double> ticks;
    for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step;
         k += 1.0)
        ticks.push_back(k * step);
    return ticks;
}

Curve thinned(const Curve& curve, const Range& x, int columns)
{
    Curve out;
    std::size_t first = 0;
    const auto column_of = [&](std::size_t k) {
        return std::floor((curve.time[k] - x.low) / x.size() * columns);
    };
    while (first < curve.size()) {
        if (curve.time[first] < x.low || curve.time[first] > x.high) {
            ++first;
            continue;
        }
        std::size_t last = first, lowest = first, highest = first;
        for (std::size_t k = first; k < curve.size() && column_of(k) == column_of(first); ++k) {
            last = k;
            if (!std::isfinite(curve.value[lowest]) || curve.value[k] < curve.value[lowest])
                lowest = k;
            if (!std::isfinite(curve.value[highest]) || curve.value[k] > curve.value[highest])
                highest = k;
        }
        std::array<std::size_t, 4> kept{first, lowest, highest, last};
        std::sort(kept.begin(), kept.end());
        for (std::size_t k = 0; k < kept.size(); ++k)
            if (k == 0 || kept[k] != kept[k - 1])
                out.add(curve.time[kept[k]], curve.value[kept[k]]);
        first = last + 1;
    }
    return out;
}

} // namespace flotsam::tools
