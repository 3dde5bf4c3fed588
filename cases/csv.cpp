#include "cases/csv.h"

#include "cases/value.h"
#include "cases/words.h"
#include "core/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_columns = 10000;

std::string trimmed(std::string_view cell)
{
    const auto from = cell.find_first_not_of(" \t\r");
    if (from == std::string_view::npos)
        return {};
    return std::string(cell.substr(from, cell.find_last_not_of(" \t\r") - from + 1));
}

// Cells of one line. Inside quotes a separator is a letter and "" is one quote.
std::vector<std::string> split(std::string_view line, char separator, const SourcePlace& place)
{
    std::vector<std::string> cells;
    std::string cell;
    bool quoted = false;
    const auto finish = [&] {
        if (cells.size() > max_columns)
            throw UserError(place, "more than " + std::to_string(max_columns) + " columns");
        cells.push_back(trimmed(cell));
        cell.clear();
    };
    for (std::size_t n = 0; n < line.size(); ++n) {
        if (line[n] == '"') {
            if (quoted && n + 1 < line.size() && line[n + 1] == '"')
                cell += line[++n];
            else
                quoted = !quoted;
        } else if (line[n] == separator && !quoted) {
            finish();
        } else {
            cell += line[n];
        }
    }
    if (quoted)
        throw UserError(place, "a quote is not closed");
    finish();
    return cells;
}

char separator_of(std::string_view header)
{
    bool quoted = false;
    char found = ',';
    for (const char c : header) {
        quoted = quoted != (c == '"');
        if (quoted)
            continue;
        if (c == '\t')
            return c;
        if (c == ';')
            found = c;
    }
    return found;
}

// Empty and "nan" are missing values; nullopt is text.
std::optional<double> number_in(std::string_view cell)
{
    if (cell.empty() || cell == "nan" || cell == "NaN" || cell == "NAN")
        return std::numeric_limits<double>::quiet_NaN();
    if (cell.front() == '+')
        cell.remove_prefix(1);
    const auto value = parse_number(cell);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool is_decimal_comma(const std::string& cell)
{
    if (std::count(cell.begin(), cell.end(), ',') != 1)
        return false;
    std::string dotted = cell;
    std::replace(dotted.begin(), dotted.end(), ',', '.');
    return number_in(dotted).has_value();
}

void read_header(CsvTable& table, const std::vector<std::string>& cells, const SourcePlace& place)
{
    const auto numeric = [](const std::string& cell) { return !cell.empty() && number_in(cell); };
    if (std::any_of(cells.begin(), cells.end(), numeric))
        throw UserError(place, "the first row must name the columns, but '" +
                                   *std::find_if(cells.begin(), cells.end(), numeric) +
                                   "' is a number");
    for (std::size_t n = 0; n < cells.size(); ++n) {
        if (cells[n].empty() && n + 1 == cells.size() && n > 0)
            break; // a separator at the end of the line
        if (cells[n].empty())
            throw UserError(place, "column " + std::to_string(n + 1) + " has no name");
        table.columns.push_back({cells[n], {}, {}, {}});
    }
    std::vector<std::string> names;
    for (const CsvColumn& column : table.columns)
        names.push_back(column.name);
    std::sort(names.begin(), names.end());
    if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        throw UserError(place, "two columns are named '" + *twice + "'");
    table.header_line = place.line;
}

void read_row(CsvTable& table, std::vector<std::string> cells, const SourcePlace& place)
{
    while (cells.size() > table.columns.size() && cells.back().empty())
        cells.pop_back();
    if (cells.size() != table.columns.size())
        throw UserError(
            place,
            "this row has " + std::to_string(cells.size()) + " cells, but the header has " +
                std::to_string(table.columns.size()) + " columns" +
                (cells.size() > table.columns.size() ? " (a decimal comma? write a point)" : ""));
    for (std::size_t n = 0; n < cells.size(); ++n) {
        CsvColumn& column = table.columns[n];
        const auto number = number_in(cells[n]);
        if (!number && is_decimal_comma(cells[n]))
            throw UserError(place, "'" + cells[n] + "' in column '" + column.name +
                                       "' has a decimal comma: write a point");
        if (!number && column.odd_place.line == 0) {
            column.odd_place = place;
            column.odd_text = cells[n].substr(0, 60);
        }
        column.value.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    table.line.push_back(place.line);
}

bool agree(const std::string& cell, const std::string& wanted)
{
    if (cell == wanted)
        return true;
    const auto a = number_in(cell), b = number_in(wanted);
    return a && b && *a == *b;
}

// Whether a row is among those asked for. Cells of the first column that does not agree are
// remembered, to suggest one when nothing is found.
class Selector {
public:
    explicit Selector(const std::vector<CsvSelection>& only) : only_(only) {}

    void find_columns(const CsvTable& table)
    {
        for (const CsvSelection& one : only_)
            columns_.push_back(table.index_of(one.column));
    }
    bool takes(const std::vector<std::string>& cells)
    {
        for (std::size_t n = 0; n < only_.size(); ++n) {
            const std::string cell = columns_[n] < cells.size() ? cells[columns_[n]] : "";
            if (agree(cell, only_[n].cell))
                continue;
            const bool known = std::find(others_.begin(), others_.end(), cell) != others_.end();
            if (!known && others_.size() < 20)
                others_.push_back(cell);
            return false;
        }
        return true;
    }
    [[noreturn]] void fail_empty(const CsvTable& table) const
    {
        std::string wanted;
        for (const CsvSelection& one : only_)
            wanted += (wanted.empty() ? "" : " and ") + one.column + " = " + one.cell;
        throw UserError({table.file, table.header_line, 1},
                        only_.empty()
                            ? "no rows after the header"
                            : "no row has " + wanted + suggestion(only_.back().cell, others_));
    }

private:
    const std::vector<CsvSelection>& only_;
    std::vector<std::size_t> columns_;
    std::vector<std::string> others_;
};

} // namespace

CsvTable parse_csv(const std::string& text, const std::string& file,
                   const std::vector<CsvSelection>& only)
{
    Selector selector(only);
    CsvTable table;
    table.file = file;
    if (text.find('\0') != std::string::npos)
        throw UserError({file, 0, 0}, "not a text file: it has zero bytes");
    std::size_t from = text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
    char separator = ',';
    for (int line = 1; from < text.size(); ++line) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        const std::string_view row(text.data() + from, to - from);
        from = to + 1;
        const std::string bare = trimmed(row);
        if (bare.empty() || bare.front() == '#')
            continue;
        const SourcePlace place{file, line, 1};
        if (table.columns.empty()) {
            separator = separator_of(row);
            read_header(table, split(row, separator, place), place);
            selector.find_columns(table);
        } else if (auto cells = split(row, separator, place); selector.takes(cells)) {
            read_row(table, std::move(cells), place);
        }
    }
    if (table.columns.empty())
        throw UserError({file, 0, 0}, "no header row: the first row must name the columns");
    if (table.rows() == 0)
        selector.fail_empty(table);
    return table;
}

CsvTable read_csv(const std::string& path, const std::vector<CsvSelection>& only,
                  std::size_t largest)
{
    return parse_csv(read_text_file(path, largest, "CSV file"), path, only);
}

namespace {

// Where a unit in brackets at the end of a name begins, or npos.
std::size_t unit_start(const std::string& column)
{
    if (column.size() < 3 || (column.back() != ']' && column.back() != ')'))
        return std::string::npos;
    const std::size_t start = column.rfind(column.back() == ']' ? '[' : '(');
    return start == 0 ? std::string::npos : start;
}

} // namespace

std::string name_without_unit(const std::string& column)
{
    return trimmed(std::string_view(column).substr(0, unit_start(column)));
}

std::string unit_in(const std::string& column)
{
    const std::size_t start = unit_start(column);
    if (start == std::string::npos)
        return {};
    return trimmed(std::string_view(column).substr(start + 1, column.size() - start - 2));
}

std::size_t CsvTable::index_of(const std::string& name) const
{
    std::vector<std::string> names;
    std::vector<std::size_t> bare; // columns of this name but for the unit
    for (std::size_t n = 0; n < columns.size(); ++n) {
        if (columns[n].name == name)
            return n;
        names.push_back(columns[n].name);
        if (name_without_unit(columns[n].name) == name)
            bare.push_back(n);
    }
    if (bare.size() == 1)
        return bare[0];
    if (bare.size() > 1)
        throw UserError({file, header_line, 1}, "'" + name + "' may be '" + names[bare[0]] +
                                                    "' or '" + names[bare[1]] +
                                                    "': write the whole name");
    std::vector<std::string> shorter;
    for (const std::string& column : names)
        shorter.push_back(name_without_unit(column));
    const bool near = !nearest_word(name, shorter).empty();
    throw UserError({file, header_line, 1},
                    "no column is named '" + name + "'" + suggestion(name, near ? shorter : names));
}

const std::vector<double>& CsvTable::numbers(const std::string& name) const
{
    return numbers(index_of(name));
}

const std::vector<double>& CsvTable::numbers(std::size_t column) const
{
    expects(column < columns.size(), "a column exists when its numbers are asked for");
    const CsvColumn& c = columns[column];
    if (c.odd_place.line > 0) {
        const bool units = c.odd_place.line == line.front();
        throw UserError(c.odd_place, "'" + c.odd_text + "' in column '" + c.name +
                                         "' is not a number" +
                                         (units ? " (a row of units? put '#' before it)" : ""));
    }
    return c.value;
}

void CsvTable::expect_full(std::size_t column) const
{
    const auto& value = numbers(column);
    for (std::size_t n = 0; n < value.size(); ++n)
        if (std::isnan(value[n]))
            throw UserError({file, line[n], 1},
                            "no value in column '" + columns[column].name + "'");
}

void CsvTable::expect_rising(std::size_t column) const
{
    expect_full(column);
    const auto& value = numbers(column);
    for (std::size_t n = 1; n < value.size(); ++n)
        if (value[n] <= value[n - 1])
            throw UserError({file, line[n], 1}, "'" + columns[column].name + "' must rise, but " +
                                                    number_text(value[n]) + " follows " +
                                                    number_text(value[n - 1]));
}

} // namespace flotsam::cases
