// A union of boxes along the same axes, exact inside and outside.
#pragma once

#include "core/shape.h"

#include <span>

namespace flotsam {

// Null when the boxes cut space into more than 20 million cells.
ShapePtr make_box_union(std::span<const Bounds> boxes);

} // namespace flotsam
