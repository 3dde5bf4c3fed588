#include "tests/support/basins.h"
#include "tests/support/trust.h"

#include "core/error.h"

#include <fstream>
#include <random>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

Tank pushed_water()
{
    rigid::Motion motion;
    motion.law = rigid::Motion::Law::sinusoid;
    motion.amplitude = 0.02;
    motion.frequency = 2.0;
    return piston_2d(motion);
}

// A small checkpoint with every kind of block.
std::string small_checkpoint(const Path& file)
{
    Tank t = dam_break_2d(0.02);
    run_steps(t, 3);
    coupling::write_checkpoint(file, t.state, {7, "flotsam 1.2.3"}, {{"frames", 12}});
    return read_whole_file(file);
}

// True if the bytes are refused with a reason and the state stays as it was.
bool refused(const Path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    Tank t = dam_break_2d(0.02);
    const std::string before = bytes_of(t.state);
    try {
        coupling::read_checkpoint(file, t.state, 7);
    } catch (const UserError& error) {
        const std::string what = error.what();
        return what.find(file.string()) == 0 &&
               what.find("not a usable checkpoint") != std::string::npos &&
               bytes_of(t.state) == before;
    }
    return false;
}

void damage_checkpoints(int times)
{
    const TemporaryDirectory directory;
    const std::string good = small_checkpoint(directory / "good");
    std::mt19937_64 random(2024);
    int flips = 0, cuts = 0;
    for (int n = 0; n < times; ++n) {
        std::string bad = good;
        const std::size_t bit = random() % (8 * good.size());
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
        flips += refused(directory / "bad", bad);
        cuts += refused(directory / "bad", good.substr(0, random() % good.size()));
    }
    CHECK(flips == times);
    CHECK(cuts == times);
    CHECK(refused(directory / "bad", good + "x"));
    CHECK(refused(directory / "bad", ""));
    CHECK_FALSE(refused(directory / "bad", good));
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a 2D dam break keeps its bits over restarts and threads and a rejected step")
    {
        check_trust([] { return dam_break_2d(); }, 90);
    }

    TEST_CASE("a 3D dam break with eddy viscosity keeps its bits over restarts and threads and a "
              "rejected step")
    {
        check_trust(dam_break_3d, 30);
    }

    TEST_CASE("multigrid keeps its bits over restarts and threads and a rejected step")
    {
        check_trust(
            [] {
                Tank t = dam_break_3d();
                t.method.fluid.solver = sph::SolverKind::multigrid;
                return t;
            },
            20);
    }

    TEST_CASE(
        "water before a moving piston keeps its bits over restarts and threads and a rejected step")
    {
        check_trust(pushed_water, 60);
    }

    TEST_CASE("5000 particles fill more than one block of a sum and have the same bits on 1 and 2 "
              "and 3 threads")
    {
        check_threads([] { return dam_break_2d(0.002); }, 12, {1, 2, 3});
    }
}

TEST_SUITE("unit")
{
    TEST_CASE("the checksum of 123456789 is the one published for CRC-64/XZ")
    {
        CHECK(checksum("123456789", 9) == 0x995DC9BBDF1939FAu);
        CHECK(checksum("6789", 4, checksum("12345", 5)) == 0x995DC9BBDF1939FAu);
        CHECK(checksum("", 0) == 0);
    }

    TEST_CASE("a checkpoint gives back label and counters")
    {
        const TemporaryDirectory directory;
        small_checkpoint(directory / "a");
        Tank t = dam_break_2d(0.02);
        const auto read = coupling::read_checkpoint(directory / "a", t.state, std::nullopt);
        CHECK(read.label.case_hash == 7);
        CHECK(read.label.program == "flotsam 1.2.3");
        CHECK(read.counters == coupling::Counters{{"frames", 12}});
        CHECK(t.state.step == 3);
    }

    TEST_CASE("a checkpoint of another case is refused")
    {
        const TemporaryDirectory directory;
        small_checkpoint(directory / "a");
        Tank t = dam_break_2d(0.02);
        CHECK_THROWS_WITH_AS(coupling::read_checkpoint(directory / "a", t.state, 8),
                             doctest::Contains("it belongs to another case"), UserError);
    }

    TEST_CASE("checkpoints of another format or byte order say so")
    {
        const TemporaryDirectory directory;
        const std::string good = small_checkpoint(directory / "a");
        Tank t = dam_break_2d(0.02);
        const auto message = [&](std::size_t at, char byte) {
            std::string bad = good;
            bad[at] = byte;
            refused(directory / "bad", bad);
            try {
                coupling::read_checkpoint(directory / "bad", t.state, 7);
            } catch (const UserError& error) {
                return std::string(error.what());
            }
            return std::string();
        };
        CHECK(message(8, 2).find("format 2, this program reads format 1") != std::string::npos);
        CHECK(message(12, 1).find("byte order") != std::string::npos);
        CHECK(message(0, 'F').find("does not begin like one") != std::string::npos);
        const std::size_t inside = good.find("position") + 200; // of that block's numbers
        CHECK(message(inside, static_cast<char>(~good[inside])).find("block 'position'") !=
              std::string::npos);
    }

    TEST_CASE("50 flipped bits and 50 cuts of a checkpoint are all refused")
    {
        damage_checkpoints(50);
    }

    TEST_CASE("a full disk leaves the old checkpoint and no half of a new one")
    {
        const TemporaryDirectory directory;
        const std::string good = small_checkpoint(directory / "a");
        for (std::size_t room : {std::size_t{0}, std::size_t{100}, good.size() / 2}) {
            CAPTURE(room);
            const std::string message = on_a_full_disk(room, [&] {
                Tank t = dam_break_2d(0.02);
                coupling::write_checkpoint(directory / "a", t.state, {7, "test"}, {});
            });
            CHECK(message.find("cannot write") != std::string::npos);
            CHECK(read_whole_file(directory / "a") == good);
            CHECK(directory.names() == std::vector<std::string>{"a"});
        }
    }

    TEST_CASE("two checkpoints are kept with the newest first")
    {
        const TemporaryDirectory directory;
        coupling::CheckpointKeeper keeper(directory / "checkpoint", {7, "test"});
        Tank t = dam_break_2d(0.02);
        for (std::int64_t step : {9, 10, 99, 100}) {
            t.state.step = step;
            keeper.keep(t.state, {});
        }
        const auto kept = coupling::checkpoints_in(directory / "checkpoint");
        REQUIRE(kept.size() == 2);
        CHECK(kept[0].filename() == "step-000000000100.checkpoint");
        CHECK(kept[1].filename() == "step-000000000099.checkpoint");
    }
}

TEST_SUITE("long")
{
    TEST_CASE("1000 flipped bits and 1000 cuts of a checkpoint are all refused")
    {
        damage_checkpoints(1000);
    }
}
