// Water particles on a lattice (see cases/build.h for the rules).
#pragma once

#include "cases/estimate.h"
#include "core/sampling.h"
#include "sph/fluid.h"

#include <vector>

namespace flotsam::cases {

// Whether x is the image of itself inside every periodic range: points at the upper end are images
// of those at the lower.
bool is_home(const Case& c, const Vec3& x);

// Keeps references to what it is made from.
class Filler {
public:
    Filler(const Case& c, const CaseShapes& shapes, const Lattice& lattice,
           const std::vector<WallPart>& walls)
        : case_(c), shapes_(shapes), lattice_(lattice), walls_(walls)
    {
    }

    // Fills the shapes one after the other; particles by fill. UserError for a fill without a
    // particle or with one outside the domain.
    std::vector<Offset> fill(const Bounds& domain, sph::Fluid& fluid) const;

    // Whether `filled` particles leave no room for a free surface, or what the case says.
    bool is_sealed(Offset filled) const;

private:
    std::vector<Vec3> places_in(const Shape& shape) const;
    std::vector<Vec3> free_places(std::size_t fill, const std::vector<Vec3>& taken) const;

    const Case& case_;
    const CaseShapes& shapes_;
    const Lattice& lattice_;
    const std::vector<WallPart>& walls_;
};

} // namespace flotsam::cases
