// Periodic directions: a difference of positions is taken to the nearest image.
#pragma once

#include "core/types.h"

#include <cmath>

namespace flotsam {

struct Periodic {
    Vec3 from = Vec3::Zero();   // start of the periodic range, m
    Vec3 length = Vec3::Zero(); // its length; 0 = not periodic

    bool any() const { return (length.array() > 0.0).any(); }

    // The nearest image of a difference. Odd in its argument, so that pairs stay antisymmetric.
    Vec3 nearest(Vec3 delta) const
    {
        for (int k = 0; k < 3; ++k)
            if (length[k] > 0.0)
                delta[k] -= length[k] * std::round(delta[k] / length[k]);
        return delta;
    }

    // The image of a position inside [from, from + length).
    Vec3 home(Vec3 x) const
    {
        for (int k = 0; k < 3; ++k)
            if (length[k] > 0.0) {
                x[k] -= length[k] * std::floor((x[k] - from[k]) / length[k]);
                if (x[k] >= from[k] + length[k]) // rounding just below `from`
                    x[k] = from[k];
            }
        return x;
    }
};

} // namespace flotsam
