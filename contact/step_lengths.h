// Step lengths rho of the projected gradient, normal and tangential, for each contact.
#pragma once

#include "contact/projection.h"

namespace flotsam::contact {

// J M^-1 J^T is bounded by its diagonal blocks times the number of contacts on a body, and such a
// block by its normal and tangential parts, each raised by what couples them: with these steps the
// iteration can never overshoot.
void choose_steps(std::span<Unknown> unknowns, std::span<const Index> islanders,
                  std::span<MovingBody> bodies);

} // namespace flotsam::contact
