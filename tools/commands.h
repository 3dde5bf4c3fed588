// The sub-commands of the program. Each takes the words after its name and returns an exit code:
// 0 fine, 1 validation failed, 2 the user's input, 3 the numbers, 4 the machine, 128 + n signal n.
#pragma once

#include <string>
#include <vector>

namespace flotsam::tools {

using Words = std::vector<std::string>;

int run_command(const Words& words);
int resume_command(const Words& words);
int explain_command(const Words& words);
int validate_command(const Words& words);
int render_command(const Words& words);
int list_command(const Words& words);
int bench_command(const Words& words);
std::string version_text();

} // namespace flotsam::tools
