#include "core/io/pvd.h"

#include "core/error.h"
#include "core/numbers.h"

#include <algorithm>
#include <optional>

namespace flotsam::io {

namespace {

// The value of name="value" in a line.
std::optional<std::string_view> attribute(std::string_view line, std::string_view name)
{
    const std::string key = " " + std::string(name) + "=\"";
    const std::size_t found = line.find(key);
    if (found == std::string_view::npos)
        return std::nullopt;
    const std::size_t start = found + key.size();
    const std::size_t end = line.find('"', start);
    if (end == std::string_view::npos)
        return std::nullopt;
    return line.substr(start, end - start);
}

} // namespace

PvdIndex PvdIndex::load(Path path, double until)
{
    PvdIndex index(std::move(path));
    if (!std::filesystem::exists(index.path_))
        return index;
    const std::string text = read_whole_file(index.path_);
    int number = 0;
    for (std::size_t start = 0; start < text.size();) {
        ++number;
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = std::string_view(text).substr(start, end - start);
        start = end + 1;
        if (line.find("<DataSet") == std::string_view::npos)
            continue;
        const auto file = attribute(line, "file");
        const auto time = parse_number(attribute(line, "timestep").value_or(""));
        if (!file || !time)
            throw UserError({index.path_.string(), number, 1}, "a DataSet needs a timestep and a file");
        if (*time <= until)
            index.entries_.push_back({*time, std::string(*file)});
    }
    return index;
}

void PvdIndex::add(double time, std::string file)
{
    entries_.push_back({time, std::move(file)});
    write();
}

void PvdIndex::write() const
{
    std::string text = "<?xml version=\"1.0\"?>\n"
                       "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                       "  <Collection>\n";
    for (const Entry& entry : entries_)
        text += "    <DataSet timestep=\"" + shortest(entry.time) + "\" part=\"0\" file=\"" + entry.file
                + "\"/>\n";
    text += "  </Collection>\n</VTKFile>\n";
    write_whole_file(path_, text);
}

bool PvdIndex::lists(std::string_view file) const
{
    return std::any_of(entries_.begin(), entries_.end(),
                       [file](const Entry& entry) { return entry.file == file; });
}

} // namespace flotsam::io
