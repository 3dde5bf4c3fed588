#include "cases/memory.h"

#include "cases/words.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace flotsam::cases {

double estimate_memory(const ParticleEstimate& particles, int dimension)
{
    const double each = dimension == 2 ? bytes_per_fluid_particle_2d : bytes_per_fluid_particle;
    const double work = std::min(particles.fluid * work_space_per_particle, most_work_space);
    return bytes_of_program + work + particles.fluid * each
           + particles.wall * bytes_per_wall_particle;
}

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

// A file that holds one number; "max" and whatever cannot be read is no limit.
double number_in_file(const std::string& path)
{
    std::ifstream in(path);
    double value = 0.0;
    return in >> value ? value : endless;
}

// The number after a word at the start of a line.
double number_after(const std::string& path, const std::string& word, double otherwise)
{
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string key;
        double value = 0.0;
        if (words >> key >> value && key == word)
            return value;
    }
    return otherwise;
}

// What a control group uses, less the cached files that the kernel gives back when asked.
double group_usage(const std::string& folder, bool unified)
{
    const double used =
        number_in_file(folder + (unified ? "/memory.current" : "/memory.usage_in_bytes"));
    if (!std::isfinite(used))
        return 0.0;
    const std::string stat = folder + "/memory.stat", prefix = unified ? "" : "total_";
    return std::max(0.0, used - number_after(stat, prefix + "inactive_file", 0.0) -
                             number_after(stat, prefix + "active_file", 0.0));
}

// The limit of each control group from ours up to the root, less what it uses already.
double group_memory(const std::string& root)
{
    double least = endless;
    std::ifstream in(root + "/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const bool unified = line.starts_with("0::");
        const auto at = line.find(":memory:");
        if (!unified && at == std::string::npos)
            continue;
        std::string group = unified ? line.substr(3) : line.substr(at + 8);
        const std::string base = root + (unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory");
        const char* limit = unified ? "/memory.max" : "/memory.limit_in_bytes";
        for (;;) {
            const double most = number_in_file(base + group + limit);
            if (std::isfinite(most))
                least = std::min(least, std::max(0.0, most - group_usage(base + group, unified)));
            if (group.empty() || group == "/")
                break;
            group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
        }
    }
    return least;
}

} // namespace

double available_memory(const std::string& root)
{
    const double free = 1024.0 * number_after(root + "/proc/meminfo", "MemAvailable:", endless);
    double least = std::min(free, group_memory(root));
    rlimit limit{};
    if (root.empty() && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        least = std::min(least, static_cast<double>(limit.rlim_cur));
    return least;
}

void expect_memory(const Case& c, const CaseMeasure& m, double available)
{
    constexpr double most_particles = 2e9; // 32-bit particle indices
    const auto fits = [&](double spacing, double share) {
        const ParticleEstimate p = estimate_particles(m, spacing);
        return p.fluid + p.wall < share * most_particles &&
               estimate_memory(p, c.dimension) <= share * available;
    };
    const ParticleEstimate now = estimate_particles(m, c.spacing);
    if (fits(c.spacing, 1.0))
        return;
    double spacing = c.spacing;
    for (int n = 0; n < 2000 && !fits(spacing, 0.9); ++n)
        spacing *= 1.02;
    const double digit = std::pow(10.0, std::floor(std::log10(spacing)) - 1.0);
    spacing = std::ceil(spacing / digit) * digit;
    const std::string needs = "the case needs about " +
                              bytes_text(estimate_memory(now, c.dimension)) + " for " +
                              rounded_text(now.fluid + now.wall, 2) + " particles, but " +
                              bytes_text(available) + " are available";
    const bool possible = available > 1.2 * bytes_of_program;
    throw UserError(c.place("spacing"),
                    needs +
                        (possible ? "; spacing = " + rounded_text(spacing, 2) + " would fit" : ""));
}

} // namespace flotsam::cases
