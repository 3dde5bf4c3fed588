// Settling bodies of a run: how each settles and when (SettlingPlan), and what of their motion
// rigid::Bodies does not hold (SettlingState, restart state).
//
// Handing over. A body with a plan is rigid before `from` and from `until` on; in between it
// settles. With `below` it begins to settle only once it is slow: no place of it faster than that,
// within epsilon of its surface, and no other body touched in the step before. What it is handed
// over with is its pose and its velocities.
#pragma once

#include "contact/settling.h"

#include <limits>
#include <optional>

namespace flotsam::contact {

struct SettlingPlan {
    SettlingModel model; // without a shape: the body never settles
    double from = 0.0, until = std::numeric_limits<double>::infinity(); // s
    std::optional<double> below;                                        // m/s

    bool settles() const { return model.shape != nullptr; }
};

struct SettlingState { // by body; empty if none settles
    std::vector<std::int64_t> stage, pivot_a, pivot_b;
    std::vector<Vec3> momentum;
    std::vector<double> since; // time when contact last changed, s
    SettlingBook book;

    void resize(std::size_t count)
    {
        stage.assign(count, static_cast<std::int64_t>(Stage::apart));
        pivot_a.assign(count, -1);
        pivot_b.assign(count, -1);
        momentum.assign(count, Vec3::Zero());
        since.assign(count, 0.0);
    }
    Stage stage_of(std::size_t i) const
    {
        return stage.empty() ? Stage::apart : static_cast<Stage>(stage[i]);
    }
    template <class F> void each_field(F&& f)
    {
        f("settling.stage", stage);
        f("settling.pivot_a", pivot_a);
        f("settling.pivot_b", pivot_b);
        f("settling.momentum", momentum);
        f("settling.since", since);
    }
    template <class F> void each_scalar(F&& f)
    {
        f("settling.impact", book.impact);
        f("settling.damping", book.damping);
        f("settling.landings", book.landings);
        f("settling.rebounds", book.rebounds);
        f("settling.unclear", book.unclear);
    }
};

} // namespace flotsam::contact
