// Reading a whole input file into memory.
#pragma once

#include <string>

namespace flotsam {

// The bytes of a regular file. UserError when there is none (missing, a directory, a device, not
// readable); MachineError when reading breaks off.
std::string read_input_file(const std::string& path);

} // namespace flotsam
