#include "tools/render/sheet.h"

#include "tools/render/ink.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flotsam::render {

namespace {

std::string fixed(double value, int digits)
{
    char text[400];
    const auto result =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
    return {text, result.ptr};
}

// The shortest text with the right number of digits for values a step apart.
std::string tick_text(double value, double step)
{
    const double largest = std::max(std::abs(value), step);
    if (largest >= 1e6 || step < 1e-6) {
        char text[64];
        const auto result =
            std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4);
        return {text, result.ptr};
    }
    const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    return fixed(value == 0.0 ? 0.0 : value, digits);
}

// 1, 2 or 5 times a power of ten, at least `value`.
double round_step(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value * (1.0 - 1e-9))
            return factor * power;
    return 10.0 * power;
}

} // namespace

Margins margins(int width, int height, bool with_legend)
{
    Margins m;
    m.letter = std::clamp(static_cast<float>(std::min(width, 2 * height)) / 100.0f, 7.0f, 24.0f);
    m.top = static_cast<int>(3.6f * m.letter);
    m.bottom = static_cast<int>((with_legend ? 8.2f : 2.0f) * m.letter);
    m.side = static_cast<int>(2.0f * m.letter);
    return m;
}

int digits_of(const std::vector<double>& times)
{
    for (int digits = 1; digits < 4; ++digits) {
        const double unit = std::pow(10.0, -digits);
        if (std::all_of(times.begin(), times.end(), [unit](double t) {
                return std::abs(t - unit * std::round(t / unit)) <= 1e-4 * unit;
            }))
            return digits;
    }
    return 4;
}

std::string time_text(double time, int digits)
{
    return fixed(time == 0.0 ? 0.0 : time, digits) + " s";
}

std::pair<double, double> round_range(double low, double high)
{
    if (!(high > low))
        return {low, low + (low == 0.0 ? 1.0 : std::abs(low))};
    const double step = round_step((high - low) / 10.0);
    return {step * std::floor(low / step + 1e-9), step * std::ceil(high / step - 1e-9)};
}

std::vector<double> ticks(double low, double high, std::size_t most)
{
    const double step = round_step((high - low) / static_cast<double>(most));
    std::vector<double> values;
    for (double n = std::ceil(low / step - 1e-6); n * step <= high + 1e-6 * step; n += 1.0)
        values.push_back(n * step);
    return values;
}

void put_legend(io::Image& image, const Legend& legend)
{
    const float letter = margins(image.width, image.height, true).letter;
    const int length = std::min(image.width * 3 / 8, static_cast<int>(40.0f * letter));
    const int left = (image.width - length) / 2, right = left + length;
    const int thick = static_cast<int>(std::lround(letter));
    const int top = image.height - static_cast<int>(4.0f * letter) - thick;
    const auto& map = colours(legend.map);
    for (int x = left; x < right; ++x) {
        const Colour& c = map[static_cast<std::size_t>(255.0 * (x - left + 0.5) / length)];
        put_box(image, x, top, x + 1, top + thick, {srgb_of(c.r), srgb_of(c.g), srgb_of(c.b)});
    }
    const std::string unit =
        legend.unit.empty() || legend.unit == "1" ? "" : " (" + legend.unit + ")";
    const auto middle = 0.5f * static_cast<float>(left + right);
    put_text(image, legend.name + unit, middle, static_cast<float>(top) - 1.0f * letter, letter,
             dark, Side::middle);
    const std::vector<double> marks = ticks(legend.low, legend.high, 6);
    const double step = marks.size() > 1 ? marks[1] - marks[0] : legend.high - legend.low;
    for (const double value : marks) {
        const double share = (value - legend.low) / (legend.high - legend.low);
        const auto x = static_cast<float>(left + share * length);
        const auto under = static_cast<float>(top + thick);
        put_line(image, x, under, x, under + 0.45f * letter, std::max(0.1f * letter, 1.0f), grey);
        put_text(image, tick_text(value, step), x, under + 2.0f * letter, 0.9f * letter, dark,
                 Side::middle);
    }
}

void put_heading(io::Image& image, const std::string& left, const std::string& right)
{
    const Margins m = margins(image.width, image.height, true);
    const float line = 2.4f * m.letter;
    put_text(image, left, static_cast<float>(m.side), line, 1.15f * m.letter, dark);
    put_text(image, right, static_cast<float>(image.width - m.side), line, m.letter, grey,
             Side::right);
}

} // namespace flotsam::render
