// The loop around the step: choose dt, step, judge, repeat or accept, book, tell the observer.
//
//   accepted   what the step did is counted and booked, particles that left are taken out
//   repeated   the state is restored bit for bit and dt halved, at most 5 times; afterwards dt
//              grows by at most 10 % a step until nothing but the usual limits holds it
//   stopped    with a diagnosis; the state is the last good one, fit for a checkpoint
//
// Nothing here writes files: output, checkpoints and the log hang on the observer, which cannot
// change the run but by asking for times at which a step has to end.
#pragma once

#include "core/phase_clock.h"
#include "coupling/leaving.h"
#include "coupling/time_plan.h"
#include "coupling/verdict.h"

#include <functional>
#include <limits>

namespace flotsam::coupling {

struct StepInfo {
    double dt = 0.0;        // s
    const char* limit = ""; // why it is no larger
    int retries = 0;        // times this step was repeated
    Offset left = 0;        // particles that left in it
    double seconds = 0.0;   // of wall time since the step before, its output included
    PhaseSeconds phases{};  // the same by phase
};

enum class Ending {
    end_time,   // all done
    step_count, // as many steps as asked for
    signal,     // a signal asked to stop
    wall_limit, // the wall time is used up
    numbers     // bad numbers, or too many particles left: see the diagnosis
};

struct Outcome {
    Ending ending = Ending::end_time;
    int signal = 0;
    Diagnosis diagnosis;
};

class Observer {
public:
    virtual ~Observer() = default;
    virtual void on_start(const State&) {}
    // After every accepted step.
    virtual void on_step(const State&, const StepReport&, const StepInfo&) {}
    virtual void on_end(const State&, const Outcome&) {}
    // The first time after `time` at which a step has to end exactly; see next_multiple().
    virtual double next_due(double /*time*/) { return std::numeric_limits<double>::infinity(); }
    // One line for the log: a new limit of dt, a repeated step, particles that left.
    virtual void on_note(const std::string&) {}
};

// Faults for tests. Steps count from 1; a fault strikes the first `times` attempts at its step.
struct Faults {
    std::int64_t reject_step = 0;               // this step is found bad
    std::int64_t alter_step = 0;                // this one is tampered with:
    std::function<void(State&)> before_step;    //   before it is made
    std::function<void(State&)> before_verdict; // or before it is judged
    int times = 1;
};

struct RunOptions {
    double end_time = 0.0;                                         // s
    std::int64_t steps = std::numeric_limits<std::int64_t>::max(); // accepted in this run at most
    double wall_limit = std::numeric_limits<double>::infinity();   // s
    double may_leave = 1e-3; // share of all particles; a run that loses more has a leak and stops
    Faults faults;
};

inline constexpr int most_retries = 5;
inline constexpr double few_left = 10.0; // particles never stop a run: a little spray over a rim

class Run {
public:
    Run(State& state, const Method& method, RunOptions options, Observer& observer);

    // Until an Ending; on_start first, on_end last.
    Outcome to_end();

private:
    bool advance();
    bool make_step(StepPlan& plan, StepReport& report, StepInfo& info);
    Trouble attempt(double dt, int attempt, StepReport& report);
    void accept(const StepPlan& plan, const StepReport& report, StepInfo& info, double from);
    void note_bodies_that_left();
    bool stop_before(const StepPlan& plan);
    bool too_many_left(const StepPlan& plan);
    void note_limit(const StepPlan& plan);

    State& state_;
    const Method& method_;
    RunOptions options_;
    Observer& observer_;
    std::vector<double> reach_;
    std::vector<int> owners_;
    SavedState saved_;
    Leaving leaving_;
    std::string limit_; // last one noted
    Outcome outcome_;
};

// The common case in one call.
Outcome run(State& state, const Method& method, const RunOptions& options, Observer& observer);

} // namespace flotsam::coupling
