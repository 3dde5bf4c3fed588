// Friction and restitution by name, looked up by number.
//
// A rule holds between two names: of a body or wall ("block"), of one of an array ("block.3"), of
// a named face of it ("block.z-", "block.3.z-", "tank.x+"), or "*" for everything. The rule with
// the closer names wins: a face counts more than one of an array, that more than the name, that
// more than "*"; of two equally close ones the later.
#pragma once

#include "contact/contact_point.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace flotsam::contact {

// A solid as rules see it, in the order of its number: bodies, then walls.
struct Party {
    std::string name;               // "block.3"
    std::string family;             // "block": the array's name; empty for a lone body or a wall
    std::vector<std::string> faces; // by number
};

struct NamedRule {
    std::string first, second;
    PairRule rule;
};

// What a rule's name stands for among the parties.
struct Named {
    bool everything = false;
    std::string name; // of a party or a family
    std::optional<int> face;
};
// Nothing if there is no such solid or face.
std::optional<Named> resolve_name(const std::string& text, std::span<const Party> parties);

class PairRules {
public:
    PairRules() : PairRules({}, {}, PairRule{}) {}
    // Every name must resolve. Pairs without a rule get `otherwise`, which is rule 0.
    PairRules(std::span<const Party> parties, std::span<const NamedRule> named,
              const PairRule& otherwise);

    // Of face fa of solid a against face fb of solid b; -1 = no named face.
    Index find(Index a, int fa, Index b, int fb) const;
    std::span<const PairRule> rules() const { return rules_; }

private:
    struct FaceRule {
        int fa = -1, fb = -1; // -1 = any
        Index rule = 0;
        int closeness = 0;
    };
    struct Cell {
        Index rule = 0;
        Index first_face = 0, last_face = 0; // in face_rules_, closest first
    };
    const Cell& cell(Index a, Index b) const
    {
        return table_[static_cast<std::size_t>(kind_[static_cast<std::size_t>(a)]) * kinds_ +
                      static_cast<std::size_t>(kind_[static_cast<std::size_t>(b)])];
    }

    std::vector<PairRule> rules_;
    std::vector<Index> kind_; // by solid; solids that no rule can tell apart share one
    std::size_t kinds_ = 0;
    std::vector<Cell> table_; // kind x kind
    std::vector<FaceRule> face_rules_;
};

} // namespace flotsam::contact
