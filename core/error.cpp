#include "core/error.h"

namespace flotsam {

std::string place_prefix(const SourcePlace& place)
{
    if (place.file.empty())
        return {};
    std::string text = place.file;
    if (place.line > 0)
        text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
    return text + ": ";
}

} // namespace flotsam
