// The fluid-only pressure matrix, and what is done with one row of it.
//
//   (A p)_i = D_i p_i - sum_j a_ij p_j     neighbour rows and one float a pair are the matrix
//
// Symmetric positive (semi-)definite. Free bodies add a part of low rank (response.h).
#pragma once

#include "core/cell_grid.h"
#include "core/neighbors.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include <array>
#include <span>
#include <vector>

namespace flotsam::sph {

class Response;

struct PressureMatrix {
    const NeighborRows* rows = nullptr;
    const std::vector<float>* a = nullptr;
    const CellGrid* grid = nullptr;    // the particles are sorted into these cells
    const CellPoints* cells = nullptr;
    std::vector<double> diagonal;      // D_i, 1/m^2
    std::vector<std::uint8_t> pinned;  // 1: row replaced by p_i = 0 (only the detected-surface rule)
    bool singular = false;             // constants are in the null space
    const Response* response = nullptr; // what free bodies add, if any

    Offset size() const { return static_cast<Offset>(diagonal.size()); }
};

// Lanes of a sum over a row: as many as a 64-byte register holds. The portable loop and the one with
// gather instructions add the same numbers to the same lanes, and the lanes in the same order.
template <class Real> inline constexpr std::size_t row_lanes = 64 / sizeof(Real);

template <class Real> Real add_lanes(std::array<Real, row_lanes<Real>> sum)
{
    for (std::size_t half = row_lanes<Real> / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l)
            sum[l] += sum[l + half];
    return sum[0];
}

#ifdef __AVX512F__

// What the compiler makes of the portable loop reaches 70 % of the memory's speed; gathers, and asking for
// entries some rows ahead, bring it to the memory's speed.
inline void fetch_ahead(const float* a, const Index* index)
{
    constexpr int ahead = 256; // entries, four to five rows
    _mm_prefetch(reinterpret_cast<const char*>(a + ahead), _MM_HINT_T0);
    _mm_prefetch(reinterpret_cast<const char*>(index + ahead), _MM_HINT_T0);
}

// The additions of the portable add_lanes, in registers: by halves, lane l to lane l + half.
inline double add_lanes(__m256d sum)
{
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(sum), _mm256_extractf128_pd(sum, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
template <int part> __m256d half_of(__m512d sum) // masked, since gcc 12 warns of the plain one
{
    return _mm512_maskz_extractf64x4_pd(0xff, sum, part);
}
inline double add_lanes(__m512d sum) { return add_lanes(_mm256_add_pd(half_of<0>(sum), half_of<1>(sum))); }
inline float add_lanes(__m512 sum)
{
    const __m512d bits = _mm512_castps_pd(sum);
    const __m256 eight = _mm256_add_ps(_mm256_castpd_ps(half_of<0>(bits)), _mm256_castpd_ps(half_of<1>(bits)));
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

inline double lane_sum(const float* a, const Index* index, std::size_t count, const double* x)
{
    __m512d sum = _mm512_setzero_pd();
    const auto add = [&](std::size_t e, __mmask8 use) {
        const __m256 values = _mm256_maskz_loadu_ps(use, a + e);
        const __m256i places = _mm256_maskz_loadu_epi32(use, index + e);
        const __m512d gathered = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), use, places, x, 8);
        sum = _mm512_mask_add_pd(sum, use, sum, _mm512_mul_pd(_mm512_maskz_cvtps_pd(use, values), gathered));
    };
    std::size_t e = 0;
    for (; e + 8 <= count; e += 8) {
        fetch_ahead(a + e, index + e);
        add(e, 0xff);
    }
    if (e < count)
        add(e, static_cast<__mmask8>((1u << (count - e)) - 1u));
    return add_lanes(sum);
}

inline float lane_sum(const float* a, const Index* index, std::size_t count, const float* x)
{
    __m512 sum = _mm512_setzero_ps();
    const auto add = [&](std::size_t e, __mmask16 use) {
        const __m512 values = _mm512_maskz_loadu_ps(use, a + e);
        const __m512i places = _mm512_maskz_loadu_epi32(use, index + e);
        const __m512 gathered = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), use, places, x, 4);
        sum = _mm512_mask_add_ps(sum, use, sum, _mm512_mul_ps(values, gathered));
    };
    std::size_t e = 0;
    for (; e + 16 <= count; e += 16) {
        fetch_ahead(a + e, index + e);
        add(e, 0xffff);
    }
    if (e < count)
        add(e, static_cast<__mmask16>((1u << (count - e)) - 1u));
    return add_lanes(sum);
}

#else

// A single running sum would wait for each addition.
template <class Real>
Real lane_sum(const float* a, const Index* index, std::size_t count, const Real* x)
{
    constexpr std::size_t lanes = row_lanes<Real>;
    std::array<Real, lanes> sum{};
    std::size_t e = 0;
    for (; e + lanes <= count; e += lanes)
        for (std::size_t l = 0; l < lanes; ++l)
            sum[l] += static_cast<Real>(a[e + l]) * x[static_cast<std::size_t>(index[e + l])];
    for (std::size_t l = 0; e < count; ++e, ++l)
        sum[l] += static_cast<Real>(a[e]) * x[static_cast<std::size_t>(index[e])];
    return add_lanes<Real>(sum);
}

#endif

// sum_j a_ij x_j over one row.
template <class Real>
Real neighbor_sum(const PressureMatrix& matrix, std::size_t i, const Real* x)
{
    const auto begin = static_cast<std::size_t>(matrix.rows->start[i]);
    const auto count = static_cast<std::size_t>(matrix.rows->start[i + 1]) - begin;
    return lane_sum(matrix.a->data() + begin, matrix.rows->index.data() + begin, count, x);
}

// (A x)_i.
inline double row_product(const PressureMatrix& matrix, Offset n, std::span<const double> x)
{
    const auto i = static_cast<std::size_t>(n);
    if (!matrix.pinned.empty() && matrix.pinned[i])
        return x[i];
    return matrix.diagonal[i] * x[i] - neighbor_sum(matrix, i, x.data());
}

// y = A x.
void apply(const PressureMatrix& matrix, std::span<const double> x, std::span<double> y);

} // namespace flotsam::sph
