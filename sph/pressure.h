// The stabilized pressure Poisson equation ([A21] Eq. 14-16), fluid-only and symmetric.
//
//   sum_j a_ij (p_i - p_j) + 2 sigma_i max(0, A0 - s_i) p_i
//       = -(rho0/dt) sum_j V (v*_j - v*_i).gradW_ij - alpha (rho0 - rho_i)/dt^2
//
//   left    over fluid neighbours only: walls act through the mirrored v* on the right
//   sigma   0 inside, 1 at the free surface (free_surface.h); missing support s_i < A0 counts as
//           air, and the factor 2 puts p = 0 half a spacing outside the top particle
//   right   over fluid and walls
//
// Deviations from print. The density term is dropped where a truncated support causes the deficit
// (rho < rho0 and filling < 0.98), or it would pull the surface down with a force that grows as
// 1/dt; its excess is capped at 0.1 rho0. The diagonal is at least 0.2 A0, so that a particle
// squeezed between solids, with neither fluid nor air around it, keeps a bounded pressure.
#pragma once

#include "sph/conjugate_gradient.h"
#include "sph/multigrid.h"
#include "sph/response.h"
#include "sph/wall.h"

namespace flotsam::sph {

struct PressureReport {
    SolveReport solve;
    Offset clamped = 0;     // particles whose pressure was raised to zero
    double max_pressure = 0.0; // Pa
};

class PressureSolver {
public:
    // Solves for fluid.pressure, starting from the one it has; v_star must have been mirrored.
    // `bodies`: assembled for this step, or null.
    PressureReport solve(Fluid& fluid, std::span<const Vec3> v_star, const Settings& settings,
                         Pairs& pairs, double dt, const Response* bodies = nullptr);

    const PressureMatrix& matrix() const { return matrix_; }
    const std::vector<double>& right_hand_side() const { return right_; }

    // The two halves of solve(), apart for tests.
    void assemble(const Fluid& fluid, std::span<const Vec3> v_star, const Settings& settings,
                  Pairs& pairs, double dt);
    SolveReport solve_assembled(std::span<double> pressure, const Settings& settings, double dt);

private:
    Preconditioner& choose(const Settings& settings);

    PressureMatrix matrix_;
    std::vector<double> right_;
    ConjugateGradient solver_;
    JacobiPreconditioner jacobi_;
    MultigridPreconditioner multigrid_;
};

// (V sum_j (v_j - v_i).gradW)_i over fluid and walls, Eq. 16, of the packed places and flow.
double divergence_at(Offset i, const Pairs& pairs, const Difference& difference);

} // namespace flotsam::sph
