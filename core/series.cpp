#include "core/series.h"

#include "core/error.h"
#include "core/numbers.h"

#include <fcntl.h>
#include <unistd.h>

#include <cmath>

namespace flotsam {

namespace {

// A name or label as one cell: quoted if it holds a separator.
void append_text(std::string& line, std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        line += text;
        return;
    }
    line += '"';
    for (char c : text) {
        if (c == '"')
            line += '"';
        line += c;
    }
    line += '"';
}

std::string header_of(const std::vector<std::string>& columns)
{
    std::string line = "time";
    for (const std::string& name : columns) {
        line += ',';
        append_text(line, name);
    }
    return line + '\n';
}

// Bytes of `text` to keep: the header and the whole rows up to the time `until`.
std::size_t kept_size(const Path& path, std::string_view text, const std::string& header, double until)
{
    if (header.starts_with(text)) // cut off inside the header, or empty
        return 0;
    if (!text.starts_with(header))
        throw UserError({path.string(), 1, 1}, "the columns differ from this case's");
    std::size_t kept = header.size();
    for (int line = 2; kept < text.size(); ++line) {
        const std::size_t end = text.find('\n', kept);
        if (end == std::string_view::npos)
            break;
        const std::string_view row = text.substr(kept, end - kept);
        const auto time = parse_number(row.substr(0, row.find(',')));
        if (!time)
            throw UserError({path.string(), line, 1}, "a row must begin with a time");
        if (*time > until)
            break;
        kept = end + 1;
    }
    return kept;
}

} // namespace

SeriesWriter::SeriesWriter(const Path& path, const std::vector<std::string>& columns)
    : file_(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND), columns_(columns.size()),
      buffer_(header_of(columns))
{
    flush();
}

SeriesWriter::~SeriesWriter()
{
    if (file_.number() < 0)
        return;
    try {
        flush();
    } catch (const MachineError&) { // nobody is left to tell
    }
}

SeriesWriter SeriesWriter::resume(const Path& path, const std::vector<std::string>& columns, double until)
{
    if (!std::filesystem::exists(path))
        return SeriesWriter(path, columns);
    const std::string header = header_of(columns);
    const std::size_t kept = kept_size(path, read_whole_file(path), header, until);
    SeriesWriter series;
    series.file_ = FileHandle(path, O_WRONLY | O_APPEND);
    series.file_.truncate(kept);
    series.size_ = kept;
    series.columns_ = columns.size();
    if (kept == 0)
        series.buffer_ = header;
    series.flush();
    return series;
}

void SeriesWriter::cells(std::span<const double> values)
{
    for (double value : values) {
        buffer_ += ',';
        if (!std::isnan(value))
            append_number(buffer_, value);
    }
    buffer_ += '\n';
    using namespace std::chrono_literals;
    if (buffer_.size() > (1u << 16) || std::chrono::steady_clock::now() - flushed_ >= 250ms)
        flush();
}

void SeriesWriter::row(double time, std::span<const double> values)
{
    expects(values.size() == columns_, "a row has one value a column");
    append_number(buffer_, time);
    cells(values);
}

void SeriesWriter::row(double time, std::string_view label, std::span<const double> values)
{
    expects(values.size() + 1 == columns_, "a row has a label and one value for each other column");
    append_number(buffer_, time);
    buffer_ += ',';
    append_text(buffer_, label);
    cells(values);
}

void SeriesWriter::flush()
{
    try {
        file_.write(buffer_);
    } catch (const MachineError&) {
        // A row that was cut off, or written again later, would spoil the table.
        buffer_.clear();
        if (::ftruncate(file_.number(), static_cast<off_t>(size_)) != 0) {
            // the first error is the one to tell
        }
        throw;
    }
    size_ += buffer_.size();
    buffer_.clear();
    flushed_ = std::chrono::steady_clock::now();
}

void SeriesWriter::sync()
{
    flush();
    file_.sync();
}

} // namespace flotsam
