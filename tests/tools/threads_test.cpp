#include "tools/threads.h"

#include "tests/support/temporary.h"

#include <doctest/doctest.h>

using namespace flotsam;
using tools::cgroup_processors;
using tools::choose_threads;

namespace {

void put(const tests::TemporaryDirectory& root, const std::string& path, const std::string& text)
{
    std::filesystem::create_directories((root / path).parent_path());
    write_whole_file(root / path, text);
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("--threads beats OMP_NUM_THREADS beats the processors within the share")
    {
        CHECK(choose_threads(3, "8", 16, 2.0) == 3);
        CHECK(choose_threads(0, "8", 16, 2.0) == 8);
        CHECK(choose_threads(0, "4,2", 16, 2.0) == 4);
        CHECK(choose_threads(0, nullptr, 16, {}) == 16);
        CHECK(choose_threads(0, "", 16, 2.0) == 2);
        CHECK(choose_threads(0, "many", 16, 1.5) == 2);
        CHECK(choose_threads(0, "0", 16, 0.2) == 1);
        CHECK(choose_threads(0, nullptr, 4, 64.0) == 4);
        CHECK(choose_threads(0, nullptr, 0, {}) == 1);
        CHECK(choose_threads(5) == 5);
        CHECK(choose_threads(0) >= 1);
    }

    TEST_CASE("a machine without control groups has no limit")
    {
        const tests::TemporaryDirectory root;
        CHECK(!cgroup_processors(root.path()));
    }

    TEST_CASE("version 2: the tightest limit from the group upwards counts")
    {
        const tests::TemporaryDirectory root;
        put(root, "proc/self/cgroup", "0::/job/step\n");
        put(root, "sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
        CHECK(!cgroup_processors(root.path()));
        put(root, "sys/fs/cgroup/job/cpu.max", "250000 100000\n");
        CHECK(cgroup_processors(root.path()) == 2.5);
        put(root, "sys/fs/cgroup/job/step/cpu.max", "50000 100000\n");
        CHECK(cgroup_processors(root.path()) == 0.5);
    }

    TEST_CASE("version 2 inside a container: the limit stands at the root of the mount")
    {
        const tests::TemporaryDirectory root;
        put(root, "proc/self/cgroup", "0::/\n");
        put(root, "sys/fs/cgroup/cpu.max", "400000 100000\n");
        CHECK(cgroup_processors(root.path()) == 4.0);
    }

    TEST_CASE("version 1: quota over period and -1 for no limit")
    {
        const tests::TemporaryDirectory root;
        put(root, "proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/box\n3:cpuset:/box\n");
        put(root, "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1\n");
        put(root, "sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        CHECK(!cgroup_processors(root.path()));
        put(root, "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "150000\n");
        CHECK(cgroup_processors(root.path()) == 1.5);
    }

    TEST_CASE("nonsense in the control group files is no limit")
    {
        const tests::TemporaryDirectory root;
        put(root, "proc/self/cgroup", "nonsense\n0::\n::\n\n0::/a\n");
        put(root, "sys/fs/cgroup/a/cpu.max", "x y\n");
        put(root, "sys/fs/cgroup/cpu.max", "0 0\n");
        CHECK(!cgroup_processors(root.path()));
    }
}
