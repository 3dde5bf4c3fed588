// Specs to the shapes and motions the solver works with.
#pragma once

#include "cases/case.h"
#include "core/shape.h"
#include "rigid/prescribed.h"

namespace flotsam::cases {

// How deep a two-dimensional shape reaches to both sides of the x-z plane, m: beyond anything.
constexpr double flat_depth = 1e6;

// In two dimensions boxes and discs reach `depth` to both sides. Reads mesh files.
ShapePtr make_shape(const ShapeSpec& spec, int dimension, double depth = flat_depth);

// The shape of a body where it starts (of an array: the first), turned about its centre of mass.
ShapePtr make_body_shape(const BodySpec& spec, int dimension, double depth = flat_depth);

// Radians and a unit direction; reads tables. A table counts from its first value: the wall starts
// where it is drawn.
rigid::Motion make_motion(const MotionSpec& spec);

// Where a moving wall goes until `end`, and the largest speed of a corner of its box.
struct Sweep {
    Bounds box;
    double speed = 0.0; // m/s
};
Sweep sweep(const rigid::Motion& motion, const Bounds& box, double end);

// A wall for pictures: closed faces only, each looking at the water, in two dimensions one spacing
// thick, planes cut off at the domain.
Mesh wall_picture(const WallSpec& wall, const Case& c, const Bounds& domain);

} // namespace flotsam::cases
