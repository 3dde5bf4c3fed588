// From where a scene is seen: places in space to places in the picture.
//
// View coordinates: x to the right, y up, z away from the eye. All at sub-pixel scale: `width` and
// `height` are what the camera was fitted for, in the pixels of its user.
#pragma once

#include "core/types.h"

namespace flotsam::render {

using Vec3f = Eigen::Vector3f;

struct Camera {
    Eigen::Matrix3f turn = Eigen::Matrix3f::Identity(); // rows: right, up, away
    Vec3f eye = Vec3f::Zero();                          // m
    bool parallel = false;
    float focus = 1.0f;                     // pixels a metre (parallel), or pixels at depth 1 m
    float middle_x = 0.0f, middle_y = 0.0f; // where the axis meets the picture, pixels
    float near = 1e-3f;                     // m

    Vec3f view(const Vec3f& x) const { return turn * (x - eye); }
    float pixels_at(float depth) const { return parallel ? focus : focus / depth; }
    float picture_x(const Vec3f& v) const { return middle_x + v.x() * pixels_at(v.z()); }
    float picture_y(const Vec3f& v) const { return middle_y - v.y() * pixels_at(v.z()); }
    // From the eye through a place of the picture, not of unit length: depth is 1.
    Vec3f ray(float x, float y) const;
};

// A rectangle of the picture, pixels.
struct Frame {
    float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f;
};

// Where to look from: degrees around the vertical (0 = from -y, 90 = from +x) and above the
// horizon.
struct View {
    double around = 0.0, above = 0.0;
    bool parallel = false;
    double zoom = 1.0;
};

// The camera that shows all of the box inside the frame, as large as it gets (times the zoom).
Camera fit(const View& view, const Bounds& box, const Frame& frame);

// Width over height of the box as seen from there.
double aspect(const View& view, const Bounds& box);

// The same camera for pixels `factor` times smaller.
Camera finer(Camera camera, int factor);

} // namespace flotsam::render
