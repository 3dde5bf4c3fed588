// Numbers as text that no locale can change: shortest form that reads back to the same value.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace flotsam {

inline void append_number(std::string& text, double value)
{
    char digits[32];
    const auto result = std::to_chars(digits, digits + sizeof digits, value);
    text.append(digits, result.ptr);
}

inline std::string shortest(double value)
{
    std::string text;
    append_number(text, value);
    return text;
}

// The number that is all of `text`, or nothing.
inline std::optional<double> parse_number(std::string_view text)
{
    double value = 0.0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end)
        return std::nullopt;
    return value;
}

} // namespace flotsam
