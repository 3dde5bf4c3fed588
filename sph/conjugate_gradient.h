// Conjugate gradients on the fluid-only pressure matrix.
//
//   (A p)_i = D_i p_i - sum_j a_ij p_j     neighbour rows and one float a pair are the matrix
//
// Symmetric positive (semi-)definite. Dot products add fixed blocks in order: the same bits for any
// number of threads.
#pragma once

#include "core/neighbors.h"

#include <span>
#include <vector>

namespace flotsam::sph {

struct PressureMatrix {
    const NeighborRows* rows = nullptr;
    const std::vector<float>* a = nullptr;
    std::vector<double> diagonal;      // D_i, 1/m^2
    std::vector<std::uint8_t> pinned;  // 1: row replaced by p_i = 0 (only the detected-surface rule)
    bool singular = false;             // constants are in the null space

    Offset size() const { return static_cast<Offset>(diagonal.size()); }
};

// y = A x.
void apply(const PressureMatrix& matrix, std::span<const double> x, std::span<double> y);

// z = M^-1 r for some symmetric positive definite M close to A.
class Preconditioner {
public:
    virtual ~Preconditioner() = default;
    virtual void prepare(const PressureMatrix& matrix) = 0;
    virtual void apply(std::span<const double> r, std::span<double> z) = 0;
};

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

// M = diag(A).
class JacobiPreconditioner final : public Preconditioner {
public:
    void prepare(const PressureMatrix& matrix) override;
    void apply(std::span<const double> r, std::span<double> z) override;

private:
    std::vector<double> inverse_;
};

} // namespace flotsam::sph
