// How far connected water reaches.
//
// Particles closer than 1.5 spacings are connected; the front is the tip of the body of water with
// the most particles, so spray ahead of it does not count.
#pragma once

#include "core/cell_grid.h"
#include "sph/settings.h"

#include <optional>
#include <span>
#include <vector>

namespace flotsam::coupling {

class FrontSearch {
public:
    // Largest coordinate along `direction` of the largest body of water, and half a spacing for the
    // particle's own size, m. Of equals the body of the first particle counts. With a region, water
    // outside it is not there. NaN without water.
    double find(std::span<const Vec3> positions, const sph::Settings& settings,
                const Vec3& direction, const std::optional<Bounds>& region);

private:
    Index root_of(Index a);
    bool join(Index a, Index b, double reach);
    void join_cell(std::size_t a, double reach);
    void join_cells(std::size_t a, std::size_t b, double reach);
    void join_all(double reach);

    std::vector<Vec3> points_;
    std::vector<Index> parent_, members_;
    std::vector<std::uint8_t> whole_; // by cell: all its particles hang together
    CellGrid grid_;
    CellPoints cells_;
};

} // namespace flotsam::coupling
