#include "tools/identity.h"

#include "core/run_directory.h"

#include <map>
#include <sstream>

namespace flotsam::tools {

namespace {

constexpr std::string_view name_line = "# case ";

std::uint64_t hash_more(std::uint64_t hash, const std::string& text)
{
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull; // FNV-1a
    return hash;
}

void add_meshes(const cases::ShapeSpec& shape, std::vector<Path>& files)
{
    if (!shape.file.empty())
        files.emplace_back(shape.file);
    for (const cases::ShapeSpec& part : shape.parts)
        add_meshes(part, files);
}

// Meshes and tables: what the physics depends on.
std::vector<Path> physical_files(const cases::Case& c)
{
    std::vector<Path> files;
    for (const cases::FillSpec& fill : c.fluid.fills)
        add_meshes(fill.shape, files);
    for (const cases::BodySpec& body : c.bodies) {
        add_meshes(body.shape, files);
        if (!body.motion.file.empty())
            files.emplace_back(body.motion.file);
    }
    for (const cases::WallSpec& wall : c.walls) {
        add_meshes(wall.shape, files);
        if (!wall.motion.file.empty())
            files.emplace_back(wall.motion.file);
    }
    return files;
}

// "wall.gate.slip" -> "[2, 1]" for every line; sections of a kind are told apart by number until
// their name is known.
std::map<std::string, std::string> values_of(const std::string& physics)
{
    std::map<std::string, std::string> values;
    std::map<std::string, int> count;
    std::istringstream in(physics);
    std::string line, kind, section;
    while (std::getline(in, line)) {
        if (line.starts_with('[')) {
            kind = line.substr(line.find_first_not_of('['));
            kind.resize(kind.find(']'));
            section = kind + (line.starts_with("[[") ? "." + std::to_string(count[kind]++) : "") + ".";
            continue;
        }
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos)
            continue;
        const std::string key = line.substr(0, equals), value = line.substr(equals + 3);
        if (key == "name" && value.size() > 2)
            section = kind + "." + value.substr(1, value.size() - 2) + ".";
        values[section + key] = value;
    }
    return values;
}

} // namespace

std::string physics_of(const std::string& resolved_case)
{
    std::istringstream in(resolved_case);
    std::string line, kept, section;
    while (std::getline(in, line)) {
        if (line.starts_with('['))
            section = line;
        const bool aside = section == "[output]" || section == "[[reference]]";
        const bool safe = section.empty()
                          && (line.starts_with("title") || line.starts_with("end_time"));
        if (!aside && !safe && !line.empty() && !line.starts_with('#'))
            kept += line + "\n";
    }
    return kept;
}

std::uint64_t physics_hash(const cases::Case& c, const std::string& resolved_case)
{
    std::uint64_t hash = hash_more(14695981039346656037ull, physics_of(resolved_case));
    for (const Path& file : physical_files(c))
        hash = hash_more(hash, read_whole_file(file));
    return hash;
}

std::string differences(const std::string& before, const std::string& now)
{
    constexpr int most = 5;
    auto was = values_of(physics_of(before));
    const auto is = values_of(physics_of(now));
    for (const auto& [key, value] : is)
        was.emplace(key, "");
    std::string told;
    int count = 0;
    for (const auto& [key, old] : was) {
        const auto found = is.find(key);
        const std::string value = found == is.end() ? "" : found->second;
        if (old == value || ++count > most)
            continue;
        told += (told.empty() ? "'" : "; '") + key + "' was " + (old.empty() ? "not there" : old)
                + ", is " + (value.empty() ? "not there" : value);
    }
    return count > most ? told + "; and " + std::to_string(count - most) + " more" : told;
}

std::vector<Path> input_files(const cases::Case& c)
{
    std::vector<Path> files = physical_files(c);
    files.emplace_back(c.path);
    for (const cases::ReferenceSpec& reference : c.references)
        if (cases::path_below_data(reference).empty())
            files.emplace_back(reference.file);
    return files;
}

void refuse_to_replace_inputs(const cases::Case& c, const Path& out)
{
    std::error_code error;
    const Path directory = std::filesystem::weakly_canonical(std::filesystem::absolute(out), error);
    if (error)
        return; // opening the directory will tell
    for (const Path& file : input_files(c)) {
        const Path inside
            = std::filesystem::weakly_canonical(std::filesystem::absolute(file), error)
                  .lexically_relative(directory);
        if (!error && !inside.empty() && is_run_output(inside.begin()->string()))
            throw UserError(out.string() + ": a run there would replace its own input "
                            + file.string() + "; use another --out");
    }
}

std::string with_case_name(const std::string& resolved_case, const std::string& name)
{
    return std::string(name_line) + name + "\n" + resolved_case;
}

std::string case_name_in(const std::string& text)
{
    if (!text.starts_with(name_line))
        return {};
    const std::size_t end = text.find('\n');
    return end == std::string::npos ? "" : text.substr(name_line.size(), end - name_line.size());
}

} // namespace flotsam::tools
