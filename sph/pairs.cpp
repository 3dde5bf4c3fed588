#include "sph/pairs.h"

#include "core/error.h"
#include "core/parallel.h"
#include "core/phase_clock.h"

#include <array>

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

struct Permute {
    const std::vector<Index>& order;
    Pairs& pairs;
    void operator()(const char*, std::vector<Vec3>& field) const { permute(order, field, pairs.scratch_vec); }
    void operator()(const char*, std::vector<double>& field) const { permute(order, field, pairs.scratch_real); }
    void operator()(const char*, std::vector<std::int64_t>& field) const { permute(order, field, pairs.scratch_id); }
};

// Marks every cell within one cell of a fluid particle.
void mark_near_fluid(const CellGrid& grid, const CellPoints& cells, std::vector<std::uint8_t>& near)
{
    near.assign(static_cast<std::size_t>(grid.cells()), 0);
    const auto wrapped = [&](int c, int axis) {
        const int n = grid.count[static_cast<std::size_t>(axis)];
        if (grid.periodic.length[axis] > 0.0)
            return (c + n) % n;
        return c < 0 || c >= n ? -1 : c;
    };
    // Gather: a cell looks at its neighbours.
    parallel_for(grid.count[2], [&](Offset kk) {
        const int k = static_cast<int>(kk);
        for (int j = 0; j < grid.count[1]; ++j)
            for (int i = 0; i < grid.count[0]; ++i) {
                bool found = false;
                for (int dk = -1; dk <= 1 && !found; ++dk)
                    for (int dj = -1; dj <= 1 && !found; ++dj)
                        for (int di = -1; di <= 1 && !found; ++di) {
                            const int a = wrapped(i + di, 0), b = wrapped(j + dj, 1),
                                      c = wrapped(k + dk, 2);
                            if (a < 0 || b < 0 || c < 0)
                                continue;
                            const auto cell = static_cast<std::size_t>(grid.number(a, b, c));
                            found = cells.first[cell] < cells.first[cell + 1];
                        }
                near[static_cast<std::size_t>(grid.number(i, j, k))] = found;
            }
    });
}

// Boundary points whose cell is near fluid, copied in cell order.
void activate_walls(const Boundary& boundary, Pairs& pairs)
{
    const CellGrid& grid = pairs.grid;
    mark_near_fluid(grid, pairs.cells, pairs.near_fluid);
    const auto is_near = [&](const Vec3& x) {
        std::array<int, 3> c{};
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            c[a] = grid.coordinate(x[axis], axis);
            if (c[a] < 0 || c[a] >= grid.count[a])
                return false;
        }
        return pairs.near_fluid[static_cast<std::size_t>(grid.number(c[0], c[1], c[2]))] != 0;
    };
    pairs.candidates.clear();
    pairs.candidate_position.clear();
    for (std::size_t w = 0; w < boundary.position.size(); ++w)
        if (is_near(boundary.position[w])) {
            pairs.candidates.push_back(static_cast<Index>(w));
            pairs.candidate_position.push_back(boundary.position[w]);
        }
    sort_into_cells(grid, pairs.candidate_position, pairs.wall_cells);

    Walls& walls = pairs.walls;
    const auto count = pairs.wall_cells.order.size();
    walls.source.resize(count);
    walls.position.resize(count);
    walls.marker.resize(count);
    walls.centroid.resize(count);
    walls.wet.resize(count);
    walls.velocity.resize(count);
    walls.pressure.resize(count);
    parallel_for(static_cast<Offset>(count), [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto w = static_cast<std::size_t>(
            pairs.candidates[static_cast<std::size_t>(pairs.wall_cells.order[k])]);
        walls.source[k] = static_cast<Index>(w);
        walls.position[k] = boundary.position[w];
        walls.marker[k] = grid.periodic.home(2.0 * boundary.surface[w] - boundary.position[w]);
    });
}

// What a row of neighbours adds up to at one point.
struct RowSums {
    double weight = 0.0;  // sum W
    double a = 0.0;       // sum a
    double moment = 0.0;  // sum a r^2
};

// Squared distances of one row's points; a plain loop when nothing is periodic.
void distances2(std::span<const Index> row, const Vec3& x, const std::vector<Vec3>& others,
                const Difference& difference, double* r2)
{
    if (difference.wraps()) {
        for (std::size_t k = 0; k < row.size(); ++k)
            r2[k] = difference(x, others[static_cast<std::size_t>(row[k])]).squaredNorm();
        return;
    }
    const double x0 = x[0], x1 = x[1], x2 = x[2];
    for (std::size_t k = 0; k < row.size(); ++k) {
        const double* y = others[static_cast<std::size_t>(row[k])].data();
        const double d0 = x0 - y[0], d1 = x1 - y[1], d2 = x2 - y[2];
        r2[k] = (d0 * d0 + d1 * d1) + d2 * d2;
    }
}

// max(0, t) without a branch, or the loop below would not vectorise.
inline double positive(double t) { return 0.5 * (t + std::abs(t)); }

// Weighs one row: a_ij = -2 V F into `out`. Distances first, then the kernel over a short buffer,
// then sums in eight lanes that are added in order: loops without a branch, so that the compiler can
// do eight pairs at a time, and sums that do not depend on how many it does.
RowSums weigh_row(std::span<const Index> row, const Vec3& x, const std::vector<Vec3>& others,
                  const Difference& difference, const Kernel& kernel, double volume, float* out)
{
    constexpr std::size_t width = 128, lanes = 8;
    using Lanes = Eigen::Array<double, lanes, 1>;
    alignas(64) std::array<double, width> r2, w, a;
    Lanes sum_w = Lanes::Zero(), sum_a = Lanes::Zero(), sum_m = Lanes::Zero();
    const double over_h = 1.0 / kernel.h;
    const double scale = 2.0 * volume * kernel.sigma * over_h * over_h;
    const double sigma = kernel.sigma;
    for (std::size_t begin = 0; begin < row.size(); begin += width) {
        const std::size_t n = std::min(width, row.size() - begin);
        const std::size_t filled = (n + lanes - 1) / lanes * lanes;
        distances2(row.subspan(begin, n), x, others, difference, r2.data());
        for (std::size_t k = n; k < filled; ++k)
            r2[k] = kernel.support() * kernel.support(); // weight zero
        for (std::size_t k = 0; k < filled; ++k) {
            const double q = std::max(std::sqrt(r2[k]) * over_h, 1e-6);
            const double t2 = positive(2.0 - q), t1 = positive(1.0 - q);
            w[k] = sigma * (0.25 * t2 * t2 * t2 - t1 * t1 * t1);
            // Rounded to the float that is stored, so that sums and entries agree.
            a[k] = static_cast<float>(scale * (0.75 * t2 * t2 - 3.0 * t1 * t1) / q);
        }
        for (std::size_t k = 0; k < n; ++k)
            out[begin + k] = static_cast<float>(a[k]);
        for (std::size_t k = 0; k < filled; k += lanes) {
            const Eigen::Map<const Lanes> entry(a.data() + k);
            sum_w += Eigen::Map<const Lanes>(w.data() + k);
            sum_a += entry;
            sum_m += entry * Eigen::Map<const Lanes>(r2.data() + k);
        }
    }
    RowSums sums;
    for (Eigen::Index l = 0; l < Eigen::Index(lanes); ++l) {
        sums.weight += sum_w[l];
        sums.a += sum_a[l];
        sums.moment += sum_m[l];
    }
    return sums;
}

// Shepard weights of each marker and the centroid of its fluid.
void weigh_markers(const Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    walls.weight.resize(walls.markers.index.size());
    parallel_for_uneven(walls.size(), 256, [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        const auto row = walls.markers.row(n);
        float* weight = walls.weight.data() + walls.markers.start[k];
        double sum = 0.0;
        Vec3 moment = Vec3::Zero();
        for (std::size_t e = 0; e < row.size(); ++e) {
            const Vec3 delta
                = difference(fluid.position[static_cast<std::size_t>(row[e])], walls.marker[k]);
            const double w = settings.kernel.value(delta.norm());
            weight[e] = static_cast<float>(settings.volume * w);
            sum += static_cast<double>(weight[e]);
            moment += static_cast<double>(weight[e]) * delta;
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

void find_pairs(Fluid& fluid, const Boundary& boundary, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::lists);
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
    fluid.each_field(Permute{pairs.cells.order, pairs});

    find_neighbors(pairs.grid, fluid.position, pairs.cells, radius, true, pairs.fluid);
    activate_walls(boundary, pairs);
    find_neighbors(pairs.grid, fluid.position, pairs.wall_cells, radius, false, pairs.wall);
    find_neighbors(pairs.grid, pairs.walls.marker, pairs.cells, radius, false, pairs.walls.markers);
}

void weigh_pairs(Fluid& fluid, const Settings& settings, Pairs& pairs)
{
    const PhaseTimer timer(Phase::coefficients);
    const Difference difference(settings.periodic);
    const auto count = fluid.position.size();
    pairs.a.resize(pairs.fluid.index.size());
    pairs.a_wall.resize(pairs.wall.index.size());
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

} // namespace flotsam::sph
