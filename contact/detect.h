// Contact detection: where bodies touch each other and the walls, or may within the step.
//
//   skin of a pair = 2 dt (speed of a + speed of b),  speed = |V| + |omega| r + |g| dt
//
// so that what is fast is seen a step before it arrives. A pair with edges that moves in the step
// is looked at twice, where it is and where it will be: edges and corners that pass from beside
// each other into each other are no contact before and too late after. The list is sorted by key
// and the same for any number of threads: each pair is worked out on its own and the pairs are
// joined in order.
#pragma once

#include "contact/broad_phase.h"
#include "contact/contact_point.h"
#include "contact/narrow.h"
#include "contact/pair_rules.h"

#include <memory>

namespace flotsam::contact {

struct DetectOptions {
    int most_points = 8; // for each pair and normal; 0 = all surface points, none left out
    double skin_factor = 2.0;
    double least_skin = 1e-9; // of the smaller body's radius
    double clearance = 0.0;   // gap at which soft contact may begin, m
};

struct DetectCounts {
    Offset pairs = 0;    // from the broad phase
    Offset meetings = 0; // before reduction
    Offset contacts = 0;
};

class Detector {
public:
    explicit Detector(std::shared_ptr<const Solids> solids, PairRules rules = {},
                      DetectOptions options = {});
    explicit Detector(Solids solids, PairRules rules = {}, DetectOptions options = {});

    // Contacts at the bodies' poses at time t, for a step of dt.
    const std::vector<ContactPoint>& find(const rigid::Bodies& bodies, double t, double dt,
                                          double gravity);

    // By body: 1 = meets nobody now (it settles). Empty: all do.
    std::vector<std::uint8_t> away;

    const Solids& solids() const { return *solids_; }
    const PairRules& rules() const { return rules_; }
    const DetectCounts& counts() const { return counts_; }
    // Of the last find(), like the rest.
    const std::vector<ContactPoint>& contacts() const { return contacts_; }
    std::span<const Pose> poses() const { return poses_; }

private:
    struct Chunk { // some pairs one after the other
        std::vector<ContactPoint> contacts;
        std::vector<Meeting> work, ahead;
        Offset meetings = 0;
    };
    bool spread_reach(const std::vector<SolidPair>& pairs);
    void find_in(const SolidPair& pair, Chunk& chunk) const;
    void look_ahead(const SolidPair& pair, const PairView& now, Chunk& chunk) const;

    std::shared_ptr<const Solids> solids_;
    PairRules rules_;
    DetectOptions options_;
    BroadPhase broad_;
    std::vector<Pose> poses_;
    std::vector<Twist> twists_;
    std::vector<double> reach_; // how far each solid may get, times the skin factor, m
    std::vector<double> spread_;
    std::vector<double> way_; // how far it gets without gravity, m
    std::vector<Chunk> chunks_;
    std::vector<ContactPoint> contacts_;
    DetectCounts counts_;
    double dt_ = 0.0; // of the step that find() looks at
};

} // namespace flotsam::contact
