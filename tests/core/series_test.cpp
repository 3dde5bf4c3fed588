#include "core/series.h"

#include "core/numbers.h"
#include "tests/support/temporary.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

using namespace flotsam;
using tests::TemporaryDirectory;

namespace {

const std::vector<std::string> columns{"P1", "force, x"};
const double nan_value = std::numeric_limits<double>::quiet_NaN();

void write_three_rows(const Path& path)
{
    SeriesWriter series(path, columns);
    series.row(0.0, std::array{1.0, nan_value});
    series.row(0.1, std::array{0.1, -2.5e-300});
    series.row(0.30000000000000004, std::array{1e22, 3.0});
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a series has its header once with time first and exact numbers and NaN as nothing")
    {
        const TemporaryDirectory dir;
        write_three_rows(dir / "series.csv");
        CHECK(read_whole_file(dir / "series.csv")
              == "time,P1,\"force, x\"\n0,1,\n0.1,0.1,-2.5e-300\n0.30000000000000004,1e+22,3\n");
    }

    TEST_CASE("every double written as text reads back to the same bits")
    {
        std::mt19937_64 generator(5);
        int wrong = 0;
        for (int n = 0; n < 100'000; ++n) {
            const auto value = std::bit_cast<double>(generator());
            wrong += std::isfinite(value) && parse_number(shortest(value)) != value;
        }
        CHECK(wrong == 0);
        CHECK(!parse_number("1.5x"));
        CHECK(!parse_number(""));
        CHECK(!parse_number(" 1"));
    }

    TEST_CASE("a resumed series continues after the last row of its time")
    {
        const TemporaryDirectory dir;
        const Path path = dir / "series.csv";
        write_three_rows(path);
        SeriesWriter::resume(path, columns, 0.1).row(0.2, std::array{7.0, 8.0});
        CHECK(read_whole_file(path)
              == "time,P1,\"force, x\"\n0,1,\n0.1,0.1,-2.5e-300\n0.2,7,8\n");
    }

    TEST_CASE("a series cut off at any byte resumes to whole rows alone")
    {
        const TemporaryDirectory dir;
        const Path path = dir / "series.csv";
        write_three_rows(path);
        const std::string whole = read_whole_file(path);
        const std::size_t header = whole.find('\n') + 1;
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            write_whole_file(path, whole.substr(0, length));
            { SeriesWriter::resume(path, columns, 1.0); }
            const std::string now = read_whole_file(path);
            const std::size_t end = whole.rfind('\n', length == 0 ? 0 : length - 1) + 1;
            CHECK(now == (length < header ? whole.substr(0, header) : whole.substr(0, end)));
        }
        std::filesystem::remove(path);
        { SeriesWriter::resume(path, columns, 1.0); }
        CHECK(read_whole_file(path) == whole.substr(0, header));
    }

    TEST_CASE("a series of another case or with a broken row is refused with its line")
    {
        const TemporaryDirectory dir;
        const Path path = dir / "series.csv";
        write_three_rows(path);
        CHECK_THROWS_WITH_AS(SeriesWriter::resume(path, {"P1"}, 1.0),
                             (path.string() + ":1:1: the columns differ from this case's").c_str(),
                             UserError);
        write_whole_file(path, "time,P1\n0,1\nzero,1\n");
        CHECK_THROWS_WITH_AS(SeriesWriter::resume(path, {"P1"}, 1.0),
                             (path.string() + ":3:1: a row must begin with a time").c_str(), UserError);
    }

    TEST_CASE("a long table labels each row")
    {
        const TemporaryDirectory dir;
        {
            SeriesWriter bodies(dir / "bodies.csv", {"body", "x"});
            bodies.row(0.5, "girder", std::array{1.25});
            bodies.row(0.5, "pier \"A\", left", std::array{nan_value});
        }
        CHECK(read_whole_file(dir / "bodies.csv")
              == "time,body,x\n0.5,girder,1.25\n0.5,\"pier \"\"A\"\", left\",\n");
    }

    TEST_CASE("rows that come slowly are in the file at once and fast ones within a second")
    {
        const TemporaryDirectory dir;
        SeriesWriter series(dir / "series.csv", {"x"});
        const auto start = std::chrono::steady_clock::now();
        int rows = 0;
        while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(600)) {
            series.row(++rows, std::array{1.0});
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        const std::string text = read_whole_file(dir / "series.csv");
        CHECK(std::count(text.begin(), text.end(), '\n') > rows / 4);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        series.row(++rows, std::array{1.0});
        const std::string later = read_whole_file(dir / "series.csv");
        CHECK(std::count(later.begin(), later.end(), '\n') == rows + 1);
    }

    TEST_CASE("a series on a full disk is a machine error")
    {
        const TemporaryDirectory dir;
        const std::string told = tests::on_a_full_disk(5000, [&] {
            SeriesWriter series(dir / "series.csv", {"x"});
            for (int n = 0; n < 2000; ++n)
                series.row(n, std::array{1.0});
            series.flush();
        });
        CHECK(told == (dir / "series.csv").string() + ": cannot write: File too large");
    }
}
