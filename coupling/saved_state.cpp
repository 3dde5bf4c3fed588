#include "coupling/saved_state.h"

#include "core/parallel.h"

#include <algorithm>
#include <type_traits>

namespace flotsam::coupling {

namespace {

void copy_fluid(const sph::Fluid& from, sph::Fluid& to)
{
    const auto& [position, velocity, pressure, id, density, filling, surface, gain] = from; // all there are
    parallel_copy(position, to.position);
    parallel_copy(velocity, to.velocity);
    parallel_copy(pressure, to.pressure);
    parallel_copy(id, to.id);
    parallel_copy(density, to.density);
    parallel_copy(filling, to.filling);
    parallel_copy(surface, to.surface);
    parallel_copy(gain, to.gain);
}

} // namespace

void SavedState::save(State& s)
{
    copy_fluid(s.fluid, fluid_);
    bodies_ = s.bodies;
    wet_ = s.wet;
    settling_ = s.settling;
    std::size_t n = 0;
    s.each_resting([&](const char*, const auto& field) { resting_[n++] = field; });
    warm_ = s.contact.warm;
    pairs_ = s.contact.pairs;
    springs_ = s.springs;
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
    copy_fluid(fluid_, s.fluid);
    s.bodies = bodies_;
    s.wet = wet_;
    s.settling = settling_;
    std::size_t n = 0;
    s.each_resting([&](const char*, auto& field) { field = resting_[n++]; });
    s.contact.warm = warm_;
    s.contact.pairs = pairs_;
    s.springs = springs_;
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
