#include "support.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

struct Broken {
    std::string name, text;
    std::vector<std::string> parts; // of the message; the first is how it begins
};

// Line 18 is the first of `lines`.
std::string reference(const std::string& lines)
{
    return good_case + "[[reference]]\n" + lines +
           "\nseries = \"V\"\ncolumns = [\"t\", \"x\"]\n[[probe]]\nname = \"V\"\nkind = "
           "\"volume\"\n";
}

const std::vector<Broken> references{
    {"data outside its directory",
     reference("file = \"data:../r.csv\""),
     {"case.toml:18:8", "below the directory given as --data"}},
    {"data with an absolute path",
     reference("file = \"data:/etc/r.csv\""),
     {"case.toml:18:8", "below the directory given as --data"}},
    {"data without a path",
     reference("file = \"data:\""),
     {"case.toml:18:8", "below the directory"}},
    {"falling window",
     reference("file = \"r\"\nwindow = [2, 1]"),
     {"case.toml:19:10", "must rise, but 1 <= 2"}},
    {"band of one column",
     reference("file = \"r\"\nband = [\"low\"]"),
     {"case.toml:19:8", "must name two columns"}},
    {"where without a cell",
     reference("file = \"r\"\nwhere = { }"),
     {"case.toml:19:9", "a table of a column and its cell"}},
    {"where with a list",
     reference("file = \"r\"\nwhere = { run = [1] }"),
     {"case.toml:19:", "must be a text or a number"}},
    {"unknown shift",
     reference("file = \"r\"\ntime_shift = \"arival\""),
     {"case.toml:19:14", "did you mean 'arrival'"}},
    {"scale of zero",
     reference("file = \"r\"\nvalue_scale = 0"),
     {"case.toml:19:15", "must not be 0"}},
    {"time scale of zero",
     reference("file = \"r\"\ntime_scale = 0"),
     {"case.toml:19:14", "above 0"}},
    {"speed without values",
     reference("file = \"r\"\nlimits = { speed_error = 0.03 }"),
     {"case.toml:19:", "needs 'speed_between'"}},
    {"inside a band that is not there",
     reference("file = \"r\"\nlimits = { inside_band = 0.7 }"),
     {"case.toml:19:", "needs 'band'"}},
    {"unknown metric",
     reference("file = \"r\"\nlimits = { rms = 0.7 }"),
     {"case.toml:19:", "did you mean 'rmse'"}},
};

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a reference that cannot be meant is refused with its line")
    {
        CHECK(refusal(reference("file = \"r\"")) == "");
        CHECK(refusal(reference("file = \"data:a/b.csv\"")) == "");
        for (const Broken& broken : references) {
            const std::string message = refusal(broken.text);
            CAPTURE(broken.name);
            CAPTURE(message);
            CHECK(message.starts_with(broken.parts[0]));
            for (const std::string& part : broken.parts)
                CHECK(message.find(part) != std::string::npos);
            CHECK(message.find('\n') == std::string::npos);
        }
    }
}
