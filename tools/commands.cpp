#include "tools/commands.h"

#include "cases/explain.h"
#include "cases/list.h"
#include "cases/read.h"
#include "core/neighbors.h"
#include "tools/bench.h"
#include "tools/options.h"
#include "tools/threads.h"
#include "tools/version.h"

#include <omp.h>

#include <iostream>

namespace flotsam::tools {

namespace po = boost::program_options;

int explain_command(const Words& words)
{
    po::options_description options("Options");
    options.add_options()("set", po::value<Words>()->composing(), "key=value: changes the case")(
        "preset", po::value<std::string>(), "one of the case's presets, before any --set");
    const Parsed parsed = parse(
        words, options, "explain CASE", "Says what would be run, without running it.", "case");
    if (parsed.help)
        return 0;
    const cases::Case c = cases::read_case(parsed.subject, parsed.list("set"), parsed.text("preset"));
    std::cout << cases::explain(c, cases::build(c));
    return 0;
}

int list_command(const Words& words)
{
    const Parsed parsed = parse(words, po::options_description("Options"), "list",
                                "Lists the cases that come with flotsam.", "");
    if (!parsed.help)
        std::cout << cases::list_cases();
    return 0;
}

int bench_command(const Words& words)
{
    po::options_description options("Options");
    options.add_options()("quick", "small sizes, to see that it works")(
        "picture", "only what a picture of a million particles costs")(
        "threads", po::value<int>()->default_value(0), "number of threads");
    const Parsed parsed
        = parse(words, options, "bench", "Measures the cost of each part of a step.", "");
    if (parsed.help)
        return 0;
    BenchOptions bench;
    bench.quick = parsed.has("quick");
    bench.threads = choose_threads(parsed.number("threads", 0, 4096));
    omp_set_num_threads(bench.threads);
    if (parsed.has("picture")) {
        BenchReport report;
        bench_render(bench.quick ? 27'000 : 1'000'000, report, std::cout);
        return 0;
    }
    run_bench(bench, std::cout);
    return 0;
}

std::string version_text()
{
    return std::string("flotsam " FLOTSAM_VERSION " (" FLOTSAM_COMMIT ")\n"
                       "compiler: " FLOTSAM_COMPILER "\n"
                       "build: " FLOTSAM_BUILD "\n"
                       "libraries: " FLOTSAM_LIBRARIES "\n"
                       "neighbour scan: ")
           + scan_name() + "\n";
}

} // namespace flotsam::tools
