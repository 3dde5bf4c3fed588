#include "core/mesh_check.h"

#include "core/error.h"
#include "core/mesh_topology.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace flotsam {

namespace {

std::string number(double x)
{
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::general, 4).ptr;
    return {text.data(), end};
}

std::string counted(Offset n, const std::string& one, const std::string& many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

bool finite_and_in_range(const Mesh& mesh, MeshReport& report)
{
    for (const Vec3& x : mesh.vertex)
        report.not_finite += !x.allFinite();
    const auto count = static_cast<Index>(mesh.vertex.size());
    for (const auto& t : mesh.triangle)
        report.out_of_range +=
            std::any_of(t.begin(), t.end(), [count](Index v) { return v < 0 || v >= count; });
    return report.not_finite + report.out_of_range == 0;
}

Offset open_edges(const Mesh& mesh)
{
    Offset open = 0;
    for_each_edge(edge_uses(mesh),
                  [&](std::span<const EdgeUse> uses) { open += uses.size() == 1; });
    return open;
}

// A flat sliver with three different corners may be what holds two faces together: slivers go only
// if no edge opens by that.
void drop_slivers(Mesh& mesh, MeshReport& report)
{
    std::vector<std::array<Index, 3>> kept;
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        const Vec3 &a = corner(mesh, t, 0), &b = corner(mesh, t, 1), &c = corner(mesh, t, 2);
        const double longest =
            std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
        if (area_vector(mesh, t).norm() > 1e-14 * longest)
            kept.push_back(mesh.triangle[t]);
    }
    const auto slivers = static_cast<Offset>(mesh.triangle.size() - kept.size());
    if (slivers == 0)
        return;
    Mesh without{mesh.vertex, std::move(kept)};
    if (!without.triangle.empty() && open_edges(without) > open_edges(mesh))
        return;
    weld(without); // vertices that nothing uses any more
    mesh = std::move(without);
    report.zero_area += slivers;
}

// Connected parts, and within each which triangles must turn so that all neighbours agree.
struct Parts {
    std::vector<Index> of;            // part of each triangle
    std::vector<std::uint8_t> turned; // against the part's first triangle
    Index count = 0;
};

Parts walk_parts(const Mesh& mesh, std::span<const EdgeUse> uses)
{
    struct Neighbour {
        Index triangle = -1;
        bool same_way = false; // both run the edge the same way: one of them is flipped
    };
    std::vector<std::array<Neighbour, 3>> next(mesh.triangle.size());
    for_each_edge(uses, [&](std::span<const EdgeUse> pair) {
        if (pair.size() != 2)
            return;
        for (std::size_t n = 0; n < 2; ++n)
            next[static_cast<std::size_t>(pair[n].triangle)][static_cast<std::size_t>(
                pair[n].side)] = {pair[1 - n].triangle, pair[0].forward == pair[1].forward};
    });
    Parts parts;
    parts.of.assign(mesh.triangle.size(), -1);
    parts.turned.assign(mesh.triangle.size(), 0);
    std::vector<std::size_t> waiting;
    for (std::size_t start = 0; start < mesh.triangle.size(); ++start) {
        if (parts.of[start] >= 0)
            continue;
        parts.of[start] = parts.count;
        waiting.push_back(start);
        while (!waiting.empty()) {
            const std::size_t t = waiting.back();
            waiting.pop_back();
            for (const Neighbour& n : next[t]) {
                if (n.triangle < 0 || parts.of[static_cast<std::size_t>(n.triangle)] >= 0)
                    continue;
                const auto u = static_cast<std::size_t>(n.triangle);
                parts.of[u] = parts.count;
                parts.turned[u] = static_cast<std::uint8_t>(parts.turned[t] ^
                                                            static_cast<std::uint8_t>(n.same_way));
                waiting.push_back(u);
            }
        }
        ++parts.count;
    }
    return parts;
}

// The smaller side of each part: those are taken as the flipped ones.
Offset count_flipped(const Parts& parts)
{
    std::vector<Offset> all(static_cast<std::size_t>(parts.count)), turned(all.size());
    for (std::size_t t = 0; t < parts.of.size(); ++t) {
        ++all[static_cast<std::size_t>(parts.of[t])];
        turned[static_cast<std::size_t>(parts.of[t])] += parts.turned[t];
    }
    Offset flipped = 0;
    for (std::size_t p = 0; p < all.size(); ++p)
        flipped += std::min(turned[p], all[p] - turned[p]);
    return flipped;
}

// A part with negative volume is a hollow if it lies in the box of a part with positive volume.
Offset count_inside_out(const Mesh& mesh, const Parts& parts)
{
    std::vector<double> volume(static_cast<std::size_t>(parts.count));
    std::vector<Vec3> origin(volume.size(),
                             Vec3::Constant(INFINITY)); // a corner of the part: no cancellation
    std::vector<Bounds> box(volume.size(), {Vec3::Constant(INFINITY), Vec3::Constant(-INFINITY)});
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        const auto p = static_cast<std::size_t>(parts.of[t]);
        if (!origin[p].allFinite())
            origin[p] = corner(mesh, t, 0);
        volume[p] += (corner(mesh, t, 0) - origin[p]).dot(area_vector(mesh, t)) / 6.0;
        for (std::size_t k = 0; k < 3; ++k)
            box[p] = {box[p].min.cwiseMin(corner(mesh, t, k)),
                      box[p].max.cwiseMax(corner(mesh, t, k))};
    }
    Offset inside_out = 0;
    for (std::size_t p = 0; p < volume.size(); ++p) {
        bool held = volume[p] >= 0.0;
        for (std::size_t q = 0; q < volume.size() && !held; ++q)
            held = volume[q] > 0.0 && box[q].contains(box[p].min) && box[q].contains(box[p].max);
        inside_out += !held;
    }
    return inside_out;
}

} // namespace

MeshReport check_mesh(Mesh& mesh)
{
    MeshReport report;
    report.triangles = static_cast<Offset>(mesh.triangle.size());
    report.vertices = static_cast<Offset>(mesh.vertex.size());
    if (!finite_and_in_range(mesh, report))
        return report;
    report.zero_area = weld(mesh);
    drop_slivers(mesh, report);
    report.triangles = static_cast<Offset>(mesh.triangle.size());
    report.vertices = static_cast<Offset>(mesh.vertex.size());
    report.bounds = mesh_bounds(mesh);
    const std::vector<EdgeUse> uses = edge_uses(mesh);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        report.open_edges += edge.size() == 1;
        report.crowded_edges += edge.size() > 2;
    });
    const Parts parts = walk_parts(mesh, uses);
    report.flipped = count_flipped(parts);
    MassProperties whole = mesh_properties(mesh);
    if (whole.volume < 0.0 && report.open_edges + report.crowded_edges + report.flipped == 0) {
        for (auto& t : mesh.triangle)
            std::swap(t[1], t[2]);
        whole.volume = -whole.volume;
        report.turned = true;
    }
    report.volume = whole.volume;
    report.area = whole.area;
    if (report.open_edges + report.crowded_edges + report.flipped == 0)
        report.inside_out_parts = count_inside_out(mesh, parts);
    return report;
}

std::string fault(const MeshReport& r)
{
    if (r.not_finite > 0)
        return counted(r.not_finite, "vertex is not a finite number",
                       "vertices are not finite numbers");
    if (r.out_of_range > 0)
        return counted(r.out_of_range, "triangle refers", "triangles refer") +
               " to a vertex that does not exist";
    if (r.triangles == 0)
        return "no triangle has an area (" + counted(r.zero_area, "triangle", "triangles") +
               " dropped)";
    if (r.crowded_edges > 0)
        return "the surface is not that of a solid: " +
               counted(r.crowded_edges, "edge is", "edges are") +
               " shared by more than two triangles";
    if (r.open_edges > 0)
        return "the surface is not closed: " +
               counted(r.open_edges, "edge belongs", "edges belong") + " to one triangle only";
    if (r.flipped > 0)
        return counted(r.flipped, "triangle is", "triangles are") +
               " flipped: neighbouring triangles disagree about which side is outside";
    if (r.inside_out_parts > 0)
        return counted(r.inside_out_parts, "separate part is", "separate parts are") +
               " inside out";
    if (!(r.volume > 0.0))
        return "the surface encloses no volume";
    return {};
}

std::string scale_hint(const MeshReport& r)
{
    const double length = r.bounds.size().maxCoeff();
    const std::string size = "the mesh is " + number(length) + " m long; ";
    if (length > 100.0)
        return size + "is it in millimetres? scale = 0.001";
    if (length > 0.0 && length < 1e-3)
        return size + "was it scaled to metres already? scale = 1";
    return {};
}

std::string describe(const MeshReport& r)
{
    const Vec3 s = r.bounds.size();
    std::string text = counted(r.triangles, "triangle", "triangles") + ", " + number(s.x()) +
                       " x " + number(s.y()) + " x " + number(s.z()) + " m, volume " +
                       number(r.volume) + " m^3, area " + number(r.area) + " m^2";
    if (r.zero_area > 0)
        text += "; " + counted(r.zero_area, "triangle", "triangles") + " without area dropped";
    if (r.turned)
        text += "; it was inside out and has been turned";
    if (const std::string hint = scale_hint(r); !hint.empty())
        text += "; " + hint;
    return text;
}

MeshReport accept_mesh(Mesh& mesh, const std::string& name)
{
    MeshReport report = check_mesh(mesh);
    if (report.accepted())
        return report;
    const std::string hint = scale_hint(report);
    throw UserError({name, 0, 0}, fault(report) + (hint.empty() ? "" : "; " + hint));
}

} // namespace flotsam
