// Pictures: 8 bits each of red, green and blue, and their files in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flotsam::io {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb; // rows from the top

    Image() = default;
    Image(int wide, int high);
    std::uint8_t* at(int x, int y) { return &rgb[place(x, y)]; }
    const std::uint8_t* at(int x, int y) const { return &rgb[place(x, y)]; }

private:
    std::size_t place(int x, int y) const
    {
        return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(x));
    }
};

// The bytes of a PNG file (lossless), and of a JPEG file (smaller; quality 1 to 100).
std::string png(const Image& image);
std::string jpeg(const Image& image, int quality);

} // namespace flotsam::io
