#include "contact/pair_rules.h"

#include <doctest/doctest.h>

using namespace flotsam;
using namespace flotsam::contact;

namespace {

PairRule friction(double mu)
{
    PairRule rule;
    rule.friction = mu;
    return rule;
}

const std::vector<std::string> box_faces{"x-", "x+", "y-", "y+", "z-", "z+"};
const std::vector<Party> parties{{"block.1", "block", box_faces},
                                 {"block.2", "block", box_faces},
                                 {"girder", "", {}},
                                 {"floor", "", {}},
                                 {"tank", "", box_faces}};

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the closest names rule: face over member over family over all")
    {
        const std::vector<NamedRule> named{{"*", "*", friction(0.1)},
                                           {"block", "floor", friction(0.2)},
                                           {"floor", "block.2", friction(0.3)},
                                           {"block.z-", "floor", friction(0.4)},
                                           {"tank.x+", "block.1.x-", friction(0.5)}};
        const PairRules rules(parties, named, friction(0.0));
        const auto mu = [&](Index a, int fa, Index b, int fb) {
            return rules.rules()[static_cast<std::size_t>(rules.find(a, fa, b, fb))].friction;
        };
        CHECK(mu(0, -1, 3, -1) == 0.2);
        CHECK(mu(3, -1, 0, -1) == 0.2);
        CHECK(mu(1, 0, 3, -1) == 0.3);
        CHECK(mu(1, 4, 3, -1) == 0.4);
        CHECK(mu(3, -1, 1, 4) == 0.4);
        CHECK(mu(0, 0, 4, 1) == 0.5);
        CHECK(mu(4, 1, 0, 0) == 0.5);
        CHECK(mu(0, 1, 4, 1) == 0.1);
        CHECK(mu(1, 0, 4, 1) == 0.1);
        CHECK(mu(0, 4, 1, 5) == 0.1);
        CHECK(mu(2, -1, 3, -1) == 0.1);
    }

    TEST_CASE("pairs without a rule get rule 0 and of two equal rules the later counts")
    {
        const std::vector<NamedRule> named{{"girder", "floor", friction(0.2)},
                                           {"floor", "girder", friction(0.3)}};
        const PairRules rules(parties, named, friction(0.05));
        CHECK(rules.find(0, -1, 3, -1) == 0);
        CHECK(rules.rules()[0].friction == 0.05);
        CHECK(rules.find(2, -1, 3, -1) == 2);
        CHECK(PairRules().find(7, -1, 9, -1) == 0);
    }

    TEST_CASE("names resolve to solids families and faces and to nothing else")
    {
        CHECK(resolve_name("block", parties)->name == "block");
        CHECK(resolve_name("block.2", parties)->name == "block.2");
        CHECK(resolve_name("block.2.z+", parties)->face == 5);
        CHECK(resolve_name("tank.y-", parties)->face == 2);
        CHECK_FALSE(resolve_name("girder.z-", parties));
        CHECK_FALSE(resolve_name("block.3", parties));
        CHECK_FALSE(resolve_name("piers", parties));
    }
}
