// `flotsam run` and `flotsam resume`.
#include "cases/read.h"
#include "cases/write.h"
#include "coupling/signals.h"
#include "tools/commands.h"
#include "tools/options.h"
#include "tools/recorder.h"
#include "tools/threads.h"

#include <omp.h>

#include <iostream>
#include <sstream>

namespace flotsam::tools {

namespace po = boost::program_options;

namespace {

po::options_description common_options()
{
    po::options_description options("Options");
    options.add_options()("set", po::value<Words>()->composing(), "key=value: changes the case")(
        "threads", po::value<int>()->default_value(0), "number of threads (0 = as the machine allows)")(
        "wall-limit", po::value<double>(), "stop with a checkpoint after this many seconds")(
        "quiet", "no progress");
    return options;
}

void say_where(const RunDirectory& directory, const coupling::Outcome& outcome, const std::string& stop)
{
    const std::string dir = directory.path().string();
    if (outcome.ending == coupling::Ending::numbers) {
        std::cerr << "flotsam: " << outcome.diagnosis.line() << "\n"
                  << "flotsam: the last good state is in " << dir << "/checkpoint, details in " << dir
                  << "/run.log\n";
        return;
    }
    if (outcome.ending != coupling::Ending::end_time)
        std::cout << stop << "; continue with: flotsam resume " << dir << "\n";
    std::cout << "Results: " << dir << "\n"
              << "  ParaView  " << dir << "/fluid.pvd (particles), walls.vtp or walls.pvd\n"
              << "  table     " << dir << "/series.csv\n"
              << "  summary   " << dir << "/summary.json, run.log\n";
}

int exit_code(const coupling::Outcome& outcome)
{
    switch (outcome.ending) {
    case coupling::Ending::numbers: return 3;
    case coupling::Ending::signal: return 128 + outcome.signal;
    default: return 0;
    }
}

// The loop with everything that watches it. The state is at time 0 or as a checkpoint left it.
int run_to_end(const cases::Case& c, cases::Built& built, const RunDirectory& directory,
               std::uint64_t hash, bool resumed, const Parsed& parsed)
{
    for (const std::string& warning : built.warnings)
        std::cerr << "warning: " << warning << "\n";
    const auto style
        = parsed.has("quiet") ? Progress::Style::silent : Progress::style_for(STDERR_FILENO);
    coupling::Outcome outcome;
    {
        Progress progress(std::cerr, style, built.state.time, c.end_time);
        Recorder recorder(c, built, directory, progress, hash, resumed);
        const coupling::SignalWatch watch;
        coupling::RunOptions options;
        options.end_time = c.end_time;
        if (parsed.has("wall-limit"))
            options.wall_limit = parsed.values["wall-limit"].as<double>();
        outcome = coupling::run(built.state, built.method, options, recorder);
    }
    say_where(directory, outcome,
              outcome.ending == coupling::Ending::signal ? "Stopped by a signal"
                                                         : "Stopped at the wall-time limit");
    return exit_code(outcome);
}

// Lines of `now` that `before` does not have, for telling a user what was changed.
std::string first_difference(const std::string& before, const std::string& now)
{
    std::istringstream a(before), b(now);
    std::string line_a, line_b;
    while (true) {
        const bool more_a = static_cast<bool>(std::getline(a, line_a));
        const bool more_b = static_cast<bool>(std::getline(b, line_b));
        if (!more_a && !more_b)
            return {};
        if (more_a != more_b || line_a != line_b)
            return "was '" + (more_a ? line_a : "") + "', is '" + (more_b ? line_b : "") + "'";
    }
}

} // namespace

int run_command(const Words& words)
{
    po::options_description options = common_options();
    options.add_options()("out", po::value<std::string>(), "directory to write (default runs/CASE)")(
        "force", "replace what an earlier run wrote there");
    const Parsed parsed = parse(words, options, "run CASE", "Runs a case.", "case");
    if (parsed.help)
        return 0;
    omp_set_num_threads(choose_threads(parsed.number("threads", 0, 4096)));
    const cases::Case c = cases::read_case(parsed.subject, parsed.list("set"));
    cases::Built built = cases::build(c);
    const std::string out
        = parsed.has("out") ? parsed.values["out"].as<std::string>() : "runs/" + c.name;
    const RunDirectory directory(out, parsed.has("force") ? OpenRun::replace : OpenRun::fresh);
    const std::string resolved = cases::write_case_resolved(c, directory.path().string());
    write_whole_file(directory / "case.toml", resolved);
    return run_to_end(c, built, directory, hash_of(physics_of(resolved)), false, parsed);
}

int resume_command(const Words& words)
{
    const Parsed parsed = parse(words, common_options(), "resume DIR",
                                "Continues a run from its newest good checkpoint.", "directory");
    if (parsed.help)
        return 0;
    omp_set_num_threads(choose_threads(parsed.number("threads", 0, 4096)));
    const Path path = parsed.subject;
    if (!std::filesystem::exists(path / "case.toml"))
        throw UserError(path.string() + ": no case.toml there: not a run directory");
    const auto found = coupling::checkpoints_in(path / "checkpoint");
    if (found.empty())
        throw UserError(path.string() + ": no checkpoint to resume from");
    const std::string file = (path / "case.toml").string();
    const cases::Case before = cases::read_case(file);
    const cases::Case c = cases::read_case(file, parsed.list("set"));
    const std::string resolved = cases::write_case_resolved(c, path.string());
    const std::string change = first_difference(
        physics_of(cases::write_case_resolved(before, path.string())), physics_of(resolved));
    if (!change.empty())
        throw UserError(path.string() + ": only end_time, [output] and threads may change on resume; "
                        + change);
    cases::Built built = cases::build(c);
    const RunDirectory directory(path, OpenRun::resume);
    const std::uint64_t hash = hash_of(physics_of(resolved));
    coupling::read_checkpoint(found.front(), built.state, hash);
    if (built.state.time >= c.end_time)
        throw UserError(path.string() + ": the run is complete (t = "
                        + std::to_string(built.state.time)
                        + " s); to go on, add --set end_time=SECONDS");
    write_whole_file(directory / "case.toml", resolved);
    return run_to_end(c, built, directory, hash, true, parsed);
}

} // namespace flotsam::tools
