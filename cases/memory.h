// How much memory a case needs, told before anything is allocated.
#pragma once

#include "cases/estimate.h"

#include <string>

namespace flotsam::cases {

// Peak memory a particle costs, B: state and its copy for repeated steps, neighbour lists, pressure
// solve, work arrays, frames on their way to the disk. The lists' work space grows with the
// particles up to a limit. Fitted to the peak of `flotsam run` (memory_bytes in summary.json);
// fluid particles, measured and estimated MB:
//   3D  10 k 52 / 52,  82 k 205 / 200,  379 k 609 / 614,  953 k 1410 / 1384      (dam-break-3d)
//   2D  3 k 27 / 29,   118 k 119 / 120                                           (dam-break)
// These are the points of the fit; no others were measured. Neighbours are 57 (3D) or 18 (2D).
constexpr double bytes_per_fluid_particle = 1220.0;
constexpr double bytes_per_fluid_particle_2d = 400.0;
constexpr double bytes_per_wall_particle = 250.0;
constexpr double work_space_per_particle = 600.0;
constexpr double most_work_space = 45e6;
constexpr double bytes_of_program = 25e6;

// Bodies, in three dimensions; in two they take next to nothing. Making a shape takes memory for
// the triangles and points of its surface, and of a body for a lattice through its volume; it is
// given back before the run. What stays: points of each shape for contact, and of each copy its own
// points and its picture. Fitted like the above to runs of two steps, measured and estimated MB:
//   floor and dominoes  61 k points 72 / 75, 245 k 242 / 241
//   one box             15 k points 72 / 74, 60 k 394 / 399;  a sphere  8 k 48 / 48, 31 k 217 / 218
//   boxes, of points    400 of 940 153 / 144,  144 of 2.4 k 126 / 134,  100 of 15 k 181 / 190
constexpr double bytes_of_dry_program = 20e6;
constexpr double bytes_to_make_point = 900.0;
constexpr double bytes_to_make_cell = 325.0;
constexpr double bytes_per_contact_point = 120.0; // by shape
constexpr double bytes_per_body_point = 70.0;     // by copy
constexpr double bytes_per_picture_triangle = 130.0;

double estimate_memory(const CaseMeasure& m, double spacing); // B

// What this process may still use, B: the smallest of free memory, the limits of its control
// groups, and its address-space limit. `root` stands before /proc and /sys, for tests.
double available_memory(const std::string& root = "");

// UserError with the estimate and a spacing that fits, unless the case fits into `available`.
void expect_memory(const Case& c, const CaseMeasure& m, double available);

} // namespace flotsam::cases
