// Conjugate gradients on the pressure matrix. Dot products add fixed blocks in order: the same bits
// for any number of threads.
#pragma once

#include "sph/preconditioner.h"

namespace flotsam::sph {

struct SolveReport {
    int iterations = 0;
    double residual = 0.0; // relative to the right-hand side
    bool converged = true;
};

struct SolveLimits {
    double relative = 1e-3; // residual / right-hand side
    double absolute = 0.0;  // root mean square residual that is good enough whatever the rest
    int iterations = 2000;
};

class ConjugateGradient {
public:
    // Solves A x = b from the x given. For a singular matrix b must have zero mean.
    SolveReport solve(const PressureMatrix& matrix, std::span<const double> b, std::span<double> x,
                      Preconditioner& preconditioner, const SolveLimits& limits);

private:
    std::vector<double> residual_, direction_, image_, scaled_;
};

} // namespace flotsam::sph
