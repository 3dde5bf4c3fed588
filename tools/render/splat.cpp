#include "tools/render/splat.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>

namespace flotsam::render {

namespace {

constexpr int tile = 64; // sub-pixels: depths and numbers of one tile fit in the first cache

struct Disc {           // a sphere in the picture
    float x, y, radius; // pixels; 0 = not seen
    float depth;        // m
};

struct Box { // of tiles, last one included; empty if left > right
    int left = 0, right = -1, top = 0, bottom = -1;
};

struct Tiles {
    int across = 0, down = 0;
    std::vector<Offset> first; // of a tile, in `thing`
    std::vector<std::uint32_t> thing;

    Offset count() const { return static_cast<Offset>(across) * down; }
};

// Clamped while it is still a float: what lies far outside the picture has no whole number.
int whole(float value, int low, int high)
{
    return static_cast<int>(std::clamp(value, static_cast<float>(low), static_cast<float>(high)));
}

int tile_of(float pixel, int tiles)
{
    return whole(pixel / static_cast<float>(tile), 0, tiles - 1);
}

Box box_of(const Tiles& tiles, float left, float right, float top, float bottom)
{
    const auto wide = static_cast<float>(tiles.across * tile);
    const auto high = static_cast<float>(tiles.down * tile);
    if (!(right > 0.0f && bottom > 0.0f && left < wide && top < high))
        return {};
    return {tile_of(left, tiles.across), tile_of(right, tiles.across), tile_of(top, tiles.down),
            tile_of(bottom, tiles.down)};
}

// Lists of things by tile, in the order of their numbers.
template <class BoxOf> void sort_into_tiles(Tiles& tiles, std::size_t count, BoxOf&& box)
{
    tiles.first.assign(static_cast<std::size_t>(tiles.count()) + 1, 0);
    const auto each = [&](auto&& action) {
        for (std::size_t n = 0; n < count; ++n) {
            const Box b = box(n);
            for (int y = b.top; y <= b.bottom; ++y)
                for (int x = b.left; x <= b.right; ++x)
                    action(static_cast<std::size_t>(y * tiles.across + x), n);
        }
    };
    each([&](std::size_t t, std::size_t) { ++tiles.first[t + 1]; });
    for (std::size_t t = 1; t < tiles.first.size(); ++t)
        tiles.first[t] += tiles.first[t - 1];
    tiles.thing.resize(static_cast<std::size_t>(tiles.first.back()));
    std::vector<Offset> next(tiles.first.begin(), tiles.first.end() - 1);
    each([&](std::size_t t, std::size_t n) {
        tiles.thing[static_cast<std::size_t>(next[t]++)] = static_cast<std::uint32_t>(n);
    });
}

// ---- spheres ---------------------------------------------------------------------------------

std::vector<Disc> discs_of(const Spheres& spheres, const Camera& camera, std::vector<float>& center)
{
    std::vector<Disc> discs(spheres.count());
    center.resize(3 * spheres.count());
    parallel_for(static_cast<Offset>(spheres.count()), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const Vec3f v = camera.view(Eigen::Map<const Vec3f>(&spheres.position[3 * i]));
        std::copy_n(v.data(), 3, &center[3 * i]);
        const bool seen = v.allFinite() && (camera.parallel || v.z() > camera.near);
        // Never smaller than what one sample finds, so that far spheres do not flicker.
        const float radius = std::max(spheres.radius * camera.pixels_at(v.z()), 0.71f);
        discs[i] = seen ? Disc{camera.picture_x(v), camera.picture_y(v), radius, v.z()}
                        : Disc{0.0f, 0.0f, 0.0f, nothing};
    });
    return discs;
}

struct Window {                   // the pixels of a tile
    int left, right, top, bottom; // right and bottom excluded
};

void draw_disc(const Disc& disc, float radius, std::uint32_t number, const Window& window,
               DepthBuffer& buffer)
{
    const float scale = radius / disc.radius; // metres a pixel at the centre
    const int top = whole(std::ceil(disc.y - disc.radius - 0.5f), window.top, window.bottom);
    const int bottom = whole(std::floor(disc.y + disc.radius + 0.5f), window.top, window.bottom);
    for (int y = top; y < bottom; ++y) {
        const float dy = static_cast<float>(y) + 0.5f - disc.y;
        const float half2 = disc.radius * disc.radius - dy * dy;
        if (half2 <= 0.0f)
            continue;
        const float half = std::sqrt(half2);
        const int left = whole(std::ceil(disc.x - half - 0.5f), window.left, window.right);
        const int right = whole(std::floor(disc.x + half + 0.5f), window.left, window.right);
        float* depth = &buffer.depth[buffer.at(0, y)];
        std::uint32_t* thing = &buffer.thing[buffer.at(0, y)];
        for (int x = left; x < right; ++x) {
            const float dx = static_cast<float>(x) + 0.5f - disc.x;
            const float z = disc.depth - scale * std::sqrt(std::max(half2 - dx * dx, 0.0f));
            const bool nearer = z < depth[x];
            depth[x] = nearer ? z : depth[x];
            thing[x] = nearer ? number : thing[x];
        }
    }
}

// ---- triangles -------------------------------------------------------------------------------

Triangle to_view(const Triangle& t, const Camera& camera)
{
    Triangle v = t;
    for (std::size_t k = 0; k < 3; ++k) {
        v.corner[k] = camera.view(t.corner[k]);
        v.normal[k] = camera.turn * t.normal[k];
    }
    return v;
}

// A corner cut into an edge: place and normal between two corners.
void cut(Triangle& t, std::size_t moved, const Triangle& from, std::size_t a, std::size_t b,
         float near)
{
    const float za = from.corner[a].z(), zb = from.corner[b].z();
    const float share = (near - za) / (zb - za);
    t.corner[moved] = from.corner[a] + share * (from.corner[b] - from.corner[a]);
    t.normal[moved] = from.normal[a] + share * (from.normal[b] - from.normal[a]);
}

// What of a triangle lies beyond the near plane: nothing, one triangle or two.
void clip_near(const Triangle& t, float near, std::vector<Triangle>& out)
{
    std::array<bool, 3> ahead{};
    for (std::size_t k = 0; k < 3; ++k)
        ahead[k] = t.corner[k].z() >= near;
    const int count = ahead[0] + ahead[1] + ahead[2];
    if (count == 3)
        out.push_back(t);
    if (count == 0 || count == 3)
        return;
    std::size_t odd = 0; // the corner that is alone on its side
    while (ahead[odd] != (count == 1))
        ++odd;
    const std::size_t b = (odd + 1) % 3, c = (odd + 2) % 3;
    if (count == 1) {
        Triangle part = t;
        cut(part, b, t, odd, b, near);
        cut(part, c, t, odd, c, near);
        out.push_back(part);
        return;
    }
    Triangle first = t, second = t;
    cut(first, odd, t, odd, b, near);
    cut(second, odd, t, odd, c, near);
    second.corner[b] = first.corner[odd];
    second.normal[b] = first.normal[odd];
    out.push_back(first);
    out.push_back(second);
}

std::vector<Triangle> seen_triangles(const Scene& scene, const Camera& camera)
{
    std::vector<Triangle> seen;
    for (const Triangle& t : scene.triangles) {
        const Triangle v = to_view(t, camera);
        // Right, up, away is a left-handed frame: there a cross product points the other way.
        const Vec3f normal = (v.corner[2] - v.corner[0]).cross(v.corner[1] - v.corner[0]);
        const Vec3f towards = camera.parallel ? Vec3f(0.0f, 0.0f, 1.0f) : v.corner[0];
        if (!(normal.dot(towards) < 0.0f)) // its back, edge-on, or not a number
            continue;
        if (camera.parallel)
            seen.push_back(v);
        else
            clip_near(v, camera.near, seen);
    }
    return seen;
}

struct Flat {                                 // a triangle in the picture
    std::array<float, 3> x{}, y{}, inverse{}; // 1 / depth (perspective) or depth (parallel)
};

Flat flat_of(const Triangle& t, const Camera& camera)
{
    Flat f;
    for (std::size_t k = 0; k < 3; ++k) {
        f.x[k] = camera.picture_x(t.corner[k]);
        f.y[k] = camera.picture_y(t.corner[k]);
        f.inverse[k] = camera.parallel ? t.corner[k].z() : 1.0f / t.corner[k].z();
    }
    return f;
}

void draw_flat(const Flat& f, bool parallel, std::uint32_t number, const Window& window,
               DepthBuffer& buffer)
{
    const auto lowest = [](const std::array<float, 3>& v) {
        return *std::min_element(v.begin(), v.end());
    };
    const auto highest = [](const std::array<float, 3>& v) {
        return *std::max_element(v.begin(), v.end());
    };
    const double x0 = f.x[0], y0 = f.y[0];
    const double ux = f.x[1] - x0, uy = f.y[1] - y0, vx = f.x[2] - x0, vy = f.y[2] - y0;
    const double area = ux * vy - uy * vx;
    if (area == 0.0)
        return;
    const int left = whole(lowest(f.x), window.left, window.right);
    const int right = whole(highest(f.x) + 1.0f, window.left, window.right);
    const int top = whole(lowest(f.y), window.top, window.bottom);
    const int bottom = whole(highest(f.y) + 1.0f, window.top, window.bottom);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            const double px = x + 0.5 - x0, py = y + 0.5 - y0;
            const double s = (px * vy - py * vx) / area, t = (ux * py - uy * px) / area;
            // Both ends of an edge included: no gaps between neighbours, and depth decides.
            if (s < 0.0 || t < 0.0 || s + t > 1.0)
                continue;
            const auto between =
                static_cast<float>(f.inverse[0] + s * (f.inverse[1] - f.inverse[0]) +
                                   t * (f.inverse[2] - f.inverse[0]));
            const float z = parallel ? between : 1.0f / between;
            const std::size_t n = buffer.at(x, y);
            if (z < buffer.depth[n]) {
                buffer.depth[n] = z;
                buffer.thing[n] = number;
            }
        }
}

} // namespace

void DepthBuffer::resize(int wide, int high)
{
    width = wide;
    height = high;
    depth.resize(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high));
    thing.resize(depth.size());
}

void splat(const Scene& scene, const Camera& camera, DepthBuffer& buffer, Drawn& drawn)
{
    Tiles spheres, flats;
    spheres.across = flats.across = (buffer.width + tile - 1) / tile;
    spheres.down = flats.down = (buffer.height + tile - 1) / tile;

    const std::vector<Disc> discs = discs_of(scene.spheres, camera, drawn.center);
    sort_into_tiles(spheres, discs.size(), [&](std::size_t n) {
        const Disc& d = discs[n];
        return d.radius > 0.0f
                   ? box_of(spheres, d.x - d.radius, d.x + d.radius, d.y - d.radius, d.y + d.radius)
                   : Box{};
    });
    drawn.triangle = seen_triangles(scene, camera);
    std::vector<Flat> flat;
    for (const Triangle& t : drawn.triangle)
        flat.push_back(flat_of(t, camera));
    sort_into_tiles(flats, flat.size(), [&](std::size_t n) {
        const auto [left, right] = std::minmax({flat[n].x[0], flat[n].x[1], flat[n].x[2]});
        const auto [top, bottom] = std::minmax({flat[n].y[0], flat[n].y[1], flat[n].y[2]});
        return box_of(flats, left, right, top, bottom);
    });

    const auto sphere_count = static_cast<std::uint32_t>(discs.size());
    parallel_for_uneven(spheres.count(), 1, [&](Offset n) {
        const auto t = static_cast<std::size_t>(n);
        const int left = static_cast<int>(n % spheres.across) * tile;
        const int top = static_cast<int>(n / spheres.across) * tile;
        const Window window{left, std::min(left + tile, buffer.width), top,
                            std::min(top + tile, buffer.height)};
        for (int y = window.top; y < window.bottom; ++y) {
            std::fill_n(&buffer.depth[buffer.at(left, y)], window.right - left, nothing);
            std::fill_n(&buffer.thing[buffer.at(left, y)], window.right - left, 0u);
        }
        for (Offset k = spheres.first[t]; k < spheres.first[t + 1]; ++k) {
            const std::uint32_t i = spheres.thing[static_cast<std::size_t>(k)];
            draw_disc(discs[i], scene.spheres.radius, i + 1, window, buffer);
        }
        for (Offset k = flats.first[t]; k < flats.first[t + 1]; ++k) {
            const std::uint32_t i = flats.thing[static_cast<std::size_t>(k)];
            draw_flat(flat[i], camera.parallel, sphere_count + i + 1, window, buffer);
        }
    });
}

} // namespace flotsam::render
