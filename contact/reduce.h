// Fewer contacts that say the same: of all meetings of a pair with one normal, the corners of their
// convex hull, which span every force and moment that the whole patch can exert along the normal.
#pragma once

#include "contact/narrow.h"

namespace flotsam::contact {

// Keeps at most `most` (4 or more) meetings for each normal, and the deepest one besides; the order
// of ids stays. What is kept depends on the list alone.
void reduce(std::vector<Meeting>& list, int most);

} // namespace flotsam::contact
