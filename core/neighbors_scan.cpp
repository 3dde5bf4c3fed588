#include "core/neighbors_scan.h"

#ifdef FLOTSAM_AVX512_SCAN
#include <immintrin.h>
#endif

namespace flotsam {

namespace {

inline float distance2(const PointArrays& p, Index j, float x, float y, float z)
{
    const float dx = p.x[j] - x, dy = p.y[j] - y, dz = p.z[j] - z;
    return (dx * dx + dy * dy) + dz * dz;
}

} // namespace

Index count_run_portable(const PointArrays& p, Index a, Index b, const Vec3& q, float r2)
{
    const auto x = static_cast<float>(q.x()), y = static_cast<float>(q.y()),
               z = static_cast<float>(q.z());
    Index n = 0;
    for (Index j = a; j < b; ++j)
        n += distance2(p, j, x, y, z) < r2 ? 1 : 0;
    return n;
}

Index append_run_portable(const PointArrays& p, Index a, Index b, const Vec3& q, float r2, Index* out)
{
    const auto x = static_cast<float>(q.x()), y = static_cast<float>(q.y()),
               z = static_cast<float>(q.z());
    Index n = 0;
    for (Index j = a; j < b; ++j) {
        out[n] = j; // kept only if the next line counts it: no branch to mispredict
        n += distance2(p, j, x, y, z) < r2 ? 1 : 0;
    }
    return n;
}

#ifdef FLOTSAM_AVX512_SCAN

bool has_avx512() { return __builtin_cpu_supports("avx512f") > 0; }

namespace {

__attribute__((target("avx512f"))) inline __mmask16 within(const PointArrays& p, Index j, Index b,
                                                          __m512 x, __m512 y, __m512 z, __m512 r2)
{
    const Index left = b - j;
    const auto lanes = static_cast<__mmask16>(left >= 16 ? 0xFFFFu : (1u << left) - 1u);
    const __m512 dx = _mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, p.x + j), x);
    const __m512 dy = _mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, p.y + j), y);
    const __m512 dz = _mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, p.z + j), z);
    const __m512 d2 = _mm512_add_ps(_mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy)),
                                    _mm512_mul_ps(dz, dz));
    return _mm512_mask_cmp_ps_mask(lanes, d2, r2, _CMP_LT_OQ);
}

} // namespace

__attribute__((target("avx512f"))) Index count_run_avx512(const PointArrays& p, Index a, Index b,
                                                         const Vec3& q, float r2)
{
    const __m512 x = _mm512_set1_ps(static_cast<float>(q.x()));
    const __m512 y = _mm512_set1_ps(static_cast<float>(q.y()));
    const __m512 z = _mm512_set1_ps(static_cast<float>(q.z()));
    const __m512 limit = _mm512_set1_ps(r2);
    Index n = 0;
    for (Index j = a; j < b; j += 16)
        n += __builtin_popcount(within(p, j, b, x, y, z, limit));
    return n;
}

__attribute__((target("avx512f"))) Index append_run_avx512(const PointArrays& p, Index a, Index b,
                                                          const Vec3& q, float r2, Index* out)
{
    const __m512 x = _mm512_set1_ps(static_cast<float>(q.x()));
    const __m512 y = _mm512_set1_ps(static_cast<float>(q.y()));
    const __m512 z = _mm512_set1_ps(static_cast<float>(q.z()));
    const __m512 limit = _mm512_set1_ps(r2);
    const __m512i step = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    Index n = 0;
    for (Index j = a; j < b; j += 16) {
        const __mmask16 hit = within(p, j, b, x, y, z, limit);
        // Compress in the register and store whole: compressing to memory is slow on Zen 4.
        const __m512i ids = _mm512_add_epi32(_mm512_set1_epi32(j), step);
        _mm512_storeu_si512(out + n, _mm512_maskz_compress_epi32(hit, ids));
        n += __builtin_popcount(hit);
    }
    return n;
}

#endif

} // namespace flotsam
