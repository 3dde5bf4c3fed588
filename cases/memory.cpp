#include "cases/memory.h"

#include "cases/bodies.h"
#include "cases/words.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace flotsam::cases {

namespace {

double water_memory(const ParticleEstimate& particles, int dimension)
{
    const double each = dimension == 2 ? bytes_per_fluid_particle_2d : bytes_per_fluid_particle;
    const double work = std::min(particles.fluid * work_space_per_particle, most_work_space);
    return work + particles.fluid * each + particles.wall * bytes_per_wall_particle;
}

// What making the largest shape takes for a moment, and what stays of all.
struct BodyMemory {
    double making = 0.0, kept = 0.0; // B
};

BodyMemory body_memory(const CaseMeasure& m, double spacing)
{
    BodyMemory memory;
    if (m.dimension == 2 || m.bodies.empty())
        return memory;
    const double face = spacing * spacing;
    memory.making = bytes_to_make_point * m.largest_met / face;
    memory.kept = bytes_per_contact_point * m.all_met / face;
    for (const BodyExtent& body : m.bodies) {
        const double points = body.shape.surface / face;
        const double cells = body.shape.size / (face * spacing);
        const double side = std::max(body.longest / picture_sides, spacing);
        const double triangles = 2.0 * body.shape.surface / (side * side);
        memory.making =
            std::max(memory.making, bytes_to_make_point * points + bytes_to_make_cell * cells);
        memory.kept +=
            bytes_per_contact_point * points +
            body.copies * (bytes_per_body_point * points + bytes_per_picture_triangle * triangles);
    }
    return memory;
}

} // namespace

double estimate_memory(const CaseMeasure& m, double spacing)
{
    const BodyMemory bodies = body_memory(m, spacing);
    const double making = bytes_of_dry_program + bodies.making;
    const double running =
        m.dry ? bytes_of_dry_program
              : bytes_of_program + water_memory(estimate_particles(m, spacing), m.dimension);
    return std::max(making, running + bodies.kept);
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
               estimate_memory(m, spacing) <= share * available;
    };
    const ParticleEstimate now = estimate_particles(m, c.spacing);
    if (fits(c.spacing, 1.0))
        return;
    double spacing = c.spacing;
    for (int n = 0; n < 2000 && !fits(spacing, 0.9); ++n)
        spacing *= 1.02;
    const double digit = std::pow(10.0, std::floor(std::log10(spacing)) - 1.0);
    spacing = std::ceil(spacing / digit) * digit;
    const std::string needs = "the case needs about " + bytes_text(estimate_memory(m, c.spacing)) +
                              " for " + rounded_text(now.fluid + now.wall, 2) + " particles, but " +
                              bytes_text(available) + " are available";
    const bool possible = available > 1.2 * bytes_of_program;
    throw UserError(c.place("spacing"),
                    needs +
                        (possible ? "; spacing = " + rounded_text(spacing, 2) + " would fit" : ""));
}

} // namespace flotsam::cases
