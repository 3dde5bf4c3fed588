// Rigid bodies: what changes (Bodies) and what each of them is (BodyModel).
//
// A body's frame has its origin in the centre of mass and its axes along the principal axes of
// inertia, so that inertia is three numbers; `orientation` turns that frame into the world. The
// state carries angular momentum, not angular velocity: it is what free rotation conserves.
//
// Two dimensions: mass and inertia per metre of depth, rotation about y only, y stays zero.
#pragma once

#include "core/sampling.h"
#include "core/shape.h"
#include "rigid/prescribed.h"

#include <string>
#include <vector>

namespace flotsam::rigid {

enum class Mode : std::uint8_t { free, fixed, prescribed };

// Everything about one body that stays the same during a run.
struct BodyModel {
    std::string name;
    ShapePtr shape;                     // in the body's frame
    SurfaceSample surface;              // in the body's frame
    double mass = 0.0;                  // kg (2D: kg/m)
    Vec3 inertia = Vec3::Zero();        // about the principal axes, kg m^2
    double radius = 0.0;                // of the ball around the centre that holds the body, m
    Mode mode = Mode::free;
    Motion motion;                      // prescribed: of the body as it stands at time 0
    Vec3 start_position = Vec3::Zero(); // pose at time 0
    Quat start_orientation = Quat::Identity();
    // 1 = may move along (turn about) the world's x, y, z; 0 = locked.
    Vec3 translates = Vec3::Ones();
    Vec3 rotates = Vec3::Ones();
};

// The state of all bodies, by number.
struct Bodies {
    std::vector<Vec3> position;         // of the centre of mass, m
    std::vector<Quat> orientation;      // unit; body frame -> world
    std::vector<Vec3> velocity;         // of the centre, m/s
    std::vector<Vec3> angular_momentum; // about the centre, world axes, kg m^2/s

    Offset size() const { return static_cast<Offset>(position.size()); }

    template <class F> void each_field(F&& f)
    {
        f("body.position", position);
        f("body.orientation", orientation);
        f("body.velocity", velocity);
        f("body.angular_momentum", angular_momentum);
    }
};

} // namespace flotsam::rigid
