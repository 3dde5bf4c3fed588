// The program: finds the sub-command and turns exceptions into one line and an exit code.
#include "core/error.h"
#include "tools/commands.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <new>

namespace {

using flotsam::tools::Words;

constexpr const char* usage = R"(flotsam: water hitting solid things

  flotsam run CASE      run a case: a shipped name or a TOML file
  flotsam resume DIR    continue a run from its newest checkpoint
  flotsam validate DIR  compare a run with measurements: report.html, metrics, verdict
  flotsam render DIR    pictures of a run and a film, without a display
  flotsam explain CASE  say what would be run: particles, memory, time step, defaults
  flotsam list          the cases that come with flotsam
  flotsam bench         what each part of a step costs on this machine
  flotsam --version     version, compiler, libraries

flotsam COMMAND --help lists the options of a command.
)";

// OpenMP threads that wait by spinning take the processors from whatever else runs, themselves
// included: on a busy machine steps became 50 times slower. The runtime reads its limit before
// main(), so the program starts itself once more with one, unless the user has set a policy.
void limit_spinning(char** argv)
{
    if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY"))
        return;
    setenv("GOMP_SPINCOUNT", "20000", 1);
    execv("/proc/self/exe", argv); // returns only if it failed: then threads spin
}

int dispatch(const Words& words)
{
    namespace tools = flotsam::tools;
    const std::string command = words.empty() ? "" : words[0];
    const Words rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (command == "run")
        return tools::run_command(rest);
    if (command == "resume")
        return tools::resume_command(rest);
    if (command == "validate")
        return tools::validate_command(rest);
    if (command == "render")
        return tools::render_command(rest);
    if (command == "explain")
        return tools::explain_command(rest);
    if (command == "list")
        return tools::list_command(rest);
    if (command == "bench")
        return tools::bench_command(rest);
    if (command == "--version") {
        std::cout << tools::version_text();
        return 0;
    }
    if (command == "--help" || command == "-h") {
        std::cout << usage;
        return 0;
    }
    if (command.empty()) {
        std::cerr << usage;
        return 2;
    }
    throw flotsam::UserError("unknown command '" + command
                             + "' (known: run, resume, validate, render, explain, list, bench, --version, --help)");
}

} // namespace

int main(int argc, char** argv)
{
    limit_spinning(argv);
    std::signal(SIGXFSZ, SIG_IGN); // a file-size limit shall be an error of write(), exit code 4
    try {
        return dispatch(Words(argv + 1, argv + argc));
    } catch (const flotsam::UserError& error) {
        std::cerr << "flotsam: " << error.what() << "\n";
        return 2;
    } catch (const flotsam::MachineError& error) {
        std::cerr << "flotsam: " << error.what() << "\n";
        return 4;
    } catch (const std::filesystem::filesystem_error& error) {
        std::cerr << "flotsam: " << error.what() << "\n";
        return 4;
    } catch (const std::bad_alloc&) {
        std::cerr << "flotsam: out of memory\n";
        return 4;
    } catch (const std::exception& error) {
        std::cerr << "flotsam: this should not happen: " << error.what() << "\n";
        return 70;
    }
}
