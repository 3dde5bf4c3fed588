#include "core/io/frame_writer.h"

#include "core/io/pvd.h"
#include "tests/core/io/frames.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <chrono>
#include <ctime>

using namespace flotsam;
using tests::TemporaryDirectory;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double thread_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

io::FrameOptions into(const TemporaryDirectory& dir, std::optional<double> resume_at = {})
{
    return {dir.path(), io::Compression::zlib, resume_at};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("every kind of frame gets its file and its entry in its .pvd")
    {
        const TemporaryDirectory dir;
        io::FrameWriter writer(into(dir));
        writer.submit_static_walls(tests::surface(0, 0.0));
        for (int n = 0; n < 5; ++n) {
            writer.submit(tests::particles(100, n, 0.1 * n));
            writer.submit_bodies(tests::surface(n, 0.1 * n));
        }
        writer.submit_walls(tests::surface(1'234'567, 0.5));
        writer.finish();
        CHECK(dir.names()
              == std::vector<std::string>{
                  "bodies.pvd", "bodies_000000.vtp", "bodies_000001.vtp", "bodies_000002.vtp",
                  "bodies_000003.vtp", "bodies_000004.vtp", "fluid.pvd", "fluid_000000.vtu",
                  "fluid_000001.vtu", "fluid_000002.vtu", "fluid_000003.vtu", "fluid_000004.vtu",
                  "walls.pvd", "walls.vtp", "walls_1234567.vtp"});
        CHECK(read_whole_file(dir / "walls.pvd") == R"(<?xml version="1.0"?>
<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">
  <Collection>
    <DataSet timestep="0.5" part="0" file="walls_1234567.vtp"/>
  </Collection>
</VTKFile>
)");
        const auto fluid = io::PvdIndex::load(dir / "fluid.pvd", 1e9);
        REQUIRE(fluid.entries().size() == 5);
        CHECK(fluid.entries()[3].time == 0.1 * 3);
        CHECK(fluid.entries()[3].file == "fluid_000003.vtu");
    }

    TEST_CASE("two writers at once give the same bytes as writing directly")
    {
        const TemporaryDirectory direct, left, right;
        io::FrameWriter a(into(left)), b(into(right));
        for (int n = 0; n < 6; ++n) {
            const auto frame = tests::particles(20'000, n, 0.1 * n);
            a.submit(frame);
            b.submit(frame);
            io::write_particles(direct / ("fluid_00000" + std::to_string(n) + ".vtu"), frame,
                                io::Compression::zlib);
        }
        a.finish();
        b.finish();
        for (int n = 0; n < 6; ++n) {
            const std::string name = "fluid_00000" + std::to_string(n) + ".vtu";
            CHECK(read_whole_file(left / name) == read_whole_file(direct / name));
            CHECK(read_whole_file(right / name) == read_whole_file(direct / name));
        }
    }

    // Processor time of this thread: on a busy machine the clock also counts other programs.
    TEST_CASE("handing over a million particles takes the loop less than 0.15 s of its thread")
    {
        const TemporaryDirectory dir;
        const auto state = tests::particles(1'000'000, 0, 0.0);
        io::FrameWriter writer(into(dir));
        const auto start = Clock::now();
        const double began = thread_seconds();
        writer.submit(state); // copies
        const double handed_over = thread_seconds() - began;
        const bool written = std::filesystem::exists(dir / "fluid_000000.vtu");
        writer.finish();
        const double all = seconds_since(start);
        MESSAGE("handed over in ", handed_over, " s, on the disk after ", all, " s, ",
                std::filesystem::file_size(dir / "fluid_000000.vtu") / 1'000'000, " MB");
        CHECK(handed_over < 0.15);
        CHECK(!written);
    }

    TEST_CASE("a third frame waits until the first is written")
    {
        const TemporaryDirectory dir;
        io::FrameWriter writer(into(dir));
        for (int n = 0; n < 3; ++n)
            writer.submit(tests::particles(100'000, n, n));
        CHECK(std::filesystem::exists(dir / "fluid_000000.vtu"));
        writer.drain();
        CHECK(std::filesystem::exists(dir / "fluid_000002.vtu"));
        writer.submit(tests::particles(1, 3, 3.0));
        writer.finish();
        CHECK(std::filesystem::exists(dir / "fluid_000003.vtu"));
    }

    TEST_CASE("a failed write is thrown by the next call and by every later one")
    {
        const TemporaryDirectory dir;
        io::FrameWriter writer(into(dir));
        std::filesystem::remove_all(dir.path());
        writer.submit(tests::particles(10, 0, 0.0));
        CHECK_THROWS_AS(writer.drain(), MachineError);
        CHECK_THROWS_AS(writer.submit(tests::particles(10, 1, 0.1)), MachineError);
        CHECK_THROWS_AS(writer.finish(), MachineError);
    }

    TEST_CASE("a disk that fills up leaves whole frames and all of them listed")
    {
        const TemporaryDirectory dir;
        const std::string told = tests::on_a_full_disk(20'000, [&] {
            io::FrameWriter writer(into(dir));
            writer.submit(tests::particles(10, 0, 0.0));
            writer.submit(tests::particles(5000, 1, 0.1)); // does not fit
            writer.submit(tests::particles(10, 2, 0.2));
            writer.finish();
        });
        CHECK(told.find("fluid_000001.vtu: cannot write: ") != std::string::npos);
        CHECK(dir.names() == std::vector<std::string>{"fluid.pvd", "fluid_000000.vtu"});
        CHECK(io::PvdIndex::load(dir / "fluid.pvd", 9.0).entries().size() == 1);
    }

    TEST_CASE("a resumed run keeps earlier frames and drops later ones and goes on")
    {
        const TemporaryDirectory dir;
        {
            io::FrameWriter writer(into(dir));
            for (int n = 0; n < 4; ++n) {
                writer.submit(tests::particles(10, n, 0.1 * n));
                writer.submit_bodies(tests::surface(n, 0.1 * n));
            }
            writer.submit_static_walls(tests::surface(0, 0.0));
            writer.finish();
        }
        write_whole_file(dir / "fluid_000009.vtu", "renamed, but killed before it was listed");
        {
            io::FrameWriter writer(into(dir, 0.1));
            CHECK(dir.names()
                  == std::vector<std::string>{"bodies.pvd", "bodies_000000.vtp", "bodies_000001.vtp",
                                              "fluid.pvd", "fluid_000000.vtu", "fluid_000001.vtu",
                                              "walls.vtp"});
            writer.submit(tests::particles(10, 2, 0.15));
            writer.finish();
        }
        const auto fluid = io::PvdIndex::load(dir / "fluid.pvd", 9.0);
        REQUIRE(fluid.entries().size() == 3);
        CHECK(fluid.entries()[1].time == 0.1);
        CHECK(fluid.entries()[2].time == 0.15);
        CHECK(io::PvdIndex::load(dir / "bodies.pvd", 9.0).entries().size() == 2);
    }

    TEST_CASE("a .pvd that is not ours is refused with its line")
    {
        const TemporaryDirectory dir;
        const std::string path = (dir / "fluid.pvd").string();
        write_whole_file(path, "<Collection>\n<DataSet timestep=\"x\" file=\"a.vtu\"/>\n");
        CHECK_THROWS_WITH_AS(io::PvdIndex::load(path, 1.0),
                             (path + ":2:1: a DataSet needs a timestep and a file").c_str(), UserError);
        CHECK(io::PvdIndex::load(dir / "none.pvd", 1.0).entries().empty());
    }
}
