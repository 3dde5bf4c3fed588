// How much memory a case needs, told before anything is allocated.
#pragma once

#include "cases/estimate.h"

#include <string>

namespace flotsam::cases {

// Peak memory a particle costs, B: state and its copy for repeated steps, neighbour lists, pressure
// solve, work arrays, frames on their way to the disk. Fitted to the peak of `flotsam run`
// (memory_bytes in summary.json), frames every few steps: dam-break-3d at spacing 0.01, 0.006 and
// 0.0044 (82 k, 379 k and 953 k fluid particles: 205, 609 and 1410 MB) and dam-break at 0.0006 (118 k:
// 119 MB), where they are right within 3 %. Neighbours are 57 (3D) or 18 (2D) at 8 B each.
constexpr double bytes_per_fluid_particle = 1190.0;
constexpr double bytes_per_fluid_particle_2d = 330.0;
constexpr double bytes_per_wall_particle = 250.0;
constexpr double bytes_of_program = 78e6;

double estimate_memory(const ParticleEstimate& particles, int dimension); // B

// What this process may still use, B: the smallest of free memory, the limits of its control
// groups, and its address-space limit. `root` stands before /proc and /sys, for tests.
double available_memory(const std::string& root = "");

// UserError with the estimate and a spacing that fits, unless the case fits into `available`.
void expect_memory(const Case& c, const CaseMeasure& m, double available);

} // namespace flotsam::cases
