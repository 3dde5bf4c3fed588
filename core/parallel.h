// Loops over threads whose results do not depend on how many threads there are.
//
// A loop body writes only to its own index. A sum adds blocks of fixed length, each from left to
// right, and then the block sums from left to right: the same additions in the same order for one
// thread or for eight, hence the same bits.
#pragma once

#include "core/types.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace flotsam {

inline constexpr Offset sum_block = 4096;

// body(i) for i in [0, count); bodies must not depend on each other.
template <class Body> void parallel_for(Offset count, Body&& body)
{
#pragma omp parallel for schedule(static)
    for (Offset i = 0; i < count; ++i)
        body(i);
}

// As parallel_for, for bodies of very different cost: threads take `grain` indices at a time.
template <class Body> void parallel_for_uneven(Offset count, Offset grain, Body&& body)
{
    const Offset chunks = (count + grain - 1) / grain;
#pragma omp parallel for schedule(dynamic, 1)
    for (Offset c = 0; c < chunks; ++c)
        for (Offset i = c * grain; i < std::min(count, (c + 1) * grain); ++i)
            body(i);
}

// to = from, without allocation once `to` has been as large.
template <class T> void parallel_copy(const std::vector<T>& from, std::vector<T>& to)
{
    to.resize(from.size());
    constexpr Offset piece = 4096;
    const auto count = static_cast<Offset>(from.size());
    parallel_for((count + piece - 1) / piece, [&](Offset p) {
        std::copy(from.begin() + p * piece, from.begin() + std::min(count, (p + 1) * piece), to.begin() + p * piece);
    });
}

// Combines block results in order. Term: Offset -> T; Combine: (T, T) -> T.
template <class T, class Term, class Combine>
T parallel_reduce(Offset count, T start, Term&& term, Combine&& combine)
{
    const Offset blocks = (count + sum_block - 1) / sum_block;
    if (blocks <= 1) {
        T total = start;
        for (Offset i = 0; i < count; ++i)
            total = combine(total, term(i));
        return total;
    }
    // Block results live on the stack; a range of more than 1024 blocks gets wider ones, whose
    // width still depends on `count` alone.
    constexpr Offset most = 1024;
    const Offset width = blocks <= most ? sum_block : (count + most - 1) / most;
    const Offset used = (count + width - 1) / width;
    std::array<T, most> partial;
#pragma omp parallel for schedule(static)
    for (Offset b = 0; b < used; ++b) {
        T sum = start;
        const Offset last = std::min(count, (b + 1) * width);
        for (Offset i = b * width; i < last; ++i)
            sum = combine(sum, term(i));
        partial[static_cast<std::size_t>(b)] = sum;
    }
    T total = start;
    for (Offset b = 0; b < used; ++b)
        total = combine(total, partial[static_cast<std::size_t>(b)]);
    return total;
}

// Sum of term(i); T is double, Vec3, or anything with + and a zero passed as `zero`.
template <class T, class Term> T parallel_sum(Offset count, T zero, Term&& term)
{
    return parallel_reduce<T>(count, zero, term, [](const T& a, const T& b) -> T { return a + b; });
}

template <class Term> double parallel_sum(Offset count, Term&& term)
{
    return parallel_sum<double>(count, 0.0, term);
}

// Largest term(i); NaN if any term is NaN, so that bad numbers cannot hide behind a comparison.
template <class Term> double parallel_max(Offset count, double floor, Term&& term)
{
    return parallel_reduce<double>(count, floor, term, [](double a, double b) {
        return (a != a || b != b) ? std::numeric_limits<double>::quiet_NaN() : std::max(a, b);
    });
}

} // namespace flotsam
