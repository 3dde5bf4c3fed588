// Two bodies at one contact point: relative velocity and collision matrix.
//
//   v = (V_A + omega_A x r_A) - (V_B + omega_B x r_B)        u = v . n, negative: approaching
//   [A21] Eq. 55:  K = (1/M_A + 1/M_B) 1 - [r_A] I_A^-1 [r_A] - [r_B] I_B^-1 [r_B]
//
//   V, omega  velocity of the centre and angular velocity      m/s, rad/s
//   r         contact point minus centre; the same point for both bodies (print has two points,
//             which lets friction of the pair exert a net moment)                 m
//   M, I      mass and inertia about the centre, world axes    kg, kg m^2
//
// An impulse J on A and -J on B changes v by K J. A body that cannot move drops out of K.
#pragma once

#include "contact/contact_point.h"

namespace flotsam::contact {

inline bool moves(const Inertial& body)
{
    return body.inverse_mass.any() || body.inverse_inertia.any();
}

inline Mat3 cross_matrix(const Vec3& r)
{
    Mat3 m;
    m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
    return m;
}

inline Vec3 velocity_at(const Twist& body, const Vec3& arm)
{
    return body.velocity + body.angular_velocity.cross(arm);
}

// One body's part of K.
inline Mat3 mobility(const Inertial& body, const Vec3& arm)
{
    const Mat3 r = cross_matrix(arm);
    Mat3 k = -(r * body.inverse_inertia * r);
    k.diagonal() += body.inverse_mass;
    return k;
}

// `impulse` on the body at the arm; pass -J for body B.
inline void push(Twist& twist, const Inertial& body, const Vec3& arm, const Vec3& impulse)
{
    twist.velocity += body.inverse_mass.cwiseProduct(impulse);
    twist.angular_velocity += body.inverse_inertia * arm.cross(impulse);
}

} // namespace flotsam::contact
