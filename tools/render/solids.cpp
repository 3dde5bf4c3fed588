#include "tools/render/solids.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace flotsam::render {

namespace {

constexpr float sharp = 0.766f; // cosine of 40 degrees

// One solid of a frame, places that coincide made one.
struct Surface {
    std::vector<Vec3f> vertex;
    std::vector<std::array<std::size_t, 3>> triangle;
    std::vector<Vec3f> normal;                    // of triangles; zero where there is no area
    std::vector<std::vector<std::size_t>> around; // triangles at a vertex
};

std::vector<Surface> surfaces_of(const io::SurfaceFrame& frame)
{
    std::vector<Surface> all(frame.names.size());
    std::vector<std::map<std::array<float, 3>, std::size_t>> known(all.size());
    for (std::size_t t = 0; t < frame.count(); ++t) {
        const auto solid = static_cast<std::size_t>(frame.body[t]);
        Surface& s = all[solid];
        std::array<std::size_t, 3> corner{};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto v = 3 * static_cast<std::size_t>(frame.triangle[3 * t + k]);
            const std::array<float, 3> place{frame.vertex[v], frame.vertex[v + 1],
                                             frame.vertex[v + 2]};
            const auto [found, fresh] = known[solid].try_emplace(place, s.vertex.size());
            if (fresh)
                s.vertex.emplace_back(place[0], place[1], place[2]);
            corner[k] = found->second;
        }
        const Vec3f n = (s.vertex[corner[1]] - s.vertex[corner[0]])
                            .cross(s.vertex[corner[2]] - s.vertex[corner[0]]);
        s.triangle.push_back(corner);
        s.normal.push_back(n.norm() > 0.0f && n.allFinite() ? Vec3f(n.normalized())
                                                            : Vec3f(Vec3f::Zero()));
    }
    for (Surface& s : all) {
        s.around.resize(s.vertex.size());
        for (std::size_t t = 0; t < s.triangle.size(); ++t)
            for (const std::size_t v : s.triangle[t])
                s.around[v].push_back(t);
    }
    return all;
}

// Mean over the triangles at the corner that meet this one at no sharp angle.
Vec3f corner_normal(const Surface& s, std::size_t t, std::size_t vertex)
{
    Vec3f sum = Vec3f::Zero();
    for (const std::size_t other : s.around[vertex])
        if (s.normal[other].dot(s.normal[t]) > sharp)
            sum += s.normal[other];
    return sum.norm() > 0.0f ? Vec3f(sum.normalized()) : s.normal[t];
}

// ---- cutting at the box ------------------------------------------------------------------------

struct Corner {
    Vec3f place, normal;
};

// Sutherland and Hodgman: a convex polygon cut by one side of the box after the other.
std::vector<Corner> cut(std::vector<Corner> polygon, const Bounds& box)
{
    for (int side = 0; side < 6 && !polygon.empty(); ++side) {
        const int axis = side / 2;
        const bool upper = side % 2 == 1;
        const auto limit = static_cast<float>(upper ? box.max[axis] : box.min[axis]);
        const auto inside = [&](const Corner& c) {
            return upper ? c.place[axis] <= limit : c.place[axis] >= limit;
        };
        std::vector<Corner> kept;
        for (std::size_t n = 0; n < polygon.size(); ++n) {
            const Corner& a = polygon[n];
            const Corner& b = polygon[(n + 1) % polygon.size()];
            if (inside(a))
                kept.push_back(a);
            if (inside(a) != inside(b)) {
                const float share = (limit - a.place[axis]) / (b.place[axis] - a.place[axis]);
                kept.push_back({a.place + share * (b.place - a.place),
                                a.normal + share * (b.normal - a.normal)});
            }
        }
        polygon = std::move(kept);
    }
    return polygon;
}

std::optional<std::array<Vec3f, 2>> cut(const Vec3f& from, const Vec3f& to, const Bounds& box)
{
    float first = 0.0f, last = 1.0f;
    for (int axis = 0; axis < 3; ++axis) {
        const auto low = static_cast<float>(box.min[axis]),
                   high = static_cast<float>(box.max[axis]);
        const float d = to[axis] - from[axis];
        if (d == 0.0f) {
            if (from[axis] < low || from[axis] > high)
                return std::nullopt;
            continue;
        }
        const auto [in, out] = std::minmax({(low - from[axis]) / d, (high - from[axis]) / d});
        first = std::max(first, in);
        last = std::min(last, out);
    }
    if (!(first < last))
        return std::nullopt;
    return std::array<Vec3f, 2>{from + first * (to - from), from + last * (to - from)};
}

// ---- edges -------------------------------------------------------------------------------------

using Edge = std::pair<std::size_t, std::size_t>;

std::map<Edge, std::vector<std::size_t>> edges_of(const Surface& s)
{
    std::map<Edge, std::vector<std::size_t>> edges;
    for (std::size_t t = 0; t < s.triangle.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            edges[std::minmax(s.triangle[t][k], s.triangle[t][(k + 1) % 3])].push_back(t);
    return edges;
}

// Its faces look inward: a tank, as far as it is closed.
bool is_around(const Surface& s)
{
    Vec3f middle = Vec3f::Zero();
    for (const Vec3f& x : s.vertex)
        middle += x / static_cast<float>(s.vertex.size());
    float volume = 0.0f;
    for (const auto& t : s.triangle)
        volume +=
            (s.vertex[t[0]] - middle).dot((s.vertex[t[1]] - middle).cross(s.vertex[t[2]] - middle));
    return volume < 0.0f;
}

bool is_lid(const Vec3f& normal) { return std::abs(normal.y()) > sharp; }

bool is_sharp(const Surface& s, const std::vector<std::size_t>& faces, bool flat)
{
    if (flat &&
        std::all_of(faces.begin(), faces.end(), [&](std::size_t t) { return is_lid(s.normal[t]); }))
        return false;
    if (faces.size() == 1)
        return true;
    if (flat) // between a lid and a side, and not the edges from the front to the back
        return std::any_of(faces.begin(), faces.end(),
                           [&](std::size_t t) { return is_lid(s.normal[t]); });
    return s.normal[faces[0]].dot(s.normal[faces[1]]) < sharp;
}

void add_edges(Scene& scene, const Surface& s, const SolidLook& look, bool around,
               const Camera& camera)
{
    const auto faces_us = [&](std::size_t t) {
        const Vec3f away = camera.parallel ? Vec3f(camera.turn.row(2))
                                           : Vec3f(s.vertex[s.triangle[t][0]] - camera.eye);
        return s.normal[t].dot(away) < 0.0f;
    };
    for (const auto& [edge, faces] : edges_of(s)) {
        if (!is_sharp(s, faces, look.flat))
            continue;
        const bool seen = look.flat || std::any_of(faces.begin(), faces.end(), faces_us);
        if (!seen && !(look.ghosts && around))
            continue;
        if (const auto part = cut(s.vertex[edge.first], s.vertex[edge.second], look.clip))
            scene.lines.push_back({(*part)[0], (*part)[1], look.edge, look.edge_width,
                                   seen ? 1.0f : 0.3f, seen && !look.flat});
    }
}

void add_faces(Scene& scene, const Surface& s, const Colour& colour, const Bounds& clip)
{
    for (std::size_t t = 0; t < s.triangle.size(); ++t) {
        if (s.normal[t].isZero(0.0f))
            continue;
        std::vector<Corner> polygon;
        for (const std::size_t v : s.triangle[t])
            polygon.push_back({s.vertex[v], corner_normal(s, t, v)});
        polygon = cut(std::move(polygon), clip);
        for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
            scene.triangles.push_back(
                {{polygon[0].place, polygon[k].place, polygon[k + 1].place},
                 {polygon[0].normal, polygon[k].normal, polygon[k + 1].normal},
                 colour});
    }
}

} // namespace

void add_solids(Scene& scene, const io::SurfaceFrame& frame, const SolidLook& look,
                const Camera& camera)
{
    const std::vector<Surface> all = surfaces_of(frame);
    for (std::size_t n = 0; n < all.size(); ++n) {
        const bool around = is_around(all[n]);
        add_faces(scene, all[n], look.colour(n, around), look.clip);
        add_edges(scene, all[n], look, around, camera);
    }
    // Lines of one kind side by side: they are blended together.
    std::stable_sort(scene.lines.begin(), scene.lines.end(),
                     [](const Line& a, const Line& b) { return a.cover < b.cover; });
}

} // namespace flotsam::render
