// A few solids and what detection finds between them.
#pragma once

#include "contact/detect.h"
#include "rigid/make_body.h"
#include "rigid/motion.h"

#include <cmath>
#include <vector>

namespace flotsam::contact::tests {

inline rigid::BodyModel body(ShapePtr shape, double spacing, int dimension = 3)
{
    rigid::BodyPlan plan;
    plan.name = "body";
    plan.shape = std::move(shape);
    plan.material.density = 1000.0;
    return rigid::make_body(plan, dimension, spacing).model;
}

inline rigid::BodyModel cube(const Vec3& low, double side = 0.1, double spacing = 0.1 / 9.0)
{
    return body(make_box(low, low + Vec3::Constant(side)), spacing);
}

inline rigid::BodyModel ball(const Vec3& center, double radius)
{
    return body(make_ellipsoid(center, Vec3::Constant(radius)), 0.25 * radius);
}

// The floor z = 0.
inline Wall floor_wall()
{
    return {"floor", make_plane(Vec3::Zero(), Vec3::UnitZ()), false, {}, {}};
}

struct Scene {
    Detector detector;
    rigid::Bodies bodies;

    Scene(std::vector<rigid::BodyModel> models, std::vector<Wall> walls, DetectOptions options = {},
          int dimension = 3)
        : detector(make_solids(std::move(models), std::move(walls), dimension, 0.02), {}, options),
          bodies(rigid::start_bodies(detector.solids().models, {}))
    {
    }

    // dt = 1e-3, g = 9.81: a body at rest sees 2e-5 m ahead, two of them 4e-5 m.
    const std::vector<ContactPoint>& find() { return detector.find(bodies, 0.0, 1e-3, 9.81); }
};

inline DetectOptions all_points() { return {0, 2.0, 1e-9}; }

inline double least_gap(const std::vector<ContactPoint>& list)
{
    double least = 1e300;
    for (const ContactPoint& c : list)
        least = std::min(least, c.gap);
    return least;
}

// Number of contacts whose normal is n.
inline int count_normal(const std::vector<ContactPoint>& list, const Vec3& n)
{
    int count = 0;
    for (const ContactPoint& c : list)
        count += (c.normal - n).norm() < 1e-9;
    return count;
}

// Some contact lies there.
inline bool has_contact_at(const std::vector<ContactPoint>& list, const Vec3& x, double within)
{
    for (const ContactPoint& c : list)
        if ((c.point - x).norm() < within)
            return true;
    return false;
}

} // namespace flotsam::contact::tests
