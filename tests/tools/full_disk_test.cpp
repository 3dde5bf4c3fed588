// Disks that fill up or break: exit code 4, one line, and no half file under a final name.
#include "tests/support/run_files.h"
#include "tests/support/small_disk.h"

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Failure {
    const char* call;
    int at;
    int error;
    bool stays;
};

// Returns whether the failure was met at all: the run may make fewer such calls.
bool fail_once(const Undisturbed& reference, const Failure& failure)
{
    const std::string out = reference.run("failing");
    Surroundings where;
    where.environment = {{"LD_PRELOAD", FLOTSAM_FAILING_IO},
                         {"FAIL_CALL", failure.call},
                         {"FAIL_AT", std::to_string(failure.at)},
                         {"FAIL_ERRNO", std::to_string(failure.error)}};
    if (failure.stays)
        where.environment["FAIL_STAYS"] = "1";
    const Ended ended = call(reference.words(out), where);
    CAPTURE(failure.call);
    CAPTURE(failure.at);
    CAPTURE(failure.error);
    CAPTURE(failure.stays);
    CAPTURE(ended.err);
    if (ended.code == 0) {
        check_same_results(reference.results(), out);
    } else {
        CHECK(ended.code == 4);
        CHECK(ended.is_one_line());
        CHECK(ended.says(out)); // the file that could not be written
        check_whole_files(reference.results(), out);
        for (const std::string& name : tree(out)) {
            CAPTURE(name);
            CHECK(!is_temporary_name(name));
        }
        reference.check_recovers(out);
    }
    std::filesystem::remove_all(out);
    return ended.code != 0;
}

void fail_often(int times, unsigned seed)
{
    const Undisturbed reference;
    std::mt19937 random(seed);
    const auto below = [&](unsigned most) { return 1 + static_cast<int>(random() % most); };
    int met = 0;
    for (int n = 0; n < times; ++n) {
        const int error = n % 3 == 0 ? EIO : ENOSPC;
        const bool stays = random() % 2u == 0;
        const Failure failures[] = {{"write", below(200), error, stays},
                                    {"fsync", below(100), error, stays},
                                    {"rename", below(50), error, stays},
                                    {"open", below(100), error, stays}};
        met += fail_once(reference, failures[n % 4]) ? 1 : 0;
    }
    CHECK(met > times / 2);
}

} // namespace

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
        const Path place = Path(reference.run("disk")).parent_path() / "disk";
        std::filesystem::create_directory(place);
        SmallDisk disk(place);
        if (!disk.mounted()) {
            MESSAGE("skipped: this user may not mount a file system");
            return;
        }
        const std::string out = (place / "run").string();
        int full = 0;
        for (int kilobytes : {24, 60, 100, 160, 260}) { // a whole run has some 400
            CAPTURE(kilobytes);
            disk.resize(kilobytes);
            const Ended ended = call(reference.words(out));
            CAPTURE(ended.err);
            CHECK(ended.code == 4);
            CHECK(ended.is_one_line());
            CHECK(ended.says(out));
            full += ended.code == 4;
            check_whole_files(reference.results(), out);
            disk.resize(16 * 1024);
            reference.check_recovers(out);
            std::filesystem::remove_all(out);
        }
        CHECK(full == 5);
    }

    TEST_CASE("20 failing calls of write and fsync and rename and open leave whole files")
    {
        fail_often(20, 5);
    }
}

TEST_SUITE("long")
{
    TEST_CASE("200 failing calls of write and fsync and rename and open leave whole files")
    {
        fail_often(200, 6);
    }
}
