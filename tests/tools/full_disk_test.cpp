// Disks that fill up or break: exit code 4, one line, and no half file under a final name.
#include "tests/support/disturb.h"

using namespace flotsam;
using namespace flotsam::tests;

TEST_SUITE("case")
{
    TEST_CASE("a run on a full disk ends with one line and resumes when there is room")
    {
        const Undisturbed reference;
        const std::string out = reference.run("full");
        // Frames have 20 kB, checkpoints 26: each limit fails another kind of file.
        for (rlim_t bytes : {100, 2000, 15000, 20000, 24000}) {
            CAPTURE(bytes);
            Surroundings where;
            where.largest_file = bytes;
            const Ended ended = call(reference.words(out), where);
            CAPTURE(ended.err);
            CHECK(ended.code == 4);
            CHECK(ended.is_one_line());
            CHECK(ended.says(out));
            check_whole_files(reference.results(), out);
            reference.check_recovers(out);
            std::filesystem::remove_all(out);
        }
    }

    TEST_CASE("a disk that fills up later leaves a run that resumes to the same bytes")
    {
        const Undisturbed reference;
        const std::string out = reference.run("later");
        auto words = reference.words(out);
        words.insert(words.end(), {"--wall-limit", "0.03"});
        REQUIRE(call(words).code == 0);
        Surroundings where;
        where.largest_file = 15000;
        const Ended ended = call({"resume", out, "--quiet", "--threads", "1"}, where);
        CAPTURE(ended.err);
        CHECK(ended.code == 4);
        CHECK(ended.is_one_line());
        check_whole_files(reference.results(), out);
        reference.check_recovers(out);
    }

    TEST_CASE("a file system that is really full ends a run with one line and whole files")
    {
        const Undisturbed reference;
        // A whole run has some 400 kB.
        const auto full = fill_disk(reference, {24, 60, 100, 160, 260});
        if (full)
            CHECK(*full == 5);
        else
            MESSAGE("skipped: this user may not mount a file system");
    }

    TEST_CASE("20 failing calls of write and fsync and rename and open leave whole files")
    {
        CHECK(fail_often(Undisturbed(), 20, 5) > 10);
    }
}

TEST_SUITE("long")
{
    TEST_CASE("200 failing calls of write and fsync and rename and open leave whole files")
    {
        CHECK(fail_often(Undisturbed(), 200, 6) > 100);
    }
}
