#include "tools/validate.h"

#include "cases/read.h"
#include "cases/words.h"
#include "core/text_scan.h"
#include "tools/identity.h"
#include "tools/report_parts.h"
#include "tools/units.h"

#include <algorithm>
#include <iostream>

namespace flotsam::tools {

namespace {

constexpr const char* report_file = "report.html";
constexpr const char* metrics_file = "metrics.json";

void apply(const ValidateRequest& request, cases::ReferenceSpec& spec)
{
    if (request.shift) {
        spec.shift_at_arrival = *request.shift == "arrival";
        spec.time_shift = spec.shift_at_arrival ? 0.0 : *finite_number(*request.shift);
    }
    if (request.window)
        spec.window = request.window;
    if (request.smooth)
        spec.smooth = *request.smooth;
    for (const auto& [metric, limit] : request.limits) {
        std::erase_if(spec.limits, [&m = metric](const auto& old) { return old.first == m; });
        spec.limits.emplace_back(metric, limit);
    }
}

cases::Case case_of(const Path& run)
{
    const Path file = run / "case.toml";
    cases::Case c = cases::read_case(file.string());
    if (const std::string name = case_name_in(read_whole_file(file)); !name.empty())
        c.name = name;
    return c;
}

Validation compare_all(const ValidateRequest& request, const cases::Case& c, RunTables& tables)
{
    Validation validation;
    std::vector<cases::ReferenceSpec> specs = c.references;
    if (request.own)
        specs = {*request.own};
    for (cases::ReferenceSpec& spec : specs) {
        apply(request, spec);
        if (!cases::path_below_data(spec).empty() && request.data.empty()) {
            validation.left_out.push_back(
                {spec.name, spec.series, "needs --data DIR, for " + cases::path_below_data(spec)});
            continue;
        }
        const Curve curve = tables.curve(spec.series);
        const Reference reference =
            read_reference(spec, request.data, unit_of_series(c, spec.series));
        validation.comparisons.push_back(compare(curve, reference));
    }
    return validation;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

// With a plain minus: terminals, grep and people who copy a number like it better.
std::string plain(std::string text)
{
    static const std::string minus = "−";
    if (const std::size_t at = text.find(minus); at != std::string::npos)
        text.replace(at, minus.size(), "-");
    return text;
}

// The metrics that have a limit, and a few more when none has.
void print(const Comparison& c)
{
    const cases::ReferenceSpec& spec = c.reference.spec;
    std::cout << spec.series << " against " << spec.name << ": " << verdict_words(c) << "\n";
    for (const Metric& m : c.metrics) {
        const bool shown = m.limit || m.name == "relative_rmse" || m.name == "speed_error" ||
                           (m.name == "time_shift" && m.value != 0.0) || !m.pass;
        if (!shown)
            continue;
        std::cout << "  " << padded(m.name, 22)
                  << plain(number_with_unit(m.value, m.unit, has_sign(m.name)));
        if (m.limit)
            std::cout << "  (limit " << (m.at_least ? "at least " : "")
                      << number_with_unit(*m.limit, m.unit) << ")";
        std::cout << (m.pass ? "" : "  FAIL") << "\n";
    }
}

int tell(const ValidateRequest& request, const Validation& validation)
{
    for (const Comparison& comparison : validation.comparisons)
        print(comparison);
    for (const NotCompared& left : validation.left_out)
        std::cout << left.series << " against " << left.name << ": not compared: " << left.reason
                  << "\n";
    const std::string report = (request.run / report_file).string();
    if (validation.compared()) {
        std::cout << "Report: " << report << ": " << (validation.pass() ? "PASS" : "FAIL") << "\n";
        return validation.pass() ? 0 : 1;
    }
    if (request.may_be_empty) {
        std::cout << "Report: " << report << ": nothing to compare with\n";
        return 0;
    }
    std::cerr
        << "flotsam: " << request.run.string() << ": nothing to compare with: "
        << (validation.left_out.empty()
                ? "the case has no [[reference]]; give one with --reference FILE --series NAME"
                : "its references need --data DIR")
        << " (curves and facts are in " << report << ")\n";
    return 2;
}

} // namespace

void check_references(const cases::Case& c, const Path& data)
{
    for (const cases::ReferenceSpec& spec : c.references)
        if (cases::path_below_data(spec).empty() || !data.empty())
            read_reference(spec, data, unit_of_series(c, spec.series));
}

void expect_run_directory(const Path& run)
{
    std::error_code error;
    for (const char* name : {"case.toml", "series.csv"})
        if (!std::filesystem::exists(run / name, error))
            throw UserError(run.string() + ": no " + name + " there: not a run directory");
}

int validate_run(const ValidateRequest& request)
{
    std::error_code error;
    for (const char* name : {report_file, metrics_file})
        if (!request.replace && std::filesystem::exists(request.run / name, error))
            throw UserError(request.run.string() + ": has a " + name +
                            " already; add --force to replace it");
    const cases::Case c = case_of(request.run);
    RunTables tables(request.run);
    const Validation validation = compare_all(request, c, tables);
    const std::string report = report_html(request.run, c, validation, tables);
    write_whole_file(request.run / metrics_file, metrics_json(validation));
    write_whole_file(request.run / report_file, report);
    return tell(request, validation);
}

} // namespace flotsam::tools
