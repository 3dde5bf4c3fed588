// Frames as VTK XML files for ParaView: appended raw data, 64-bit headers, SI units attached.
#pragma once

#include "core/files.h"
#include "core/io/frame.h"

namespace flotsam::io {

enum class Compression { zlib, lz4, none };

// Once, before the first use of VTK and before other threads start: VTK reports through error codes
// alone instead of printing, and uses no threads of its own beside OpenMP's.
void prepare_vtk();

// .vtu, one vertex cell a particle, so that every ParaView filter works on particles.
void write_particles(const Path& path, const ParticleFrame& frame, Compression compression);

// .vtp of triangles.
void write_surface(const Path& path, const SurfaceFrame& frame, Compression compression);

} // namespace flotsam::io
