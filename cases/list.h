// What `flotsam list` prints.
#pragma once

#include <string>

namespace flotsam::cases {

// A line a shipped case: name, title, particles and time at its own and at twice its spacing.
std::string list_cases();

} // namespace flotsam::cases
