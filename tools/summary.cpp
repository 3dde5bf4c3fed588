#include "tools/summary.h"

#include "core/json.h"
#include "coupling/energy.h"
#include "coupling/settling_step.h"
#include "tools/version.h"

#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace flotsam::tools {

namespace {

double peak_memory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

std::string utc_now()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d UTC", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min);
    return text;
}

void add_bodies(Json& j, const cases::Built& built, const coupling::State& s,
                const coupling::EnergyAudit& energy, const RunCounts& counts)
{
    const contact::EnergyBook& book = s.contact.energy;
    j["bodies"] = static_cast<std::int64_t>(built.method.models().size());
    j["contact_updates"] = counts.contact_updates;
    Json& e = j["body_energy"];
    e["kinetic"] = energy.body_kinetic;
    e["potential"] = energy.body_potential;
    e["compression"] = book.compression;
    e["dissipated"] = book.dissipated;
    e["released"] = book.released;
    e["impact_friction"] = book.collision_friction;
    e["resting_normal"] = book.resting_normal;
    e["resting_friction"] = book.resting_friction;
    e["driven"] = book.driven;
    e["water_work"] = energy.body_water_work;
    e["uplift_work"] = energy.body_uplift;
    e["lost_by_water"] = energy.to_bodies;
    e["early_fall"] = energy.body_early_fall;
    e["lifted"] = energy.body_lifted;
    if (coupling::has_settling(built.method)) {
        e["settled"] = energy.body_settled;
        j["events"]["unclear"] = s.settling.book.unclear;
    }
    e["residual"] = energy.body_residual;
    j["events"]["unsettled"] = s.events.unsettled;
    j["events"]["bare"] = s.events.bare;
}

} // namespace

void RunCounts::add(const coupling::StepReport& report, const coupling::StepInfo& info)
{
    ++steps;
    iterations += report.pressure.solve.iterations;
    most_iterations = std::max(most_iterations, report.pressure.solve.iterations);
    contact_updates += report.bodies.contact.updates;
    for (std::size_t p = 0; p < phase_count; ++p)
        phases[p] += info.phases[p];
}

const char* word_for(coupling::Ending ending)
{
    switch (ending) {
    case coupling::Ending::end_time: return "finished";
    case coupling::Ending::step_count: return "stopped after the steps asked for";
    case coupling::Ending::signal: return "stopped by a signal";
    case coupling::Ending::wall_limit: return "stopped at the wall-time limit";
    default: return "stopped by bad numbers";
    }
}

void write_summary(const Path& path, const cases::Case& c, const cases::Built& built,
                   const coupling::State& s, const coupling::Outcome& outcome,
                   const RunCounts& counts)
{
    Json j;
    j["case"] = c.name;
    j["title"] = c.title;
    j["version"] = FLOTSAM_VERSION;
    j["commit"] = FLOTSAM_COMMIT;
    j["date"] = utc_now();
    j["ending"] = word_for(outcome.ending);
    j["time"] = s.time;
    j["end_time"] = c.end_time;
    j["steps"] = s.step;
    j["spacing"] = built.method.fluid.spacing;
    j["particles"]["fluid"] = s.fluid.size();
    j["particles"]["wall"] = s.boundary.size();
    j["threads"] = omp_get_max_threads();
    j["resumed"] = counts.resumed; // wall time and iterations count since then
    j["wall_seconds"] = counts.wall_seconds;
    j["memory_bytes"]["peak"] = peak_memory();
    j["memory_bytes"]["estimated"] = built.memory;
    j["mean_iterations"]
        = counts.steps > 0
              ? static_cast<double>(counts.iterations) / static_cast<double>(counts.steps)
              : 0.0;
    j["max_iterations"] = counts.most_iterations;
    for (std::size_t p = 0; p < phase_count; ++p)
        j["phase_seconds"][phase_names[p]] = counts.phases[p];
    const coupling::EnergyAudit energy = coupling::audit_energy(s, built.method);
    j["energy"]["kinetic"] = energy.kinetic;
    j["energy"]["potential"] = energy.potential;
    j["energy"]["viscous"] = energy.viscous;
    j["energy"]["shifting"] = energy.shifting;
    j["energy"]["wall_work"] = energy.wall_work;
    j["energy"]["left"] = energy.left;
    j["energy"]["residual"] = energy.residual;
    if (!c.bodies.empty())
        add_bodies(j, built, s, energy, counts);
    j["events"]["clamped"] = s.events.clamped;
    j["events"]["guarded"] = s.events.guarded;
    j["events"]["pushed"] = s.events.pushed;
    j["events"]["left"] = s.events.left;
    j["events"]["retried"] = s.events.retried;
    for (const std::string& warning : built.warnings)
        j["warnings"].push(warning);
    if (outcome.ending == coupling::Ending::numbers)
        j["diagnosis"] = outcome.diagnosis.line();
    write_whole_file(path, j.text());
}

} // namespace flotsam::tools
