// The nearest point of one triangle.
#pragma once

#include "core/types.h"

namespace flotsam {

// Nearest point of a triangle and where it lies: 0 inside, 1..3 on the edge from corner 0, 1, 2 to
// the next, 4..6 on corner 0, 1, 2.
struct OnTriangle {
    Vec3 point;
    int feature = 0;
};

inline OnTriangle nearest_on_triangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a, ac = c - a, ax = x - a, bx = x - b, cx = x - c;
    const double d1 = ab.dot(ax), d2 = ac.dot(ax);
    if (d1 <= 0.0 && d2 <= 0.0)
        return {a, 4};
    const double d3 = ab.dot(bx), d4 = ac.dot(bx);
    if (d3 >= 0.0 && d4 <= d3)
        return {b, 5};
    const double d5 = ab.dot(cx), d6 = ac.dot(cx);
    if (d6 >= 0.0 && d5 <= d6)
        return {c, 6};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        return {a + d1 / (d1 - d3) * ab, 1};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6)
        return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 2};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        return {a + d2 / (d2 - d6) * ac, 3};
    const double sum = va + vb + vc;
    return {a + vb / sum * ab + vc / sum * ac, 0};
}

} // namespace flotsam
