// Shapes to particles: water, walls in layers under their surface, bodies, surface points.
#pragma once

#include "core/boundary.h"
#include "core/shape.h"

#include <functional>
#include <vector>

namespace flotsam {

// Points origin + turn * d (i + 1/2, j + 1/2, k + 1/2); in two dimensions y = 0.
struct Lattice {
    double spacing = 0.0; // d, m
    int dimension = 3;
    Vec3 origin = Vec3::Zero();
    Quat turn = Quat::Identity();
};

// A lattice along the shape's own axes, with a corner of the shape's box on a cell corner, so that
// layers lie d/2, 3d/2, ... under flat faces. Across a shape thinner than d, cells are centred on it.
Lattice lattice_for(const Shape& shape, double spacing, int dimension);

// One wall to be sampled.
struct WallPart {
    ShapePtr shape;
    bool tank = false;           // fluid is inside the shape (the wall is around it), else outside
    std::vector<int> open;       // faces without a wall (Shape::face_names order)
    bool moves = false;          // a moving wall is not joined with its neighbours
    std::uint16_t owner = 0;
    std::uint16_t group = 0;     // load group of the whole wall; face f has group + 1 + f
    Lattice lattice;
    std::vector<Vec3> places;    // if any: its points, instead of those of the lattice
};

// Round solids in layers that follow their surface, d/2, 3d/2, ... under it: a lattice cut off by a
// round surface makes buoyancy 1 to 4 % wrong at 16 spacings across.
std::vector<Vec3> disc_places(const Vec3& center, const Vec3& axis, double radius, double d,
                              int layers);
std::vector<Vec3> ball_places(const Vec3& center, double radius, double d, int layers);
std::vector<Vec3> cylinder_places(const Vec3& from, const Vec3& to, double radius, double d,
                                  int layers);

// Lattice points of every wall in `layers` layers under its surface, inside `domain` (grown by the
// layers), with surface point, normal, blocked directions and layer number. Where static walls
// meet (an obstacle on the floor), a place is taken once, and a point whose surface point is buried
// in another wall gets the nearest point of the common inside edge (blocked = 2 or 3) instead.
Boundary sample_walls(const std::vector<WallPart>& walls, int layers, const Bounds& domain);

// Lattice points inside `shape` and inside the fluid's space: at least `clearance` from every wall
// and, if there are tanks, in one of them or straight out of its open face.
std::vector<Vec3> sample_fill(const Shape& shape, const Lattice& lattice,
                              const std::vector<WallPart>& walls, double clearance);

// A solid body as particles: all lattice points inside; for those within `layers` spacings of the
// surface, its nearest point and normal ([A21] Eq. 35).
struct BodySample {
    std::vector<Vec3> position;
    std::vector<SurfacePoint> surface; // of each particle
    double volume = 0.0;               // of one particle, d^dim
};
BodySample sample_body(const Shape& shape, const Lattice& lattice);

// Volume, centre and inertia of the particles as cubes (2D: squares, per metre of depth), to compare
// with Shape::exact(); the area stays 0.
MassProperties particle_sum(const BodySample& body, int dimension);

// Points on the surface about `spacing` apart, whose areas sum to the true area; points on edges
// and vertices carry no area.
struct SurfaceSample {
    std::vector<Vec3> position, normal;
    std::vector<double> area;           // m^2; 0 on edges and vertices
    std::vector<std::uint8_t> feature;  // 1 face, 2 edge, 3 vertex
};
SurfaceSample sample_surface(const Shape& shape, double spacing);

} // namespace flotsam
