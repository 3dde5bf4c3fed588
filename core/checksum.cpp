#include "core/checksum.h"

#include <array>

namespace flotsam {

namespace {

constexpr std::uint64_t polynomial = 0xC96C5795D7870F42u; // ECMA-182, bits reversed

// table[k][b]: what byte b does to the sum k bytes later, so that eight bytes go in one step.
using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

constexpr Tables make_tables()
{
    Tables table{};
    for (std::size_t b = 0; b < 256; ++b) {
        std::uint64_t sum = b;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? polynomial : 0);
        table[0][b] = sum;
    }
    for (std::size_t k = 1; k < 8; ++k)
        for (std::size_t b = 0; b < 256; ++b)
            table[k][b] = table[0][table[k - 1][b] & 0xFF] ^ (table[k - 1][b] >> 8);
    return table;
}

constexpr Tables table = make_tables();

} // namespace

std::uint64_t checksum(const void* bytes, std::size_t size, std::uint64_t before)
{
    const auto* next = static_cast<const unsigned char*>(bytes);
    std::uint64_t sum = ~before;
    for (; size >= 8; size -= 8, next += 8) {
        std::uint64_t word = 0; // little-endian whatever the machine's order
        for (int k = 7; k >= 0; --k)
            word = (word << 8) | next[k];
        sum ^= word;
        std::uint64_t mixed = 0;
        for (std::size_t k = 0; k < 8; ++k)
            mixed ^= table[7 - k][(sum >> (8 * k)) & 0xFF];
        sum = mixed;
    }
    for (; size > 0; --size, ++next)
        sum = table[0][(sum ^ *next) & 0xFF] ^ (sum >> 8);
    return ~sum;
}

} // namespace flotsam
