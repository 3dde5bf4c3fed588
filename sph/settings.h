// What the fluid solver is told once and never changes.
#pragma once

#include "core/periodic.h"
#include "core/types.h"
#include "sph/kernel.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace flotsam::sph {

// How the free surface enters the pressure equation.
enum class SurfaceRule {
    soft,    // missing support counts as air at p = 0, on real surface particles only
    ungated, // the same on all particles, also disordered ones inside: for the ablation table
    detected // [A21] sec. 2.6: p = 0 on particles found at the surface. The baseline of the ablation
             // table; walls stay out of the matrix here too.
};

// What makes the pressure solve converge.
enum class SolverKind {
    automatic, // multigrid where there are many particles
    jacobi,
    multigrid
};

// Which pressure is zero in a fluid without free surface. Automatic: the lowest under gravity, else
// the mean.
enum class PressureZero { automatic, mean, lowest };

struct Settings {
    int dimension = 3;
    double spacing = 0.0;          // d, m
    double density = 1000.0;       // rho0, kg/m^3
    double viscosity = 8.9e-7;     // kinematic nu, m^2/s
    double smagorinsky = 0.0;      // C_s, Eq. 19; 0 = off
    double relaxation = 0.01;      // alpha, Eq. 14
    std::optional<double> shift;   // Fickian shifting asked for, 0 = off; empty: 0.5, sealed 2
    double tolerance = 1e-3;       // relative residual of the pressure solve
    int max_iterations = 2000;
    SolverKind solver = SolverKind::automatic;
    double cfl = 0.2;              // largest displacement of a step, in spacings
    double gravity_step = 0.08;    // largest step in units of sqrt(d / g)
    bool sealed = false;           // no free surface anywhere: pressure up to a constant, no clamp
    PressureZero zero = PressureZero::automatic; // where sealed
    bool clamp = true;             // p >= 0 where there is a free surface
    SurfaceRule surface = SurfaceRule::soft;
    Vec3 gravity{0.0, 0.0, -9.81}; // m/s^2
    Periodic periodic;
    std::vector<double> slip;      // by owner of a boundary point: 1 = slip, 0 = no slip
    std::vector<double> area;      // of each boundary point's surface, m^(dim-1); none: d^(dim-1)
    std::vector<std::uint8_t> wall_law; // by owner: 1 = it slips, with the friction of wall_law.h

    // Derived by finish().
    double shifting = 0.0;  // C of the Fickian shifting, see projection.h
    double repulsion = 0.0; // R of the Fickian shifting: in sealed fluids
    Kernel kernel;
    LatticeSums lattice;
    double volume = 0.0; // V = d^dim, m^dim
    double mass = 0.0;   // of a particle, kg (2D: per metre of depth)

    bool any_wall_law() const
    {
        return std::any_of(wall_law.begin(), wall_law.end(), [](std::uint8_t law) { return law != 0; });
    }

    bool has_wall_law(std::size_t owner) const { return owner < wall_law.size() && wall_law[owner] != 0; }

    void finish(double smoothing_ratio)
    {
        kernel = Kernel(smoothing_ratio * spacing, dimension);
        lattice = lattice_sums(kernel, spacing);
        volume = dimension == 2 ? spacing * spacing : spacing * spacing * spacing;
        mass = density * volume;
        shifting = shift.value_or(sealed ? 2.0 : 0.5);
        repulsion = sealed ? 0.2 : 0.0;
    }
};

} // namespace flotsam::sph
