// The verdict on a step: may its result stand, and if not, where did it go wrong?
//
// The arrays of a step are looked at in the order in which the step fills them, so the first one
// with a bad number names the operator it began in.
#pragma once

#include "coupling/saved_state.h"
#include "coupling/step.h"

#include <string>

namespace flotsam::coupling {

enum class Trouble {
    none,
    bad_number,     // NaN or infinity in any field
    no_convergence, // of the pressure solve
    displacement,   // a particle moved more than half a spacing
    forced,         // asked for by a test
    small_step,     // the end of the run is more than a billion steps away
    leak            // more than a thousandth of the particles left, and more than ten
};

// Of a step that has just been made: one of the first four.
Trouble judge(const State& s, const Method& m, const StepReport& report);

// Where and with which particle trouble began.
struct Diagnosis {
    Trouble trouble = Trouble::none;
    std::string where;            // viscosity, predictor, density, right-hand side, solver, ...
    std::int64_t step = 0;        // the step that failed, from 1
    double time = 0.0;            // at its start, s
    double dt = 0.0;              // s
    std::string limit;            // what dt was limited by
    std::int64_t id = -1;         // particle; -1: none in particular
    Vec3 position = Vec3::Zero(); // where it was when the step began
    std::string what;             // the fault in words
    std::string details;          // one "name = value" a line

    std::string line() const;
};

// Looks through the rejected step, whose arrays are still in `s`; `before` is the state it began
// with.
Diagnosis diagnose(Trouble trouble, const State& s, const Method& m, const StepReport& report,
                   const SavedState& before, double dt, const char* limit);

} // namespace flotsam::coupling
