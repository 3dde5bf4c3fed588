// `flotsam validate`: options to a request.
#include "cases/csv.h"
#include "cases/keys.h"
#include "cases/words.h"
#include "core/run_directory.h"
#include "core/text_scan.h"
#include "tools/commands.h"
#include "tools/options.h"
#include "tools/validate.h"

#include <algorithm>

namespace flotsam::tools {

namespace po = boost::program_options;

namespace {

po::options_description validate_options()
{
    const auto text = [] { return po::value<std::string>(); };
    po::options_description options("Options");
    options.add_options()("data", text(), "directory of the case's data: references")(
        "force", "replace report.html and metrics.json");
    po::options_description own("A CSV file of your own, instead of the case's references");
    own.add_options()("reference", text(), "the file: a header row, times in seconds, SI units")(
        "series", text(), "column of series.csv to compare, or bodies.NAME.COLUMN")(
        "column", text(), "column of the file (may be left out if it has two)")(
        "time-column", text(), "its times (default: the first column)")(
        "band", text(), "LOW,HIGH: columns of a band around the values")(
        "where", po::value<Words>()->composing(),
        "column=cell: only these rows")("time-scale", text(), "factor of the file's times")(
        "value-scale", text(), "factor of its values")("value-offset", text(),
                                                       "added to its values after that")(
        "arrival-at", text(), "value whose first crossing is the arrival")(
        "speed-between", text(), "A:B: values between which the speed is compared");
    po::options_description how("How to compare");
    how.add_options()("shift", text(), "seconds added to the reference's times, or 'arrival'")(
        "window", text(), "A:B: seconds of the reference's time to compare")(
        "smooth", text(), "seconds of a moving average over the simulation")(
        "limit", po::value<Words>()->composing(), "metric=value: fail beyond it");
    options.add(own).add(how);
    return options;
}

double number_of(const std::string& option, const std::string& text)
{
    if (const auto value = finite_number(text))
        return *value;
    throw UserError("--" + option + " " + shown(text) + ": expected a number");
}

std::optional<std::string> text_of(const Parsed& parsed, const char* name)
{
    return parsed.has(name) ? std::optional(parsed.values[name].as<std::string>()) : std::nullopt;
}

std::optional<double> number_of(const Parsed& parsed, const char* name)
{
    const auto text = text_of(parsed, name);
    return text ? std::optional(number_of(name, *text)) : std::nullopt;
}

// "a<between>b", cut at the first `between`; UserError without one.
std::pair<std::string, std::string> halves(const std::string& option, const std::string& text,
                                           char between, const char* expected)
{
    const std::size_t at = text.find(between);
    if (at == std::string::npos || at == 0 || at + 1 == text.size())
        throw UserError("--" + option + " " + shown(text) + ": expected " + expected);
    return {text.substr(0, at), text.substr(at + 1)};
}

std::optional<std::pair<double, double>> rising(const Parsed& parsed, const char* name)
{
    const auto text = text_of(parsed, name);
    if (!text)
        return std::nullopt;
    const auto [a, b] = halves(name, *text, ':', "two numbers A:B");
    const std::pair both{number_of(name, a), number_of(name, b)};
    if (!(both.second > both.first))
        throw UserError("--" + std::string(name) + " " + shown(*text) +
                        ": the second must be larger");
    return both;
}

std::vector<std::pair<std::string, double>> limits_of(const Parsed& parsed)
{
    std::vector<std::pair<std::string, double>> limits;
    for (const std::string& text : parsed.list("limit")) {
        const auto [metric, value] = halves("limit", text, '=', "metric=value");
        const auto& known = cases::keys_of("limits");
        if (std::find(known.begin(), known.end(), metric) == known.end())
            throw UserError("--limit " + shown(text) + ": no metric is named '" + metric + "'" +
                            cases::suggestion(metric, known));
        const double limit = number_of("limit", value);
        if (limit < 0.0)
            throw UserError("--limit " + shown(text) + ": a limit is 0 or more");
        limits.emplace_back(metric, limit);
    }
    return limits;
}

// With two columns there is no choice.
std::string only_column(const std::string& file, const std::string& time_column)
{
    const cases::CsvTable table = cases::read_csv(file);
    std::vector<std::string> names;
    const std::size_t time = time_column.empty() ? 0 : table.index_of(time_column);
    for (std::size_t n = 0; n < table.columns.size(); ++n)
        if (n != time)
            names.push_back(table.columns[n].name);
    if (names.size() == 1)
        return names[0];
    throw UserError(file + ": --column is missing; columns: " + cases::joined(names));
}

cases::ReferenceSpec own_reference(const Parsed& parsed)
{
    cases::ReferenceSpec spec;
    spec.file = *text_of(parsed, "reference");
    if (spec.file.starts_with("data:"))
        throw UserError("--reference " + shown(spec.file) + ": expected a file");
    const auto series = text_of(parsed, "series");
    if (!series)
        throw UserError(
            "--reference needs --series NAME, the column of series.csv to compare with");
    spec.series = *series;
    spec.name = Path(spec.file).filename().string();
    spec.time_column = text_of(parsed, "time-column").value_or("");
    const auto column = text_of(parsed, "column");
    spec.value_column = column ? *column : only_column(spec.file, spec.time_column);
    if (const auto band = text_of(parsed, "band"))
        std::tie(spec.low_column, spec.high_column) =
            halves("band", *band, ',', "two columns LOW,HIGH");
    for (const std::string& only : parsed.list("where"))
        spec.where.push_back(halves("where", only, '=', "column=cell"));
    spec.time_scale = number_of(parsed, "time-scale");
    if (spec.time_scale && !(*spec.time_scale > 0.0))
        throw UserError("--time-scale: expected a number above 0");
    spec.value_scale = number_of(parsed, "value-scale");
    if (spec.value_scale && *spec.value_scale == 0.0)
        throw UserError("--value-scale: must not be 0");
    spec.value_offset = number_of(parsed, "value-offset").value_or(0.0);
    spec.arrival_at = number_of(parsed, "arrival-at");
    spec.speed_between = rising(parsed, "speed-between");
    return spec;
}

ValidateRequest request_of(const Parsed& parsed)
{
    ValidateRequest request;
    request.run = parsed.subject;
    request.data = text_of(parsed, "data").value_or("");
    request.replace = parsed.has("force");
    request.shift = text_of(parsed, "shift");
    if (request.shift && *request.shift != "arrival")
        number_of("shift", *request.shift);
    request.window = rising(parsed, "window");
    request.smooth = number_of(parsed, "smooth");
    if (request.smooth && *request.smooth < 0.0)
        throw UserError("--smooth: expected seconds, 0 or more");
    request.limits = limits_of(parsed);
    if (parsed.has("reference")) {
        request.own = own_reference(parsed);
    } else {
        for (const char* name : {"series", "column", "time-column", "band", "where", "time-scale",
                                 "value-scale", "value-offset", "arrival-at", "speed-between"})
            if (parsed.has(name))
                throw UserError("--" + std::string(name) + " needs --reference FILE");
    }
    const auto limited = [&](const char* metric) {
        return std::any_of(request.limits.begin(), request.limits.end(),
                           [&](const auto& limit) { return limit.first == metric; });
    };
    if (request.own && limited("inside_band") && request.own->low_column.empty())
        throw UserError("--limit inside_band needs --band LOW,HIGH");
    if (request.own && (limited("speed_error") || limited("slope_error")) &&
        !request.own->speed_between)
        throw UserError("--limit speed_error and slope_error need --speed-between A:B");
    return request;
}

} // namespace

int validate_command(const Words& words)
{
    const Parsed parsed =
        parse(words, validate_options(), "validate DIR",
              "Compares a run with measurements; writes report.html and metrics.json there.\n"
              "Exit code 0: within the limits, 1: not, 2: nothing compared or bad input.",
              "directory");
    if (parsed.help)
        return 0;
    expect_run_directory(parsed.subject);
    const ValidateRequest request = request_of(parsed);
    const RunDirectory directory(request.run, OpenRun::resume);
    return validate_run(request);
}

} // namespace flotsam::tools
