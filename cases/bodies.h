// The bodies of a case, made and looked over before anything moves.
#pragma once

#include "cases/case.h"
#include "cases/estimate.h"
#include "contact/overlap.h"
#include "contact/pair_rules.h"
#include "rigid/make_body.h"
#include "rigid/motion.h"

namespace flotsam::cases {

// Bodies may stand in each other or in walls by this share of a spacing at the start; deeper is
// refused.
constexpr double largest_overlap = 0.1;

constexpr double picture_sides = 20.0; // of triangles along the longest side of a body

struct BuiltBodies {
    std::shared_ptr<const contact::Solids> solids; // all bodies, and the walls; null without bodies
    rigid::Bodies start;                 // at time 0
    std::vector<contact::Party> parties; // names by number, as rules see them
    contact::PairRules rules;
    std::vector<rigid::Volume> volumes; // by [[body]]
    std::vector<Index> first;           // by [[body]]: number of its first member
    std::vector<Mesh> pictures;         // by [[body]], in the frame of a member
    std::vector<contact::Overlap> overlaps;
};

// Throws UserError for walls of hollow bodies thicker than the body, bodies without a particle, and
// overlaps; adds to `warnings` what is doubtful.
BuiltBodies build_bodies(const Case& c, const CaseShapes& shapes,
                         const std::vector<rigid::Motion>& wall_motions,
                         std::vector<std::string>& warnings);

// Bodies, rules and overlaps in words, for `flotsam explain`; empty without bodies.
std::string explain_bodies(const Case& c, const BuiltBodies& built);

} // namespace flotsam::cases
