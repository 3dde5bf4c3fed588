// Prescribed motion of walls, gates and pistons: one scalar law of time, along a direction or about
// an axis.
//
//   velocity      s = v t                     acceleration  s = a t^2 / 2 (a gate drawn by a weight)
//   sinusoid      s = A (sin(2 pi f t + phi) - sin phi)
//   table         s from samples, by a natural cubic spline, so that acceleration is continuous
//
// t counts from `start`; before it the solid rests; after `travel` it rests again.
#pragma once

#include "core/types.h"

#include <vector>

namespace flotsam::rigid {

struct Table {
    std::vector<double> time;   // s, rising
    std::vector<double> value;  // m or rad
    std::vector<double> second; // second derivative at the samples, by make_table
};
Table make_table(std::vector<double> time, std::vector<double> value);

struct Motion {
    enum class Law { rest, velocity, acceleration, sinusoid, table };
    Law law = Law::rest;
    bool turns = false;
    Vec3 direction = Vec3::UnitX(); // unit: of the displacement, or the axis
    Vec3 about = Vec3::Zero();      // a point of the axis
    double value = 0.0;             // m/s, rad/s, m/s^2 or rad/s^2
    double amplitude = 0.0;         // m or rad
    double frequency = 0.0;         // Hz
    double phase = 0.0;             // rad
    double start = 0.0;             // s
    double travel = 0.0;            // m or rad; 0 = endless
    Table table;

    bool moves() const { return law != Law::rest; }
};

// The law and its two derivatives at time t.
struct Travel {
    double s = 0.0, rate = 0.0, second = 0.0;
};
Travel travel_at(const Motion& motion, double t);

// Where a point that starts at x0 is at time t.
Vec3 place_at(const Motion& motion, const Vec3& x0, double t);
// How a direction that starts as n0 points at time t.
Vec3 turned_at(const Motion& motion, const Vec3& n0, double t);
// Acceleration of that point, m/s^2.
Vec3 acceleration_at(const Motion& motion, const Vec3& x0, double t);

} // namespace flotsam::rigid
