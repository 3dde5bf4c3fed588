#include "sph/pairs.h"

#include "core/error.h"
#include "core/parallel.h"
#include "core/phase_clock.h"

#include <array>
#include <atomic>
#include <cstring>

namespace flotsam::sph {

namespace {

template <class T> void permute(const std::vector<Index>& order, std::vector<T>& field, std::vector<T>& scratch)
{
    scratch.resize(order.size());
    parallel_for(static_cast<Offset>(order.size()), [&](Offset n) {
        scratch[static_cast<std::size_t>(n)]
            = field[static_cast<std::size_t>(order[static_cast<std::size_t>(n)])];
    });
    field.swap(scratch);
}

// Room to spare when it grows: the number of pairs wavers from step to step.
template <class T> void resize_with_room(std::vector<T>& list, std::size_t size)
{
    if (list.capacity() < size)
        list.reserve(size + size / 16);
    list.resize(size);
}

struct Permute {
    const std::vector<Index>& order;
    Pairs& pairs;
    void operator()(const char*, std::vector<Vec3>& field) const { permute(order, field, pairs.scratch_vec); }
    void operator()(const char*, std::vector<double>& field) const { permute(order, field, pairs.scratch_real); }
    void operator()(const char*, std::vector<std::int64_t>& field) const { permute(order, field, pairs.scratch_id); }
};

// to[c] = from[c] or that of a neighbour along one axis.
void spread_along(const CellGrid& grid, int axis, const std::vector<std::uint8_t>& from,
                  std::vector<std::uint8_t>& to)
{
    const auto a = static_cast<std::size_t>(axis);
    const Offset nx = grid.count[0], ny = grid.count[1], n = grid.count[a];
    const Offset stride = axis == 0 ? 1 : (axis == 1 ? nx : nx * ny);
    const bool wraps = grid.periodic.length[axis] > 0.0;
    parallel_for(grid.count[2], [&](Offset k) {
        for (Offset j = 0; j < ny; ++j)
            for (Offset i = 0; i < nx; ++i) {
                const Offset at = i + nx * (j + ny * k), c = axis == 0 ? i : (axis == 1 ? j : k);
                const Offset before = c > 0 ? at - stride : (wraps ? at + (n - 1) * stride : at);
                const Offset after = c + 1 < n ? at + stride : (wraps ? at - (n - 1) * stride : at);
                to[static_cast<std::size_t>(at)] = from[static_cast<std::size_t>(at)] | from[static_cast<std::size_t>(before)]
                                                   | from[static_cast<std::size_t>(after)];
            }
    });
}

// Marks every cell within one cell of a fluid particle.
void mark_near_fluid(const CellGrid& grid, const CellPoints& cells, std::vector<std::uint8_t>& near,
                     std::vector<std::uint8_t>& scratch)
{
    near.resize(static_cast<std::size_t>(grid.cells()));
    scratch.resize(near.size());
    parallel_for(grid.cells(), [&](Offset n) {
        const auto c = static_cast<std::size_t>(n);
        near[c] = cells.first[c] < cells.first[c + 1];
    });
    for (int axis = 0; axis < 3; ++axis) {
        spread_along(grid, axis, near, scratch);
        near.swap(scratch);
    }
}

// Boundary points whose cell is near fluid, sorted into the cells.
void sort_walls(const Boundary& boundary, Pairs& pairs)
{
    mark_near_fluid(pairs.grid, pairs.cells, pairs.near_fluid, pairs.scratch_near);
    sort_into_cells(pairs.grid, boundary.position, pairs.wall_cells, pairs.near_fluid);
}

// Sets place[k] to the active number of sorted wall point k, or -1: active are those that a particle has in its
// row and those next to the surface, which the surface integral of pressure wants. Of three layers of points
// one or two have neither.
std::size_t number_active_walls(const Boundary& boundary, Pairs& pairs)
{
    std::vector<Index>& place = pairs.wall_place;
    place.resize(pairs.wall_cells.order.size());
    parallel_for(static_cast<Offset>(place.size()), [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        place[k] = boundary.layer[static_cast<std::size_t>(pairs.wall_cells.order[k])] == 0 ? 0 : -1;
    });
    parallel_for(static_cast<Offset>(pairs.wall.index.size()), [&](Offset n) {
        Index& seen = place[static_cast<std::size_t>(pairs.wall.index[static_cast<std::size_t>(n)])];
        std::atomic_ref<Index>(seen).store(0, std::memory_order_relaxed); // by several rows, the same
    });
    Index count = 0;
    for (Index& number : place)
        if (number == 0)
            number = count++;
    return static_cast<std::size_t>(count);
}

// Fills the active walls, and has the rows of the fluid name them by their active numbers.
void activate_walls(const Boundary& boundary, Pairs& pairs)
{
    const std::size_t count = number_active_walls(boundary, pairs);
    const std::vector<Index>& place = pairs.wall_place;
    Walls& walls = pairs.walls;
    walls.source.resize(count);
    walls.position.resize(count);
    walls.marker.resize(count);
    walls.centroid.resize(count);
    walls.wet.resize(count);
    walls.velocity.resize(count);
    walls.pressure.resize(count);
    parallel_for(static_cast<Offset>(place.size()), [&](Offset n) {
        const auto sorted = static_cast<std::size_t>(n);
        if (place[sorted] < 0)
            return;
        const auto k = static_cast<std::size_t>(place[sorted]);
        const auto w = static_cast<std::size_t>(pairs.wall_cells.order[sorted]);
        walls.source[k] = static_cast<Index>(w);
        walls.position[k] = pairs.grid.periodic.home(boundary.position[w]);
        walls.marker[k] = pairs.grid.periodic.home(2.0 * boundary.surface[w] - boundary.position[w]);
    });
    parallel_for(static_cast<Offset>(pairs.wall.index.size()), [&](Offset n) {
        Index& index = pairs.wall.index[static_cast<std::size_t>(n)];
        index = place[static_cast<std::size_t>(index)];
    });
}

// What a row of neighbours adds up to at one point.
struct RowSums {
    double weight = 0.0;  // sum W
    double a = 0.0;       // sum a
    double moment = 0.0;  // sum a r^2
};

constexpr std::size_t block = 128, lanes = 8; // a row in blocks, sums in lanes
using Lanes = std::array<double, lanes>;

// Squared distances of one row's points, computed in double precision and then rounded: the same
// number in both directions. A plain loop when nothing is periodic.
inline void distances2(std::span<const Index> row, const Vec3& x, const std::vector<Vec3>& others,
                const Difference& difference, float* r2)
{
    if (difference.wraps()) {
        for (std::size_t k = 0; k < row.size(); ++k)
            r2[k] = static_cast<float>(difference(x, others[static_cast<std::size_t>(row[k])]).squaredNorm());
        return;
    }
    const double x0 = x[0], x1 = x[1], x2 = x[2];
    for (std::size_t k = 0; k < row.size(); ++k) {
        const double* y = others[static_cast<std::size_t>(row[k])].data();
        const double d0 = x0 - y[0], d1 = x1 - y[1], d2 = x2 - y[2];
        r2[k] = static_cast<float>((d0 * d0 + d1 * d1) + d2 * d2);
    }
}

// max(0, t) without a branch, or the loop below would not vectorise.
inline float positive(float t) { return 0.5f * (t + std::abs(t)); }

// Weighs one row: a_ij = -2 V F into `out`. Distances first, then the kernel over a short buffer in
// single precision (a is stored so; its root and division are what a pair costs), then sums in
// lanes that are added in order: loops without a branch, so that the compiler can do many pairs at a
// time, and sums that do not depend on how many it does.
RowSums weigh_row(std::span<const Index> row, const Vec3& x, const std::vector<Vec3>& others,
                  const Difference& difference, const Kernel& kernel, double volume, float* out)
{
    alignas(64) std::array<float, block> r2, w, a;
    alignas(64) Lanes sum_w{}, sum_a{}, sum_m{};
    const auto over_h = static_cast<float>(1.0 / kernel.h);
    const auto scale = static_cast<float>(2.0 * volume * kernel.sigma / (kernel.h * kernel.h));
    const auto beyond = static_cast<float>(1.01 * kernel.support() * kernel.support()); // weight zero
    for (std::size_t begin = 0; begin < row.size(); begin += block) {
        const std::size_t n = std::min(block, row.size() - begin);
        const std::size_t filled = (n + lanes - 1) / lanes * lanes;
        distances2(row.subspan(begin, n), x, others, difference, r2.data());
        std::fill(r2.begin() + static_cast<std::ptrdiff_t>(n), r2.begin() + static_cast<std::ptrdiff_t>(filled), beyond);
        for (std::size_t k = 0; k < filled; ++k) {
            const float q = std::max(std::sqrt(r2[k]) * over_h, 1e-6f);
            const float t2 = positive(2.0f - q), t1 = positive(1.0f - q);
            w[k] = 0.25f * t2 * t2 * t2 - t1 * t1 * t1;
            a[k] = scale * (0.75f * t2 * t2 - 3.0f * t1 * t1) / q;
        }
        std::size_t copied = 0; // in pieces of known length: a general copy costs more than the kernel
        for (; copied + lanes <= n; copied += lanes)
            std::memcpy(out + begin + copied, a.data() + copied, lanes * sizeof(float));
        for (; copied < n; ++copied)
            out[begin + copied] = a[copied];
        for (std::size_t k = 0; k < filled; k += lanes)
            for (std::size_t l = 0; l < lanes; ++l) {
                const double entry = static_cast<double>(a[k + l]);
                sum_w[l] += static_cast<double>(w[k + l]);
                sum_a[l] += entry;
                sum_m[l] += entry * static_cast<double>(r2[k + l]);
            }
    }
    RowSums sums;
    for (std::size_t l = 0; l < lanes; ++l) {
        sums.weight += sum_w[l];
        sums.a += sum_a[l];
        sums.moment += sum_m[l];
    }
    sums.weight *= kernel.sigma;
    return sums;
}

// V W of each point of a row.
void marker_weights(std::span<const Index> row, const Vec3& x, const std::vector<Vec3>& others,
                    const Difference& difference, const Settings& settings, float* weight)
{
    const auto over_h = static_cast<float>(1.0 / settings.kernel.h);
    const auto scale = static_cast<float>(settings.volume * settings.kernel.sigma);
    distances2(row, x, others, difference, weight);
    for (std::size_t e = 0; e < row.size(); ++e) {
        const float q = std::sqrt(weight[e]) * over_h;
        const float t2 = positive(2.0f - q), t1 = positive(1.0f - q);
        weight[e] = scale * (0.25f * t2 * t2 * t2 - t1 * t1 * t1);
    }
}

// Shepard weights of each marker and the centroid of its fluid.
void weigh_markers(const Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    resize_with_room(walls.weight, walls.markers.index.size());
    parallel_for_uneven(walls.size(), 256, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto row = walls.markers.row(n);
        float* weight = walls.weight.data() + walls.markers.start[k];
        marker_weights(row, walls.marker[k], fluid.position, difference, settings, weight);
        double sum = 0.0;
        Vec3 moment = Vec3::Zero();
        for (std::size_t e = 0; e < row.size(); ++e) {
            sum += static_cast<double>(weight[e]);
            moment += static_cast<double>(weight[e])
                      * difference(fluid.position[static_cast<std::size_t>(row[e])], walls.marker[k]);
        }
        // A far-off corner of the kernel is no sample: below a ten-thousandth of full support the
        // float weights would be noise.
        walls.wet[k] = sum > 1e-4;
        const double over = walls.wet[k] ? 1.0 / sum : 0.0;
        for (std::size_t e = 0; e < row.size(); ++e)
            weight[e] = static_cast<float>(static_cast<double>(weight[e]) * over);
        walls.centroid[k] = walls.marker[k] + over * moment;
    });
}

} // namespace

namespace {

// Physically sorts the particles into the cells of a grid around them.
void sort_particles(Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::sort);
    const double radius = settings.kernel.support();
    if (settings.periodic.any())
        parallel_for(fluid.size(), [&](Offset n) {
            Vec3& x = fluid.position[static_cast<std::size_t>(n)];
            x = settings.periodic.home(x);
        });
    Bounds bounds = bounds_of(fluid.position);
    // A ring of empty cells takes the walls around the fluid.
    bounds.min.array() -= radius;
    bounds.max.array() += radius;
    pairs.grid = make_grid(bounds, radius, settings.periodic, settings.dimension);
    sort_into_cells(pairs.grid, fluid.position, pairs.cells);
    expects(pairs.cells.order.size() == fluid.position.size(), "every particle lies in a cell");
    fluid.each_state(Permute{pairs.cells.order, pairs}); // the rest is computed anew
}

} // namespace

void find_pairs(Fluid& fluid, const Boundary& boundary, const Settings& settings, Pairs& pairs)
{
    sort_particles(fluid, settings, pairs);
    const PhaseTimer timer(Phase::lists);
    const double radius = settings.kernel.support();
    find_neighbors(pairs.grid, fluid.position, pairs.cells, radius, true, pairs.fluid);
    sort_walls(boundary, pairs);
    find_neighbors(pairs.grid, fluid.position, pairs.wall_cells, radius, false, pairs.wall);
    activate_walls(boundary, pairs);
    find_neighbors(pairs.grid, pairs.walls.marker, pairs.cells, radius, false, pairs.walls.markers);
}

void weigh_pairs(Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::coefficients);
    const Difference difference(settings.periodic);
    const auto count = fluid.position.size();
    resize_with_room(pairs.a, pairs.fluid.index.size());
    resize_with_room(pairs.a_wall, pairs.wall.index.size());
    pairs.support.resize(count);
    pairs.wall_share.resize(count);
    const double self = settings.kernel.value(0.0);
    const double to_density = settings.density * settings.volume / settings.lattice.density;
    const double to_filling = 0.5 / (settings.dimension * settings.lattice.gain);
    parallel_for_uneven(fluid.size(), 256, [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        const RowSums water
            = weigh_row(pairs.fluid.row(n), fluid.position[i], fluid.position, difference,
                        settings.kernel, settings.volume, pairs.a.data() + pairs.fluid.start[i]);
        const RowSums solid
            = weigh_row(pairs.wall.row(n), fluid.position[i], pairs.walls.position, difference,
                        settings.kernel, settings.volume, pairs.a_wall.data() + pairs.wall.start[i]);
        fluid.density[i] = to_density * (self + water.weight + solid.weight);
        fluid.filling[i] = to_filling * (water.moment + solid.moment);
        pairs.support[i] = water.a + solid.a;
        pairs.wall_share[i] = solid.a;
    });
    weigh_markers(fluid, settings, pairs);
}

void pack_places(const Fluid& fluid, Pairs& pairs)
{
    pairs.place.resize(fluid.position.size());
    parallel_for(fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        pairs.place[i] << fluid.position[i], 1.0 / fluid.gain[i];
    });
}

void pack_flow(std::span<const Vec3> velocity, Pairs& pairs)
{
    pairs.flow.resize(velocity.size());
    parallel_for(static_cast<Offset>(velocity.size()), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        pairs.flow[i] << velocity[i], 0.0;
    });
}

} // namespace flotsam::sph
