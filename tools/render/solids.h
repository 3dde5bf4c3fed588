// Walls and bodies as triangles and edges of a scene.
#pragma once

#include "core/io/frame.h"
#include "tools/render/scene.h"

#include <functional>

namespace flotsam::render {

struct SolidLook {
    // Of a solid, by its number in the frame; `around` the water as a tank is, or in it.
    std::function<Colour(std::size_t number, bool around)> colour;
    Colour edge;
    float edge_width = 1.2f; // pixels
    Bounds clip;             // nothing outside of it is drawn
    // Seen from the front, one spacing thick: every edge shows, those between two lids do not.
    bool flat = false;
    bool ghosts = false; // the edges of a tank's near side are hinted at
};

// Faces are drawn where their outer side is seen, so the near walls of a tank are cut away. Sharp
// edges (more than 40 degrees) become lines; across others the light runs smoothly.
void add_solids(Scene& scene, const io::SurfaceFrame& frame, const SolidLook& look,
                const Camera& camera);

} // namespace flotsam::render
