#include "coupling/water.h"

#include "coupling/immersed.h"
#include "sph/pairs.h"

#include <array>
#include <cmath>
#include <limits>

namespace flotsam::coupling {

namespace {

constexpr double dry_below = 1e-4; // water fraction: a far corner of the kernel is no sample
constexpr double beside = 0.5;     // of a spacing: a sensor this near to a wall belongs to it
constexpr double behind = 0.25; // of a spacing: water this far behind a wall is on its other side
constexpr double least_room =
    0.1; // share that is not solid where a filling has a meaning: 1/8 in corners
constexpr double walk = 0.25; // of a spacing: steps down the line of a level
constexpr int halvings = 8;   // of such a step

} // namespace

void Water::sort(std::span<const Vec3> positions, Cloud& cloud) const
{
    cloud.positions = positions;
    if (positions.empty())
        return;
    const sph::Settings& fluid = method_->fluid;
    cloud.bounds = bounds_of(positions);
    cloud.grid = make_grid(cloud.bounds, fluid.kernel.support(), fluid.periodic, fluid.dimension);
    sort_into_cells(cloud.grid, positions, cloud.cells);
}

void Water::update(const State& s, const Method& m)
{
    const bool new_run = state_ != &s || method_ != &m ||
                         walls_.positions.data() != s.boundary.position.data() ||
                         walls_.positions.size() != s.boundary.position.size();
    state_ = &s;
    method_ = &m;
    sort(s.fluid.position, water_);
    if (new_run)
        plant_tree(s.boundary);
    if (new_run || m.start.size() > 0)
        sort(s.boundary.position, walls_);
}

bool Water::moves(std::size_t owner) const
{
    return owner >= owner_of_body(*method_, 0) || method_->solids[owner].motion.moves();
}

void Water::plant_tree(const Boundary& boundary)
{
    resting_.clear();
    std::vector<Vec3> surfaces;
    for (std::size_t w = 0; w < boundary.surface.size(); ++w)
        if (!moves(boundary.owner[w])) {
            resting_.push_back(static_cast<Index>(w));
            surfaces.push_back(boundary.surface[w]);
        }
    surfaces_ = PointTree(surfaces);
}

// f(index, x - position) for the points of the 27 cells (9 in 2D) around x.
template <class F> void Water::each_near(const Cloud& cloud, const Vec3& x, F&& f) const
{
    if (cloud.positions.empty())
        return;
    const CellGrid& grid = cloud.grid;
    const sph::Difference difference(grid.periodic);
    const Vec3 home = grid.periodic.home(x);
    std::array<std::array<int, 3>, 3> near{};
    std::array<int, 3> count{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const int n = grid.count[a], c = grid.coordinate(home[axis], axis);
        for (int step = -1; step <= 1; ++step) {
            int cell = c + step;
            if (grid.periodic.length[axis] > 0.0)
                cell = (cell + n) % n;
            if (cell >= 0 && cell < n)
                near[a][static_cast<std::size_t>(count[a]++)] = cell;
        }
    }
    for (int k = 0; k < count[2]; ++k)
        for (int j = 0; j < count[1]; ++j)
            for (int i = 0; i < count[0]; ++i) {
                const auto cell = static_cast<std::size_t>(grid.number(
                    near[0][static_cast<std::size_t>(i)], near[1][static_cast<std::size_t>(j)],
                    near[2][static_cast<std::size_t>(k)]));
                for (Index p = cloud.cells.first[cell]; p < cloud.cells.first[cell + 1]; ++p) {
                    const Index index = cloud.cells.order[static_cast<std::size_t>(p)];
                    f(index, difference(home, cloud.positions[static_cast<std::size_t>(index)]));
                }
            }
}

double Water::fraction(const Cloud& cloud, const Vec3& x) const
{
    double sum = 0.0;
    each_near(cloud, x,
              [&](Index, const Vec3& delta) { sum += method_->fluid.kernel.value(delta.norm()); });
    return method_->fluid.volume * sum / method_->fluid.lattice.density;
}

double Water::water_fraction(const Vec3& x) const { return fraction(water_, x); }
double Water::solid_fraction(const Vec3& x) const { return fraction(walls_, x); }

double Water::filling(const Vec3& x) const
{
    const double water = water_fraction(x);
    if (water < dry_below)
        return 0.0;
    const double room = 1.0 - solid_fraction(x);
    return room < least_room ? 0.0 : water / room;
}

Index Water::nearest_wall(const Vec3& x) const
{
    const sph::Settings& fluid = method_->fluid;
    const PointTree::Found rest = surfaces_.nearest(x, fluid.kernel.support(), fluid.periodic);
    Index best = rest.index < 0 ? -1 : resting_[static_cast<std::size_t>(rest.index)];
    if (method_->start.size() == 0)
        return best;
    double least = rest.distance2;
    const sph::Difference difference(fluid.periodic);
    each_near(walls_, x, [&](Index n, const Vec3&) {
        const auto w = static_cast<std::size_t>(n);
        if (!moves(state_->boundary.owner[w]))
            return;
        const double distance2 = difference(x, state_->boundary.surface[w]).squaredNorm();
        if (distance2 < least || (distance2 == least && n < best)) {
            least = distance2;
            best = n;
        }
    });
    return best;
}

double Water::pressure(const Vec3& x) const
{
    const sph::Settings& fluid = method_->fluid;
    const Boundary& boundary = state_->boundary;
    const sph::Difference difference(fluid.periodic);
    Vec3 pull = fluid.gravity, out = Vec3::Zero();
    if (const Index wall = nearest_wall(x); wall >= 0) {
        const auto w = static_cast<std::size_t>(wall);
        if (difference(x, boundary.surface[w]).norm() < beside * fluid.spacing) {
            pull -= blocked_part(boundary, w, boundary.acceleration[w]);
            out = boundary.normal[w];
        }
    }
    double weight = 0.0, sum = 0.0;
    each_near(water_, x, [&](Index j, const Vec3& delta) {
        if (out.dot(delta) > behind * fluid.spacing)
            return;
        const double w = fluid.kernel.value(delta.norm());
        weight += w;
        sum += w * (state_->fluid.pressure[static_cast<std::size_t>(j)] +
                    fluid.density * pull.dot(delta));
    });
    if (fluid.volume * weight < dry_below)
        return 0.0;
    const double p = sum / weight;
    return fluid.clamp && !fluid.sealed ? std::max(p, 0.0) : p;
}

Vec3 Water::velocity(const Vec3& x) const
{
    double weight = 0.0;
    Vec3 sum = Vec3::Zero();
    each_near(water_, x, [&](Index j, const Vec3& delta) {
        const double w = method_->fluid.kernel.value(delta.norm());
        weight += w;
        sum += w * state_->fluid.velocity[static_cast<std::size_t>(j)];
    });
    if (method_->fluid.volume * weight < dry_below)
        return Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
    return sum / weight;
}

double Water::level(const Vec3& on_line) const
{
    const double step = walk * method_->fluid.spacing, reach = method_->fluid.kernel.support();
    const auto at = [&](double z) { return Vec3(on_line.x(), on_line.y(), z); };
    double top = -std::numeric_limits<double>::infinity(), bottom = -top;
    for (const Cloud* cloud : {&water_, &walls_})
        if (!cloud->positions.empty()) {
            top = std::max(top, cloud->bounds.max.z());
            bottom = std::min(bottom, cloud->bounds.min.z());
        }
    if (!water_.positions.empty())
        top = water_.bounds.max.z();

    // The height between two neighbours of the walk where `more` becomes true on the way down.
    const auto refine = [&](double above, auto&& more) {
        double below = above - step;
        for (int n = 0; n < halvings; ++n) {
            const double z = 0.5 * (above + below);
            (more(z) ? below : above) = z;
        }
        return 0.5 * (above + below);
    };
    const auto wet = [&](double z) { return filling(at(z)) >= 0.5; };
    const auto solid = [&](double z) { return solid_fraction(at(z)) >= 0.5; };
    double floor = method_->domain.min.z();
    bool in_solid = false;
    for (double z = top + reach; z > bottom - reach; z -= step) {
        if (wet(z - step))
            return refine(z, wet);
        const bool now = solid(z - step);
        if (now && !in_solid)
            floor = refine(z, solid);
        in_solid = now;
    }
    return floor;
}

} // namespace flotsam::coupling
