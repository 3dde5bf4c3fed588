// Bodies that settle on the plane z = 0, for the tests of settling.
#pragma once

#include "contact/settling.h"
#include "tests/contact/dry_world.h"

#include <cmath>
#include <numbers>

namespace flotsam::tests {

inline constexpr double pi = std::numbers::pi;

struct Settler {
    explicit Settler(const rigid::BodyModel& body, double spacing = 1e3,
                     const Vec3& gravity = {0.0, 0.0, -9.81}, const Vec3& normal = Vec3::UnitZ())
        : model(contact::settling_model(body,
                                        std::make_shared<const contact::SettlingShape>(
                                            contact::settling_shape(body, spacing)),
                                        {Vec3::Zero(), normal}, gravity))
    {
    }

    // At rest, turned like this, its lowest place `height` over the surface.
    void drop(const Quat& turn, double height = 0.0)
    {
        body = {};
        body.orientation = turn;
        body.position -=
            (contact::lowest(model, Vec3::Zero(), turn) - height) * model.surface.normal;
        book = {};
        time = 0.0;
    }
    void step(double dt)
    {
        contact::settle(model, body, dt, book, work);
        time += dt;
    }
    // Until it rests, to the end of that step; false if it does not in time.
    bool settle(double dt, double until)
    {
        while (body.stage != contact::Stage::at_rest && time < until)
            step(dt);
        return body.stage == contact::Stage::at_rest;
    }
    double energy() const
    {
        return contact::kinetic_energy(model, body) - model.mass * model.gravity.dot(body.position);
    }
    contact::SettlingSupport support()
    {
        contact::find_support(model, body, work.support);
        return work.support;
    }
    double lowest() const { return contact::lowest(model, body.position, body.orientation); }

    contact::SettlingModel model;
    contact::SettlingBody body;
    contact::SettlingBook book;
    contact::SettlingWork work;
    double time = 0.0;
};

inline Quat random_turn(contact::Numbers& numbers)
{
    // Shoemake 1992: uniform over all orientations.
    const double a = std::sqrt(numbers.next()), b = 2.0 * pi * numbers.next(),
                 c = 2.0 * pi * numbers.next(), d = std::sqrt(1.0 - a * a);
    return Quat(a * std::cos(c), d * std::sin(b), d * std::cos(b), a * std::sin(c)).normalized();
}

} // namespace flotsam::tests
