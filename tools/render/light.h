// Light on what the depth buffer found: a lamp at the upper left, an even sky, and less of the sky
// where something near is in the way (ambient obscurance after M. McGuire et al., "The Alchemy
// screen-space ambient obscurance algorithm", 2011, Eq. 10).
#pragma once

#include "tools/render/splat.h"

namespace flotsam::render {

// The colour of every sub-pixel of the buffer; white where there is nothing.
void light(const Scene& scene, const Camera& camera, const DepthBuffer& buffer, const Drawn& drawn,
           std::vector<Colour>& colour);

} // namespace flotsam::render
