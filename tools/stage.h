// What of a run is shown and from where, and one frame of it as a picture.
#pragma once

#include "tools/render/draw.h"
#include "tools/field.h"
#include "tools/run_frames.h"

#include <optional>

namespace flotsam::tools {

// A frame, read.
struct Moment {
    double time = 0.0;
    std::optional<io::ParticleFrame> fluid;
    std::optional<io::SurfaceFrame> bodies, walls;
};
Moment read_moment(const RunFrame& frame);

struct StageWish {
    std::optional<render::View> view; // none: from the front in 2D, from above the front in 3D
    int width = 0, height = 0;        // pixels; 0: chosen
    double zoom = 1.0;
};

// The same for all frames of a run, so that a film has a still camera.
struct Stage {
    bool flat = false; // two dimensions
    render::View view;
    Bounds box;  // where something happens: in the picture
    Bounds clip; // walls are cut off outside
    double spacing = 0.0;
    int width = 0, height = 0;
    std::string name; // of the case
};

// From some frames of the run, the first and the last among them.
Stage make_stage(const std::vector<Moment>& samples, const StageWish& wish);

// "front", "back", "left", "right", "top", "corner", or "AROUND,ABOVE" in degrees; UserError.
render::View find_view(const std::string& text);

// The scene alone, for a place in a picture of this size.
io::Image draw_moment(const Moment& moment, const Stage& stage, const Field& field,
                      std::pair<double, double> range, int width, int height, bool with_legend,
                      render::Studio& studio);

} // namespace flotsam::tools
