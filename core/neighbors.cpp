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
    ListNear list;
    const char* name;
};

Scan scan = {list_near_portable, "portable"};
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

// Memory of the class below, kept from call to call.
struct Gathered {
    std::vector<float> x, y, z;
    std::vector<Index> index;
};

// The sources around one cell, copied side by side. Queries that follow each other mostly share
// their cell, so the copy is made once for about a dozen queries, and each of them then scans one
// array from end to end.
class Surroundings {
public:
    Surroundings(const CellGrid& grid, const CellPoints& sources, Gathered& memory)
        : grid_(grid), sources_(sources), to_(memory)
    {
    }

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
        if (!ready_ || i < first[number_])
            number_ = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), i) - first.begin()) - 1;
        while (i >= first[number_ + 1])
            ++number_;
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
            copy(sources_.x.data() + a, b - a, static_cast<float>(shift.x()), to_.x.data() + at);
            copy(sources_.y.data() + a, b - a, static_cast<float>(shift.y()), to_.y.data() + at);
            copy(sources_.z.data() + a, b - a, static_cast<float>(shift.z()), to_.z.data() + at);
            number(a, b - a, to_.index.data() + at);
            at += b - a;
        });
        const Index padded = (at + scan_width - 1) / scan_width * scan_width;
        constexpr float far = 1e18f; // its square is still finite
        std::fill(to_.x.begin() + at, to_.x.begin() + padded, far);
        candidates_ = {to_.x.data(), to_.y.data(), to_.z.data(), to_.index.data(), padded};
    }

    // Room for `count` candidates and the blocks that end behind the last.
    void reserve(Index count)
    {
        const auto need = static_cast<std::size_t>(count + scan_width + block);
        if (to_.index.size() >= need)
            return;
        to_.index.resize(2 * need);
        for (auto* field : {&to_.x, &to_.y, &to_.z})
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
    Gathered& to_;
    Candidates candidates_;
};

constexpr Offset piece_rows = 256, pieces = 256; // a slab of 65536 rows, about 20 MB in 3D

struct Search {
    const CellGrid& grid;
    std::span<const Vec3> queries;
    const CellPoints& sources;
    bool self;     // the queries are the sources
    float radius2; // m^2
    ListNear list;
};

// Lists the rows [begin, end) one behind the other in `piece`, and their lengths in length[row].
void list_piece(const Search& s, Offset begin, Offset end, std::vector<Index>& piece, Offset* length)
{
    thread_local Gathered memory;
    Surroundings around(s.grid, s.sources, memory);
    Offset used = 0;
    for (Offset i = begin; i < end; ++i) {
        const Vec3& x = s.queries[static_cast<std::size_t>(i)];
        if (s.self)
            around.move_to_source(i);
        else
            around.move_to(x);
        const Candidates& candidates = around.candidates();
        const auto need = static_cast<std::size_t>(used + candidates.padded + scan_slack);
        if (piece.size() < need)
            piece.resize(need + need / 2);
        const Vec3 r = x - s.grid.origin;
        const Query query{static_cast<float>(r.x()), static_cast<float>(r.y()), static_cast<float>(r.z()), s.radius2};
        length[i] = s.list(candidates, query, s.self ? around.place_of(i) : -1, piece.data() + used);
        used += length[i];
    }
}

// Room for `total` entries when `rows` of `all` rows have been listed. Grows rarely, and then to
// what the rows so far let expect.
void make_room(std::vector<Index>& index, Offset total, Offset rows, Offset all)
{
    const auto need = static_cast<std::size_t>(total);
    if (index.capacity() < need) {
        const double part = static_cast<double>(rows) / static_cast<double>(all);
        index.reserve(std::max(need, static_cast<std::size_t>(1.05 * static_cast<double>(total) / part)));
    }
    if (index.size() < need)
        index.resize(need);
}

// Rows [begin, end), at most a slab of them, are listed in pieces that stay in the cache and then
// copied to where the lengths of all rows before put them: so every distance is computed once.
void list_slab(const Search& s, Offset begin, Offset end, NeighborRows& out)
{
    const auto first = [=](Offset piece) { return std::min(end, begin + piece * piece_rows); };
    const Offset used = (end - begin + piece_rows - 1) / piece_rows;
    parallel_for_uneven(used, 1, [&](Offset p) {
        list_piece(s, first(p), first(p + 1), out.pieces[static_cast<std::size_t>(p)], out.start.data() + 1);
    });
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        out.start[i + 1] += out.start[i];
    make_room(out.index, out.start[static_cast<std::size_t>(end)], end, static_cast<Offset>(s.queries.size()));
    parallel_for(used, [&](Offset p) {
        const Offset a = out.start[static_cast<std::size_t>(first(p))];
        const Offset b = out.start[static_cast<std::size_t>(first(p + 1))];
        std::copy_n(out.pieces[static_cast<std::size_t>(p)].data(), b - a, out.index.data() + a);
    });
}

} // namespace

void choose_scan(ScanPath path)
{
    chosen = true;
    scan = {list_near_portable, "portable"};
#ifdef FLOTSAM_AVX512_SCAN
    if (path == ScanPath::fastest && has_avx512())
        scan = {list_near_avx512, "AVX-512"};
#else
    (void)path;
#endif
}

const char* scan_name() { return current_scan().name; }

void find_neighbors(const CellGrid& grid, std::span<const Vec3> queries, const CellPoints& sources,
                    double radius, bool self, NeighborRows& out)
{
    const auto rows = static_cast<Offset>(queries.size());
    out.start.assign(queries.size() + 1, 0);
    if (sources.order.empty()) {
        out.index.clear();
        return;
    }
    // Rounding of a float coordinate is half an ulp of the grid's extent; a distance takes two
    // coordinates and perhaps a periodic shift on three axes.
    double extent = radius;
    for (int axis = 0; axis < 3; ++axis)
        extent = std::max(extent, grid.edge[axis] * (grid.count[static_cast<std::size_t>(axis)] + 2));
    const double wide = radius + 4.0 * extent * std::numeric_limits<float>::epsilon();

    const Search search{grid, queries, sources, self, static_cast<float>(wide * wide), current_scan().list};
    out.pieces.resize(static_cast<std::size_t>(pieces));
    for (Offset begin = 0; begin < rows; begin += pieces * piece_rows)
        list_slab(search, begin, std::min(rows, begin + pieces * piece_rows), out);
    out.index.resize(static_cast<std::size_t>(out.start.back()));
}

} // namespace flotsam
