#include "cases/read_reference.h"

#include "cases/keys.h"
#include "cases/words.h"

#include <algorithm>
#include <filesystem>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_references = 100;
constexpr Limits any_number{-1e12, 1e12, false, ""};
constexpr Limits any_time{-1e6, 1e6, false, "s"};
constexpr Limits scale{0.0, 1e12, true, ""};

// A file beside the case, or "data:a/b.csv" below a directory that is named later and not left.
std::string read_file(const Section& s)
{
    ReferenceSpec spec;
    spec.file = s.text("file");
    const std::filesystem::path below = path_below_data(spec);
    if (!spec.file.starts_with("data:"))
        return s.file("file");
    const bool leaves = below.empty() || below.is_absolute() ||
                        std::find(below.begin(), below.end(), "..") != below.end();
    if (leaves)
        s.fail("file", "after data: must be a path below the directory given as --data, but is \"" +
                           below.string().substr(0, 60) + "\"");
    return "data:" + below.lexically_normal().string();
}

std::pair<double, double> rising_pair(const Section& s, const std::string& key,
                                      const Limits& limits)
{
    const auto both = s.pair(key, limits);
    if (!(both.second > both.first))
        s.fail(key,
               "must rise, but " + number_text(both.second) + " <= " + number_text(both.first));
    return both;
}

void read_columns(ReferenceSpec& r, const Section& s)
{
    const auto columns = s.texts("columns", 5);
    if (columns.size() < 2)
        s.fail("columns", "must name two columns of the file: [\"time\", \"value\"], or more, "
                          "which are added to the value");
    r.time_column = columns[0];
    r.value_column = columns[1];
    r.added_columns.assign(columns.begin() + 2, columns.end());
    if (s.has("band") && !r.added_columns.empty())
        s.fail("band", "cannot go with values added up from several columns");
    if (s.has("band")) {
        const auto band = s.texts("band", 2);
        if (band.size() != 2)
            s.fail("band", "must name two columns of the file: [\"low\", \"high\"]");
        r.low_column = band[0];
        r.high_column = band[1];
    }
    if (const Value* where = s.value("where")) {
        if (where->kind != Value::Kind::table || where->entries.empty())
            s.fail("where", "must be a table of a column and its cell: { run = \"3\" }, but is " +
                                described(*where));
        for (const Entry& entry : where->entries) {
            const Value& cell = entry.value;
            const bool number =
                cell.kind == Value::Kind::integer || cell.kind == Value::Kind::number;
            if (!number && cell.kind != Value::Kind::text)
                throw UserError(cell.place,
                                "a cell in 'where' must be a text or a number, but is " +
                                    described(cell));
            r.where.emplace_back(entry.key, number ? number_text(cell.number) : cell.text);
        }
    }
}

void read_treatment(ReferenceSpec& r, const Section& s)
{
    if (s.has("time_scale"))
        r.time_scale = s.number("time_scale", scale);
    if (s.has("value_scale")) {
        r.value_scale = s.number("value_scale", any_number);
        if (*r.value_scale == 0.0)
            s.fail("value_scale", "must not be 0");
    }
    if (s.has("value_offset"))
        r.value_offset = s.number("value_offset", any_number);
    if (const Value* shift = s.value("time_shift"); shift && shift->kind == Value::Kind::text)
        r.shift_at_arrival = s.choice("time_shift", {"arrival"}) == "arrival";
    else if (shift)
        r.time_shift = s.number("time_shift", any_time);
    if (s.has("window"))
        r.window = rising_pair(s, "window", any_time);
    if (s.has("smooth"))
        r.smooth = s.number("smooth", {0.0, 1e6, false, "s"});
    if (s.has("arrival_at"))
        r.arrival_at = s.number("arrival_at", any_number);
    if (s.has("speed_between"))
        r.speed_between = rising_pair(s, "speed_between", any_number);
}

void read_limits(ReferenceSpec& r, const Section& s)
{
    auto limits = s.optional_section("limits");
    if (!limits)
        return;
    limits->allow(keys_of("limits"));
    for (const std::string& metric : keys_of("limits"))
        if (limits->has(metric))
            r.limits.emplace_back(metric, limits->number(metric, {0.0, 1e12, false, ""}));
    if (limits->has("inside_band") && r.low_column.empty())
        limits->fail("inside_band", "needs 'band', the columns of the band");
    for (const char* metric : {"speed_error", "slope_error"})
        if (limits->has(metric) && !r.speed_between)
            limits->fail(metric, "needs 'speed_between', two values on the way");
}

} // namespace

std::vector<ReferenceSpec> read_references(const Section& top)
{
    std::vector<ReferenceSpec> references;
    for (Section& s : top.sections("reference", max_references)) {
        s.allow(keys_of("reference"));
        ReferenceSpec r;
        r.place = s.place();
        r.file = read_file(s);
        r.series = s.text("series");
        r.name = s.text("name", r.series);
        read_columns(r, s);
        read_treatment(r, s);
        read_limits(r, s);
        references.push_back(std::move(r));
    }
    return references;
}

} // namespace flotsam::cases
