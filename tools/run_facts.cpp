#include "tools/run_facts.h"

#include "cases/words.h"
#include "core/json_read.h"
#include "tools/report_parts.h"

#include <cmath>

namespace flotsam::tools {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string count_of(const JsonValue& value)
{
    const auto number = value.as_number();
    return number ? cases::count_text(std::llround(*number)) : "not recorded";
}

std::string duration(double seconds)
{
    if (seconds < 120.0)
        return cases::rounded_text(seconds, 3) + " s";
    const auto minutes = static_cast<long long>(seconds / 60.0);
    if (minutes < 120)
        return std::to_string(minutes) + " min " + std::to_string(std::llround(seconds) % 60) +
               " s";
    return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

void add_number(Rows& rows, const std::string& what, const JsonValue& value,
                const std::string& unit)
{
    if (const auto number = value.as_number())
        rows.emplace_back(what, number_with_unit(*number, unit));
}

std::string iterations_of(const JsonValue& j)
{
    const auto mean = j["mean_iterations"].as_number(), most = j["max_iterations"].as_number();
    if (!mean)
        return "not recorded";
    return cases::rounded_text(*mean, 3) + " a step on average" +
           (most ? ", " + count_of(j["max_iterations"]) + " at most" : "");
}

Rows event_rows(const JsonValue& events)
{
    return {{"pressures raised to zero", count_of(events["clamped"])},
            {"approaching velocities removed at walls", count_of(events["guarded"])},
            {"particles pushed back from walls", count_of(events["pushed"])},
            {"particles that left", count_of(events["left"])},
            {"steps repeated with half the time step", count_of(events["retried"])}};
}

Rows energy_rows(const JsonValue& energy, const std::string& unit)
{
    Rows rows;
    add_number(rows, "kinetic", energy["kinetic"], unit);
    add_number(rows, "potential, against the start", energy["potential"], unit);
    add_number(rows, "from viscosity", energy["viscous"], unit);
    add_number(rows, "from shifting", energy["shifting"], unit);
    add_number(rows, "work of moving walls", energy["wall_work"], unit);
    add_number(rows, "taken along by particles that left", energy["left"], unit);
    add_number(rows, "residual: lost in the scheme", energy["residual"], unit);
    return rows;
}

} // namespace

RunFacts read_run_facts(const Path& run, const cases::Case& c)
{
    RunFacts facts;
    facts.name = c.name;
    facts.title = c.title;
    facts.rows.emplace_back("case", c.name);
    const Path file = run / "summary.json";
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        facts.rows.emplace_back("ending",
                                "not recorded: no summary.json, the run did not end by itself");
        facts.rows.emplace_back("spacing", number_with_unit(c.spacing, "m"));
        return facts;
    }
    const JsonValue j = parse_json(read_whole_file(file), file.string());
    const std::string ending = j["ending"].as_text();
    facts.finished = ending == "finished";
    facts.rows.emplace_back("version", "flotsam " + j["version"].as_text() + ", commit " +
                                           j["commit"].as_text());
    if (!j["date"].as_text().empty())
        facts.rows.emplace_back("run ended", j["date"].as_text());
    facts.rows.emplace_back("ending", ending + " at " + number_with_unit(j["time"].number, "s") +
                                          " of " + number_with_unit(c.end_time, "s"));
    add_number(facts.rows, "spacing", j["spacing"], "m");
    facts.rows.emplace_back("dimensions", std::to_string(c.dimension));
    facts.rows.emplace_back("particles", count_of(j["particles"]["fluid"]) + " water, " +
                                             count_of(j["particles"]["wall"]) + " wall");
    facts.rows.emplace_back("steps", count_of(j["steps"]));
    if (const auto seconds = j["wall_seconds"].as_number())
        facts.rows.emplace_back(j["resumed"].boolean ? "wall time since it was resumed"
                                                     : "wall time",
                                duration(*seconds));
    facts.rows.emplace_back("threads", count_of(j["threads"]));
    if (const auto peak = j["memory_bytes"]["peak"].as_number())
        facts.rows.emplace_back("memory", cases::bytes_text(*peak));
    facts.rows.emplace_back("pressure iterations", iterations_of(j));
    facts.events = event_rows(j["events"]);
    facts.energies = energy_rows(j["energy"], c.dimension == 2 ? "J/m" : "J");
    for (const auto& [none, warning] : j["warnings"].members)
        facts.warnings.push_back(warning.as_text());
    if (const std::string diagnosis = j["diagnosis"].as_text(); !diagnosis.empty())
        facts.warnings.push_back(diagnosis);
    return facts;
}

} // namespace flotsam::tools
