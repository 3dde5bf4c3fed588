// The cases that come with flotsam: folders with a case.toml under the folder named by the
// environment variable FLOTSAM_CASES, or else under the source tree it was built from.
#pragma once

#include <string>
#include <vector>

namespace flotsam::cases {

std::string shipped_folder();
std::vector<std::string> shipped_names(); // sorted

// The case file meant by a shipped name, a file or a folder; UserError with the nearest name.
std::string find_case(const std::string& name_or_path);

} // namespace flotsam::cases
