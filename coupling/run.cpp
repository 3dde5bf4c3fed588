#include "coupling/run.h"

#include "coupling/brief.h"
#include "coupling/energy.h"
#include "coupling/signals.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace flotsam::coupling {

namespace {

constexpr double growth = 1.1;       // of dt in a step, after a retry
constexpr double least_share = 1e-9; // of the end time: smaller steps would never get there

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string plural(std::size_t count, const char* noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace

Run::Run(State& state, const Method& method, RunOptions options, Observer& observer)
    : state_(state), method_(method), options_(std::move(options)), observer_(observer),
      reach_(reach_of_solids(method)), owners_(owners_of_groups(state.boundary, method))
{
    if (state.step == 0)
        start_energy(state, method);
}

Outcome Run::to_end()
{
    const auto start = Clock::now();
    const std::int64_t last =
        options_.steps > std::numeric_limits<std::int64_t>::max() - state_.step
            ? std::numeric_limits<std::int64_t>::max()
            : state_.step + options_.steps;
    take_phase_seconds();
    observer_.on_start(state_);
    for (;;) {
        if (state_.time >= options_.end_time)
            outcome_.ending = Ending::end_time;
        else if (state_.step >= last)
            outcome_.ending = Ending::step_count;
        else if ((outcome_.signal = signal_received()) != 0)
            outcome_.ending = Ending::signal;
        else if (seconds_since(start) >= options_.wall_limit)
            outcome_.ending = Ending::wall_limit;
        else if (advance())
            continue;
        else
            outcome_.ending = Ending::numbers;
        break;
    }
    observer_.on_end(state_, outcome_);
    return outcome_;
}

// One accepted step; false if there could be none, or none after it.
bool Run::advance()
{
    const double from = state_.time;
    restart_contact_sums(state_, method_);
    StepPlan plan = plan_step(state_, method_, reach_,
                              std::min(options_.end_time, observer_.next_due(state_.time)));
    note_limit(plan);
    if (stop_before(plan))
        return false;
    StepReport report;
    StepInfo info;
    if (!make_step(plan, report, info))
        return false;
    accept(plan, report, info, from);
    info.phases = take_phase_seconds();
    info.seconds = std::accumulate(info.phases.begin(), info.phases.end(), 0.0);
    {
        const PhaseTimer timer(Phase::output);
        observer_.on_step(state_, report, info);
    }
    return !too_many_left(plan);
}

// Steps, and repeats with half dt while the verdict is bad; false after too many repeats.
bool Run::make_step(StepPlan& plan, StepReport& report, StepInfo& info)
{
    saved_.save(state_);
    for (;; ++info.retries) {
        const Trouble trouble = attempt(plan.dt, info.retries, report);
        if (trouble == Trouble::none)
            return true;
        outcome_.diagnosis =
            diagnose(trouble, state_, method_, report, saved_, plan.dt, plan.reason());
        saved_.restore(state_);
        if (info.retries == most_retries) {
            state_.events.retried += info.retries;
            return false;
        }
        observer_.on_note(outcome_.diagnosis.line() + "; repeated with half of it");
        plan.dt *= 0.5;
        plan.shortened = "recovery";
        plan.lands_on.reset();
    }
}

Trouble Run::attempt(double dt, int attempt, StepReport& report)
{
    const Faults& faults = options_.faults;
    const std::int64_t number = state_.step + 1;
    const bool strikes = attempt < faults.times;
    const bool alters = strikes && number == faults.alter_step;
    try {
        if (alters && faults.before_step)
            faults.before_step(state_);
        report = step(state_, method_, dt);
    } catch (...) { // ours to repair, not the run's: leave a state that can be saved
        saved_.restore(state_);
        throw;
    }
    if (alters && faults.before_verdict)
        faults.before_verdict(state_);
    if (strikes && number == faults.reject_step)
        return Trouble::forced;
    return judge(state_, method_, report);
}

void Run::accept(const StepPlan& plan, const StepReport& report, StepInfo& info, double from)
{
    if (plan.lands_on)
        state_.time = *plan.lands_on;
    state_.max_nu = report.predict.max_nu;
    state_.flow_speed = report.advect.flow_speed;
    if (info.retries > 0)
        state_.ceiling = growth * plan.dt;
    else
        state_.ceiling = state_.ceiling < plan.natural ? growth * state_.ceiling
                                                       : std::numeric_limits<double>::infinity();
    EventCounts& events = state_.events;
    events.clamped += report.pressure.clamped;
    events.guarded += report.correct.guarded;
    events.pushed += report.advect.pushed;
    events.retried += info.retries;
    events.bare += state_.work.response.bare();
    events.unsettled += report.bodies.contact.unconverged > 0 ? 1 : 0;
    book_energy(state_, method_, owners_, report, from, plan.dt);
    remove_leaving(state_, method_, plan.dt, leaving_);
    note_bodies_that_left();

    info.dt = plan.dt;
    info.limit = plan.reason();
    info.left = static_cast<Offset>(leaving_.ids.size());
    if (info.left > 0)
        observer_.on_note("step " + std::to_string(state_.step) + ", t = " + brief(state_.time) +
                          " s: " + plural(leaving_.ids.size(), "particle") +
                          " left, the first is " + std::to_string(leaving_.ids.front()) + " at " +
                          brief(leaving_.places.front()) + "; " + std::to_string(events.left) +
                          " since the start");
}

// They fly on, but no longer hold the time step.
void Run::note_bodies_that_left()
{
    for (std::size_t i = 0; i < method_.models().size(); ++i)
        if (method_.domain.contains(saved_.body_position(i)) &&
            !method_.domain.contains(state_.bodies.position[i]))
            observer_.on_note("step " + std::to_string(state_.step) + ", t = " +
                              brief(state_.time) + " s: body '" + method_.models()[i].name +
                              "' left the domain at " + brief(state_.bodies.position[i]));
}

// A run whose steps shrink for ever has failed, though each of them may have passed.
bool Run::stop_before(const StepPlan& plan)
{
    if (std::min(plan.natural, state_.ceiling) >= least_share * options_.end_time)
        return false;
    Diagnosis& d = outcome_.diagnosis;
    if (plan.natural > state_.ceiling && d.trouble != Trouble::none) {
        d.what += " again and again, until dt was a billionth of the run";
        return true;
    }
    d = {};
    d.trouble = Trouble::small_step;
    d.what = "the end is more than a billion steps away";
    d.step = state_.step + 1;
    d.time = state_.time;
    d.dt = plan.dt;
    d.limit = plan.reason();
    const auto& v = state_.fluid.velocity;
    const auto fastest = std::max_element(v.begin(), v.end(), [](const Vec3& a, const Vec3& b) {
        return a.squaredNorm() < b.squaredNorm();
    });
    if (fastest != v.end()) {
        const auto i = static_cast<std::size_t>(fastest - v.begin());
        d.id = state_.fluid.id[i];
        d.position = state_.fluid.position[i];
        d.details = "  velocity = " + brief(v[i]) +
                    "\n  highest viscosity = " + brief(state_.max_nu) + "\n";
    }
    return true;
}

bool Run::too_many_left(const StepPlan& plan)
{
    const auto left = static_cast<double>(state_.events.left);
    const double all = static_cast<double>(state_.fluid.size()) + left;
    if (left <= std::max(options_.may_leave * all, few_left))
        return false;
    Diagnosis& d = outcome_.diagnosis = {};
    d.trouble = Trouble::leak;
    d.where = !leaving_.places.empty() && method_.domain.contains(leaving_.places.back())
                  ? "wall"
                  : "domain";
    d.what = brief(left) + " of " + brief(all) + " particles have left";
    d.step = state_.step;
    d.time = state_.time;
    d.dt = plan.dt;
    d.limit = plan.reason();
    if (!leaving_.ids.empty()) {
        d.id = leaving_.ids.back();
        d.position = leaving_.places.back();
    }
    return true;
}

void Run::note_limit(const StepPlan& plan)
{
    if (limit_ == plan.limit)
        return;
    limit_ = plan.limit;
    observer_.on_note("step " + std::to_string(state_.step + 1) + ", t = " + brief(state_.time) +
                      " s: dt = " + brief(plan.natural) + " s, limited by " + limit_);
}

Outcome run(State& state, const Method& method, const RunOptions& options, Observer& observer)
{
    return Run(state, method, options, observer).to_end();
}

} // namespace flotsam::coupling
