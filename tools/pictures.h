// Frames for ParaView: water, bodies and walls, each with its .pvd.
#pragma once

#include "cases/build.h"
#include "core/io/frame_writer.h"
#include "core/run_directory.h"

#include <optional>

namespace flotsam::tools {

// What made a file: in every frame, in the log.
std::string generator_of(const cases::Case& c);

class Pictures {
public:
    // `resume_at`: frames until then are kept.
    Pictures(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
             std::optional<double> resume_at);

    // The state at time 0, with walls that never move.
    void write_first(const coupling::State& s);
    void write(const coupling::State& s);
    void drain() { writer_.drain(); }
    void finish() { writer_.finish(); }

    double every() const { return every_; } // s
    bool due(double time) const;

private:
    io::FrameHeader header(const coupling::State& s) const;
    void write_water(const coupling::State& s);
    void write_bodies(const coupling::State& s);
    void write_walls(const coupling::State& s);

    const cases::Case& case_;
    const cases::Built& built_;
    double every_;
    bool walls_move_;
    io::FrameWriter writer_;
};

} // namespace flotsam::tools
