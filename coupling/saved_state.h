// A copy of the state from which a rejected step is repeated: every particle field in its order,
// bodies and what their contacts remember, and every counter. No allocation once its arrays have grown.
#pragma once

#include "coupling/state.h"

#include <vector>

namespace flotsam::coupling {

class SavedState {
public:
    void save(State& s);
    void restore(State& s) const;

    // Where the particle was; the origin if there is none of that name.
    Vec3 position_of(std::int64_t id) const;
    Vec3 body_position(std::size_t i) const { return bodies_.position[i]; }

private:
    sph::Fluid fluid_;
    rigid::Bodies bodies_;
    std::vector<Vec3> resting_[6];
    std::vector<double> wet_;
    contact::SettlingState settling_;
    contact::WarmStart warm_;
    contact::PairImpulses pairs_;
    contact::Springs springs_;
    std::vector<double> reals_;
    std::vector<std::int64_t> counts_;
};

} // namespace flotsam::coupling
