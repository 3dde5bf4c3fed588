#include "tools/render/lines.h"

#include <algorithm>
#include <cmath>

namespace flotsam::render {

namespace {

struct Stroke { // in the picture; `a`, `b`: 1 / depth, or depth of a parallel camera
    float x0, y0, x1, y1, a, b;
};

// The part of a line beyond the near plane.
bool stroke_of(const Line& line, const Camera& camera, Stroke& out)
{
    Vec3f from = camera.view(line.from), to = camera.view(line.to);
    if (!from.allFinite() || !to.allFinite())
        return false;
    if (!camera.parallel) {
        if (from.z() < camera.near && to.z() < camera.near)
            return false;
        if (from.z() < camera.near)
            from += (to - from) * ((camera.near - from.z()) / (to.z() - from.z()));
        else if (to.z() < camera.near)
            to += (from - to) * ((camera.near - to.z()) / (from.z() - to.z()));
    }
    const auto told = [&](float z) { return camera.parallel ? z : 1.0f / z; };
    out = {camera.picture_x(from), camera.picture_y(from), camera.picture_x(to),
           camera.picture_y(to),   told(from.z()),         told(to.z())};
    return true;
}

int whole(float value, int low, int high)
{
    return static_cast<int>(std::clamp(value, static_cast<float>(low), static_cast<float>(high)));
}

// Largest cover of each sub-pixel: where lines meet or overlap they do not add up.
void cover(const Stroke& s, const Line& line, const Camera& camera, float half, float step,
           const DepthBuffer& buffer, std::vector<float>& covered)
{
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0;
    const float length2 = std::max(dx * dx + dy * dy, 1e-12f);
    const float margin = half + 1.0f;
    const int left = whole(std::min(s.x0, s.x1) - margin, 0, buffer.width);
    const int right = whole(std::max(s.x0, s.x1) + margin, 0, buffer.width);
    const int top = whole(std::min(s.y0, s.y1) - margin, 0, buffer.height);
    const int bottom = whole(std::max(s.y0, s.y1) + margin, 0, buffer.height);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            const float px = static_cast<float>(x) + 0.5f - s.x0;
            const float py = static_cast<float>(y) + 0.5f - s.y0;
            const float along = std::clamp((px * dx + py * dy) / length2, 0.0f, 1.0f);
            const float away = std::hypot(px - along * dx, py - along * dy);
            const float share = std::clamp(half + 0.5f - away, 0.0f, 1.0f);
            if (share <= 0.0f)
                continue;
            const std::size_t n = buffer.at(x, y);
            if (line.hidden) {
                const float between = s.a + along * (s.b - s.a);
                const float z = camera.parallel ? between : 1.0f / between;
                if (z - step > buffer.depth[n])
                    continue;
            }
            covered[n] = std::max(covered[n], share);
        }
}

bool alike(const Line& a, const Line& b)
{
    return a.colour.r == b.colour.r && a.colour.g == b.colour.g && a.colour.b == b.colour.b &&
           a.cover == b.cover;
}

} // namespace

void draw_lines(const Scene& scene, const Camera& camera, const DepthBuffer& buffer, int factor,
                std::vector<Colour>& colour)
{
    std::vector<float> covered;
    for (std::size_t n = 0; n < scene.lines.size();) {
        const Line& first = scene.lines[n];
        covered.assign(colour.size(), 0.0f);
        for (; n < scene.lines.size() && alike(scene.lines[n], first); ++n) {
            const Line& line = scene.lines[n];
            Stroke stroke{};
            if (stroke_of(line, camera, stroke))
                cover(stroke, line, camera, 0.5f * line.width * static_cast<float>(factor),
                      scene.depth_step, buffer, covered);
        }
        for (std::size_t k = 0; k < colour.size(); ++k)
            if (covered[k] > 0.0f)
                colour[k] = mix(colour[k], first.colour, covered[k] * first.cover);
    }
}

} // namespace flotsam::render
