// What the benchmark computes on: a disordered block of water, and a tank with water in it.
#pragma once

#include "coupling/state.h"

namespace flotsam::tools {

struct BenchScene {
    coupling::State state;
    coupling::Method method;
};

// About `particles` in a cube on a lattice, each displaced by up to 0.02 spacings along every axis;
// no walls. More disorder would blow deep water up (DECISIONS.md, 18).
BenchScene make_block(Offset particles);

// About `particles` in an open tank twice as long as wide, half of it filled: a dam about to break.
BenchScene make_dam(Offset particles);

} // namespace flotsam::tools
