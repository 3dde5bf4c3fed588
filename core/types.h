// The few types everything else is made of. SI units throughout; z is up; in two dimensions the
// plane is x-z and y stays exactly zero.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstdint>

namespace flotsam {

using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

using Index = std::int32_t;  // a particle
using Offset = std::int64_t; // a place in a list of pairs: may pass 2^31

// An axis-aligned box, m.
struct Bounds {
    Vec3 min = Vec3::Zero();
    Vec3 max = Vec3::Zero();

    Vec3 size() const { return max - min; }
    bool contains(const Vec3& x) const
    {
        return (x.array() >= min.array()).all() && (x.array() <= max.array()).all();
    }
};

} // namespace flotsam
