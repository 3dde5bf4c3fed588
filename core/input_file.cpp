#include "core/input_file.h"

#include "core/error.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace flotsam {

std::string read_input_file(const std::string& path)
{
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    const SourcePlace place{path, 0, 0};
    if (!std::filesystem::exists(status))
        throw UserError(place, "there is no such file");
    if (std::filesystem::is_directory(status))
        throw UserError(place, "is a directory, not a file");
    if (!std::filesystem::is_regular_file(status))
        throw UserError(place, "is not a regular file");
    const auto size = std::filesystem::file_size(path, trouble);
    std::ifstream in(path, std::ios::binary);
    if (trouble || !in)
        throw UserError(place, "cannot be read");
    std::string bytes(static_cast<std::size_t>(size), '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    if (static_cast<std::uintmax_t>(in.gcount()) != size)
        throw MachineError(place_prefix(place) + "reading broke off after " +
                           std::to_string(in.gcount()) + " of " + std::to_string(size) + " bytes");
    return bytes;
}

} // namespace flotsam
