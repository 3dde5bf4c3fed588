// Where the time of a step goes, without a timer in the step.
//
// A function that is a phase says so in its first line: `const PhaseTimer timer(Phase::lists);`.
// From there to the end of the scope, time is booked on that phase; a phase inside another one
// pauses the outer. Books are kept per thread, so the loops' worker threads have no part in it.
#pragma once

#include <array>
#include <chrono>
#include <utility>

namespace flotsam {

enum class Phase {
    sort, lists, coefficients, predict, right_hand_side, solve, correct, advect, bodies, contact,
    output, other
};
inline constexpr std::size_t phase_count = 12;
inline constexpr std::array<const char*, phase_count> phase_names{
    "sort",    "lists",  "coefficients", "predict", "right-hand side", "solve",
    "correct", "advect", "bodies",       "contact", "output",          "other"};

// Seconds of wall time by phase.
using PhaseSeconds = std::array<double, phase_count>;

namespace detail {

struct PhaseBook {
    using Clock = std::chrono::steady_clock;
    PhaseSeconds spent{};
    Phase current = Phase::other;
    Clock::time_point since = Clock::now();

    Phase change_to(Phase next)
    {
        const auto now = Clock::now();
        spent[static_cast<std::size_t>(current)] +=
            std::chrono::duration<double>(now - since).count();
        since = now;
        return std::exchange(current, next);
    }
};

inline PhaseBook& phase_book()
{
    thread_local PhaseBook book;
    return book;
}

} // namespace detail

class PhaseTimer {
public:
    explicit PhaseTimer(Phase phase) : outer_(detail::phase_book().change_to(phase)) {}
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;
    ~PhaseTimer() { detail::phase_book().change_to(outer_); }

private:
    Phase outer_;
};

// What was booked in this thread since the last call.
inline PhaseSeconds take_phase_seconds()
{
    detail::PhaseBook& book = detail::phase_book();
    book.change_to(book.current);
    return std::exchange(book.spent, PhaseSeconds{});
}

} // namespace flotsam
