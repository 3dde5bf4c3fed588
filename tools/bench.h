// `flotsam bench`: what each part of a step costs on this machine, against the machine's memory
// bandwidth and against a k-d tree on the same work.
#pragma once

#include "core/types.h"

#include <ostream>
#include <string>
#include <vector>

namespace flotsam::tools {

struct BenchOptions {
    bool quick = false; // small sizes, for tests: the numbers mean little
    int threads = 0;    // 0 = as many as OpenMP uses now
};

// Median and best of three, s.
struct Timing {
    double median = 0.0;
    double best = 0.0;
};

struct ListTiming {
    Offset particles = 0;
    std::string search; // "portable", "AVX-512", "nanoflann"
    Offset pairs = 0;   // listed entries, both directions
    Timing find, weigh, all;
};

struct PhaseTiming {
    std::string name;
    Timing time;
};

// One pressure solve to 1e-3 in a dam break under way, warm.
struct SolveTiming {
    std::string solver;        // "Jacobi", "multigrid"
    int cold = 0;              // iterations of the first step, from pressure 0
    double warm = 0.0;         // mean of the steps after it
    Timing set_up, solve;      // of the last step
    double applications = 0.0; // of the matrix on the particles in that solve, smoothing included
    double over_limit = 0.0;   // solve / (applications at the triad's speed)
};

// What fixed orders and checkpoints cost. `free`: the same work in an order that follows the
// threads.
struct TrustTiming {
    struct Order {
        std::string name;
        Timing fixed, free;
        double a_step = 0.0; // how often it is done
    };
    Timing step, checkpoint;
    std::vector<Order> orders;
    double order_share = 0.0;      // of the step, all of them
    double checkpoint_share = 0.0; // of the run
};

struct BenchReport {
    int threads = 0;
    double triad_one = 0.0, triad_all = 0.0; // GB/s on one thread and on all
    std::vector<ListTiming> lists;
    double product = 0.0; // pressure matrix times vector, GB/s
    Timing product_time;
    Offset solve_particles = 0;
    std::vector<SolveTiming> solves;
    TrustTiming trust;
    Timing picture; // without files
    Offset dam_particles = 0, dam_walls = 0;
    int dam_iterations = 0;
    std::vector<PhaseTiming> phases; // of one step of the dam; the last is their sum
};

struct BenchScene;
// The parts on the pressure matrix (bench_solver.cpp).
void bench_product(BenchScene& scene, BenchReport& report, std::ostream& out);
void bench_solver(Offset particles, BenchReport& report, std::ostream& out);
// bench_trust.cpp
void bench_trust(Offset particles, BenchReport& report, std::ostream& out);
// bench_render.cpp
void bench_render(Offset particles, BenchReport& report, std::ostream& out);

// Measures, and prints tables as it goes.
BenchReport run_bench(const BenchOptions& options, std::ostream& out);

} // namespace flotsam::tools
