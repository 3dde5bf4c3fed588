// Bodies of a case that settle ([D21]): on which surface, how, and whether they can.
#pragma once

#include "cases/build.h"
#include "cases/shapes.h"

namespace flotsam::cases {

// After the bodies are built. Throws UserError for what cannot settle: on a surface that is curved,
// moves or faces away from gravity, from below it, or with an epsilon the size of the body.
void build_settling(const Case& c, const CaseShapes& shapes, Built& built);

// In words, for `flotsam explain`; empty if nothing settles.
std::string explain_settling(const Case& c, const Built& built);

} // namespace flotsam::cases
