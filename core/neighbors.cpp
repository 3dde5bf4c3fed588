#include "core/neighbors.h"

#include "core/neighbors_scan.h"
#include "core/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flotsam {

namespace {

struct Scan {
    CountNear count;
    ListNear list;
    const char* name;
};

Scan scan = {count_near_portable, list_near_portable, "portable"};
bool chosen = false;

const Scan& current_scan()
{
    if (!chosen)
        choose_scan(ScanPath::fastest);
    return scan;
}

// Calls visit(a, b, shift, own): the runs of sorted sources in the cells around cell c; `own` marks
// the run that holds c itself. A run seen across a periodic end is shifted.
template <class Visit>
void each_run(const CellGrid& grid, const std::vector<Index>& first, const std::array<int, 3>& c, Visit&& visit)
{
    std::array<int, 3> low{}, high{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        low[a] = c[a] - 1;
        high[a] = c[a] + 1;
        if (grid.periodic.length[axis] <= 0.0) {
            low[a] = std::max(low[a], 0);
            high[a] = std::min(high[a], grid.count[a] - 1);
        }
    }
    const auto image = [&](int cell, int axis, double& shift) {
        const int n = grid.count[static_cast<std::size_t>(axis)];
        shift = cell < 0 ? grid.periodic.length[axis]
                         : (cell >= n ? -grid.periodic.length[axis] : 0.0);
        return cell < 0 ? cell + n : (cell >= n ? cell - n : cell);
    };
    const auto run = [&](int i0, int i1, int j, int k, const Vec3& shift, bool own) {
        const Offset row = grid.number(0, j, k);
        const Index a = first[static_cast<std::size_t>(row + i0)];
        const Index b = first[static_cast<std::size_t>(row + i1 + 1)];
        if (a < b)
            visit(a, b, shift, own);
    };
    Vec3 shift = Vec3::Zero();
    for (int k = low[2]; k <= high[2]; ++k) {
        const int kk = image(k, 2, shift.z());
        for (int j = low[1]; j <= high[1]; ++j) {
            const int jj = image(j, 1, shift.y());
            // Inside the grid the x-neighbours are one run; at a periodic end they are two.
            shift.x() = 0.0;
            const int i0 = std::max(low[0], 0);
            const int i1 = std::min(high[0], grid.count[0] - 1);
            if (i0 <= i1)
                run(i0, i1, jj, kk, shift, j == c[1] && k == c[2]);
            for (int i : {low[0], high[0]})
                if (i < 0 || i >= grid.count[0]) {
                    const int ii = image(i, 0, shift.x());
                    run(ii, ii, jj, kk, shift, false);
                }
        }
    }
}

// The sources around one cell, copied side by side. Queries that follow each other mostly share
// their cell, so the copy is made once for about a dozen queries, and each of them then scans one
// array from end to end.
class Surroundings {
public:
    Surroundings(const CellGrid& grid, const CellPoints& sources) : grid_(grid), sources_(sources) {}

    // Gathers around the cell of x, unless the query before was in the same.
    void move_to(const Vec3& x)
    {
        std::array<int, 3> cell{};
        for (int axis = 0; axis < 3; ++axis)
            cell[static_cast<std::size_t>(axis)] = grid_.coordinate(x[axis], axis);
        if (ready_ && cell == cell_)
            return;
        cell_ = cell;
        ready_ = true;
        gather();
    }
    // The same for sorted source i, whose cell need not be computed.
    void move_to_source(Offset i)
    {
        const auto& first = sources_.first;
        if (ready_ && i >= first[number_] && i < first[number_ + 1])
            return;
        number_ = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), i) - first.begin()) - 1;
        const auto n = static_cast<Offset>(number_);
        cell_ = {static_cast<int>(n % grid_.count[0]), static_cast<int>(n / grid_.count[0] % grid_.count[1]),
                 static_cast<int>(n / grid_.count[0] / grid_.count[1])};
        ready_ = true;
        gather();
    }
    const Candidates& candidates() const { return candidates_; }
    // Where sorted source i of this cell stands among the candidates.
    Index place_of(Offset i) const { return static_cast<Index>(i) + own_; }

private:
    void gather()
    {
        Index at = 0;
        each_run(grid_, sources_.first, cell_, [&](Index a, Index b, const Vec3& shift, bool own) {
            reserve(at + (b - a));
            if (own)
                own_ = at - a;
            copy(sources_.x.data() + a, b - a, static_cast<float>(shift.x()), x_.data() + at);
            copy(sources_.y.data() + a, b - a, static_cast<float>(shift.y()), y_.data() + at);
            copy(sources_.z.data() + a, b - a, static_cast<float>(shift.z()), z_.data() + at);
            number(a, b - a, index_.data() + at);
            at += b - a;
        });
        const Index padded = (at + scan_width - 1) / scan_width * scan_width;
        constexpr float far = 1e18f; // its square is still finite
        std::fill(x_.begin() + at, x_.begin() + padded, far);
        candidates_ = {x_.data(), y_.data(), z_.data(), index_.data(), padded};
    }

    // Room for `count` candidates and the blocks that end behind the last.
    void reserve(Index count)
    {
        const auto need = static_cast<std::size_t>(count + scan_width + block);
        if (index_.size() >= need)
            return;
        index_.resize(2 * need);
        for (auto* field : {&x_, &y_, &z_})
            field->resize(2 * need);
    }

    // Whole blocks, of fixed length for the compiler; what is too much is overwritten by the next run.
    static constexpr Index block = static_cast<Index>(CellPoints::spare);
    static void copy(const float* from, Index count, float shift, float* to)
    {
        for (Index n = 0; n < count; n += block)
            for (Index k = n; k < n + block; ++k)
                to[k] = from[k] - shift;
    }
    static void number(Index first, Index count, Index* to)
    {
        for (Index n = 0; n < count; n += block)
            for (Index k = n; k < n + block; ++k)
                to[k] = first + k;
    }

    const CellGrid& grid_;
    const CellPoints& sources_;
    std::array<int, 3> cell_{};
    std::size_t number_ = 0; // of the cell, for sources
    bool ready_ = false;
    Index own_ = 0;
    std::vector<float> x_, y_, z_;
    std::vector<Index> index_;
    Candidates candidates_;
};

// visit(i, surroundings, query) for every query, in parallel. `self`: the queries are the sources.
template <class Visit>
void each_query(const CellGrid& grid, std::span<const Vec3> queries, const CellPoints& sources,
                bool self, float radius2, Visit&& visit)
{
    const auto count = static_cast<Offset>(queries.size());
#pragma omp parallel
    {
        Surroundings around(grid, sources);
#pragma omp for schedule(dynamic, 512)
        for (Offset i = 0; i < count; ++i) {
            const Vec3& x = queries[static_cast<std::size_t>(i)];
            if (self)
                around.move_to_source(i);
            else
                around.move_to(x);
            const Vec3 r = x - grid.origin;
            visit(i, around,
                  Query{static_cast<float>(r.x()), static_cast<float>(r.y()), static_cast<float>(r.z()), radius2});
        }
    }
}

} // namespace

void choose_scan(ScanPath path)
{
    chosen = true;
    scan = {count_near_portable, list_near_portable, "portable"};
#ifdef FLOTSAM_AVX512_SCAN
    if (path == ScanPath::fastest && has_avx512())
        scan = {count_near_avx512, list_near_avx512, "AVX-512"};
#else
    (void)path;
#endif
}

const char* scan_name() { return current_scan().name; }

void find_neighbors(const CellGrid& grid, std::span<const Vec3> queries, const CellPoints& sources,
                    double radius, bool self, NeighborRows& out)
{
    const std::size_t count = queries.size();
    if (sources.order.empty()) {
        out.start.assign(count + 1, 0);
        out.index.clear();
        return;
    }
    const Scan use = current_scan();
    // Rounding of a float coordinate is half an ulp of the grid's extent; a distance takes two
    // coordinates and perhaps a periodic shift on three axes.
    double extent = radius;
    for (int axis = 0; axis < 3; ++axis)
        extent = std::max(extent, grid.edge[axis] * (grid.count[static_cast<std::size_t>(axis)] + 2));
    const double wide = radius + 4.0 * extent * std::numeric_limits<float>::epsilon();
    const auto radius2 = static_cast<float>(wide * wide);

    out.start.resize(count + 1);
    out.start[0] = 0;
    each_query(grid, queries, sources, self, radius2, [&](Offset i, const Surroundings& around, const Query& q) {
        const Index near = use.count(around.candidates(), q);
        out.start[static_cast<std::size_t>(i) + 1] = self && near > 0 ? near - 1 : near;
    });
    for (std::size_t i = 0; i < count; ++i)
        out.start[i + 1] += out.start[i];
    const auto total = static_cast<std::size_t>(out.start.back());
    if (out.index.capacity() < total)
        out.index.reserve(total + total / 8);
    out.index.resize(total);
    each_query(grid, queries, sources, self, radius2, [&](Offset i, const Surroundings& around, const Query& q) {
        use.list(around.candidates(), q, self ? around.place_of(i) : -1,
                 out.index.data() + out.start[static_cast<std::size_t>(i)]);
    });
}

} // namespace flotsam
