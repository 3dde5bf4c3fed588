// A case file to a Case. The file is TOML and read strictly (cases/section.h); cases/README.md
// lists every key.
#pragma once

#include "cases/case.h"

#include <string>
#include <vector>

namespace flotsam::cases {

// `name_or_path` is a shipped case's name, a case file, or a folder with a case.toml. Each override
// is "key=value" as given to --set. Throws UserError.
Case read_case(const std::string& name_or_path, const std::vector<std::string>& overrides = {});

// The same from a text; `file` is for messages, and other files are sought beside it.
Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides = {});

} // namespace flotsam::cases
