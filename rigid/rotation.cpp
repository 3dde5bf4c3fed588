#include "rigid/rotation.h"

#include <cmath>

namespace flotsam::rigid {

namespace {

// About principal axis k for a time h: p turns by -angle, the body by +angle about its own axis.
void turn_about(int k, double h, const Vec3& inertia, Vec3& p, Quat& q)
{
    const double angle = h * p[k] / inertia[k];
    const double s = std::sin(angle), c = std::cos(angle);
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    const double pa = p[a], pb = p[b];
    p[a] = c * pa + s * pb;
    p[b] = c * pb - s * pa;
    Quat turn(std::cos(0.5 * angle), 0.0, 0.0, 0.0);
    turn.vec()[k] = std::sin(0.5 * angle);
    q = q * turn;
}

} // namespace

void turn_freely(Quat& orientation, const Vec3& momentum, const Vec3& inertia, double dt)
{
    Vec3 p = orientation.conjugate() * momentum;
    Quat q = orientation;
    turn_about(0, 0.5 * dt, inertia, p, q);
    turn_about(1, 0.5 * dt, inertia, p, q);
    turn_about(2, dt, inertia, p, q);
    turn_about(1, 0.5 * dt, inertia, p, q);
    turn_about(0, 0.5 * dt, inertia, p, q);
    orientation = q.normalized();
}

Quat turn_by(const Vec3& angle)
{
    const double size = angle.norm();
    if (size == 0.0)
        return Quat::Identity();
    Quat q;
    q.w() = std::cos(0.5 * size);
    q.vec() = std::sin(0.5 * size) / size * angle;
    return q.normalized();
}

} // namespace flotsam::rigid
