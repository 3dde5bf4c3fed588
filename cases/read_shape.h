// Shapes, motions and slip of a case file: the parts shared by walls, bodies and fills.
#pragma once

#include "cases/case.h"
#include "cases/section.h"

namespace flotsam::cases {

// The one shape among the keys of `owner`, with its turn.
ShapeSpec read_shape(const Section& owner);

// The name of a wall, body or probe: a column of series.csv and a part of --set keys.
std::string read_name(const Section& section);

// A table with min and max.
Bounds read_bounds(const Section& section);

MotionSpec read_motion(Section section);

// Of a wall or body.
SlipRatio read_slip(const Section& owner);

// Faces by name, as core's shapes name them: what `open` and force probes may ask for.
std::vector<std::string> face_names(const ShapeSpec& shape, int dimension);

} // namespace flotsam::cases
