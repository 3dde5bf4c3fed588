// z = M^-1 r for some symmetric positive definite M close to A.
#pragma once

#include "sph/pressure_matrix.h"

namespace flotsam::sph {

class Preconditioner {
public:
    virtual ~Preconditioner() = default;
    virtual void prepare(const PressureMatrix& matrix) = 0;
    // Returns r.z, the sum that conjugate gradients need next.
    virtual double apply(std::span<const double> r, std::span<double> z) = 0;
};

// M = diag(A).
class JacobiPreconditioner final : public Preconditioner {
public:
    void prepare(const PressureMatrix& matrix) override;
    double apply(std::span<const double> r, std::span<double> z) override;

private:
    std::vector<double> inverse_;
};

} // namespace flotsam::sph
