// How the accelerated projected gradient goes on from one iteration to the next, and when it tells
// that it does not get any further.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::contact {

// What one iteration found, over all contacts.
struct Progress {
    double turn = 0.0;    // sum (G' - Y).(G' - G)/rho: negative when momentum points uphill
    double largest = 0.0; // of |(G' - Y)/rho|, squared, m^2/s^2
    double fastest = 0.0; // of |V_a - V_b|, squared, m^2/s^2
};

// Nesterov's momentum. It restarts when it points uphill, or when the residual has grown. The law
// of Coulomb is not the gradient of anything, and with much momentum the iteration may circle round
// a solution; runs that did not come nearer lower the momentum allowed, runs that did raise it.
class Momentum {
public:
    double beta() const { return beta_; }

    void advance(const Progress& progress)
    {
        const double residual = progress.largest;
        if (progress.turn < 0.0 || residual > 16.0 * run_) {
            const bool nearer = run_ < 0.5 * best_;
            most_ = nearer ? std::min(1.0, 0.5 * (1.0 + most_) + 0.0025)
                           : std::max(0.5, 2.0 * most_ - 1.005);
            best_ = std::min(best_, run_);
            run_ = residual;
            theta_ = 1.0;
            beta_ = 0.0;
            return;
        }
        run_ = std::min(run_, residual);
        const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta_ * theta_));
        beta_ = std::min(most_, (theta_ - 1.0) / next);
        theta_ = next;
    }

private:
    double theta_ = 1.0;
    double beta_ = 0.0;
    double most_ = 1.0;                                     // momentum allowed
    double run_ = std::numeric_limits<double>::infinity();  // least residual since the restart
    double best_ = std::numeric_limits<double>::infinity(); // and before it
};

// Tells when the residual stands still: within a tenth for `window` iterations.
class Standstill {
public:
    bool see(double residual)
    {
        if (residual > 1.05 * first_ || residual < 0.95 * first_) {
            first_ = residual;
            count_ = 0;
        }
        return ++count_ % window == 0;
    }

private:
    static constexpr int window = 40;
    double first_ = 0.0;
    int count_ = 0;
};

} // namespace flotsam::contact
