#include "core/parallel.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>

using namespace flotsam;

TEST_SUITE("unit")
{
    TEST_CASE("a sum has the same bits for 1 to 8 threads")
    {
        const Offset count = 1'000'003;
        const auto term = [](Offset i) { return std::sin(static_cast<double>(i)) * 1e3; };
        omp_set_num_threads(1);
        const double one = parallel_sum(count, term);
        for (int threads : {2, 3, 4, 7, 8}) {
            omp_set_num_threads(threads);
            CHECK(parallel_sum(count, term) == one);
        }
        double plain = 0.0;
        for (Offset i = 0; i < count; ++i)
            plain += term(i);
        CHECK(one == doctest::Approx(plain).epsilon(1e-9));
        omp_set_num_threads(omp_get_num_procs());
    }

    TEST_CASE("ranges longer than 1024 blocks are summed whole")
    {
        const Offset count = 1024 * sum_block + 17;
        CHECK(parallel_sum(count, [](Offset) { return 1.0; }) == static_cast<double>(count));
    }

    TEST_CASE("a NaN anywhere makes the maximum NaN")
    {
        for (Offset bad : {0, 5000, 99'999}) {
            const double largest = parallel_max(
                100'000, 0.0, [bad](Offset i) { return i == bad ? std::nan("") : 1.0; });
            CHECK(std::isnan(largest));
        }
        CHECK(parallel_max(100'000, 0.0, [](Offset i) { return static_cast<double>(i); })
              == 99'999.0);
    }

    TEST_CASE("every index of a loop is visited once")
    {
        std::vector<int> hits(100'001, 0);
        parallel_for(100'001, [&](Offset i) { ++hits[static_cast<std::size_t>(i)]; });
        parallel_for_uneven(100'001, 64, [&](Offset i) { ++hits[static_cast<std::size_t>(i)]; });
        CHECK(std::all_of(hits.begin(), hits.end(), [](int h) { return h == 2; }));
    }
}
