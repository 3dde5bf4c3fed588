// Points on a surface. Fine triangles are gathered into patches, one for each cell of the shape's
// lattice and each of six directions their normals may mostly point to; small patches join a
// neighbour; a patch becomes a point at its middle, put back on the true surface, with the patch's
// area.
#include "core/error.h"
#include "core/sampling.h"
#include "core/sharp_edges.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace flotsam {

namespace {

struct Patch {
    double area = 0.0;
    Vec3 moment = Vec3::Zero(); // area times middle
    Vec3 normal = Vec3::Zero(); // area times normal
    Vec3 middle() const { return moment / area; }
    void add(const Patch& other)
    {
        area += other.area;
        moment += other.moment;
        normal += other.normal;
    }
};

using Cell = std::array<Offset, 4>; // three lattice indices and the direction of the normal
using Patches = std::map<Cell, Patch>;

Cell cell_of(const Vec3& x, const Vec3& normal, const Lattice& lattice)
{
    // A little under the surface, so that a face on a cell boundary falls into one layer of cells.
    const Vec3 q = lattice.turn.inverse() *
                   Vec3(x - 0.25 * lattice.spacing * normal - lattice.origin) / lattice.spacing;
    const Vec3 n = lattice.turn.inverse() * normal;
    Eigen::Index axis = 0;
    n.cwiseAbs().maxCoeff(&axis);
    return {static_cast<Offset>(std::floor(q.x())), static_cast<Offset>(std::floor(q.y())),
            static_cast<Offset>(std::floor(q.z())), 2 * axis + (n[axis] > 0.0)};
}

Patches gather_patches(const Shape& shape, const Mesh& mesh, const Lattice& lattice)
{
    // Parts of a union may cover each other; what is covered is no surface.
    const bool may_be_covered = !shape.exact();
    Patches patches;
    for (std::size_t t = 0; t < mesh.triangle.size(); ++t) {
        const Vec3 twice = area_vector(mesh, t);
        const double area = 0.5 * twice.norm();
        const Vec3 middle = (corner(mesh, t, 0) + corner(mesh, t, 1) + corner(mesh, t, 2)) / 3.0;
        if (area == 0.0 || (may_be_covered && shape.distance(middle) < -0.1 * lattice.spacing))
            continue;
        patches[cell_of(middle, twice.normalized(), lattice)].add(
            {area, area * middle, 0.5 * twice});
    }
    return patches;
}

// Patches of less than half a cell's face join the nearest one that looks the same way.
void join_small(Patches& patches, double spacing)
{
    for (auto it = patches.begin(); it != patches.end();) {
        if (it->second.area >= 0.4 * spacing * spacing) {
            ++it;
            continue;
        }
        const Patch small = it->second;
        double nearest = 1.5 * spacing;
        Patch* best = nullptr;
        for (Offset i = -1; i <= 1; ++i)
            for (Offset j = -1; j <= 1; ++j)
                for (Offset k = -1; k <= 1; ++k)
                    for (Offset side = 0; side < 6; ++side) {
                        const auto other = patches.find(
                            {it->first[0] + i, it->first[1] + j, it->first[2] + k, side});
                        if (other == patches.end() || other == it ||
                            other->second.normal.normalized().dot(small.normal.normalized()) < 0.7)
                            continue;
                        const double distance = (other->second.middle() - small.middle()).norm();
                        if (distance < nearest) {
                            nearest = distance;
                            best = &other->second;
                        }
                    }
        if (best) {
            best->add(small);
            it = patches.erase(it);
        } else {
            ++it;
        }
    }
}

void add_point(SurfaceSample& sample, const Vec3& x, const Vec3& normal, double area, int feature)
{
    sample.position.push_back(x);
    sample.normal.push_back(normal);
    sample.area.push_back(area);
    sample.feature.push_back(static_cast<std::uint8_t>(feature));
}

void add_faces(const Shape& shape, const Patches& patches, double spacing, SurfaceSample& sample)
{
    double total = 0.0;
    for (const auto& [cell, patch] : patches)
        total += patch.area;
    const std::optional<MassProperties> exact = shape.exact();
    const double stretch = exact && total > 0.0 ? exact->area / total : 1.0;
    for (const auto& [cell, patch] : patches) {
        const Vec3 n = patch.normal.normalized();
        const SurfacePoint s = shape.nearest(patch.middle() + 1e-3 * spacing * n);
        const bool smooth = s.blocked == 1 && s.normal.dot(n) > 0.5;
        add_point(sample, s.point, smooth ? s.normal : n, stretch * patch.area, 1);
    }
}

// Points in the middles of equal lengths of a line. On a straight one they lie where they should;
// on a curved one they go to the nearest of its vertices, which lie on the true edge.
void add_line(const Mesh& mesh, const SharpLine& line, double spacing, SurfaceSample& sample)
{
    const auto at = [&](std::size_t n) {
        return mesh.vertex[static_cast<std::size_t>(line.vertex[n])];
    };
    std::vector<double> length{0.0};
    for (std::size_t n = 0; n + 1 < line.vertex.size(); ++n)
        length.push_back(length.back() + (at(n + 1) - at(n)).norm());
    const bool straight =
        (at(line.vertex.size() - 1) - at(0)).norm() > (1.0 - 1e-9) * length.back();
    const int count = std::max(1, static_cast<int>(std::lround(length.back() / spacing)));
    std::size_t piece = 0;
    for (int k = 0; k < count; ++k) {
        const double s = length.back() * (k + 0.5) / count;
        while (piece + 2 < length.size() && length[piece + 1] < s)
            ++piece;
        const double t = (s - length[piece]) / (length[piece + 1] - length[piece]);
        const Vec3 x = straight ? Vec3(at(piece) + t * (at(piece + 1) - at(piece)))
                                : at(t < 0.5 ? piece : piece + 1);
        add_point(sample, x, line.normal[piece], 0.0, 2);
    }
}

} // namespace

SurfaceSample sample_surface(const Shape& shape, double spacing)
{
    expects(spacing > 0.0, "surface points have a spacing");
    const Mesh mesh = shape.triangles(0.5 * spacing);
    Patches patches = gather_patches(shape, mesh, lattice_for(shape, spacing, 3));
    join_small(patches, spacing);
    SurfaceSample sample;
    add_faces(shape, patches, spacing, sample);
    const SharpEdges edges = find_sharp_edges(mesh);
    SurfaceSample sharp;
    for (const SharpLine& line : edges.lines)
        add_line(mesh, line, spacing, sharp);
    for (std::size_t n = 0; n < edges.corner.size(); ++n)
        add_point(sharp, mesh.vertex[static_cast<std::size_t>(edges.corner[n])],
                  edges.corner_normal[n], 0.0, 3);
    for (std::size_t n = 0; n < sharp.position.size(); ++n)
        if (shape.distance(sharp.position[n]) > -0.1 * spacing) // not covered by another part
            add_point(sample, sharp.position[n], sharp.normal[n], 0.0, sharp.feature[n]);
    return sample;
}

} // namespace flotsam
