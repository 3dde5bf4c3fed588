// What `flotsam explain` prints: the case in sentences, and what would be run.
#pragma once

#include "cases/build.h"

#include <string>

namespace flotsam::cases {

std::string explain(const Case& c, const Built& built);

} // namespace flotsam::cases
