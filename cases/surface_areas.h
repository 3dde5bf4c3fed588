// The area that each surface point of a body stands for. The points next to its surface are not
// spread evenly: at an edge one of two faces gets the point. So the true surface is sampled about a
// spacing apart, and each sample's area goes to the nearest point that looks the same way: the
// areas of a body, and of each of its faces, sum to the true ones.
#pragma once

#include "coupling/state.h"

namespace flotsam::cases {

// Fills fluid.area; points of walls stand for d^(dim-1) each.
void share_areas(const Boundary& boundary, coupling::Method& method);

} // namespace flotsam::cases
