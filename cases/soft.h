// Soft contact in the case file: [soft], materials of bodies and walls, and what becomes of them.
#pragma once

#include "cases/bodies.h"
#include "cases/case.h"
#include "cases/section.h"
#include "contact/soft_contact.h"

namespace flotsam::cases {

// Own young and poisson of a [[body]] or [[wall]].
MaterialSpec read_material(const Section& s);
// contact_model and [soft]; before the contacts.
void read_contact_model(Case& c, const Section& top);
// tangential_restitution and clearance of a [[contact]].
void read_soft_rule(ContactSpec& contact, const Section& s);
// Keys of soft contact in a case that has none.
void check_soft(const Case& c);

// Nothing for contact by impulses.
std::optional<contact::SoftModel> make_soft(const Case& c);
// Materials and critical steps, for `flotsam explain`; empty for contact by impulses.
std::string explain_soft(const Case& c, const BuiltBodies& built);

} // namespace flotsam::cases
