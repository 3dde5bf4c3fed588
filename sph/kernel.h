// The cubic spline kernel, cut off at 2h, in two and three dimensions.
//
//   W(q) = sigma ((2 - q)^3 / 4 - (1 - q)^3)   each bracket only where positive, q = r / h
//   F(r) = W'(r) / r <= 0, finite at r = 0 (so [A21]'s eta, Eq. 13, is not needed)
//
// sigma = 10 / (7 pi h^2) in 2D, 1 / (pi h^3) in 3D.
#pragma once

#include <algorithm>
#include <cmath>

namespace flotsam::sph {

struct Kernel {
    double h = 0.0;     // smoothing length, m
    double sigma = 0.0; // 1/m^dim
    int dimension = 3;

    Kernel() = default;
    Kernel(double smoothing_length, int dim);

    double support() const { return 2.0 * h; }
    double value(double r) const
    {
        const double q = r / h;
        const double t2 = std::max(0.0, 2.0 - q), t1 = std::max(0.0, 1.0 - q);
        return sigma * (0.25 * t2 * t2 * t2 - t1 * t1 * t1);
    }
    // W'(r)/r. Below q = 1e-6 the limit is reached to rounding.
    double slope(double r) const
    {
        const double q = std::max(r / h, 1e-6);
        const double t2 = std::max(0.0, 2.0 - q), t1 = std::max(0.0, 1.0 - q);
        return sigma / (h * h) * (3.0 * t1 * t1 - 0.75 * t2 * t2) / q;
    }
};

// Sums over an infinite lattice of spacing d: what a perfectly ordered fluid would measure.
struct LatticeSums {
    double density = 0.0;  // S0 = V sum W, self included
    double gain = 0.0;     // G0 = (V / dim) sum r^2 |F|: gain of gradient and Laplacian
    double diagonal = 0.0; // A0 = sum 2 V |F|, 1/m^2: full diagonal of the pressure matrix
};
LatticeSums lattice_sums(const Kernel& kernel, double spacing);

} // namespace flotsam::sph
