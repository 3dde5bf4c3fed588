#include "tools/render/light.h"

#include "core/parallel.h"

#include <cmath>
#include <numbers>

namespace flotsam::render {

namespace {

struct Surface { // of one sub-pixel
    Vec3f normal = Vec3f(0.0f, 0.0f, -1.0f);
    Colour colour;
};

// What the ray through a pixel meets, from the number of the thing alone.
Surface surface_at(const Scene& scene, const Camera& camera, const Drawn& drawn, float x, float y,
                   std::uint32_t thing, float depth)
{
    const auto spheres = static_cast<std::uint32_t>(scene.spheres.count());
    const Vec3f ray = camera.ray(x, y);
    const auto place = [&] {
        return camera.parallel ? Vec3f((x - camera.middle_x) / camera.focus,
                                       (camera.middle_y - y) / camera.focus, depth)
                               : Vec3f(ray * depth);
    };
    if (thing <= spheres) {
        const std::size_t i = thing - 1;
        const Eigen::Map<const Vec3f> center(&drawn.center[3 * i]);
        return {(place() - center).normalized(), scene.spheres.colours[scene.spheres.shade[i]]};
    }
    const Triangle& t = drawn.triangle[thing - spheres - 1];
    const Vec3f u = t.corner[1] - t.corner[0], v = t.corner[2] - t.corner[0];
    const Vec3f at = place() - t.corner[0];
    const float uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), au = at.dot(u), av = at.dot(v);
    const float det = uu * vv - uv * uv;
    const float s = det > 0.0f ? (vv * au - uv * av) / det : 0.0f;
    const float w = det > 0.0f ? (uu * av - uv * au) / det : 0.0f;
    return {(t.normal[0] + s * (t.normal[1] - t.normal[0]) + w * (t.normal[2] - t.normal[0]))
                .normalized(),
            t.colour};
}

// ---- the sky that is seen, at a quarter of the samples -----------------------------------------

constexpr int directions = 12; // looked into from each place, turned from pixel to pixel
constexpr int pattern = 4;     // pixels after which the turning repeats

struct Sky {
    int width = 0, height = 0;
    std::vector<float> depth, seen;

    std::size_t at(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
};

struct Ring { // where to look: offsets of length up to 1, for each place of the pattern
    std::array<std::array<std::array<float, 2>, directions>, pattern * pattern> offset;
};

const Ring& ring()
{
    static const Ring made = [] {
        Ring r{};
        for (std::size_t p = 0; p < r.offset.size(); ++p)
            for (std::size_t k = 0; k < directions; ++k) {
                // A spiral of seven turns; the pattern's places begin it at 16 angles, in an order
                // that puts unlike ones side by side.
                const double start = static_cast<double>((p * 7) % r.offset.size()) / 16.0;
                const double share = (static_cast<double>(k) + 0.5) / directions;
                const double angle = 2.0 * std::numbers::pi * (7.0 * share + start);
                r.offset[p][k] = {static_cast<float>(share * std::cos(angle)),
                                  static_cast<float>(share * std::sin(angle))};
            }
        return r;
    }();
    return made;
}

Vec3f place_at(const Camera& camera, float x, float y, float depth)
{
    const float metres = 1.0f / camera.pixels_at(depth);
    return {(x - camera.middle_x) * metres, (camera.middle_y - y) * metres, depth};
}

Sky find_depths(const DepthBuffer& buffer)
{
    Sky sky;
    sky.width = buffer.width / 2;
    sky.height = buffer.height / 2;
    sky.depth.resize(static_cast<std::size_t>(sky.width) * static_cast<std::size_t>(sky.height));
    sky.seen.assign(sky.depth.size(), 1.0f);
    parallel_for(sky.height, [&](Offset row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < sky.width; ++x)
            sky.depth[sky.at(x, y)] = buffer.depth[buffer.at(2 * x, 2 * y)];
    });
    return sky;
}

// Share of the sky hidden from a place with this normal.
float hidden_share(const Sky& sky, const Camera& camera, float reach, int x, int y,
                   const Vec3f& normal)
{
    const float depth = sky.depth[sky.at(x, y)];
    const Vec3f here =
        place_at(camera, 2.0f * static_cast<float>(x), 2.0f * static_cast<float>(y), depth);
    const float pixels = std::clamp(0.5f * reach * camera.pixels_at(depth), 2.0f, 120.0f);
    const auto& offsets =
        ring().offset[static_cast<std::size_t>((y % pattern) * pattern + x % pattern)];
    float sum = 0.0f;
    for (const auto& offset : offsets) {
        const int sx = x + static_cast<int>(std::lround(offset[0] * pixels));
        const int sy = y + static_cast<int>(std::lround(offset[1] * pixels));
        if (sx < 0 || sy < 0 || sx >= sky.width || sy >= sky.height)
            continue;
        const float other = sky.depth[sky.at(sx, sy)];
        if (other == nothing)
            continue;
        const Vec3f v =
            place_at(camera, 2.0f * static_cast<float>(sx), 2.0f * static_cast<float>(sy), other) -
            here;
        const float rise = v.dot(normal) - 0.03f * reach;
        sum += std::max(rise, 0.0f) / (v.squaredNorm() + 0.01f * reach * reach);
    }
    return std::min(reach * sum / directions, 1.0f);
}

// Mean over one pattern, among pixels of like depth: takes the turning out again.
std::vector<float> smoothed(const Sky& sky, float reach)
{
    std::vector<float> smooth(sky.seen.size(), 1.0f);
    parallel_for(sky.height, [&](Offset row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < sky.width; ++x) {
            const float depth = sky.depth[sky.at(x, y)];
            if (depth == nothing)
                continue;
            float sum = 0.0f, weight = 0.0f;
            for (int j = std::max(y - 2, 0); j < std::min(y + 2, sky.height); ++j)
                for (int i = std::max(x - 2, 0); i < std::min(x + 2, sky.width); ++i)
                    if (std::abs(sky.depth[sky.at(i, j)] - depth) < 0.5f * reach) {
                        sum += sky.seen[sky.at(i, j)];
                        weight += 1.0f;
                    }
            smooth[sky.at(x, y)] = weight > 0.0f ? sum / weight : sky.seen[sky.at(x, y)];
        }
    });
    return smooth;
}

std::vector<float> sky_seen(const Scene& scene, const Camera& camera, const DepthBuffer& buffer,
                            const Drawn& drawn, Sky& sky)
{
    sky = find_depths(buffer);
    parallel_for(sky.height, [&](Offset row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < sky.width; ++x) {
            const std::uint32_t thing = buffer.thing[buffer.at(2 * x, 2 * y)];
            if (thing == 0)
                continue;
            const Surface s =
                surface_at(scene, camera, drawn, static_cast<float>(2 * x) + 0.5f,
                           static_cast<float>(2 * y) + 0.5f, thing, sky.depth[sky.at(x, y)]);
            sky.seen[sky.at(x, y)] = 1.0f - hidden_share(sky, camera, scene.shadow, x, y, s.normal);
        }
    });
    return smoothed(sky, scene.shadow);
}

// The lamp and the sky; 1 = the colour as the colour bar has it.
float brightness(const Vec3f& normal, float seen)
{
    static const Vec3f lamp = Vec3f(-0.40f, 0.72f, -0.57f).normalized();
    const float lit = std::max(normal.dot(lamp), 0.0f);
    const float above = 0.5f + 0.5f * normal.y();
    return seen * (0.62f + 0.12f * above) + 0.54f * lit * (0.35f + 0.65f * seen);
}

} // namespace

void light(const Scene& scene, const Camera& camera, const DepthBuffer& buffer, const Drawn& drawn,
           std::vector<Colour>& colour)
{
    Sky sky;
    const std::vector<float> seen = sky_seen(scene, camera, buffer, drawn, sky);
    colour.resize(buffer.depth.size());
    parallel_for(buffer.height, [&](Offset row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < buffer.width; ++x) {
            const std::size_t n = buffer.at(x, y);
            if (buffer.thing[n] == 0) {
                colour[n] = {1.0f, 1.0f, 1.0f};
                continue;
            }
            const Surface s =
                surface_at(scene, camera, drawn, static_cast<float>(x) + 0.5f,
                           static_cast<float>(y) + 0.5f, buffer.thing[n], buffer.depth[n]);
            const std::size_t k =
                sky.at(std::min(x / 2, sky.width - 1), std::min(y / 2, sky.height - 1));
            // A sub-pixel beside the one the sky was found for may see another thing.
            const float open = sky.depth[k] == nothing ? 1.0f : seen[k];
            colour[n] = s.colour * std::lerp(1.0f, brightness(s.normal, open), scene.relief);
        }
    });
}

} // namespace flotsam::render
