// A run directory without a run: a case, a series, a summary, written by hand.
#pragma once

#include "tests/support/program.h"

namespace flotsam::tests {

// A front that moves at 2 m/s and a pressure that rises by 1 kPa/s, for one second.
inline std::string small_series(double end = 1.0)
{
    std::string text = "time,step,dt,iterations,residual,front,P1,energy.kinetic,energy.potential,"
                       "energy.viscous,energy.wall_work,energy.residual\n";
    for (int n = 0; n <= static_cast<int>(100.0 * end + 0.5); ++n) {
        const std::string t = std::to_string(0.01 * n);
        text += t + "," + std::to_string(n) + ",0.01,12,1e-4," + std::to_string(0.02 * n) + "," +
                std::to_string(10 * n) + "," + t + ",-" + t + ",0,0,0\n";
    }
    return text;
}

inline const std::string small_case = R"(format = 1
title = "A <front> & \"friends\""
dimension = 2
spacing = 0.1
end_time = 1.0
[fluid]
[[fluid.fill]]
box = { min = [0, 0], max = [1, 1] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [2, 2] }
open = ["z+"]
[[probe]]
name = "front"
kind = "front"
[[probe]]
name = "P1"
kind = "pressure"
at = [2, 0.1]
)";

inline const std::string small_summary = R"({
  "case": "small", "version": "9.9", "commit": "abc1234", "date": "2026-01-01 00:00 UTC", "ending": "finished",
  "time": 1, "end_time": 1, "steps": 100, "spacing": 0.1, "particles": {"fluid": 1234, "wall": 56}, "threads": 3,
  "wall_seconds": 12.5, "memory_bytes": {"peak": 1e8}, "mean_iterations": 11.5, "max_iterations": 77,
  "energy": {"kinetic": 1.5, "potential": -2.5, "viscous": -0.1, "shifting": 0, "wall_work": 0, "left": 0,
  "residual": -0.9}, "events": {"clamped": 4321, "guarded": 5, "pushed": 6, "left": 7, "retried": 8}
})";

// x = 2 t, measured every 0.1 s.
inline const std::string small_measurement =
    "# A lab, 1999\ntime [s],x "
    "[m]\n0,0\n0.1,0.2\n0.2,0.4\n0.3,0.6\n0.4,0.8\n0.5,1.0\n0.6,1.2\n0.7,1.4\n0.8,1.6\n0.9,1.8\n";

inline void make_run(const Path& directory, const std::string& references = "", double end = 1.0)
{
    std::filesystem::create_directories(directory);
    write_whole_file(directory / "case.toml", "# case small\n" + small_case + references);
    write_whole_file(directory / "series.csv", small_series(end));
    write_whole_file(directory / "summary.json", small_summary);
}

} // namespace flotsam::tests
