// The innermost loops of the neighbour search, one set per instruction set. All give the same
// results: the same float operations in the same order, lane by lane.
#pragma once

#include "core/types.h"

namespace flotsam {

// The points that may be near a query, gathered side by side. The arrays are as long as `padded`, a
// multiple of scan_width; the points beyond `count` are far from everything.
struct Candidates {
    const float* x = nullptr;
    const float* y = nullptr;
    const float* z = nullptr;
    const Index* index = nullptr; // what to list for a point that is near
    Index padded = 0;
};

inline constexpr Index scan_width = 64;

struct Query {
    float x, y, z;
    float radius2;
};

// Lists the near points in order, except the one at place `skip` (-1: none), and returns how many.
// May write scan_slack entries past the last.
using ListNear = Index (*)(const Candidates&, const Query&, Index skip, Index* out);
inline constexpr Index scan_slack = 16;

Index list_near_portable(const Candidates& c, const Query& q, Index skip, Index* out);

#if defined(__x86_64__)
#define FLOTSAM_AVX512_SCAN 1
bool has_avx512();
Index list_near_avx512(const Candidates& c, const Query& q, Index skip, Index* out);
#endif

} // namespace flotsam
