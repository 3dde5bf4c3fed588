#include "tools/references.h"

#include "cases/csv.h"
#include "cases/value.h"
#include "cases/words.h"
#include "tools/units.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace flotsam::tools {

namespace {

constexpr std::size_t largest_table = std::size_t{4} << 30; // our own tables may be long

// A scale must be given where the names say that one is needed.
void check_unit(const cases::CsvTable& table, std::size_t column, const std::string& wanted,
                const std::string& what, bool scaled, const char* key)
{
    const std::string& name = table.columns[column].name;
    const std::string unit = unit_of_column(name);
    const double factor = unit_factor(unit, wanted);
    if (scaled || factor == 1.0)
        return;
    const bool sure = !cases::unit_in(name).empty();
    if (factor == 0.0 && !sure) // "p_m": the m may be no metre
        return;
    const std::string number = factor > 0.0 ? cases::rounded_text(factor, 12) : "FACTOR";
    throw UserError({table.file, table.header_line, 1},
                    "'" + name + "' is in " + unit + ", but " + what + " is in " + wanted +
                        ": give --" + key + "-scale " + number + " (in a case: " + key +
                        "_scale = " + number + ")");
}

std::string leading_comment(const std::string& text)
{
    std::istringstream in(text);
    std::string line, comment;
    while (std::getline(in, line)) {
        if (line.starts_with("\xEF\xBB\xBF"))
            line.erase(0, 3);
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (!line.starts_with('#'))
            break;
        const std::size_t from = line.find_first_not_of("# \t");
        if (from != std::string::npos)
            comment += (comment.empty() ? "" : " ") + line.substr(from);
    }
    constexpr std::size_t longest = 1200;
    return comment.size() > longest ? comment.substr(0, longest) + " ..." : comment;
}

std::string path_of(const cases::ReferenceSpec& spec, const Path& data)
{
    const std::string below = cases::path_below_data(spec);
    return below.empty() ? spec.file : (data / below).string();
}

} // namespace

void RunTables::read()
{
    if (has_read_)
        return;
    cases::CsvTable table =
        cases::read_csv((directory_ / "series.csv").string(), {}, largest_table);
    table.expect_rising(table.index_of("time"));
    time_ = table.numbers("time");
    for (std::size_t n = 0; n < table.columns.size(); ++n) {
        if (table.columns[n].name == "time")
            continue;
        table.numbers(n); // says where one is not a number
        names_.push_back(table.columns[n].name);
        values_.push_back(std::move(table.columns[n].value));
    }
    has_read_ = true;
}

std::vector<std::string> RunTables::columns()
{
    read();
    return names_;
}

Curve RunTables::curve(const std::string& series)
{
    if (series.starts_with("bodies."))
        return body_curve(series);
    read();
    const auto found = std::find(names_.begin(), names_.end(), series);
    if (found == names_.end())
        throw UserError((directory_ / "series.csv").string() + ": no series is named '" + series +
                        "'" + cases::suggestion(series, names_));
    return {time_, values_[static_cast<std::size_t>(found - names_.begin())]};
}

Curve RunTables::body_curve(const std::string& series) const
{
    const std::size_t first = series.find('.'), last = series.rfind('.');
    const Path file = directory_ / "bodies.csv";
    if (last == first)
        throw UserError("series '" + series + "': write bodies.NAME.COLUMN");
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        throw UserError(directory_.string() + ": has no bodies.csv for the series '" + series +
                        "'");
    const std::string name = series.substr(first + 1, last - first - 1);
    const cases::CsvTable table = cases::read_csv(file.string(), {{"body", name}}, largest_table);
    table.expect_rising(table.index_of("time"));
    return {table.numbers("time"), table.numbers(series.substr(last + 1))};
}

Reference read_reference(const cases::ReferenceSpec& spec, const Path& data,
                         const std::string& unit)
{
    Reference r;
    r.spec = spec;
    r.unit = unit;
    r.file = path_of(spec, data);
    const std::string text = cases::read_text_file(r.file, cases::max_csv_bytes, "CSV file");
    r.source = leading_comment(text);
    std::vector<cases::CsvSelection> only;
    for (const auto& [column, cell] : spec.where)
        only.push_back({column, cell});
    const cases::CsvTable table = cases::parse_csv(text, r.file, only);
    const std::size_t time = spec.time_column.empty() ? 0 : table.index_of(spec.time_column);
    const std::size_t value = table.index_of(spec.value_column);
    if (time == value)
        throw UserError({r.file, table.header_line, 1},
                        "'" + spec.value_column + "' is both time and value");
    table.expect_rising(time);
    check_unit(table, time, "s", "time", spec.time_scale.has_value(), "time");
    check_unit(table, value, unit, "the series '" + spec.series + "'", spec.value_scale.has_value(),
               "value");
    std::vector<std::size_t> added;
    for (const std::string& name : spec.added_columns)
        added.push_back(table.index_of(name));
    const auto scaled = [&](double cell) {
        return spec.value_scale.value_or(1.0) * cell + spec.value_offset;
    };
    const bool has_band = !spec.low_column.empty();
    static const std::vector<double> none;
    const auto& low = has_band ? table.numbers(spec.low_column) : none;
    const auto& high = has_band ? table.numbers(spec.high_column) : none;
    for (std::size_t n = 0; n < table.rows(); ++n) {
        double v = table.numbers(value)[n];
        for (const std::size_t column : added)
            v += table.numbers(column)[n];
        if (!std::isfinite(v)) {
            ++r.missing;
            continue;
        }
        const double t = spec.time_scale.value_or(1.0) * table.numbers(time)[n];
        r.curve.add(t, scaled(v));
        if (!has_band)
            continue;
        if (low[n] > high[n])
            throw UserError({r.file, table.line[n], 1}, "the band is upside down: '" +
                                                            spec.low_column + "' is above '" +
                                                            spec.high_column + "'");
        // A negative scale turns the band over.
        r.low.add(t, std::min(scaled(low[n]), scaled(high[n])));
        r.high.add(t, std::max(scaled(low[n]), scaled(high[n])));
    }
    if (r.curve.size() < 2)
        throw UserError({r.file, table.header_line, 1},
                        "fewer than two values in column '" + spec.value_column + "'");
    return r;
}

} // namespace flotsam::tools
