// Frames back from the files that write_particles and write_surface made.
#pragma once

#include "core/files.h"
#include "core/io/frame.h"

namespace flotsam::io {

// UserError with the file's name where it is no file of ours: cut off, another kind, an array
// missing or of the wrong length, a triangle without its corners.
ParticleFrame read_particles(const Path& path);
SurfaceFrame read_surface(const Path& path);

} // namespace flotsam::io
