// The innermost loops of the neighbour search, one set per instruction set. All give the same
// results: the same float operations in the same order, lane by lane.
#pragma once

#include "core/types.h"

namespace flotsam {

struct PointArrays {
    const float* x;
    const float* y;
    const float* z;
};

inline constexpr Index scan_slack = 16; // an append may write this far past its last entry

using CountRun = Index (*)(const PointArrays&, Index a, Index b, const Vec3& q, float r2);
using AppendRun = Index (*)(const PointArrays&, Index a, Index b, const Vec3& q, float r2, Index* out);

Index count_run_portable(const PointArrays& p, Index a, Index b, const Vec3& q, float r2);
Index append_run_portable(const PointArrays& p, Index a, Index b, const Vec3& q, float r2, Index* out);

#if defined(__x86_64__)
#define FLOTSAM_AVX512_SCAN 1
bool has_avx512();
Index count_run_avx512(const PointArrays& p, Index a, Index b, const Vec3& q, float r2);
Index append_run_avx512(const PointArrays& p, Index a, Index b, const Vec3& q, float r2, Index* out);
#endif

} // namespace flotsam
