// Hertz-Mindlin contact with damping: the force of one contact, [F] Eqs. 8-13 as corrected.
//
//   u     overlap: clearance minus gap, > 0 in touch                       m      [F] Eq. 3
//   K_N = 4/3 E* sqrt(R* u),  F_N = K_N u + C_N du/dt                      N      Eq. 8, 12
//   C_N = a sqrt(m* K_N),  a = -sqrt(5) ln e / sqrt(pi^2 + ln^2 e)         N s/m
//         print has 2 for sqrt(5), which is right for a linear spring only: with Hertz's it returns
//         0.540 for e = 0.5
//   K_T = 8 G* sqrt(R* u),  C_T = a_t sqrt(m_t K_T),  a_t = 2 as in print  N/m, N s/m
//         Mindlin's stiffness for growing slip, without the 2/3 of Eq. 8, since the stretch of the
//         tangential spring is carried on step by step (soft_contact.h)
//   |F_T| <= mu F_N                                                         Eq. 13
//
//   1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2                              Pa     Eq. 11
//   1/G* = (2 - nu_1)/G_1 + (2 - nu_2)/G_2, G = E / (2 (1 + nu)) the shear modulus (print: bulk)
//   m*    mass that the contact feels, 1 / (n . K n) in the middle of the points of a pair that are
//         pressed the same way, shared by them: so one e holds for a ball, the end of a rod and a
//         face on many points                                                        kg
//
// R* is the balls' own radius where solids are round or made of balls; surface points of other
// bodies count as particles of their sampling, walls as flat.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flotsam::contact {

struct Material {
    double young = 5e9;    // E, Pa: [A21] section 4.2
    double poisson = 0.28; // nu
};

// Stiffness of two materials against each other, Pa.
struct JointModuli {
    double normal = 0.0;     // E*
    double tangential = 0.0; // G*
};

inline JointModuli joint_moduli(const Material& a, const Material& b)
{
    const auto bend = [](const Material& m) { return (1.0 - m.poisson * m.poisson) / m.young; };
    const auto shear = [](const Material& m) {
        return (2.0 - m.poisson) * 2.0 * (1.0 + m.poisson) / m.young;
    };
    return {1.0 / (bend(a) + bend(b)), 1.0 / (shear(a) + shear(b))};
}

// -ln e / sqrt(pi^2 + ln^2 e): 0 for e = 1, 1 for e = 0.
inline double damping_ratio(double restitution)
{
    if (restitution <= 0.0)
        return 1.0;
    const double l = std::log(restitution);
    return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

inline const double hertz_damping = std::sqrt(5.0);
inline constexpr double linear_damping = 2.0;

inline double normal_stiffness(const JointModuli& e, double radius, double u)
{
    return 4.0 / 3.0 * e.normal * std::sqrt(radius * u);
}

inline double tangential_stiffness(const JointModuli& e, double radius, double u)
{
    return 8.0 * e.tangential * std::sqrt(radius * u);
}

// The tangential spring's frequency is higher than its stiffness tells, since a body also turns
// under it: 7/2 for a ball. dF/du = 3/2 K_N for the normal one.
inline double steepest_stiffness(const JointModuli& e, double radius, double u)
{
    return std::max(1.5 * normal_stiffness(e, radius, u),
                    3.5 * tangential_stiffness(e, radius, u));
}

// Overlap at which the speed v of a mass m has gone into the spring that was pressed by u before.
inline double deepest_overlap(const JointModuli& e, double radius, double u, double mass, double v)
{
    const double more = 15.0 * mass * v * v / (16.0 * e.normal * std::sqrt(radius));
    return std::pow(std::pow(u, 2.5) + more, 0.4);
}

// [A21] Eq. 66: the largest step of a spring k with damping ratio xi under a mass m.
inline double critical_step(double mass, double k, double xi)
{
    return 2.0 * std::sqrt(mass / k) * (std::sqrt(xi * xi + 1.0) - xi);
}

} // namespace flotsam::contact
