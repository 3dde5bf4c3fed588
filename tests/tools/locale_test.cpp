// Numbers under a locale with decimal commas and grouped digits. The locale is made here, so the
// test means something also where no German one is installed.
#include "cases/csv.h"
#include "cases/explain.h"
#include "cases/read.h"
#include "cases/words.h"
#include "cases/write.h"
#include "core/json.h"
#include "core/json_read.h"
#include "core/numbers.h"
#include "core/obj.h"
#include "tools/render/sheet.h"
#include "tools/report_parts.h"

#include <doctest/doctest.h>

#include <locale>
#include <sstream>

using namespace flotsam;

namespace {

struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

class CommaLocale {
public:
    CommaLocale() : before_(std::locale::global(std::locale(std::locale(), new Commas))) {}
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;
    ~CommaLocale() { std::locale::global(before_); }

private:
    std::locale before_;
};

// Everything that reads or writes numbers, as one text.
std::string all_numbers()
{
    const cases::Case c = cases::read_case("dam-break", {"end_time=1234.5"});
    Json j;
    j["x"] = 1234.5;
    std::string text =
        cases::write_case_resolved(c) + cases::explain(c, cases::build(c, 8e9)) + j.text();
    text += shortest(12345.678) + cases::rounded_text(0.001234) + cases::bytes_text(1.5e9);
    text += tools::number_with_unit(1234.5, "m") + render::time_text(1234.5, 2);
    text += shortest(*parse_json("{\"x\": 1234.5}", "j")["x"].as_number());
    text += shortest(cases::parse_csv("time,x\n0.5,1234.5\n", "c.csv").numbers("x")[0]);
    text += shortest(parse_obj("v 0.5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "o.obj").vertex[0].x());
    return text;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("decimal commas and grouped digits change no character of what is read and written")
    {
        const std::string plain = all_numbers();
        const CommaLocale commas;
        std::ostringstream proof;
        proof << 1234.5;
        REQUIRE(proof.str() == "1.234,5");
        CHECK(all_numbers() == plain);
    }
}
