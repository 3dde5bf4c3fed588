#include "tools/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace flotsam::tools {

namespace {

constexpr double terminal_interval = 0.2; // s between rewritten lines
constexpr double plain_interval = 10.0;   // s between plain lines
constexpr int widest_bar = 25, narrowest_bar = 8; // columns

// `digits` significant digits, whatever the locale.
std::string rounded(double value, int digits)
{
    char text[32];
    const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
    return {text, result.ptr};
}

// "420 us", "1.63 M particles": a number with a prefix that keeps it between 1 and 1000. A unit that
// stands apart from its prefix begins with a space.
std::string scaled(double value, std::string_view unit)
{
    struct Prefix {
        double size;
        std::string_view name;
    };
    static constexpr std::array<Prefix, 6> prefixes{
        {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}, {1e-3, "m"}, {1e-6, "u"}}};
    const auto fits = std::find_if(prefixes.begin(), prefixes.end() - 1,
                                   // 999.9 us would be rounded to 1000 us: that is 1 ms
                                   [value](const Prefix& p) {
                                       return std::abs(value) >= 0.9995 * p.size;
                                   });
    const Prefix& prefix = value == 0.0 ? prefixes[3] : *fits;
    const bool gap = !(prefix.name.empty() && unit.starts_with(' '));
    return rounded(value / prefix.size, 3) + (gap ? " " : "") + std::string(prefix.name) + std::string(unit);
}

double part_done(const ProgressFacts& facts)
{
    return facts.end > 0.0 ? std::clamp(facts.time / facts.end, 0.0, 1.0) : 1.0;
}

// `width` columns, with the space that follows it.
std::string bar(double part, int width)
{
    const int inside = width - 3;
    const int done = static_cast<int>(part * inside);
    std::string text(static_cast<std::size_t>(inside), ' ');
    std::fill_n(text.begin(), done, '=');
    if (done < inside)
        text[static_cast<std::size_t>(done)] = '>';
    return "[" + text + "] ";
}

int terminal_width()
{
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

std::string clock_text(double seconds)
{
    const auto total = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, 3e9)));
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const std::int64_t hours = total / 3600, minutes = total / 60 % 60;
    if (hours >= 24)
        return std::to_string(hours / 24) + " d " + two(hours % 24) + ":" + two(minutes);
    if (hours > 0)
        return std::to_string(hours) + ":" + two(minutes) + ":" + two(total % 60);
    return std::to_string(minutes) + ":" + two(total % 60);
}

std::string progress_text(const ProgressFacts& facts)
{
    std::string percent = std::to_string(static_cast<int>(100.0 * part_done(facts)));
    percent.insert(0, 3 - percent.size(), ' ');
    std::string text = percent + " %  " + rounded(facts.time, 4) + " / " + rounded(facts.end, 4) + " s  dt "
                       + scaled(facts.dt, "s") + "  " + std::to_string(facts.iterations)
                       + (facts.iterations == 1 ? " iteration  " : " iterations  ")
                       + scaled(facts.rate, std::string(" ") + facts.what + "-steps/s");
    if (facts.left >= 0.0)
        text += "  " + clock_text(facts.left) + " left";
    return text;
}

std::string progress_line(const ProgressFacts& facts, int width)
{
    std::string text = progress_text(facts);
    const int room = width - static_cast<int>(text.size());
    if (room >= narrowest_bar)
        text = bar(part_done(facts), std::min(room, widest_bar)) + text;
    return text.substr(0, static_cast<std::size_t>(std::max(width, 0)));
}

void Pace::add(double wall, double time, double particle_steps)
{
    // Marks closer than a hundredth of the window add nothing but memory.
    if (marks_.size() >= 2 && wall - marks_[marks_.size() - 2].wall < 0.01 * window_)
        marks_.back() = {wall, time, particle_steps};
    else
        marks_.push_back({wall, time, particle_steps});
    while (marks_.size() > 2 && wall - marks_[1].wall >= window_)
        marks_.pop_front();
}

double Pace::time_rate() const
{
    if (marks_.size() < 2 || marks_.back().wall <= marks_.front().wall)
        return 0.0;
    return (marks_.back().time - marks_.front().time) / (marks_.back().wall - marks_.front().wall);
}

double Pace::particle_rate() const
{
    if (marks_.size() < 2 || marks_.back().wall <= marks_.front().wall)
        return 0.0;
    return (marks_.back().particle_steps - marks_.front().particle_steps)
           / (marks_.back().wall - marks_.front().wall);
}

Progress::Style Progress::style_for(int descriptor)
{
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return isatty(descriptor) == 1 && !dumb ? Style::terminal : Style::plain;
}

Progress::Progress(std::ostream& out, Style style, double start, double end, const char* what)
    : out_(out), style_(style), began_(std::chrono::steady_clock::now())
{
    facts_.time = start;
    facts_.end = end;
    facts_.what = what;
    pace_.add(0.0, start, 0.0);
}

Progress::~Progress()
{
    if (line_open_)
        out_ << '\n' << std::flush;
}

void Progress::step(double time, double dt, int iterations, std::int64_t particles)
{
    facts_.time = time;
    facts_.dt = dt;
    facts_.iterations = iterations;
    particle_steps_ += static_cast<double>(particles);
    const double wall
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    pace_.add(wall, time, particle_steps_);
    if (wall - shown_ >= (style_ == Style::terminal ? terminal_interval : plain_interval))
        show(wall);
}

void Progress::show(double wall)
{
    shown_ = wall;
    if (style_ == Style::silent)
        return;
    facts_.rate = pace_.particle_rate();
    const double rate = pace_.time_rate();
    facts_.left = rate > 0.0 ? (facts_.end - facts_.time) / rate : -1.0;
    if (style_ == Style::plain) {
        out_ << progress_text(facts_) << '\n' << std::flush;
        return;
    }
    // Carriage return, the line, erase what an earlier longer line left. One column stays free, or
    // some terminals wrap.
    out_ << '\r' << progress_line(facts_, terminal_width() - 1) << "\033[K" << std::flush;
    line_open_ = true;
}

void Progress::note(const std::string& text)
{
    if (style_ == Style::silent)
        return;
    if (line_open_)
        out_ << "\r\033[K";
    out_ << text << '\n' << std::flush;
    line_open_ = false;
}

void Progress::finish()
{
    show(std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count());
    if (line_open_)
        out_ << '\n' << std::flush;
    line_open_ = false;
}

} // namespace flotsam::tools
