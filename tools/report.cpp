#include "tools/report.h"

#include "cases/words.h"
#include "core/json.h"
#include "tools/painter.h"
#include "tools/report_parts.h"
#include "tools/run_curves.h"
#include "tools/svg_plot.h"
#include "tools/version.h"

#include <algorithm>
#include <cmath>

namespace flotsam::tools {

namespace {

std::string tag(const std::string& name, const std::string& inside)
{
    return "<" + name + ">" + inside + "</" + name + ">";
}

std::string facts_list(const std::vector<std::pair<std::string, std::string>>& rows)
{
    std::string out = "<dl>\n";
    for (const auto& [what, value] : rows)
        out += "<dt>" + escaped(what) + "</dt><dd>" + escaped(value) + "</dd>\n";
    return out + "</dl>\n";
}

// The times around the reference, as far as there is something to see.
Range shown_times(const Comparison& c)
{
    const Range window{c.reference.curve.time.front(), c.reference.curve.time.back()};
    double start = window.low;
    if (!c.simulation.empty())
        start = std::min(start, c.simulation.time.front());
    return {std::max(start, window.low - 0.06 * window.size()), window.high + 0.06 * window.size()};
}

std::vector<Range> not_simulated(const Comparison& c)
{
    const Curve values = part(c.simulation, -1e300, 1e300);
    const Range window{c.reference.curve.time.front(), c.reference.curve.time.back()};
    if (values.empty())
        return {window};
    std::vector<Range> gaps;
    if (values.time.front() > window.low)
        gaps.push_back({window.low, values.time.front()});
    if (values.time.back() < window.high)
        gaps.push_back({values.time.back(), window.high});
    return gaps;
}

std::string comparison_plots(const Comparison& c)
{
    Plot plot;
    plot.label = c.reference.spec.series;
    plot.unit = c.reference.unit;
    plot.x = shown_times(c);
    plot.lines = {{c.simulation, "sim"}};
    plot.dots = c.reference.curve;
    plot.low = c.reference.low;
    plot.high = c.reference.high;
    plot.missing = not_simulated(c);
    Plot residual;
    residual.label = "simulation − reference";
    residual.unit = c.reference.unit;
    residual.x = plot.x;
    residual.height = 160;
    residual.zero_line = true;
    residual.lines = {{c.residual, "thin"}};
    residual.missing = plot.missing;
    if (c.residual.size() <= 60) {
        residual.dots = c.residual;
        residual.dot_style = "rdot";
    }
    std::string legend = line_swatch("sim", "flotsam");
    legend += c.reference.curve.size() > 400
                  ? line_swatch("exp", escaped(c.reference.spec.name))
                  : swatch("<circle class=\"dot\" cx=\"13\" cy=\"5\" r=\"4\"/>",
                           escaped(c.reference.spec.name));
    if (!c.reference.low.empty())
        legend += swatch("<rect class=\"band\" x=\"1\" y=\"0\" width=\"24\" height=\"10\"/>",
                         escaped(c.reference.spec.low_column) + " to " +
                             escaped(c.reference.spec.high_column));
    return "<figure>" + svg(plot) + "<div class=\"legend\">" + legend +
           "</div></figure>\n<figure>" + svg(residual) + "</figure>\n";
}

std::string verdict_cell(const Metric& m)
{
    if (!m.pass)
        return "<span class=\"fail-word\">fail</span>";
    return m.limit ? "<span class=\"pass-word\">pass</span>" : "–";
}

std::string before_shift(const Comparison& c, const Metric& m)
{
    return c.reference.spec.shift_at_arrival && m.name == "arrival_error" ? ", before the shift"
                                                                          : "";
}

std::string metric_table(const Comparison& c)
{
    std::string out =
        "<table>\n<tr><th>metric</th><th class=\"num\">simulation</th><th class=\"num\">reference"
        "</th><th class=\"num\">value</th><th class=\"num\">limit</th><th>verdict</th></tr>\n";
    for (const Metric& m : c.metrics) {
        const auto part = [&](double value) {
            const bool told = !m.part_unit.empty();
            return "<td class=\"num\">" +
                   (told ? number_with_unit(value, m.part_unit) : std::string()) + "</td>";
        };
        out += std::string(m.pass ? "<tr>" : "<tr class=\"failed\">") + "<td>" +
               metric_words(m.name) + before_shift(c, m) + " <code class=\"soft\">" +
               escaped(m.name) + "</code></td>" + part(m.simulation) + part(m.reference) +
               "<td class=\"num\">" + number_with_unit(m.value, m.unit, has_sign(m.name)) +
               "</td><td class=\"num\">" + limit_words(m) + "</td><td>" + verdict_cell(m) +
               "</td></tr>\n";
    }
    return out + "</table>\n";
}

std::string shift_words(const Comparison& c)
{
    if (!c.shift_found)
        return "asked for at arrival, but one of the curves never arrives: 0 s";
    if (c.shift == 0.0 && !c.reference.spec.shift_at_arrival)
        return "off (0 s)";
    return number_with_unit(c.shift, "s", true) + (c.reference.spec.shift_at_arrival
                                                       ? ", so that both arrive at the same time"
                                                       : ", added to the reference’s times");
}

// The column of the values, or the sum of several.
std::string value_name(const cases::ReferenceSpec& spec)
{
    std::string name = spec.value_column;
    for (const std::string& added : spec.added_columns)
        name += " + " + added;
    return spec.added_columns.empty() ? name : "(" + name + ")";
}

// How the numbers came about; shift, window and smoothing stand here also when they are off.
std::string treatment(const Comparison& c)
{
    const cases::ReferenceSpec& spec = c.reference.spec;
    const std::string& unit = c.reference.unit;
    std::vector<std::pair<std::string, std::string>> rows;
    rows.emplace_back("interpolation", "linear, of the simulation at the reference’s times");
    rows.emplace_back("time shift", shift_words(c));
    rows.emplace_back("window", spec.window ? number_with_unit(spec.window->first, "s") + " to " +
                                                  number_with_unit(spec.window->second, "s") +
                                                  " of the reference’s own time"
                                            : "off (all of the reference)");
    rows.emplace_back("smoothing", spec.smooth > 0.0 ? "moving average of the simulation over " +
                                                           number_with_unit(spec.smooth, "s")
                                                     : "off (0 s)");
    const std::string time_column = spec.time_column.empty() ? "first column" : spec.time_column;
    rows.emplace_back("time", number_with_unit(spec.time_scale.value_or(1.0), "s", false, 6) +
                                  " × " + time_column);
    rows.emplace_back("value", number_with_unit(spec.value_scale.value_or(1.0), unit, false, 6) +
                                   " × " + value_name(spec) +
                                   (spec.value_offset != 0.0
                                        ? " + " + number_with_unit(spec.value_offset, unit)
                                        : std::string()));
    const Curve during =
        part(c.simulation, c.reference.curve.time.front(), c.reference.curve.time.back());
    rows.emplace_back("samples", std::to_string(c.reference.curve.size()) + " compared, " +
                                     std::to_string(c.reference.missing) +
                                     " without a value left out; the simulation has " +
                                     std::to_string(during.size()) + " in the same time");
    rows.emplace_back("arrival", "first crossing of " + number_with_unit(c.threshold, unit) +
                                     (spec.arrival_at ? ", as the case says"
                                                      : ", a tenth of the reference’s range"));
    if (spec.speed_between)
        rows.emplace_back("speed", "from " + number_with_unit(spec.speed_between->first, unit) +
                                       " to " + number_with_unit(spec.speed_between->second, unit) +
                                       ", between the first crossings");
    rows.emplace_back("first peak",
                      "first maximum with a rise and a fall of at least a fifth of the range");
    std::string out = "<dl class=\"small\">\n";
    for (const auto& [what, value] : rows)
        out += "<dt>" + what + "</dt><dd>" + value + "</dd>\n";
    return out + "</dl>\n";
}

std::string comparison_section(const Comparison& c)
{
    const std::string verdict = verdict_words(c);
    const std::string style = !c.pass ? "fail-word" : verdict == "PASS" ? "pass-word" : "soft";
    std::string out = "<section>\n<h2>" + escaped(c.reference.spec.series) + " against " +
                      escaped(c.reference.spec.name) + "</h2>\n<p class=\"" + style + "\">" +
                      verdict + "</p>\n";
    if (!c.reference.source.empty())
        out += "<p class=\"soft small\">" + escaped(c.reference.source) + "</p>\n";
    out += comparison_plots(c) + metric_table(c) + "<h3>How it was compared</h3>\n" + treatment(c);
    return out + "</section>\n";
}

std::string verdict_sentence(const Validation& v)
{
    std::size_t failed = 0, judged = 0;
    for (const Comparison& c : v.comparisons) {
        failed += c.pass ? 0 : 1;
        judged += c.reference.spec.limits.empty() ? 0 : 1;
    }
    const std::string all = std::to_string(v.comparisons.size());
    if (failed > 0)
        return std::to_string(failed) + " of " + all + " comparisons outside a limit";
    if (judged == v.comparisons.size())
        return all + (judged == 1 ? " comparison, within its limits"
                                  : " comparisons, all within their limits");
    if (judged == 0)
        return "The run covers its references. None of them has limits: judge by the curves";
    return std::to_string(judged) + " of " + all +
           " comparisons have limits and are within them; " + "the rest is shown without a verdict";
}

std::string verdict_box(const Validation& v)
{
    std::string kind, word, sentence;
    if (!v.compared()) {
        word = "nothing to compare with";
        sentence = v.left_out.empty()
                       ? "The case has no reference. Below are the run’s facts and curves."
                       : "See below what is missing.";
    } else {
        kind = v.pass() ? " pass" : " fail";
        word = v.pass() ? "PASS" : "FAIL";
        sentence = verdict_sentence(v);
    }
    return "<div class=\"verdict" + kind + "\"><b>" + word + "</b><span>" + sentence +
           "</span></div>\n";
}

std::string facts_section(const RunFacts& facts)
{
    std::string out = "<section>\n<h2>The run</h2>\n" + facts_list(facts.rows);
    for (const std::string& warning : facts.warnings)
        out += "<p class=\"fail-word\">" + escaped(warning) + "</p>\n";
    if (!facts.energies.empty())
        out += "<div class=\"grid2\"><div><h3>Energy audit at the end</h3>\n" +
               facts_list(facts.energies) + "</div><div><h3>Events that altered a number</h3>\n" +
               facts_list(facts.events) + "</div></div>\n";
    return out + "</section>\n";
}

std::string pictures_section(const Path& run)
{
    std::string images = report_pictures(run);
    for (const Path& file : pictures_in(run, 6))
        images += picture(file);
    if (images.empty())
        return {};
    return "<section>\n<h2>Pictures</h2>\n<div class=\"pictures\">\n" + images +
           "</div>\n</section>\n";
}

} // namespace

bool Validation::pass() const
{
    return compared() && std::all_of(comparisons.begin(), comparisons.end(),
                                     [](const Comparison& c) { return c.pass; });
}

std::string verdict_words(const Comparison& c)
{
    if (!c.pass)
        return "FAIL";
    return c.reference.spec.limits.empty() ? "compared, no limits given" : "PASS";
}

std::string report_html(const Path& run, const cases::Case& c, const Validation& validation,
                        RunTables& tables)
{
    const RunFacts facts = read_run_facts(run, c);
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      // Nothing may be loaded, whatever text found its way into the report.
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'; img-src data:\">\n<title>" +
                      escaped(c.name) + ": flotsam report</title>\n<style>\n" + style_sheet() +
                      "</style>\n</head>\n<body>\n";
    out += tag("h1", escaped(facts.title)) + "\n<p class=\"soft\">" + escaped(c.name) + "</p>\n" +
           verdict_box(validation);
    for (const NotCompared& left : validation.left_out)
        out += "<p>" + escaped(left.series) + " against " + escaped(left.name) +
               ": not compared: " + escaped(left.reason) + "</p>\n";
    for (const Comparison& comparison : validation.comparisons)
        out += comparison_section(comparison);
    out += facts_section(facts) + run_curves(c, tables) + pictures_section(run);
    return out + "<footer>Written by flotsam " FLOTSAM_VERSION " (commit " FLOTSAM_COMMIT
                 "). Errors are simulation minus reference. Tables: series.csv, metrics.json, "
                 "summary.json.</footer>\n</body>\n</html>\n";
}

std::string metrics_json(const Validation& validation)
{
    Json j;
    j["metrics"] = Json::list();
    for (const Comparison& c : validation.comparisons)
        for (const Metric& m : c.metrics) {
            Json& entry = j["metrics"].push(Json());
            entry["series"] = c.reference.spec.series;
            entry["metric"] = m.name;
            entry["value"] = m.value;
            entry["limit"] = m.limit ? Json(*m.limit) : Json();
            entry["pass"] = m.pass;
            entry["reference"] = c.reference.spec.name;
            entry["unit"] = m.unit == "%" ? "1" : m.unit; // shares are of 1
        }
    j["pass"] = validation.pass();
    return j.text();
}

} // namespace flotsam::tools
