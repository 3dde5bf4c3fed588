#include "core/run_directory.h"

#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <optional>

using namespace flotsam;
using tests::TemporaryDirectory;

namespace {

std::string refusal(const Path& path, OpenRun how)
{
    try {
        RunDirectory run(path, how);
    } catch (const UserError& error) {
        return error.what();
    }
    return "no error";
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::string host()
{
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a run directory is made with its parents and unlocked at the end")
    {
        const TemporaryDirectory dir;
        {
            const RunDirectory run(dir / "a/b", OpenRun::fresh);
            write_whole_file(run / "run.log", "x");
            CHECK(std::filesystem::exists(dir / "a/b/.flotsam.lock"));
        }
        CHECK(!std::filesystem::exists(dir / "a/b/.flotsam.lock"));
        CHECK(std::filesystem::exists(dir / "a/b/run.log"));
    }

    TEST_CASE("a directory with anything in it is refused and left as it was")
    {
        const TemporaryDirectory dir;
        write_whole_file(dir / "notes.txt", "mine");
        CHECK(refusal(dir.path(), OpenRun::fresh)
              == dir.path().string() + ": exists; use --force or another --out");
        CHECK(dir.names() == std::vector<std::string>{"notes.txt"});
        CHECK(contains(refusal(dir / "notes.txt", OpenRun::replace), "is a file"));
        CHECK(contains(refusal(dir / "none", OpenRun::resume), "no such run directory"));
    }

    TEST_CASE("force removes what a run writes and nothing else")
    {
        const TemporaryDirectory dir;
        for (const char* name :
             {"fluid.pvd", "fluid_000012.vtu", "fluid_1234567.vtu", "bodies.pvd", "bodies_000000.vtp",
              "walls.vtp", "walls_000003.vtp", "walls.pvd", "series.csv", "bodies.csv", "contacts.csv",
              "run.log", "summary.json", "case.toml", "report.html", "metrics.json", "film.html",
              ".fluid_000013.vtu.part", ".fluid.pvd.part"})
            write_whole_file(dir / name, "x");
        for (const char* name : {"checkpoint", "frames"}) {
            std::filesystem::create_directory(dir / name);
            write_whole_file(dir / name / "000001", "x");
        }
        const std::vector<std::string> mine{"fluid_12.vtu",   "fluid_00001x.vtu", "my.csv",
                                            "notes.txt",      "series.csv.old",   "walls.stl"};
        for (const auto& name : mine)
            write_whole_file(dir / name, "x");
        {
            const RunDirectory run(dir.path(), OpenRun::replace);
        }
        auto kept = mine;
        std::sort(kept.begin(), kept.end());
        CHECK(dir.names() == kept);
    }

    TEST_CASE("resume keeps all but the temporary files of an interrupted write")
    {
        const TemporaryDirectory dir;
        for (const char* name : {"fluid_000012.vtu", ".fluid_000013.vtu.part", ".mine.part"})
            write_whole_file(dir / name, "x");
        {
            const RunDirectory run(dir.path(), OpenRun::resume);
        }
        CHECK(dir.names() == std::vector<std::string>{".mine.part", "fluid_000012.vtu"});
    }

    TEST_CASE("of two runs into one directory the second is refused until the first ends")
    {
        const TemporaryDirectory dir;
        std::optional<RunDirectory> first(std::in_place, dir.path(), OpenRun::fresh);
        for (OpenRun how : {OpenRun::fresh, OpenRun::replace, OpenRun::resume}) {
            const std::string told = refusal(dir.path(), how);
            CHECK(contains(told, "another run is writing here"));
            CHECK(contains(told, "process " + std::to_string(getpid()) + " on " + host()));
        }
        first.reset();
        CHECK(refusal(dir.path(), OpenRun::fresh) == "no error");
    }

    TEST_CASE("a lock left by a killed run on this host is taken over")
    {
        const TemporaryDirectory dir;
        const pid_t child = fork();
        if (child == 0) {
            const RunDirectory run(dir.path(), OpenRun::fresh);
            _exit(0); // no destructors: as if killed
        }
        waitpid(child, nullptr, 0);
        CHECK(dir.names() == std::vector<std::string>{".flotsam.lock"});
        CHECK(refusal(dir.path(), OpenRun::resume) == "no error");
        CHECK(dir.names().empty());
    }

    TEST_CASE("a lock from another host is respected but one cut off is not")
    {
        const TemporaryDirectory dir;
        write_whole_file(dir / ".flotsam.lock", "17 elsewhere\n");
        const std::string told = refusal(dir.path(), OpenRun::resume);
        CHECK(contains(told, "process 17 on elsewhere"));
        CHECK(contains(told, "remove " + (dir / ".flotsam.lock").string()));
        write_whole_file(dir / ".flotsam.lock", "17 else");
        CHECK(refusal(dir.path(), OpenRun::resume) == "no error");
    }

    TEST_CASE("twenty runs that start at once into one directory: one wins")
    {
        const TemporaryDirectory dir;
        int ends[2]; // winners stay until the parent closes its end
        REQUIRE(pipe(ends) == 0);
        for (int n = 0; n < 20; ++n) {
            const pid_t child = fork();
            if (child == 0) {
                try {
                    const RunDirectory run(dir / "out", OpenRun::fresh);
                    close(ends[1]);
                    char byte = 0;
                    _exit(read(ends[0], &byte, 1) == 0 ? 0 : 4);
                } catch (const UserError&) {
                    _exit(2);
                } catch (...) {
                    _exit(4);
                }
            }
            REQUIRE(child > 0);
        }
        int won = 0, refused = 0;
        const auto reap = [&](int options) {
            int status = 0;
            const pid_t child = waitpid(-1, &status, options);
            won += child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
            refused += child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 2;
            return child;
        };
        for (int n = 0; n < 2000 && refused < 19; ++n)
            if (reap(WNOHANG) == 0)
                usleep(10'000);
        close(ends[1]);
        while (reap(0) > 0) {
        }
        close(ends[0]);
        CHECK(won == 1);
        CHECK(refused == 19);
    }
}
