// Tells the user how a run is getting on: on a terminal one line that is rewritten, elsewhere a
// plain line every ten seconds.
//
//   [==========>         ]  52 %  0.624 / 1.2 s  dt 420 us  11 iterations  1.63 M particle-steps/s  0:41 left
//
// Time left comes from simulated seconds per wall second over the last half minute, as the time
// step changes during a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <ostream>
#include <string>

namespace flotsam::tools {

struct ProgressFacts {
    double time = 0.0;            // simulated, s
    double end = 0.0;             // s
    double dt = 0.0;              // s
    int iterations = 0;           // of the last pressure solve
    double rate = 0.0;            // particle-steps (or body-steps) a wall second
    const char* what = "particle";
    double left = -1.0;           // wall seconds; negative = not known yet
};

// The facts in one line of text, and the same after a bar, cut to `width` columns by shortening the
// bar first and the end last.
std::string progress_text(const ProgressFacts& facts);
std::string progress_line(const ProgressFacts& facts, int width);

// "0:41", "12:05", "3:04:59", "5 d 03:10".
std::string clock_text(double seconds);

// Simulated seconds and particle-steps per wall second over a sliding window.
class Pace {
public:
    explicit Pace(double window = 30.0) : window_(window) {}
    void add(double wall, double time, double particle_steps); // running totals
    double time_rate() const;                                  // 0 = not known yet
    double particle_rate() const;

private:
    struct Mark {
        double wall, time, particle_steps;
    };
    double window_;
    std::deque<Mark> marks_;
};

class Progress {
public:
    enum class Style { terminal, plain, silent };
    // Terminal if the file descriptor is one and TERM is not "dumb".
    static Style style_for(int descriptor);

    // `start`: simulated time at which this process began (not 0 after a resume).
    // `what` is counted: particles or bodies.
    Progress(std::ostream& out, Style style, double start, double end,
             const char* what = "particle");
    ~Progress(); // ends the rewritten line

    // After every step; cheap when nothing is due.
    void step(double time, double dt, int iterations, std::int64_t particles);
    // Prints a whole line of its own without disturbing the rewritten one.
    void note(const std::string& text);
    // The last state, whatever is due.
    void finish();

private:
    void show(double wall);

    std::ostream& out_;
    Style style_;
    std::chrono::steady_clock::time_point began_;
    double shown_ = 0.0;          // wall time of the last line
    double particle_steps_ = 0.0; // so far
    bool line_open_ = false;
    Pace pace_;
    ProgressFacts facts_;
};

} // namespace flotsam::tools
