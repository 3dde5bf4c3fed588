// How many directions a set of face normals blocks: faces closer than 30 degrees count as one.
#pragma once

#include "core/types.h"

#include <cmath>
#include <span>

namespace flotsam {

inline constexpr double one_face_cosine = 0.86602540378443865; // of 30 degrees
inline constexpr double one_face_sine = 0.5;

inline bool one_face(const Vec3& n, const Vec3& m) { return n.dot(m) > one_face_cosine; }

// 1, 2 or 3 for unit normals that meet at one point. The first two directions are the pair of
// different faces nearest to a right angle; the third must stand 30 degrees out of their plane.
// `along` is the direction that two leave free.
inline int blocked_directions(std::span<const Vec3> normals, Vec3& along)
{
    along = Vec3::Zero();
    for (std::size_t a = 0; a < normals.size(); ++a)
        for (std::size_t b = a + 1; b < normals.size(); ++b) {
            const Vec3 cross = normals[a].cross(normals[b]);
            if (!one_face(normals[a], normals[b]) && cross.norm() > along.norm())
                along = cross;
        }
    if (along.norm() < 1e-6) {
        along = Vec3::Zero();
        return 1;
    }
    along.normalize();
    for (const Vec3& n : normals)
        if (std::abs(n.dot(along)) > one_face_sine) {
            along = Vec3::Zero();
            return 3;
        }
    return 2;
}

} // namespace flotsam
