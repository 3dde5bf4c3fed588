#include "tools/progress.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <thread>

using namespace flotsam::tools;

namespace {

ProgressFacts half_way()
{
    return {.time = 0.624, .end = 1.2, .dt = 4.2e-4, .iterations = 11, .rate = 1.634e6, .left = 41.2};
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the progress text names all six facts in order")
    {
        CHECK(progress_text(half_way())
              == " 52 %  0.624 / 1.2 s  dt 420 us  11 iterations  1.63 M particle-steps/s  0:41 left");
        ProgressFacts facts = half_way();
        facts.left = -1.0;
        facts.iterations = 1;
        facts.rate = 0.0;
        CHECK(progress_text(facts) == " 52 %  0.624 / 1.2 s  dt 420 us  1 iteration  0 particle-steps/s");
    }

    TEST_CASE("a progress line never exceeds its width and fills it with the bar first")
    {
        const std::size_t text = progress_text(half_way()).size();
        for (int width = 0; width < 200; ++width) {
            const std::string line = progress_line(half_way(), width);
            const auto columns = static_cast<std::size_t>(width);
            CHECK(line.size() <= columns);
            if (columns >= text)
                CHECK(line.ends_with(progress_text(half_way())));
            else
                CHECK(line == progress_text(half_way()).substr(0, columns));
            CHECK((line.find('[') == 0) == (columns >= text + 8));
        }
        CHECK(progress_line(half_way(), 200).starts_with("[===========>          ]  52 %"));
    }

    TEST_CASE("the bar is empty at the start and full at the end")
    {
        ProgressFacts facts = half_way();
        facts.time = 0.0;
        CHECK(progress_line(facts, 200).starts_with("[>                     ]   0 %"));
        facts.time = facts.end;
        CHECK(progress_line(facts, 200).starts_with("[======================] 100 %"));
        facts.time = 2.0 * facts.end;
        CHECK(progress_line(facts, 200).starts_with("[======================] 100 %"));
    }

    TEST_CASE("times left read like a clock")
    {
        CHECK(clock_text(0.4) == "0:00");
        CHECK(clock_text(59.6) == "1:00");
        CHECK(clock_text(725.0) == "12:05");
        CHECK(clock_text(11'099.0) == "3:04:59");
        CHECK(clock_text(5 * 86'400 + 3 * 3600 + 600) == "5 d 03:10");
        CHECK(clock_text(-5.0) == "0:00");
        CHECK(clock_text(1e30) == "34722 d 05:20");
    }

    TEST_CASE("the pace forgets what is older than its window")
    {
        Pace pace(30.0);
        CHECK(pace.time_rate() == 0.0);
        double time = 0.0, work = 0.0, wall = 0.0;
        pace.add(wall, time, work);
        // 100 s at 1 ms a second, then 60 s at ten times that.
        while (wall < 100.0)
            pace.add(wall += 0.05, time += 0.05 * 1e-3, work += 10.0);
        CHECK(pace.time_rate() == doctest::Approx(1e-3));
        CHECK(pace.particle_rate() == doctest::Approx(200.0));
        while (wall < 160.0)
            pace.add(wall += 0.05, time += 0.05 * 1e-2, work += 20.0);
        CHECK(pace.time_rate() == doctest::Approx(1e-2));
        CHECK(pace.particle_rate() == doctest::Approx(400.0));
    }

    TEST_CASE("one step longer than the window still gives a pace")
    {
        Pace pace(30.0);
        pace.add(0.0, 0.0, 0.0);
        pace.add(100.0, 0.5, 1e6);
        CHECK(pace.time_rate() == doctest::Approx(0.005));
        pace.add(200.0, 1.5, 2e6);
        CHECK(pace.time_rate() == doctest::Approx(0.01));
    }

    TEST_CASE("a terminal line is rewritten at most five times a second")
    {
        std::ostringstream out;
        {
            Progress progress(out, Progress::Style::terminal, 0.0, 1.0);
            const auto start = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(650)) {
                progress.step(0.5, 1e-3, 3, 1000);
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        }
        const std::string text = out.str();
        const auto lines = std::count(text.begin(), text.end(), '\r');
        CHECK(lines >= 1);
        CHECK(lines <= 3);
        CHECK(std::count(text.begin(), text.end(), '\n') == 1);
        CHECK(text.ends_with('\n'));
    }

    TEST_CASE("away from a terminal lines are plain and rare but the last is always told")
    {
        std::ostringstream out;
        Progress progress(out, Progress::Style::plain, 0.0, 1.0);
        for (int n = 0; n < 100; ++n)
            progress.step(0.01 * (n + 1), 0.01, 3, 1000);
        CHECK(out.str().empty());
        progress.note("a note");
        progress.finish();
        CHECK(out.str().starts_with("a note\n100 %  1 / 1 s"));
        CHECK(out.str().find_first_of("\r\033[") == std::string::npos);
        std::ostringstream none;
        Progress silent(none, Progress::Style::silent, 0.0, 1.0);
        silent.note("a note");
        silent.finish();
        CHECK(none.str().empty());
    }

    TEST_CASE("a note on a terminal clears the line and leaves it to be drawn again")
    {
        std::ostringstream out;
        {
            Progress progress(out, Progress::Style::terminal, 0.0, 1.0);
            std::this_thread::sleep_for(std::chrono::milliseconds(210));
            progress.step(0.5, 1e-3, 3, 1000);
            progress.note("retried");
        }
        CHECK(out.str().ends_with("\r\033[Kretried\n"));
    }
}
