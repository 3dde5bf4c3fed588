// Tables of numbers in CSV: motions of walls, measurements to compare with, tables of a run.
//
// Accepted: '#' comments, a header row, commas, semicolons or tabs (told by the header), quotes,
// a byte-order mark, CRLF, empty cells (NaN), units in the names: "p [kPa]", "time (s)". Refused
// with the row: rows of another length, decimal commas, two columns of one name, text where numbers
// are asked for. Rows are never reordered.
#pragma once

#include "core/error.h"

#include <string>
#include <vector>

namespace flotsam::cases {

struct CsvColumn {
    std::string name;
    std::vector<double> value; // NaN where the cell is empty
    SourcePlace odd_place;     // first cell that is no number; line 0 = none
    std::string odd_text;
};

struct CsvTable {
    std::string file;
    std::vector<CsvColumn> columns;
    std::vector<int> line; // of each row, for messages
    int header_line = 0;

    std::size_t rows() const { return line.size(); }
    // The numbers of a column; UserError when there is none of that name (with the nearest) or
    // when a cell of it is text.
    const std::vector<double>& numbers(const std::string& name) const;
    const std::vector<double>& numbers(std::size_t column) const;
    // UserError naming the row unless every value is there and each is larger than the one before.
    void expect_rising(std::size_t column) const;
    // UserError naming the row where a cell is empty.
    void expect_full(std::size_t column) const;
    // The column of that name; "p" also finds "p [kPa]" if it is the only one.
    std::size_t index_of(const std::string& name) const;
};

// Only rows with this cell in that column; numbers are compared as numbers. A table of several
// experiments, or of several bodies, is read one at a time.
struct CsvSelection {
    std::string column, cell;
};

// "p [kPa]" and "p (kPa)" -> "p" and "kPa"; the unit is empty where there is none.
std::string name_without_unit(const std::string& column);
std::string unit_in(const std::string& column);

constexpr std::size_t max_csv_bytes = 64u << 20;

CsvTable parse_csv(const std::string& text, const std::string& file,
                   const std::vector<CsvSelection>& only = {});
CsvTable read_csv(const std::string& path, const std::vector<CsvSelection>& only = {},
                  std::size_t largest = max_csv_bytes);

} // namespace flotsam::cases
