#include "cases/csv.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

std::string said(const std::string& text)
{
    try {
        const cases::CsvTable table = cases::parse_csv(text, "m.csv");
        for (std::size_t n = 0; n < table.columns.size(); ++n)
            table.numbers(n);
        return {};
    } catch (const UserError& error) {
        return error.what();
    }
}

struct Sample {
    const char* name;
    std::string text;
    std::string message; // a part of it; empty = accepted
};

const std::vector<Sample> corpus{
    {"plain", "t,x\n0,1\n1,2\n", ""},
    {"comments and empty lines", "# a\n\nt,x\n# b\n0,1\n\n1,2\n", ""},
    {"byte-order mark and CRLF", "\xEF\xBB\xBFt,x\r\n0,1\r\n1,2\r\n", ""},
    {"semicolons", "t;x\n0;1.5\n1;2\n", ""},
    {"tabs", "t\tx\n0\t1\n1\t2\n", ""},
    {"quotes", "\"t, s\",\"x \"\"m\"\"\"\n0,1\n", ""},
    {"spaces", " t , x \n 0 , 1 \n", ""},
    {"signs and exponents", "t,x\n+1,-2.5e-3\n", ""},
    {"missing cells", "t,x,y\n0,,1\n1,2,\n", ""},
    {"separator at the end", "t,x,\n0,1,\n", ""},
    {"no newline at the end", "t,x\n0,1", ""},
    {"one column", "x\n1\n2\n", ""},
    {"nan as missing", "t,x\n0,nan\n", ""},
    {"empty", "", "m.csv: no header row"},
    {"header only", "# c\nt,x\n", "m.csv:2:1: no rows"},
    {"no header", "0,1\n1,2\n",
     "m.csv:1:1: the first row must name the columns, but '0' is a number"},
    {"decimal comma with semicolons", "t;x\n0;1,5\n",
     "m.csv:2:1: '1,5' in column 'x' has a decimal comma"},
    {"decimal comma with commas", "t,x\n0,1,5\n",
     "m.csv:2:1: this row has 3 cells, but the header has 2 columns (a decimal comma?"},
    {"short row", "t,x\n0,1\n1\n", "m.csv:3:1: this row has 1 cells"},
    {"two columns of one name", "t,x,x\n0,1,2\n", "m.csv:1:1: two columns are named 'x'"},
    {"column without a name", "t,,x\n0,1,2\n", "m.csv:1:1: column 2 has no name"},
    {"row of units", "t,x\ns,m\n0,1\n",
     "m.csv:2:1: 's' in column 't' is not a number (a row of units?"},
    {"text", "t,x\n0,1\n1,abc\n", "m.csv:3:1: 'abc' in column 'x' is not a number"},
    {"number with a unit", "t,x\n0,1 m\n", "m.csv:2:1: '1 m' in column 'x'"},
    {"infinity", "t,x\n0,inf\n", "m.csv:2:1: 'inf'"},
    {"hexadecimal", "t,x\n0,0x10\n", "m.csv:2:1: '0x10'"},
    {"too large", "t,x\n0,1e999\n", "m.csv:2:1: '1e999'"},
    {"open quote", "t,x\n0,\"1\n", "m.csv:2:1: a quote is not closed"},
    {"units in names", "time [s],p (kPa)\n0,1\n", ""},
    {"umlauts and degrees", "t,\xCE\xB8 [\xC2\xB0]\n0,1\n", ""},
    {"comment after a byte-order mark", "\xEF\xBB\xBF# lab 3\nt;x\n0;1\n", ""},
    {"tabs with decimal commas", "t\tx\n0\t1,5\n",
     "m.csv:2:1: '1,5' in column 'x' has a decimal comma"},
    {"zero byte", std::string("t,x\n0,\0\n", 8), "m.csv: not a text file"},
};

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("33 CSV files as people write them are read or refused with the row")
    {
        CHECK(corpus.size() == 33);
        for (const Sample& sample : corpus) {
            const std::string message = said(sample.text);
            CAPTURE(std::string(sample.name));
            CAPTURE(message);
            CHECK(message.empty() == sample.message.empty());
            CHECK(message.starts_with(sample.message));
        }
    }

    TEST_CASE("columns are found by name with missing cells as NaN and rows in their order")
    {
        const auto table = cases::parse_csv("# c\nt;note;x\n2;wet;1.5\n1;dry;\n", "m.csv");
        CHECK(table.rows() == 2);
        CHECK(table.numbers("t") == std::vector<double>{2.0, 1.0});
        CHECK(table.numbers("x")[0] == 1.5);
        CHECK(std::isnan(table.numbers("x")[1]));
        CHECK(table.line == std::vector<int>{3, 4});
        CHECK_THROWS_WITH(table.numbers("note"), "m.csv:3:1: 'wet' in column 'note' is not a "
                                                 "number (a row of units? put '#' before it)");
        CHECK_THROWS_WITH(table.numbers("nots"),
                          "m.csv:2:1: no column is named 'nots'; did you mean 'note'?");
        CHECK_THROWS_WITH(table.expect_rising(0), "m.csv:4:1: 't' must rise, but 1 follows 2");
        CHECK_THROWS_WITH(table.expect_full(2), "m.csv:4:1: no value in column 'x'");
    }

    TEST_CASE("a column is found without the unit in its name unless two are meant")
    {
        const auto table =
            cases::parse_csv("time [s],p (kPa),v [m/s],v [cm/s]\n0,1,2,3\n", "m.csv");
        CHECK(table.index_of("time") == 0);
        CHECK(table.index_of("p") == 1);
        CHECK(table.index_of("v [cm/s]") == 3);
        CHECK_THROWS_WITH(table.index_of("v"), "m.csv:1:1: 'v' may be 'v [m/s]' or 'v [cm/s]': "
                                               "write the whole name");
        CHECK(cases::unit_in("p (kPa)") == "kPa");
        CHECK(cases::unit_in("p_kPa") == "");
        CHECK(cases::unit_in("(kPa)") == "");
        CHECK(cases::name_without_unit("p  [kPa]") == "p");
        CHECK(cases::name_without_unit("p") == "p");
    }

    TEST_CASE("rows are selected by their cells and a selection without rows names the nearest")
    {
        const std::string text =
            "run,side,t,x\n1,left,0,1\n2,left,0,5\n2,right,0,6\n2.0,left,1,7\n";
        const auto table = cases::parse_csv(text, "m.csv", {{"run", "2"}, {"side", "left"}});
        CHECK(table.numbers("x") == std::vector<double>{5.0, 7.0});
        CHECK(table.line == std::vector<int>{3, 5});
        CHECK_THROWS_WITH(cases::parse_csv(text, "m.csv", {{"side", "lift"}}),
                          "m.csv:1:1: no row has side = lift; did you mean 'left'?");
        CHECK_THROWS_AS(cases::parse_csv(text, "m.csv", {{"sides", "left"}}), UserError);
    }

    TEST_CASE("a CSV file is read from disk and a missing one is named")
    {
        const TemporaryFolder folder;
        CHECK(cases::read_csv(folder.file("a.csv", "t,x\n0,1\n")).numbers("x")[0] == 1.0);
        CHECK_THROWS_AS(cases::read_csv(folder.path() + "/none.csv"), UserError);
        CHECK_THROWS_AS(cases::read_csv(folder.path()), UserError);
    }

    TEST_CASE("changed bytes of a CSV file end in a table or in one line and never worse")
    {
        const std::string whole =
            "\xEF\xBB\xBF# a\r\ntime [s];\"p \"\"x\"\" (kPa)\";note\r\n0;1.5e3;wet\r\n0.1;;\r\n";
        std::mt19937 random(7);
        const std::string bytes = "\n\r\t\";,#[]()0.e-+\xff\xef " + std::string(1, '\0');
        int refused = 0;
        for (int n = 0; n < 20000; ++n) {
            std::string text = whole.substr(0, n % 3 == 0 ? random() % whole.size() : whole.size());
            for (std::size_t changes = random() % 4; changes > 0 && !text.empty(); --changes)
                text[random() % text.size()] = bytes[random() % bytes.size()];
            const std::string message = said(text);
            REQUIRE((message.empty() || message.starts_with("m.csv")));
            REQUIRE(message.find('\n') == std::string::npos);
            refused += message.empty() ? 0 : 1;
        }
        CHECK(refused > 2000);
        CHECK(refused < 20000);
    }
}
