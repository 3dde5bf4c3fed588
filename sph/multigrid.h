// Multigrid on the cells of the neighbour search as preconditioner: the number of iterations hardly
// grows with the number of particles or the depth of the water.
//
// One cycle: damped Jacobi on the particles, correction by the cells, damped Jacobi again; on the
// cells Gauss-Seidel forward before and backward after the correction by the next level, which is
// visited twice (W cycle). Everything is the transpose of itself read backwards, so M is symmetric.
// Constant pieces are too flat an interpolation: their correction is too small, and is stretched.
// Single precision throughout: the outer iteration corrects what that loses.
#pragma once

#include "sph/cell_level.h"
#include "sph/preconditioner.h"

namespace flotsam::sph {

class MultigridPreconditioner final : public Preconditioner {
public:
    void prepare(const PressureMatrix& matrix) override;
    double apply(std::span<const double> r, std::span<double> z) override;

    // Levels in use, cells; for tests.
    const std::vector<CellLevel>& levels() const { return levels_; }
    std::size_t depth() const { return depth_; }

private:
    void cycle(std::size_t level);

    const PressureMatrix* matrix_ = nullptr;
    std::vector<float> damped_;   // damping / D_i
    std::vector<float> z_;
    std::vector<Index> owner_;    // cell of each particle
    std::vector<CellLevel> levels_;
    std::size_t depth_ = 0;
};

} // namespace flotsam::sph
