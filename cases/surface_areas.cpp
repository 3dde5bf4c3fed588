#include "cases/surface_areas.h"

#include "core/cell_grid.h"
#include "core/neighbors.h"

#include <limits>

namespace flotsam::cases {

namespace {

constexpr double reach = 3.0; // spacings: no sample is farther from the points next to the surface
constexpr double same_way = 0.7; // cosine between normals on one face

void share(const rigid::BodyModel& model, const std::vector<std::size_t>& points,
           const Boundary& boundary, coupling::Method& method)
{
    std::vector<Vec3> places, samples;
    for (const std::size_t w : points)
        places.push_back(boundary.surface[w]);
    for (const Vec3& x : model.surface.position)
        samples.push_back(model.start_orientation * x + model.start_position);
    Bounds bounds = bounds_of(places);
    const double radius = reach * method.fluid.spacing;
    bounds.min.array() -= radius;
    bounds.max.array() += radius;
    const CellGrid grid = make_grid(bounds, radius, Periodic{}, method.fluid.dimension);
    CellPoints cells;
    sort_into_cells(grid, places, cells);
    std::vector<Vec3> sorted;
    for (const Index n : cells.order)
        sorted.push_back(places[static_cast<std::size_t>(n)]);
    NeighborRows rows;
    find_neighbors(grid, samples, cells, radius, false, rows);
    for (std::size_t n = 0; n < samples.size(); ++n) {
        if (model.surface.area[n] == 0.0)
            continue;
        const Vec3 normal = model.start_orientation * model.surface.normal[n];
        double least = std::numeric_limits<double>::infinity();
        std::size_t best = points.front();
        for (const Index k : rows.row(static_cast<Offset>(n))) {
            const auto at = static_cast<std::size_t>(cells.order[static_cast<std::size_t>(k)]);
            const bool other_face = boundary.normal[points[at]].dot(normal) < same_way;
            const double far = (sorted[static_cast<std::size_t>(k)] - samples[n]).norm() +
                               (other_face ? radius : 0.0);
            if (far < least) {
                least = far;
                best = points[at];
            }
        }
        method.fluid.area[best] += model.surface.area[n];
    }
}

} // namespace

void share_areas(const Boundary& boundary, coupling::Method& method)
{
    method.fluid.area.assign(boundary.position.size(), method.fluid.volume / method.fluid.spacing);
    for (std::size_t i = 0; i < method.models().size(); ++i) {
        const auto [first, last] = method.body_points[i];
        std::vector<std::size_t> points;
        for (auto w = static_cast<std::size_t>(first); w < static_cast<std::size_t>(last); ++w) {
            method.fluid.area[w] = 0.0;
            if (boundary.layer[w] == 0)
                points.push_back(w);
        }
        if (!points.empty())
            share(method.models()[i], points, boundary, method);
    }
}

} // namespace flotsam::cases
