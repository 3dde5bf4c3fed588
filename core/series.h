// Tables that grow during a run: series.csv, and the long ones bodies.csv and contacts.csv.
//
// Header once, `time` first, numbers in their shortest exact form, NaN as an empty cell. Rows are
// gathered and reach the file every quarter of a second as long as rows keep coming.
#pragma once

#include "core/files.h"

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flotsam {

class SeriesWriter {
public:
    // A new file. `columns` are the names after `time`; of a long table the first is the label's.
    SeriesWriter(const Path& path, const std::vector<std::string>& columns);

    SeriesWriter(SeriesWriter&&) = default;
    SeriesWriter& operator=(SeriesWriter&&) = default;
    ~SeriesWriter(); // flushes if it can; flush() tells of errors

    // Continues an existing file: a last line that was cut off and all rows later than `until` are
    // dropped. UserError if the file is not this table; a missing file is started anew.
    static SeriesWriter resume(const Path& path, const std::vector<std::string>& columns, double until);

    void row(double time, std::span<const double> values);
    void row(double time, std::string_view label, std::span<const double> values);

    void flush(); // everything so far is in the file
    void sync();  // and on the disk: before a checkpoint that counts on it

private:
    SeriesWriter() = default;
    void cells(std::span<const double> values);

    FileHandle file_;
    std::size_t columns_ = 0;
    std::string buffer_;
    std::size_t size_ = 0; // of the file, in whole rows
    std::chrono::steady_clock::time_point flushed_;
};

} // namespace flotsam
