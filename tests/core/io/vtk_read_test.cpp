// Frames back from their files, whole and broken.
#include "core/io/vtk_read.h"

#include "core/io/vtk_files.h"
#include "tests/core/io/frames.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;
using io::Compression;

namespace {

template <class Read> std::string complaint(Read&& read)
{
    try {
        read();
        return "";
    } catch (const UserError& error) {
        return error.what();
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("particles come back as they were for every compression and for none and one")
    {
        const TemporaryDirectory directory;
        for (const Compression how : {Compression::zlib, Compression::lz4, Compression::none})
            for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{5000}}) {
                const io::ParticleFrame frame = particles(count);
                io::write_particles(directory / "f.vtu", frame, how);
                const io::ParticleFrame back = io::read_particles(directory / "f.vtu");
                CHECK(back.position == frame.position);
                CHECK(back.velocity == frame.velocity);
                CHECK(back.pressure == frame.pressure);
                CHECK(back.density == frame.density);
                CHECK(back.type == frame.type);
                CHECK(back.id == frame.id);
                CHECK(back.body == frame.body);
                CHECK(back.free_surface == frame.free_surface);
                CHECK(back.spacing == frame.spacing);
                CHECK(back.header.time == frame.header.time);
                CHECK(back.header.generator == frame.header.generator);
            }
    }

    TEST_CASE("surfaces come back as they were")
    {
        const TemporaryDirectory directory;
        const io::SurfaceFrame frame = surface();
        io::write_surface(directory / "s.vtp", frame, Compression::zlib);
        const io::SurfaceFrame back = io::read_surface(directory / "s.vtp");
        CHECK(back.vertex == frame.vertex);
        CHECK(back.triangle == frame.triangle);
        CHECK(back.body == frame.body);
        CHECK(back.speed == frame.speed);
        CHECK(back.names == frame.names);
        CHECK(back.header.step == frame.header.step);
    }

    TEST_CASE("a particle file cut off at any of 200 lengths is refused with its name")
    {
        const TemporaryDirectory directory;
        io::write_particles(directory / "whole.vtu", particles(300), Compression::zlib);
        const std::string bytes = read_whole_file(directory / "whole.vtu");
        int refused = 0;
        for (std::size_t n = 0; n < 200; ++n) {
            write_whole_file(directory / "cut.vtu", bytes.substr(0, n * (bytes.size() - 12) / 200));
            const std::string said = complaint([&] { io::read_particles(directory / "cut.vtu"); });
            refused += said.find("cut.vtu") != std::string::npos;
        }
        CHECK(refused == 200);
    }

    TEST_CASE("a file of another kind is refused")
    {
        const TemporaryDirectory directory;
        io::write_surface(directory / "s.vtp", surface(), Compression::zlib);
        CHECK(complaint([&] { io::read_particles(directory / "s.vtp"); }) != "");
        io::write_particles(directory / "f.vtu", particles(3), Compression::zlib);
        CHECK(complaint([&] { io::read_surface(directory / "f.vtu"); }) != "");
        write_whole_file(directory / "x.vtu", "no XML at all </VTKFile>");
        CHECK(complaint([&] { io::read_particles(directory / "x.vtu"); }) != "");
        CHECK_THROWS_AS(io::read_particles(directory / "absent.vtu"), MachineError);
    }
}
