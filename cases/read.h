// A case file to a Case. The file is TOML and read strictly (cases/section.h); cases/README.md
// lists every key.
#pragma once

#include "cases/case.h"

#include <string>
#include <vector>

namespace flotsam::cases {

// `name_or_path` is a shipped case's name, a case file, or a folder with a case.toml. Each override
// is "key=value" as given to --set; they come after the changes of the preset, if one is named.
// Throws UserError, also for a mistake in a preset that is not asked for.
Case read_case(const std::string& name_or_path, const std::vector<std::string>& overrides = {},
               const std::string& preset = {});

// The same from a text; `file` is for messages, and other files are sought beside it.
Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides = {}, const std::string& preset = {});

} // namespace flotsam::cases
