// The frames that a run has written: times and files from fluid.pvd, bodies.pvd, walls.pvd,
// walls.vtp.
#pragma once

#include "core/files.h"
#include "core/io/frame.h"

#include <optional>
#include <vector>

namespace flotsam::tools {

struct RunFrame {
    double time = 0.0;         // s
    Path fluid, bodies, walls; // empty = there is none
};

// UserError if it is no directory or there are no frames in it.
std::vector<RunFrame> frames_of(const Path& run);

// Every n-th, the first among them; or those nearest to the times given, each once, in order.
std::vector<RunFrame> every_nth(const std::vector<RunFrame>& frames, int n);
std::vector<RunFrame> nearest_to(const std::vector<RunFrame>& frames,
                                 const std::vector<double>& times);
// At most `most` of them, evenly chosen, the first and the last among them.
std::vector<RunFrame> evenly(const std::vector<RunFrame>& frames, std::size_t most);

} // namespace flotsam::tools
