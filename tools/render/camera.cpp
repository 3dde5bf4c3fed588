#include "tools/render/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace flotsam::render {

namespace {

constexpr float half_angle = 0.22f; // tangent of half the angle of vision: a long lens

Eigen::Matrix3f turn_of(const View& view)
{
    const double a = view.around * std::numbers::pi / 180.0;
    const double e = view.above * std::numbers::pi / 180.0;
    const Vec3 right(std::cos(a), std::sin(a), 0.0);
    const Vec3 away(-std::sin(a) * std::cos(e), std::cos(a) * std::cos(e), -std::sin(e));
    Eigen::Matrix3f turn;
    turn.row(0) = right.cast<float>();
    turn.row(1) = right.cross(away).cast<float>();
    turn.row(2) = away.cast<float>();
    return turn;
}

std::array<Vec3f, 8> corners(const Bounds& box)
{
    std::array<Vec3f, 8> all;
    for (std::size_t n = 0; n < all.size(); ++n)
        all[n] = Vec3(n & 1 ? box.max.x() : box.min.x(), n & 2 ? box.max.y() : box.min.y(),
                      n & 4 ? box.max.z() : box.min.z())
                     .cast<float>();
    return all;
}

struct Extent {
    float left = 1e30f, right = -1e30f, low = 1e30f, high = -1e30f;
    float width() const { return right - left; }
    float height() const { return high - low; }
};

// Of the box in the picture of a camera with focus 1 and its axis at (0, 0).
Extent extent_of(Camera camera, const Bounds& box)
{
    camera.focus = 1.0f;
    camera.middle_x = camera.middle_y = 0.0f;
    Extent e;
    for (const Vec3f& x : corners(box)) {
        const Vec3f v = camera.view(x);
        e.left = std::min(e.left, camera.picture_x(v));
        e.right = std::max(e.right, camera.picture_x(v));
        e.low = std::min(e.low, -camera.picture_y(v));
        e.high = std::max(e.high, -camera.picture_y(v));
    }
    return e;
}

Camera placed(const View& view, const Bounds& box)
{
    Camera camera;
    camera.turn = turn_of(view);
    camera.parallel = view.parallel;
    const Vec3f middle = (0.5 * (box.min + box.max)).cast<float>();
    const float radius = std::max(0.5f * static_cast<float>(box.size().norm()), 1e-6f);
    camera.eye = middle - camera.turn.row(2).transpose() * (radius / half_angle);
    camera.near = 0.02f * radius;
    return camera;
}

} // namespace

Vec3f Camera::ray(float x, float y) const
{
    if (parallel)
        return {0.0f, 0.0f, 1.0f};
    return {(x - middle_x) / focus, (middle_y - y) / focus, 1.0f};
}

Camera fit(const View& view, const Bounds& box, const Frame& frame)
{
    Camera camera = placed(view, box);
    const Extent e = extent_of(camera, box);
    const float wide = frame.right - frame.left, high = frame.bottom - frame.top;
    const float tiny = 1e-12f;
    camera.focus = std::min(wide / std::max(e.width(), tiny), high / std::max(e.height(), tiny)) *
                   static_cast<float>(view.zoom);
    camera.middle_x = 0.5f * (frame.left + frame.right) - 0.5f * (e.left + e.right) * camera.focus;
    camera.middle_y = 0.5f * (frame.top + frame.bottom) + 0.5f * (e.low + e.high) * camera.focus;
    return camera;
}

double aspect(const View& view, const Bounds& box)
{
    const Extent e = extent_of(placed(view, box), box);
    return e.height() > 0.0f ? static_cast<double>(e.width() / e.height()) : 1.0;
}

Camera finer(Camera camera, int factor)
{
    const auto f = static_cast<float>(factor);
    camera.focus *= f;
    camera.middle_x *= f;
    camera.middle_y *= f;
    return camera;
}

} // namespace flotsam::render
