// Stopwatch and table text of the benchmarks.
#pragma once

#include "tools/bench.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace flotsam::tools {

inline constexpr int repeats = 3;

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

inline Timing summary(std::array<double, repeats> seconds)
{
    std::sort(seconds.begin(), seconds.end());
    return {seconds[repeats / 2], seconds[0]};
}

// Once to warm up, then three times.
template <class Work> Timing measure(Work&& work)
{
    work();
    std::array<double, repeats> seconds{};
    for (double& s : seconds) {
        const Stopwatch watch;
        work();
        s = watch.seconds();
    }
    return summary(seconds);
}

inline std::string fixed(double value, int digits)
{
    char text[64];
    const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
    return {text, result.ptr};
}

inline std::string right(std::string text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

inline std::string left(std::string text, std::size_t width)
{
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

} // namespace flotsam::tools
