// A body that settles on a flat surface after [D21] (Daghooghi, Borazjani, PLoS ONE 16(2), 2021,
// e0243716): what it is (SettlingModel) and where it is (SettlingBody).
//
// It falls, lands on points of its hull, turns about the point or line that carries it without
// slip, and stops on three points or more once its centre of mass stands over them. It meets the
// surface and nothing else.
#pragma once

#include "core/types.h"

#include <array>
#include <memory>
#include <vector>

namespace flotsam::contact {

// Flat and without end; `normal` points out of the solid.
struct SettlingSurface {
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::UnitZ();
};

// What can touch a plane, in the body's frame.
struct SettlingShape {
    std::vector<Vec3> corner;                   // of the convex hull
    std::vector<std::array<Index, 3>> triangle; // of the hull; none if it is too flat to have one
    Bounds box;                                 // around the corners
    double length = 0.0; // L: twice the largest distance from the centre of mass, m
    // A sphere or an ellipsoid rolls on its true surface and has no corners.
    bool smooth = false;
    Vec3 radii = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
};

enum class Stage : int {
    apart = 0,    // moved by others: rigid contact
    falling = 1,  // in free flight
    on_point = 2, // turns about one corner; smooth: rolls
    on_line = 3,  // turns about the line through two corners
    at_rest = 4
};

enum class SettlingScheme {
    consistent, // energy and angular momentum are what mechanics says
    paper       // Eqs. 5-7 and 18 as printed, for comparison
};
enum class InertiaAbout { contact, centre };

// Everything about one body that stays the same.
struct SettlingModel {
    std::shared_ptr<const SettlingShape> shape;
    double mass = 0.0;           // kg
    Vec3 inertia = Vec3::Zero(); // about the principal axes, kg m^2
    SettlingSurface surface;
    Vec3 gravity = {0.0, 0.0, -9.81};

    double epsilon = 0.0;       // corners no higher than this touch, m
    double line_residual = 0.0; // points with a smaller residual form a line (settling_support.h)
    double damping = 0.0;       // C of Eq. 4, smooth bodies, kg m^2/s
    double restitution = 0.0;   // of landings faster than final_speed
    double friction = 0.0;      // of those
    double final_speed = 0.0;   // landings slower than this do not rebound, m/s
    SettlingScheme scheme = SettlingScheme::consistent;
    InertiaAbout inertia_about = InertiaAbout::contact;
};

struct SettlingBody {
    Vec3 position = Vec3::Zero(); // of the centre of mass, m
    Quat orientation = Quat::Identity();
    Vec3 velocity = Vec3::Zero(); // m/s
    Vec3 spin = Vec3::Zero();     // omega, world axes, rad/s
    Stage stage = Stage::falling;
    Index pivot_a = -1, pivot_b = -1; // corners that carry it; on a point: the first
    Vec3 momentum = Vec3::Zero();     // scheme "paper", rolling: L_O of Eq. 5, kg m^2/s
};

// Where energy went, J, and what happened how often, since the start.
struct SettlingBook {
    double impact = 0.0;  // lost when bodies land and stop
    double damping = 0.0; // taken by C
    std::int64_t landings = 0;
    std::int64_t rebounds = 0;
    std::int64_t unclear = 0; // landings after which no motion fits the contact: stopped by rule

    SettlingBook& operator+=(const SettlingBook& other)
    {
        impact += other.impact;
        damping += other.damping;
        landings += other.landings;
        rebounds += other.rebounds;
        unclear += other.unclear;
        return *this;
    }
};

inline Mat3 inertia_about_centre(const SettlingModel& m, const Quat& q)
{
    const Mat3 r = q.toRotationMatrix();
    return r * m.inertia.asDiagonal() * r.transpose();
}

// Of the mass in the centre, `arm` away from the axis system's origin (second term of Eq. 7).
inline Mat3 inertia_of_arm(double mass, const Vec3& arm)
{
    return mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
}

inline double kinetic_energy(const SettlingModel& m, const SettlingBody& b)
{
    return 0.5 * m.mass * b.velocity.squaredNorm() +
           0.5 * b.spin.dot(inertia_about_centre(m, b.orientation) * b.spin);
}

inline double height_over(const SettlingSurface& s, const Vec3& x)
{
    return s.normal.dot(x - s.point);
}

inline Vec3 corner_at(const SettlingModel& m, const SettlingBody& b, Index n)
{
    return b.position + b.orientation * m.shape->corner[static_cast<std::size_t>(n)];
}

} // namespace flotsam::contact
