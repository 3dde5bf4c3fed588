// Volume integrals of things put together from parts that do not overlap.
#pragma once

#include "core/shape.h"

#include <span>

namespace flotsam {

// Inertia at unit density of a point of volume v at `arm` from the axis system's origin.
inline Mat3 point_inertia(double volume, const Vec3& arm)
{
    return volume * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
}

inline MassProperties combined(std::span<const MassProperties> parts)
{
    MassProperties all;
    for (const MassProperties& p : parts) {
        all.volume += p.volume;
        all.area += p.area;
        all.center += p.volume * p.center;
    }
    all.center /= all.volume;
    for (const MassProperties& p : parts)
        all.inertia += p.inertia + point_inertia(p.volume, p.center - all.center);
    return all;
}

} // namespace flotsam
