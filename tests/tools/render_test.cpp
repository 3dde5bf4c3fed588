// `flotsam render` as a user calls it: files, messages, exit codes.
#include "core/io/pvd.h"
#include "core/io/vtk_files.h"
#include "tests/core/io/frames.h"
#include "tests/support/run_directory.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// Three frames of some particles and two triangles, without a case.
void make_frames(const Path& run)
{
    std::filesystem::create_directories(run);
    io::PvdIndex fluid(run / "fluid.pvd"), bodies(run / "bodies.pvd");
    for (int n = 0; n < 3; ++n) {
        const std::string number = "_00000" + std::to_string(n);
        io::write_particles(run / ("fluid" + number + ".vtu"), particles(500, n, 0.5 * n),
                            io::Compression::zlib);
        fluid.add(0.5 * n, "fluid" + number + ".vtu");
        io::write_surface(run / ("bodies" + number + ".vtp"), surface(n, 0.5 * n),
                          io::Compression::zlib);
        bodies.add(0.5 * n, "bodies" + number + ".vtp");
    }
}

// Width and height in a PNG's header.
std::pair<int, int> png_size(const Path& file)
{
    const std::string bytes = read_whole_file(file);
    REQUIRE(bytes.starts_with("\x89PNG\r\n\x1a\n"));
    const auto number = [&](std::size_t at) {
        int value = 0;
        for (std::size_t k = 0; k < 4; ++k)
            value = value * 256 + static_cast<unsigned char>(bytes[at + k]);
        return value;
    };
    return {number(16), number(20)};
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("render draws 3 frames and a film of them without a display")
    {
        const TemporaryDirectory directory;
        make_frames(directory / "run");
        Surroundings nowhere;
        nowhere.environment = {{"DISPLAY", ""}};
        const std::string run = (directory / "run").string();
        const Ended ended = call({"render", run, "--size", "320x200", "--sheet"}, nowhere);
        CHECK(ended.err == "");
        CHECK(ended.code == 0);
        CHECK(tree(directory / "run/frames") ==
              std::vector<std::string>{"0000.png", "0001.png", "0002.png", "sheet.png"});
        CHECK(png_size(directory / "run/frames/0001.png") == std::pair{320, 200});
        const std::string film = read_whole_file(directory / "run/film.html");
        CHECK(count(film, "data:image/jpeg;base64,") == 3);
        CHECK(film.find("http://") == std::string::npos);
        CHECK(film.find("t = 0.5 s") != std::string::npos);

        const Ended again = call({"render", run});
        CHECK(again.code == 2);
        CHECK(again.is_one_line());
        CHECK(again.says("--force"));
        CHECK(call({"render", run, "--force", "--times", "0.4", "--size", "200x100"}).code == 0);
        CHECK(tree(directory / "run/frames") == std::vector<std::string>{"0000.png"});
    }

    TEST_CASE("a second rendering has the same bytes on 1 and on 3 threads")
    {
        const TemporaryDirectory directory;
        make_frames(directory / "run");
        std::vector<std::string> pictures, films;
        for (const std::string threads : {"1", "3"}) {
            REQUIRE(call({"render", (directory / "run").string(), "--force", "--threads", threads,
                          "--size", "320x200", "--field", "pressure"})
                        .code == 0);
            pictures.push_back(read_whole_file(directory / "run/frames/0002.png"));
            films.push_back(read_whole_file(directory / "run/film.html"));
        }
        CHECK(pictures[0] == pictures[1]);
        CHECK(films[0] == films[1]);
    }

    TEST_CASE("13 wrong calls of render end with one line and code 2 and leave nothing behind")
    {
        const TemporaryDirectory directory;
        make_frames(directory / "run");
        std::filesystem::create_directories(directory / "empty");
        const std::string run = (directory / "run").string();
        struct Wrong {
            std::vector<std::string> words;
            std::string says;
        };
        const std::vector<Wrong> all{
            {{(directory / "absent").string()}, "there is no run directory"},
            {{(directory / "empty").string()}, "no frames"},
            {{run, "--field", "presure"}, "did you mean 'pressure'?"},
            {{run, "--range", "3:1"}, "the second larger"},
            {{run, "--range", "1"}, "two numbers A:B"},
            {{run, "--range", "0:nan"}, "two numbers A:B"},
            {{run, "--view", "frontt"}, "did you mean 'front'?"},
            {{run, "--view", "10,100"}, "AROUND,ABOVE"},
            {{run, "--size", "100"}, "WxH"},
            {{run, "--size", "100x1000000"}, "from 64 to 8192"},
            {{run, "--every", "0"}, "whole number"},
            {{run, "--zoom", "-1"}, "0.01 to 1000"},
            {{run, "--times", "0.1,x"}, "times A,B"},
        };
        const std::vector<std::string> before = tree(directory.path());
        for (const Wrong& wrong : all) {
            std::vector<std::string> words = wrong.words;
            words.insert(words.begin(), "render");
            const Ended ended = call(words);
            INFO(ended.err);
            CHECK(ended.code == 2);
            CHECK(ended.is_one_line());
            CHECK(ended.says(wrong.says));
        }
        CHECK(tree(directory.path()) == before);
    }

    TEST_CASE("a frame that is cut off or missing or elsewhere is named")
    {
        const TemporaryDirectory directory;
        make_frames(directory / "run");
        const std::string run = (directory / "run").string();
        const Path file = directory / "run/fluid_000001.vtu";
        const std::string bytes = read_whole_file(file);
        write_whole_file(file, bytes.substr(0, bytes.size() / 2));
        const Ended cut = call({"render", run});
        CHECK(cut.code == 2);
        CHECK(cut.is_one_line());
        CHECK(cut.says("fluid_000001.vtu: the file is cut off"));
        std::filesystem::remove(file);
        const Ended missing = call({"render", run});
        CHECK(missing.code == 4);
        CHECK(missing.is_one_line());
        CHECK(missing.says("fluid_000001.vtu"));
        io::PvdIndex(directory / "run/fluid.pvd").add(0.0, "../secret.vtu");
        const Ended elsewhere = call({"render", run});
        CHECK(elsewhere.code == 2);
        CHECK(elsewhere.says("'../secret.vtu' is not a file beside it"));
    }
}
