// How long the next step is, and why.
#pragma once

#include "coupling/state.h"

#include <limits>
#include <optional>
#include <vector>

namespace flotsam::coupling {

struct StepPlan {
    double dt = 0.0;                // s
    const char* limit = "";         // what limits dt: "gravity", "advection", ...
    const char* shortened = "";     // "", "recovery" or "output time", if dt is smaller than that
    double natural = 0.0;           // what dt would be if it were not, s
    std::optional<double> lands_on; // the time at which this step has to end

    const char* reason() const { return *shortened != '\0' ? shortened : limit; }
};

// Distance of the farthest point of each turning solid from its axis, m; 0 for the others.
std::vector<double> reach_of_solids(const Method& m);

// The step that the limits of sph/time_step.h, the speed of walls and the ceiling after a retry
// allow, shortened so that a step ends exactly at `due`. All steps to there share the way equally,
// and so each is shortened a little: pressure answers to a sudden change of dt with a jump. A time
// step that the case asks for, or that follows a retry, is kept to the last two, which share what is left.
StepPlan plan_step(const State& s, const Method& m, const std::vector<double>& reach, double due);

// n * every, rounded to 15 digits: 3 * 0.1 is 0.3, the same number that an end time of 0.3 is.
double multiple(double every, double n);

// The smallest multiple later than `time`; infinity if `every` is 0. Times that come from here can
// be compared exactly.
double next_multiple(double every, double time);

} // namespace flotsam::coupling
