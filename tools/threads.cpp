#include "tools/threads.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace flotsam::tools {

namespace {

using Path = std::filesystem::path;

std::optional<double> number(std::string_view text)
{
    double value = 0.0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::string first_line(const Path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::optional<double> quota(std::string_view granted, std::string_view period)
{
    const auto time = number(granted), every = number(period);
    if (!time || !every || *time <= 0.0 || *every <= 0.0) // "max" and -1: no limit
        return std::nullopt;
    return *time / *every;
}

std::optional<double> limit_v2(const Path& group)
{
    const std::string line = first_line(group / "cpu.max"); // "200000 100000" or "max 100000"
    const std::size_t gap = line.find(' ');
    if (gap == std::string::npos)
        return std::nullopt;
    return quota(std::string_view(line).substr(0, gap), std::string_view(line).substr(gap + 1));
}

std::optional<double> limit_v1(const Path& group)
{
    return quota(first_line(group / "cpu.cfs_quota_us"), first_line(group / "cpu.cfs_period_us"));
}

// The tightest limit of `group` and the groups above it, below `mount`.
template <class Limit>
std::optional<double> tightest(const Path& mount, const Path& group, Limit&& limit)
{
    std::optional<double> least;
    Path here = group.relative_path();
    for (;;) {
        if (const auto found = limit(mount / here); found && (!least || *found < *least))
            least = found;
        if (here.empty())
            return least;
        here = here.parent_path();
    }
}

bool lists(std::string_view controllers, std::string_view name)
{
    while (!controllers.empty()) {
        const std::size_t comma = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, comma) == name)
            return true;
        controllers.remove_prefix(std::min(comma + 1, controllers.size()));
    }
    return false;
}

} // namespace

std::optional<double> cgroup_processors(const Path& root)
{
    const Path base = root / "sys/fs/cgroup";
    std::ifstream groups(root / "proc/self/cgroup"); // lines "number:controllers:/path"
    std::optional<double> least;
    for (std::string line; std::getline(groups, line);) {
        const std::size_t one = line.find(':');
        const std::size_t two = line.find(':', one == std::string::npos ? one : one + 1);
        if (two == std::string::npos)
            continue;
        const std::string controllers = line.substr(one + 1, two - one - 1);
        const Path group = line.substr(two + 1);
        std::optional<double> found;
        if (controllers.empty())
            found = tightest(base, group, limit_v2);
        else if (lists(controllers, "cpu"))
            found = tightest(base / "cpu", group, limit_v1);
        if (found && (!least || *found < *least))
            least = found;
    }
    return least;
}

int choose_threads(int asked, const char* omp_num_threads, int processors, std::optional<double> share)
{
    if (asked > 0)
        return asked;
    // OMP_NUM_THREADS may be a list for nested levels; the first entry is ours.
    if (const auto wanted = number(omp_num_threads == nullptr ? "" : omp_num_threads); wanted && *wanted >= 1.0)
        return static_cast<int>(*wanted);
    if (share)
        processors = std::min(processors, static_cast<int>(std::ceil(*share)));
    return std::max(processors, 1);
}

int choose_threads(int asked)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    const int processors
        = known ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency());
    return choose_threads(asked, std::getenv("OMP_NUM_THREADS"), processors, cgroup_processors());
}

} // namespace flotsam::tools
