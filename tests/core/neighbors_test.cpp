#include "core/neighbors.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <random>

using namespace flotsam;

namespace {

std::vector<Vec3> random_points(int count, const Bounds& box, unsigned seed, int dimension)
{
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::vector<Vec3> points;
    for (int n = 0; n < count; ++n) {
        Vec3 u(unit(generator), unit(generator), unit(generator));
        if (dimension == 2)
            u.y() = 0.0;
        points.push_back(box.min + u.cwiseProduct(box.size()));
    }
    return points;
}

// Sorts `points` into cells and lists neighbours of every point; rows in sorted numbering.
struct Searched {
    CellGrid grid;
    CellPoints cells;
    std::vector<Vec3> sorted;
    NeighborRows rows;
};

Searched search(const std::vector<Vec3>& points, const Bounds& box, double radius,
                const Periodic& periodic, int dimension)
{
    Searched s;
    s.grid = make_grid(box, radius, periodic, dimension);
    sort_into_cells(s.grid, points, s.cells);
    for (Index k : s.cells.order)
        s.sorted.push_back(points[static_cast<std::size_t>(k)]);
    find_neighbors(s.grid, s.sorted, s.cells, radius, true, s.rows);
    return s;
}

void check_against_all_pairs(int dimension, const Periodic& periodic)
{
    const Bounds box{Vec3(-0.3, dimension == 2 ? 0.0 : 0.1, 0.0),
                     Vec3(0.7, dimension == 2 ? 0.0 : 1.1, 1.0)};
    const double radius = 0.11;
    const auto points = random_points(1500, box, 7, dimension);
    for (ScanPath path : {ScanPath::portable, ScanPath::fastest}) {
        choose_scan(path);
        const Searched s = search(points, box, radius, periodic, dimension);
        REQUIRE(s.sorted.size() == points.size());
        long missing = 0, far = 0;
        for (std::size_t i = 0; i < s.sorted.size(); ++i) {
            const auto row = s.rows.row(static_cast<Offset>(i));
            const std::vector<Index> listed(row.begin(), row.end());
            for (std::size_t j = 0; j < s.sorted.size(); ++j) {
                const double r = periodic.nearest(s.sorted[i] - s.sorted[j]).norm();
                const bool is_listed
                    = std::count(listed.begin(), listed.end(), static_cast<Index>(j)) == 1;
                missing += (i != j && r < radius && !is_listed);
                far += is_listed && (r > radius * 1.0001 || i == j);
            }
        }
        CHECK(missing == 0);
        CHECK(far == 0);
    }
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("neighbour rows equal the search over all pairs in 3D")
    {
        check_against_all_pairs(3, Periodic{});
    }

    TEST_CASE("neighbour rows equal the search over all pairs in 2D")
    {
        check_against_all_pairs(2, Periodic{});
    }

    TEST_CASE("neighbour rows equal the search over all pairs with periodic x and z")
    {
        check_against_all_pairs(2, Periodic{Vec3(-0.3, 0.0, 0.0), Vec3(1.0, 0.0, 1.0)});
        check_against_all_pairs(3, Periodic{Vec3(-0.3, 0.1, 0.0), Vec3(1.0, 1.0, 1.0)});
        check_against_all_pairs(3, Periodic{Vec3(-0.3, 0.0, 0.0), Vec3(1.0, 0.0, 0.0)});
    }

    TEST_CASE("portable and vector scans list the same neighbours in the same order")
    {
        const Bounds box{Vec3::Zero(), Vec3::Ones()};
        const auto points = random_points(4000, box, 3, 3);
        choose_scan(ScanPath::portable);
        const Searched portable = search(points, box, 0.1, {}, 3);
        choose_scan(ScanPath::fastest);
        MESSAGE("fastest scan: ", scan_name());
        const Searched fastest = search(points, box, 0.1, {}, 3);
        CHECK(portable.rows.start == fastest.rows.start);
        CHECK(portable.rows.index == fastest.rows.index);
    }

    TEST_CASE("sort and rows are the same for 1 to 7 threads")
    {
        const Bounds box{Vec3::Zero(), Vec3::Ones()};
        const auto points = random_points(20'000, box, 11, 3);
        omp_set_num_threads(1);
        const Searched one = search(points, box, 0.05, {}, 3);
        for (int threads : {2, 3, 7}) {
            omp_set_num_threads(threads);
            const Searched many = search(points, box, 0.05, {}, 3);
            CHECK(many.cells.order == one.cells.order);
            CHECK(many.rows.index == one.rows.index);
        }
        omp_set_num_threads(omp_get_num_procs());
    }

    TEST_CASE("rows far apart in a long list equal the search over all points")
    {
        const Bounds box{Vec3::Zero(), Vec3::Ones()};
        const double radius = 0.03;
        const Searched s = search(random_points(150'000, box, 5, 3), box, radius, {}, 3);
        long wrong = 0;
        for (std::size_t i = 7; i < s.sorted.size(); i += 997) {
            const auto row = s.rows.row(static_cast<Offset>(i));
            std::vector<Index> near;
            for (std::size_t j = 0; j < s.sorted.size(); ++j)
                if (j != i && (s.sorted[i] - s.sorted[j]).norm() < radius)
                    near.push_back(static_cast<Index>(j));
            std::vector<Index> listed(row.begin(), row.end());
            std::erase_if(listed, [&](Index j) {
                return (s.sorted[i] - s.sorted[static_cast<std::size_t>(j)]).norm() >= radius;
            });
            std::sort(listed.begin(), listed.end());
            wrong += listed != near;
        }
        CHECK(wrong == 0);
    }

    TEST_CASE("lists reused for other points do not remember the old ones")
    {
        const Bounds box{Vec3::Zero(), Vec3::Ones()};
        Searched reused = search(random_points(5000, box, 1, 3), box, 0.2, {}, 3);
        for (int count : {100, 3000, 1}) {
            const Searched fresh = search(random_points(count, box, 2, 3), box, 0.1, {}, 3);
            sort_into_cells(fresh.grid, fresh.sorted, reused.cells);
            find_neighbors(fresh.grid, fresh.sorted, reused.cells, 0.1, true, reused.rows);
            CHECK(reused.rows.start == fresh.rows.start);
            CHECK(reused.rows.index == fresh.rows.index);
        }
    }

    TEST_CASE("a point outside the grid is left out and a query there finds nothing")
    {
        const Bounds box{Vec3::Zero(), Vec3::Ones()};
        std::vector<Vec3> points{Vec3(0.5, 0.5, 0.5), Vec3(9.0, 0.5, 0.5)};
        const CellGrid grid = make_grid(box, 0.1, {}, 3);
        CellPoints cells;
        sort_into_cells(grid, points, cells);
        CHECK(cells.order == std::vector<Index>{0});
        NeighborRows rows;
        find_neighbors(grid, points, cells, 0.1, false, rows);
        CHECK(rows.row(0).size() == 1);
        CHECK(rows.row(1).empty());
    }

    TEST_CASE("a point in a cell that is not kept is left out")
    {
        const CellGrid grid = make_grid({Vec3::Zero(), Vec3::Ones()}, 0.1, {}, 3);
        const std::vector<Vec3> points{Vec3(0.05, 0.05, 0.05), Vec3(0.55, 0.55, 0.55)};
        std::vector<std::uint8_t> keep(static_cast<std::size_t>(grid.cells()), 0);
        keep[static_cast<std::size_t>(grid.number(5, 5, 5))] = 1;
        CellPoints cells;
        sort_into_cells(grid, points, cells, keep);
        CHECK(cells.order == std::vector<Index>{1});
    }

    TEST_CASE("no points at all give no rows")
    {
        const CellGrid grid = make_grid({}, 0.1, {}, 3);
        CellPoints cells;
        sort_into_cells(grid, std::span<const Vec3>{}, cells);
        NeighborRows rows;
        find_neighbors(grid, std::span<const Vec3>{}, cells, 0.1, true, rows);
        CHECK(rows.rows() == 0);
    }
}
