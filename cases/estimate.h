// How many particles a case will have, told from volumes and areas before anything is sampled.
#pragma once

#include "cases/case.h"
#include "core/shape.h"

#include <vector>

namespace flotsam::cases {

constexpr int wall_layers = 3; // of particles under every wall's surface

// The shapes of a case, made once.
struct CaseShapes {
    std::vector<ShapePtr> walls, fills;
    std::vector<ShapePtr> bodies; // where they start; of an array its first member
};
CaseShapes make_shapes(const Case& c);

// Of one wall, as far as it lies in the domain, or of one body.
struct WallExtent {
    double size = 0.0;    // m^3 (2D: m^2); infinite for a plane
    double surface = 0.0; // m^2 (2D: m)
    double closed = 0.0;  // the part of it that has wall particles
    bool tank = false;
};

struct BodyExtent {
    WallExtent shape;
    double longest = 0.0; // side of its bounds, m
    int copies = 1;
};

struct CaseMeasure {
    int dimension = 3;
    bool dry = false;
    double water = 0.0; // inside fills and tanks, outside solids, m^3 (2D: m^2)
    std::vector<WallExtent> walls;
    std::vector<BodyExtent> bodies;
    double largest_met =
        0.0;              // surface of the largest wall that bodies meet with its own points, m^2
    double all_met = 0.0; // of all of them
};
CaseMeasure measure(const Case& c, const CaseShapes& shapes, const Bounds& domain);

struct ParticleEstimate {
    double fluid = 0.0;
    double wall = 0.0;
};
ParticleEstimate estimate_particles(const CaseMeasure& m, double spacing);

} // namespace flotsam::cases
