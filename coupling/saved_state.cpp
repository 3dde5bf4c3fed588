#include "coupling/saved_state.h"

#include <algorithm>
#include <type_traits>

namespace flotsam::coupling {

void SavedState::save(State& s)
{
    fluid_ = s.fluid;
    bodies_ = s.bodies;
    wet_ = s.wet;
    settling_ = s.settling;
    std::size_t n = 0;
    s.each_resting([&](const char*, const auto& field) { resting_[n++] = field; });
    warm_ = s.contact.warm;
    pairs_ = s.contact.pairs;
    reals_.clear();
    counts_.clear();
    s.each_scalar([this](const char*, auto& value) {
        if constexpr (std::is_same_v<decltype(value), double&>)
            reals_.push_back(value);
        else
            counts_.push_back(value);
    });
}

void SavedState::restore(State& s) const
{
    s.fluid = fluid_;
    s.bodies = bodies_;
    s.wet = wet_;
    s.settling = settling_;
    std::size_t n = 0;
    s.each_resting([&](const char*, auto& field) { field = resting_[n++]; });
    s.contact.warm = warm_;
    s.contact.pairs = pairs_;
    auto real = reals_.begin();
    auto count = counts_.begin();
    s.each_scalar([&](const char*, auto& value) {
        if constexpr (std::is_same_v<decltype(value), double&>)
            value = *real++;
        else
            value = *count++;
    });
}

Vec3 SavedState::position_of(std::int64_t id) const
{
    const auto found = std::find(fluid_.id.begin(), fluid_.id.end(), id);
    return found == fluid_.id.end()
               ? Vec3(Vec3::Zero())
               : fluid_.position[static_cast<std::size_t>(found - fluid_.id.begin())];
}

} // namespace flotsam::coupling
