// How many threads a run may use on a machine it shares.
#pragma once

#include <filesystem>
#include <optional>

namespace flotsam::tools {

// Processor share granted by the control group this process is in, in processors; nothing if there
// is no limit. Reads cgroup version 2 (cpu.max) and 1 (cpu.cfs_quota_us), the tightest limit from
// the process's group up. `root` stands for "/" in tests.
std::optional<double> cgroup_processors(const std::filesystem::path& root = "/");

// --threads, else OMP_NUM_THREADS, else the processors this process may run on, cut to the control
// group's share rounded up. At least 1. `asked` = 0: not asked.
int choose_threads(int asked, const char* omp_num_threads, int processors, std::optional<double> share);

// The same, with the facts of this machine.
int choose_threads(int asked);

} // namespace flotsam::tools
