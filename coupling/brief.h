// Numbers for messages: six digits, the same in every locale.
#pragma once

#include "core/types.h"

#include <charconv>
#include <string>

namespace flotsam::coupling {

inline std::string brief(double value)
{
    char digits[32];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6);
    return {digits, end.ptr};
}

inline std::string brief(const Vec3& v)
{
    return "(" + brief(v.x()) + ", " + brief(v.y()) + ", " + brief(v.z()) + ")";
}

} // namespace flotsam::coupling
