// Writes frames while the run goes on.
//
// One background thread owns everything of VTK. The run hands over a frame (moved, or copied) and
// goes on; it waits only when two frames of the same kind are still unwritten. A failure is kept
// and thrown, as the MachineError it was, by the next call. A file is listed in its .pvd only after
// it has its final name.
#pragma once

#include "core/io/vtk_files.h"

#include <memory>
#include <optional>

namespace flotsam::io {

struct FrameOptions {
    Path directory;
    Compression compression = Compression::zlib;
    // Continue the .pvd files found there up to this time, and remove the frames that are later.
    std::optional<double> resume_at;
};

class FrameWriter {
public:
    explicit FrameWriter(FrameOptions options);
    FrameWriter(const FrameWriter&) = delete;
    FrameWriter& operator=(const FrameWriter&) = delete;
    ~FrameWriter(); // waits for what is under way; errors that nobody asked for are lost

    void submit(ParticleFrame frame);        // fluid_NNNNNN.vtu, fluid.pvd
    void submit_bodies(SurfaceFrame frame);  // bodies_NNNNNN.vtp, bodies.pvd
    void submit_walls(SurfaceFrame frame);   // walls_NNNNNN.vtp, walls.pvd: walls that move
    void submit_static_walls(SurfaceFrame frame); // walls.vtp, once

    // Waits until all is on the disk: before a checkpoint that counts on it.
    void drain();
    // drain() and end; nothing can be submitted afterwards.
    void finish();

private:
    class Worker;
    std::unique_ptr<Worker> worker_;
};

} // namespace flotsam::io
