#include "core/neighbors_scan.h"

#include <bit>
#include <cstring>

#ifdef FLOTSAM_AVX512_SCAN
#include <immintrin.h>
#endif

namespace flotsam {

namespace {

inline float distance2(const Candidates& c, Index k, const Query& q)
{
    const float dx = c.x[k] - q.x, dy = c.y[k] - q.y, dz = c.z[k] - q.z;
    return (dx * dx + dy * dy) + dz * dz;
}

// Eight bytes that are 0 or 1 to eight bits, the first byte lowest.
inline std::uint64_t bits_of(const std::uint8_t* bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    return (word * 0x0102040810204080u) >> 56;
}

// The bit of place `skip` in a word of places from k on; 0 if it is not among them.
template <class Word> inline Word bit_of(Index skip, Index k)
{
    const auto place = static_cast<std::uint32_t>(skip - k);
    return place < 8 * sizeof(Word) ? static_cast<Word>(Word{1} << place) : Word{0};
}

} // namespace

Index list_near_portable(const Candidates& c, const Query& q, Index skip, Index* out)
{
    Index n = 0;
    for (Index k = 0; k < c.padded; k += scan_width) {
        // Comparisons eight or sixteen at a time into bytes, bytes into bits; then only the bits
        // that are set are visited. About one candidate in six is near.
        std::uint8_t near[scan_width];
        for (Index l = 0; l < scan_width; ++l)
            near[l] = distance2(c, k + l, q) < q.radius2 ? 1 : 0;
        std::uint64_t bits = 0;
        for (int byte = 0; byte < 8; ++byte)
            bits |= bits_of(near + 8 * byte) << (8 * byte);
        bits &= ~bit_of<std::uint64_t>(skip, k);
        for (; bits != 0; bits &= bits - 1)
            out[n++] = c.index[k + std::countr_zero(bits)];
    }
    return n;
}

#ifdef FLOTSAM_AVX512_SCAN

bool has_avx512() { return __builtin_cpu_supports("avx512f") > 0; }

namespace {

struct WideQuery {
    __m512 x, y, z, radius2;
};

__attribute__((target("avx512f"))) inline WideQuery widen(const Query& q)
{
    return {_mm512_set1_ps(q.x), _mm512_set1_ps(q.y), _mm512_set1_ps(q.z), _mm512_set1_ps(q.radius2)};
}

__attribute__((target("avx512f"))) inline __mmask16 near16(const Candidates& c, Index k, const WideQuery& q)
{
    const __m512 dx = _mm512_sub_ps(_mm512_loadu_ps(c.x + k), q.x);
    const __m512 dy = _mm512_sub_ps(_mm512_loadu_ps(c.y + k), q.y);
    const __m512 dz = _mm512_sub_ps(_mm512_loadu_ps(c.z + k), q.z);
    const __m512 d2 = _mm512_add_ps(_mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy)),
                                    _mm512_mul_ps(dz, dz));
    return _mm512_cmp_ps_mask(d2, q.radius2, _CMP_LT_OQ);
}

} // namespace

__attribute__((target("avx512f"))) Index list_near_avx512(const Candidates& c, const Query& q, Index skip,
                                                         Index* out)
{
    const WideQuery wide = widen(q);
    Index n = 0;
    for (Index k = 0; k < c.padded; k += 16) {
        const auto near = static_cast<__mmask16>(near16(c, k, wide) & ~bit_of<__mmask16>(skip, k));
        // Compress in the register and store whole: compressing to memory is slow on Zen 4.
        _mm512_storeu_si512(out + n, _mm512_maskz_compress_epi32(near, _mm512_loadu_si512(c.index + k)));
        n += __builtin_popcount(near);
    }
    return n;
}

#endif

} // namespace flotsam
