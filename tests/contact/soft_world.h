// Bodies under soft contact alone, with real detection, for tests.
#pragma once

#include "contact/soft_contact.h"
#include "rigid/motion.h"

#include <memory>
#include <optional>
#include <vector>

namespace flotsam::contact {

inline PairRule soft_rule(double friction, double e, std::optional<double> tangential = {},
                          double clearance = 0.0)
{
    PairRule rule;
    rule.friction = rule.wet_friction = friction;
    rule.restitution = e;
    rule.tangential_restitution = tangential.value_or(e);
    rule.clearance = clearance;
    return rule;
}

struct SoftWorld {
    SoftWorld(std::vector<rigid::BodyModel> models, std::vector<Wall> walls, const PairRule& rule,
              const SoftModel& model, const Vec3& pull = {0.0, 0.0, -9.81}, int dimension = 3)
        : detector(make_solids(std::move(models), std::move(walls), dimension, 0.02),
                   PairRules({}, {}, rule), {.clearance = rule.clearance}),
          bodies(rigid::start_bodies(detector.solids().models, {})), soft(with_all(model)),
          gravity(pull)
    {
    }

    void step(double dt)
    {
        SoftScene scene;
        scene.gravity = gravity;
        scene.time = time;
        scene.dt = dt;
        report = soft.advance(detector, bodies, scene, {springs, energy, pairs});
        short_steps += report.steps;
        deepest = std::max(deepest, report.deepest);
        time += dt;
    }
    void run(double seconds, double dt)
    {
        for (const double end = time + seconds - 0.5 * dt; time < end;)
            step(dt);
    }
    void throw_body(std::size_t i, const Vec3& velocity, const Vec3& spin = Vec3::Zero())
    {
        rigid::set_velocity(detector.solids().models[i], bodies, i, velocity, spin);
    }
    Vec3 spin(std::size_t i) const
    {
        return rigid::angular_velocity(detector.solids().models[i], bodies, i, time);
    }
    double kinetic() const { return rigid::kinetic_energy(detector.solids().models, bodies); }

    Detector detector;
    rigid::Bodies bodies;
    SoftContact soft;
    Springs springs;
    EnergyBook energy;
    PairImpulses pairs;
    Vec3 gravity;
    SoftReport report;
    double time = 0.0, deepest = 0.0;
    std::int64_t short_steps = 0;

private:
    // One material for every solid.
    SoftModel with_all(SoftModel model) const
    {
        model.materials.resize(static_cast<std::size_t>(detector.solids().size()),
                               model.materials.empty() ? Material{} : model.materials.front());
        return model;
    }
};

} // namespace flotsam::contact
