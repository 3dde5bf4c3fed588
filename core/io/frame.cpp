#include "core/io/frame.h"

#include <algorithm>

namespace flotsam::io {

void ParticleFrame::resize(std::size_t count)
{
    position.resize(3 * count);
    velocity.resize(3 * count);
    pressure.resize(count);
    density.resize(count);
    type.resize(count);
    id.resize(count);
    body.resize(count);
    free_surface.resize(count);
}

bool ParticleFrame::is_consistent() const
{
    const std::size_t n = count();
    return position.size() == 3 * n && velocity.size() == 3 * n && pressure.size() == n
           && density.size() == n && type.size() == n && body.size() == n && free_surface.size() == n;
}

bool SurfaceFrame::is_consistent() const
{
    const auto below = [](const std::vector<std::int32_t>& values, std::size_t limit) {
        return std::all_of(values.begin(), values.end(), [limit](std::int32_t value) {
            return value >= 0 && static_cast<std::size_t>(value) < limit;
        });
    };
    const bool settles = !contact.empty() || !touches.empty();
    if (settles && (contact.size() != count() || 3 * touches.size() != vertex.size()))
        return false;
    return triangle.size() == 3 * count() && speed.size() == count() && vertex.size() % 3 == 0
           && below(triangle, vertex.size() / 3) && below(body, names.size());
}

} // namespace flotsam::io
