#include "cases/find.h"

#include "cases/words.h"
#include "core/error.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace flotsam::cases {

namespace fs = std::filesystem;

std::string shipped_folder()
{
    if (const char* folder = std::getenv("FLOTSAM_CASES"); folder && *folder)
        return folder;
    return FLOTSAM_CASES_DIR;
}

std::vector<std::string> shipped_names()
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(shipped_folder(), error), end; !error && entry != end;
         entry.increment(error))
        if (fs::is_regular_file(entry->path() / "case.toml", error))
            names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string find_case(const std::string& name_or_path)
{
    std::error_code error;
    const fs::path path(name_or_path);
    if (fs::is_regular_file(path, error))
        return name_or_path;
    if (fs::is_regular_file(path / "case.toml", error))
        return (path / "case.toml").string();
    const bool plain = name_or_path.find('/') == std::string::npos && path.extension() != ".toml";
    if (!plain || name_or_path.empty())
        throw UserError("there is no case file '" + name_or_path + "'");
    const fs::path shipped = fs::path(shipped_folder()) / name_or_path / "case.toml";
    if (fs::is_regular_file(shipped, error))
        return shipped.string();
    throw UserError("there is no case '" + name_or_path + "'" +
                    suggestion(name_or_path, shipped_names()));
}

} // namespace flotsam::cases
