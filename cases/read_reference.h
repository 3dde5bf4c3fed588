// [[reference]] of a case file: data that a finished run is compared with.
#pragma once

#include "cases/case.h"
#include "cases/section.h"

#include <vector>

namespace flotsam::cases {

std::vector<ReferenceSpec> read_references(const Section& top);

} // namespace flotsam::cases
