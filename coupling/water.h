// The water at any place of the present state: how full it is, its pressure, its velocity.
//
// Fractions are kernel sums V sum W over water or wall points, divided by their lattice value: with
// both they add up to 1 inside the water, also at a wall.
#pragma once

#include "core/cell_grid.h"
#include "core/point_tree.h"
#include "coupling/state.h"

namespace flotsam::coupling {

class Water {
public:
    // Sorts the present particles, and the walls if they move or are new. Keeps references.
    void update(const State& s, const Method& m);

    double water_fraction(const Vec3& x) const;
    double solid_fraction(const Vec3& x) const;
    // Water in what is not solid: 1/2 at the free surface, 0 deep in a solid.
    double filling(const Vec3& x) const;

    double pressure(const Vec3& x) const; // Pa; 0 if dry
    Vec3 velocity(const Vec3& x) const;   // m/s; NaN if dry
    double level(const Vec3& on_line) const;

    // The nearest boundary point by its surface, less than a search radius away; -1 if none.
    // Surfaces at rest are in a tree made once for the run, moving ones in the cells of a step.
    Index nearest_wall(const Vec3& x) const;

private:
    struct Cloud {
        CellGrid grid;
        CellPoints cells;
        Bounds bounds;
        std::span<const Vec3> positions;
    };
    void sort(std::span<const Vec3> positions, Cloud& cloud) const;
    void plant_tree(const Boundary& boundary);
    bool moves(std::size_t owner) const; // of a boundary point
    template <class F> void each_near(const Cloud& cloud, const Vec3& x, F&& f) const;
    double fraction(const Cloud& cloud, const Vec3& x) const;

    const State* state_ = nullptr;
    const Method* method_ = nullptr;
    Cloud water_, walls_;
    std::vector<Index> resting_; // boundary points whose surfaces are in the tree, in its order
    PointTree surfaces_;
};

} // namespace flotsam::coupling
