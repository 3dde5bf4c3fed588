// [[body]] and [[contact]] of a case file.
#pragma once

#include "cases/case.h"
#include "cases/section.h"

namespace flotsam::cases {

void read_bodies(Case& c, const Section& top);
// How bodies and water meet: only where there are both.
void read_coupling(Case& c, const Section& top);
// After the bodies: without any there is nothing to touch. Reads contact_model too.
void read_contacts(Case& c, const Section& top);

// Names, faces and locks of bodies and contacts, against each other and the walls.
void check_bodies(const Case& c);

} // namespace flotsam::cases
