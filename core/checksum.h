// CRC-64 with the ECMA-182 polynomial, reflected: the one of the .xz format. Detects every error
// burst of up to 64 bits, hence every flipped bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flotsam {

// Of `size` bytes; pass the result of an earlier piece as `before` to continue it.
std::uint64_t checksum(const void* bytes, std::size_t size, std::uint64_t before = 0);

} // namespace flotsam
