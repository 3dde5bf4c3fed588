#include "sph/response.h"

#include "core/parallel.h"

#include <algorithm>

namespace flotsam::sph {

namespace {

constexpr std::size_t block_rows = 512; // rows of a solid that are summed in one go
constexpr std::size_t most_parts = 8;
constexpr std::size_t worth_dividing = 4096; // particles near solids

// Inverse of a symmetric positive matrix among the directions that are not locked, by elimination
// on the diagonal (Eigen's own makes GCC 12 warn inside its AVX-512 headers). False if the matrix
// is not positive.
bool invert_within(const Mat6& m, const Vec6& open, Mat6& out)
{
    Mat6 left = m;
    out = open.asDiagonal();
    for (int k = 0; k < 6; ++k) {
        if (open[k] == 0.0)
            continue;
        const double pivot = left(k, k);
        if (!(pivot > 0.0))
            return false;
        for (int c = 0; c < 6; ++c) {
            left(k, c) /= pivot;
            out(k, c) /= pivot;
        }
        for (int r = 0; r < 6; ++r) {
            const double by = left(r, k);
            if (r == k || open[r] == 0.0)
                continue;
            for (int c = 0; c < 6; ++c) {
                left(r, c) -= by * left(k, c);
                out(r, c) -= by * out(k, c);
            }
        }
    }
    for (int k = 0; k < 6; ++k)
        if (open[k] == 0.0)
            out.col(k).setZero();
    return true;
}

} // namespace

void Response::start(std::span<const FreeSolid> solids, const Fluid& fluid,
                     const Boundary& boundary, const Settings& settings, const Pairs& pairs)
{
    density_ = settings.density;
    volume_ = settings.volume;
    solids_.assign(solids.begin(), solids.end());
    inverse_.resize(solids.size());
    latest_.assign(fluid.position.size(), -1);
    solid_by_owner_.assign(settings.slip.size(), -1);
    for (std::size_t b = 0; b < solids.size(); ++b)
        solid_by_owner_[solids[b].owner] = static_cast<int>(b);
    solid_of_.resize(pairs.walls.source.size());
    parallel_for(pairs.walls.size(), [&](Offset n) {
        const auto k = static_cast<std::size_t>(n);
        solid_of_[k] =
            solid_by_owner_[boundary.owner[static_cast<std::size_t>(pairs.walls.source[k])]];
    });
    gradient_.assign(pairs.walls.source.size(), Vec3::Zero());
}

void Response::list_near(const Pairs& pairs)
{
    is_near_.resize(latest_.size());
    parallel_for(static_cast<Offset>(latest_.size()), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        is_near_[i] = 0;
        if (pairs.wall_share[i] > 0.0)
            for (Index k : pairs.wall.row(n))
                if (solid_of_[static_cast<std::size_t>(k)] >= 0)
                    is_near_[i] = 1;
    });
    near_.clear();
    for (std::size_t i = 0; i < is_near_.size(); ++i)
        if (is_near_[i])
            near_.push_back(static_cast<Index>(i));
}

void Response::divide(const Pairs& pairs)
{
    const std::size_t count = near_.size() > worth_dividing ? most_parts : 1;
    parts_.resize(count);
    const auto share = [count](std::size_t n, std::size_t of) {
        return static_cast<Index>(of * n / count);
    };
    for (std::size_t n = 0; n < count; ++n) {
        Part& part = parts_[n];
        part.first = share(n, latest_.size());
        part.last = share(n + 1, latest_.size());
        part.first_wall = share(n, pairs.walls.source.size());
        part.last_wall = share(n + 1, pairs.walls.source.size());
        part.particle.clear();
        part.older.clear();
        part.solid.clear();
        part.row.clear();
        part.extra.assign(solids_.size(), Mat6::Zero());
        part.constant.assign(solids_.size(), Vec6::Zero());
    }
}

void Response::add_row(std::size_t solid, Index particle, const Vec6& c, Part& part)
{
    Index& latest = latest_[static_cast<std::size_t>(particle)];
    Index n = latest;
    while (n >= 0 && part.solid[static_cast<std::size_t>(n)] != solid)
        n = part.older[static_cast<std::size_t>(n)];
    if (n >= 0) {
        part.row[static_cast<std::size_t>(n)] += c;
        return;
    }
    part.older.push_back(latest);
    latest = static_cast<Index>(part.row.size());
    part.particle.push_back(particle);
    part.solid.push_back(solid);
    part.row.push_back(c);
}

// p_w holds rho0 (g - a_w).way with a_w = N(x_s)(f* + y) + omega x (omega x r): the part without y
// goes to Q0, that with y to K.
void Response::add_jump(std::size_t solid, const Vec6& push, const Vec3& way, const Vec3& surface,
                        const Settings& settings, Part& part) const
{
    const FreeSolid& s = solids_[solid];
    const Vec3 r = surface - s.center;
    const Vec6 lever = wrench(r, way); // way . N(x_s) q
    const double known =
        way.dot(settings.gravity - s.spin.cross(s.spin.cross(r))) - lever.dot(s.known);
    const double scale = density_ * volume_;
    part.extra[solid] += scale * push * lever.transpose();
    part.constant[solid] += scale * known * push;
}

// Of the part's wall points: sums of g_iw, and what they give to K and Q0. A pair whose marker is
// dry extrapolates from the particle itself.
void Response::add_jumps(const Boundary& boundary, const Settings& settings, const Pairs& pairs,
                         Part& part)
{
    const Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    const auto first = static_cast<std::size_t>(part.first_wall);
    const auto last = static_cast<std::size_t>(part.last_wall);
    const auto lever_of = [&](std::size_t k, std::size_t w, const Vec3& g) {
        return wrench(boundary.position[w] - solids_[static_cast<std::size_t>(solid_of_[k])].center,
                      g);
    };
    for (const Index n : near_) {
        const Vec4& place = pairs.place[static_cast<std::size_t>(n)];
        const Vec3 x = place.head<3>();
        each_wall(pairs, n, [&](std::size_t k, double a) {
            if (k < first || k >= last || solid_of_[k] < 0)
                return;
            const Vec3 from_wall = difference(x, walls.position[k]);
            const Vec3 g = (-0.5 * a * place[3]) * from_wall;
            if (walls.wet[k]) {
                gradient_[k] += g;
                return;
            }
            const auto w = static_cast<std::size_t>(walls.source[k]);
            add_jump(static_cast<std::size_t>(solid_of_[k]), lever_of(k, w, g),
                     -blocked_part(boundary, w, from_wall), boundary.surface[w], settings, part);
        });
    }
    for (std::size_t k = first; k < last; ++k) {
        if (solid_of_[k] < 0 || !walls.wet[k] || gradient_[k].isZero(0.0))
            continue;
        const auto w = static_cast<std::size_t>(walls.source[k]);
        const Vec3 way = difference(walls.position[k], walls.centroid[k]);
        add_jump(static_cast<std::size_t>(solid_of_[k]), lever_of(k, w, gradient_[k]),
                 blocked_part(boundary, w, way), boundary.surface[w], settings, part);
    }
}

// The pairs' own part of the rows.
void Response::add_pairs(const Boundary& boundary, const Settings& settings, const Pairs& pairs,
                         Part& part)
{
    const Walls& walls = pairs.walls;
    const Difference difference(settings.periodic);
    const auto end = std::lower_bound(near_.begin(), near_.end(), part.last);
    for (auto it = std::lower_bound(near_.begin(), near_.end(), part.first); it != end; ++it) {
        const Vec4& place = pairs.place[static_cast<std::size_t>(*it)];
        const Vec3 x = place.head<3>();
        each_wall(pairs, *it, [&](std::size_t k, double a) {
            if (solid_of_[k] < 0)
                return;
            const auto solid = static_cast<std::size_t>(solid_of_[k]);
            const auto w = static_cast<std::size_t>(walls.source[k]);
            const Vec3 g = (-0.5 * a * place[3]) * difference(x, walls.position[k]);
            add_row(solid, *it,
                    (walls.wet[k] ? 1.0 : 2.0) *
                        wrench(boundary.position[w] - solids_[solid].center, g),
                    part);
        });
    }
}

// What goes through the pressure at the markers.
void Response::add_markers(const Boundary& boundary, const Pairs& pairs, Part& part)
{
    const Walls& walls = pairs.walls;
    for (std::size_t k = 0; k < walls.source.size(); ++k) {
        if (solid_of_[k] < 0 || !walls.wet[k] || gradient_[k].isZero(0.0))
            continue;
        const auto solid = static_cast<std::size_t>(solid_of_[k]);
        const auto w = static_cast<std::size_t>(walls.source[k]);
        const Vec6 push = wrench(boundary.position[w] - solids_[solid].center, gradient_[k]);
        const auto begin = static_cast<std::size_t>(walls.markers.start[k]);
        const auto end = static_cast<std::size_t>(walls.markers.start[k + 1]);
        for (std::size_t e = begin; e < end; ++e)
            if (const Index j = walls.markers.index[e]; j >= part.first && j < part.last)
                add_row(solid, j, static_cast<double>(walls.weight[e]) * push, part);
    }
}

void Response::add_inlets(std::span<const Inlet> inlets, const Pairs& pairs, Part& part)
{
    const Walls& walls = pairs.walls;
    for (const Inlet& inlet : inlets) {
        const auto begin = static_cast<std::size_t>(walls.markers.start[inlet.wall]);
        const auto end = static_cast<std::size_t>(walls.markers.start[inlet.wall + 1]);
        for (std::size_t e = begin; e < end; ++e)
            if (const Index j = walls.markers.index[e]; j >= part.first && j < part.last)
                add_row(inlet.solid, j, static_cast<double>(walls.weight[e]) / volume_ * inlet.push,
                        part);
    }
}

void Response::sum_parts()
{
    extra_.assign(solids_.size(), Mat6::Zero());
    constant_.assign(solids_.size(), Vec6::Zero());
    for (std::size_t b = 0; b < solids_.size(); ++b) {
        for (const Part& part : parts_) {
            extra_[b] += part.extra[b];
            constant_[b] += part.constant[b];
        }
        constant_[b] += solids_[b].pressed;
    }
}

// Rows by solid, in the order they were made. Without a free surface the pressure's constant is
// arbitrary: it must not push, as on a closed surface it does not but for the error of the sums.
void Response::sort_rows(bool without_mean)
{
    first_.assign(solids_.size() + 1, 0);
    for (const Part& part : parts_)
        for (const std::size_t solid : part.solid)
            ++first_[solid + 1];
    for (std::size_t b = 0; b < solids_.size(); ++b)
        first_[b + 1] += first_[b];
    particle_.resize(first_.back());
    row_.resize(first_.back());
    next_.assign(first_.begin(), first_.end());
    for (const Part& part : parts_)
        for (std::size_t n = 0; n < part.row.size(); ++n) {
            const std::size_t place = next_[part.solid[n]]++;
            particle_[place] = part.particle[n];
            row_[place] = part.row[n];
        }
    blocks_.clear();
    for (std::size_t b = 0; b < solids_.size(); ++b) {
        if (without_mean && first_[b] < first_[b + 1]) {
            Vec6 mean = Vec6::Zero();
            for (std::size_t n = first_[b]; n < first_[b + 1]; ++n)
                mean += row_[n];
            mean /= static_cast<double>(first_[b + 1] - first_[b]);
            for (std::size_t n = first_[b]; n < first_[b + 1]; ++n)
                row_[n] -= mean;
        }
        for (std::size_t n = first_[b]; n < first_[b + 1]; n += block_rows)
            blocks_.push_back({b, n, std::min(n + block_rows, first_[b + 1])});
    }
}

void Response::assemble(std::span<const FreeSolid> solids, std::span<const Inlet> inlets,
                        const Fluid& fluid, const Boundary& boundary, const Settings& settings,
                        const Pairs& pairs)
{
    particle_.clear();
    bare_ = 0;
    if (solids.empty())
        return;
    start(solids, fluid, boundary, settings, pairs);
    list_near(pairs);
    divide(pairs);
    const auto each_part = [&](auto&& work) {
        parallel_for_uneven(static_cast<Offset>(parts_.size()), 1,
                            [&](Offset n) { work(parts_[static_cast<std::size_t>(n)]); });
    };
    each_part([&](Part& part) { add_jumps(boundary, settings, pairs, part); });
    each_part([&](Part& part) {
        add_pairs(boundary, settings, pairs, part);
        add_markers(boundary, pairs, part);
        add_inlets(inlets, pairs, part);
    });
    sum_parts();
    sort_rows(settings.sealed);
    for (std::size_t b = 0; b < solids_.size(); ++b) {
        const Mat6 effective = solids_[b].mass + 0.5 * (extra_[b] + extra_[b].transpose());
        if (invert_within(effective, solids_[b].open, inverse_[b]))
            continue;
        ++bare_;
        invert_within(solids_[b].mass, solids_[b].open, inverse_[b]);
    }
}

void Response::gather(std::span<const double> x) const
{
    partial_.resize(blocks_.size());
    parallel_for(static_cast<Offset>(blocks_.size()), [&](Offset n) {
        const Block& block = blocks_[static_cast<std::size_t>(n)];
        Vec6 sum = Vec6::Zero();
        for (std::size_t e = block.begin; e < block.end; ++e)
            sum += x[static_cast<std::size_t>(particle_[e])] * row_[e];
        partial_[static_cast<std::size_t>(n)] = sum;
    });
    gathered_.assign(solids_.size(), Vec6::Zero());
    for (std::size_t n = 0; n < blocks_.size(); ++n)
        gathered_[blocks_[n].solid] += volume_ * partial_[n];
}

// One solid after the other, for particles between two of them have a row of each.
void Response::scatter(std::span<const Vec6> q, double scale, std::span<double> y) const
{
    for (std::size_t b = 0; b < solids_.size(); ++b) {
        const Vec6 by = scale * q[b];
        const auto add = [&](std::size_t e) {
            y[static_cast<std::size_t>(particle_[e])] += row_[e].dot(by);
        };
        const std::size_t count = first_[b + 1] - first_[b];
        if (count > 4 * block_rows)
            parallel_for(static_cast<Offset>(count),
                         [&](Offset n) { add(first_[b] + static_cast<std::size_t>(n)); });
        else
            for (std::size_t e = first_[b]; e < first_[b + 1]; ++e)
                add(e);
    }
}

void Response::add_to_right(std::span<double> b) const
{
    if (empty())
        return;
    moved_.resize(solids_.size());
    for (std::size_t n = 0; n < solids_.size(); ++n)
        moved_[n] = inverse_[n] * constant_[n];
    scatter(moved_, -density_, b);
}

double Response::add_product(std::span<const double> x, std::span<double> y) const
{
    gather(x);
    moved_.resize(solids_.size());
    double added = 0.0;
    for (std::size_t b = 0; b < solids_.size(); ++b) {
        moved_[b] = inverse_[b] * gathered_[b];
        added += density_ / volume_ * gathered_[b].dot(moved_[b]);
    }
    scatter(moved_, density_, y);
    return added;
}

void Response::accelerations(std::span<const double> pressure, std::vector<Vec6>& y) const
{
    y.assign(solids_.size(), Vec6::Zero());
    if (solids_.empty())
        return;
    gather(pressure);
    for (std::size_t b = 0; b < solids_.size(); ++b)
        y[b] = inverse_[b] * (constant_[b] + gathered_[b]);
}

} // namespace flotsam::sph
