// Contradictions between keys that are each fine alone. Every message cites both places.
#pragma once

#include "cases/case.h"

namespace flotsam::cases {

// Throws UserError at the first contradiction that can be seen without building the case.
void check_case(const Case& c);

} // namespace flotsam::cases
