// Bodies from shapes: mass, principal axes, surface points, pose.
#pragma once

#include "rigid/bodies.h"
#include "rigid/mass.h"

namespace flotsam::rigid {

// A body as it is asked for: its shape where it stands at time 0.
struct BodyPlan {
    std::string name;
    ShapePtr shape; // in two dimensions: a prism along y
    Material material;
    Mode mode = Mode::free;
    Motion motion;
    Vec3 translates = Vec3::Ones();
    Vec3 rotates = Vec3::Ones();
};

struct MadeBody {
    BodyModel model;
    Volume volume; // how its mass was found
};

// Surface points about `spacing` apart. In two dimensions the body is locked to the x-z plane.
MadeBody make_body(const BodyPlan& plan, int dimension, double spacing);

// The same body again elsewhere (arrays): shape and surface points are shared or copied as they
// are.
BodyModel copy_of(const BodyModel& model, std::string name, const Vec3& shift);

// Points on the outline of a prism along y, in the plane y = 0: `area` is the length each stands
// for; corners are of feature 3.
SurfaceSample sample_outline(const Shape& shape, double spacing);

} // namespace flotsam::rigid
