// `flotsam run` and `flotsam resume`.
#include "cases/read.h"
#include "cases/write.h"
#include "coupling/signals.h"
#include "tools/commands.h"
#include "tools/identity.h"
#include "tools/options.h"
#include "tools/recorder.h"
#include "tools/threads.h"
#include "tools/validate.h"

#include <omp.h>

#include <iostream>
#include <limits>

namespace flotsam::tools {

namespace po = boost::program_options;

namespace {

po::options_description common_options()
{
    po::options_description options("Options");
    options.add_options()("set", po::value<Words>()->composing(), "key=value: changes the case")(
        "threads", po::value<int>()->default_value(0), "number of threads (0 = as the machine allows)")(
        "wall-limit", po::value<double>(), "stop with a checkpoint after this many seconds")(
        "quiet", "no progress")(
        "validate", "then compare with the case's references, as flotsam validate does")(
        "data", po::value<std::string>(), "with --validate: directory of data: references");
    return options;
}

// Options that are checked before anything is made.
struct Watch {
    bool quiet = false;
    double wall_limit = std::numeric_limits<double>::infinity(); // s
    bool validates = false;
    Path data; // of references
};

Watch set_threads_and_watch(const Parsed& parsed)
{
    omp_set_num_threads(choose_threads(parsed.number("threads", 0, 4096)));
    Watch how;
    how.quiet = parsed.has("quiet");
    if (parsed.has("wall-limit"))
        how.wall_limit = parsed.seconds("wall-limit");
    how.validates = parsed.has("validate");
    if (parsed.has("data") && !how.validates)
        throw UserError("--data needs --validate");
    if (parsed.has("data"))
        how.data = parsed.values["data"].as<std::string>();
    return how;
}

void say_where(const cases::Case& c, const RunDirectory& directory,
               const coupling::Outcome& outcome, const std::string& stop)
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
              << "  ParaView  " << dir << (c.dry() ? "/bodies.pvd" : "/fluid.pvd (particles)")
              << (c.dry() || c.bodies.empty() ? "" : ", bodies.pvd") << ", walls.vtp or walls.pvd\n"
              << "  table     " << dir << "/series.csv"
              << (c.bodies.empty() ? "" : ", bodies.csv, contacts.csv") << "\n"
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
               std::uint64_t hash, const std::optional<coupling::Counters>& resumed,
               const Watch& how)
{
    for (const std::string& warning : built.warnings)
        std::cerr << "warning: " << warning << "\n";
    const auto style
        = how.quiet ? Progress::Style::silent : Progress::style_for(STDERR_FILENO);
    const coupling::SignalWatch watch(coupling::SignalWatch::Lasts::for_good);
    coupling::Outcome outcome;
    {
        Progress progress(std::cerr, style, built.state.time, c.end_time,
                          c.dry() ? "body" : "particle");
        Recorder recorder(c, built, directory, progress, hash, resumed);
        coupling::RunOptions options;
        options.end_time = c.end_time;
        options.may_leave = c.fluid.may_leave;
        options.wall_limit = how.wall_limit;
        outcome = coupling::run(built.state, built.method, options, recorder);
    }
    say_where(c, directory, outcome,
              outcome.ending == coupling::Ending::signal ? "Stopped by a signal"
                                                         : "Stopped at the wall-time limit");
    if (outcome.ending != coupling::Ending::end_time || !how.validates)
        return exit_code(outcome);
    ValidateRequest request;
    request.run = directory.path();
    request.data = how.data;
    request.replace = request.may_be_empty = true;
    return validate_run(request);
}

constexpr const char* case_file = "case.toml";

// Beside the checkpoints stands the case they belong to, which nobody edits.
Path kept_case(const Path& run) { return run / "checkpoint" / case_file; }

void keep_case(const Path& run, const std::string& text)
{
    std::error_code error;
    std::filesystem::create_directory(run / "checkpoint", error);
    if (error)
        throw_file_error(run / "checkpoint", "cannot make the directory", error.value());
    write_whole_file(kept_case(run), text);
}

std::string text_of_kept_case(const Path& run)
{
    std::error_code error;
    return std::filesystem::exists(kept_case(run), error) ? read_whole_file(kept_case(run)) : "";
}

// The checkpoint to go on from: the newest, or with --previous the one before it.
Path choose_checkpoint(const Path& run, bool previous)
{
    const auto found = coupling::checkpoints_in(run / "checkpoint");
    if (found.empty())
        throw UserError(run.string() + ": no checkpoint to resume from; start again with: flotsam run "
                        + (run / case_file).string() + " --out OTHER");
    if (previous && found.size() < 2)
        throw UserError(run.string() + ": --previous: there is only one checkpoint");
    return found[previous ? 1 : 0];
}

coupling::Checkpoint read_or_refuse(const Path& run, const Path& file, coupling::State& state)
{
    try {
        return coupling::read_checkpoint(file, state, std::nullopt);
    } catch (const UserError& error) {
        const auto found = coupling::checkpoints_in(run / "checkpoint");
        throw UserError(error.what()
                        + std::string(file == found.front() && found.size() > 1
                                          ? "; to go on from the one before it, add --previous"
                                          : "; there is no older one"));
    }
}

// A newer checkpoint than the one used would win over those that follow.
void remove_newer(const Path& run, const Path& used)
{
    for (const Path& file : coupling::checkpoints_in(run / "checkpoint")) {
        if (file == used)
            return;
        std::error_code error;
        if (!std::filesystem::remove(file, error))
            throw_file_error(file, "cannot remove", error.value());
    }
}

} // namespace

int run_command(const Words& words)
{
    po::options_description options = common_options();
    options.add_options()("out", po::value<std::string>(), "directory to write (default runs/CASE)")(
        "force", "replace what an earlier run wrote there")(
        "preset", po::value<std::string>(), "one of the case's presets, before any --set");
    const Parsed parsed = parse(words, options, "run CASE", "Runs a case.", "case");
    if (parsed.help)
        return 0;
    const Watch how = set_threads_and_watch(parsed);
    const cases::Case c = cases::read_case(parsed.subject, parsed.list("set"), parsed.text("preset"));
    if (how.validates)
        check_references(c, how.data);
    cases::Built built = cases::build(c);
    const std::string out
        = parsed.has("out") ? parsed.values["out"].as<std::string>() : "runs/" + c.name;
    refuse_to_replace_inputs(c, out);
    const RunDirectory directory(out, parsed.has("force") ? OpenRun::replace : OpenRun::fresh);
    const std::string resolved = cases::write_case_resolved(c, directory.path().string());
    const std::string text = with_case_name(resolved, c.name);
    write_whole_file(directory / case_file, text);
    keep_case(directory.path(), text);
    return run_to_end(c, built, directory, physics_hash(c, resolved), {}, how);
}

int resume_command(const Words& words)
{
    po::options_description options = common_options();
    options.add_options()("previous", "go on from the checkpoint before the newest");
    const Parsed parsed = parse(words, options, "resume DIR",
                                "Continues a run from its newest checkpoint.", "directory");
    if (parsed.help)
        return 0;
    const Watch how = set_threads_and_watch(parsed);
    const Path path = parsed.subject;
    std::error_code error;
    if (!std::filesystem::exists(path / case_file, error))
        throw UserError(path.string() + ": no case.toml there: not a run directory");
    choose_checkpoint(path, parsed.has("previous")); // says at once if there is none

    const std::string before = text_of_kept_case(path);
    cases::Case c = cases::read_case((path / case_file).string(), parsed.list("set"));
    if (const std::string name = case_name_in(before); !name.empty())
        c.name = name;
    const std::string resolved = cases::write_case_resolved(c, path.string());
    const std::string change = differences(before, resolved);
    if (!before.empty() && !change.empty())
        throw UserError(path.string() + ": only end_time, [output] and threads may change on resume, but "
                        + change);
    if (how.validates)
        check_references(c, how.data);
    cases::Built built = cases::build(c);
    const RunDirectory directory(path, OpenRun::resume);
    const Path file = choose_checkpoint(path, parsed.has("previous"));
    const coupling::Checkpoint checkpoint = read_or_refuse(path, file, built.state);
    const std::uint64_t hash = physics_hash(c, resolved);
    if (checkpoint.label.case_hash != hash)
        throw UserError(file.string() + ": belongs to another case; a mesh or table was changed");
    if (built.state.time >= c.end_time)
        throw UserError(path.string() + ": the run is complete (t = "
                        + std::to_string(built.state.time)
                        + " s); to go on, add --set end_time=SECONDS");
    remove_newer(path, file);
    for (const char* name : {"report.html", "metrics.json"}) // they told of the shorter run
        std::filesystem::remove(path / name, error);
    write_whole_file(directory / case_file, with_case_name(resolved, c.name));
    return run_to_end(c, built, directory, hash, checkpoint.counters, how);
}

} // namespace flotsam::tools
