#include "tools/run_curves.h"

#include "tools/report_parts.h"
#include "tools/svg_plot.h"
#include "tools/units.h"

#include <algorithm>

namespace flotsam::tools {

namespace {

class RunCurves {
public:
    RunCurves(const cases::Case& c, RunTables& tables) : case_(c), tables_(tables) {}

    std::string section()
    {
        const auto names = tables_.columns();
        std::string small;
        std::size_t count = 0;
        for (const std::string& name : names)
            if (is_probe(name) && tells_something(name) && ++count <= most)
                small += figure({name}, name, 160, 410);
        std::string out = "<section>\n<h2>Curves of the run</h2>\n";
        if (!small.empty())
            out += "<div class=\"grid2\">\n" + small + "</div>\n";
        if (count > most)
            out += "<p class=\"soft small\">" + std::to_string(count - most) +
                   " more series are in series.csv.</p>\n";
        out += "<h3>Energy audit</h3>\n" +
               figure({"energy.kinetic", "energy.potential", "energy.viscous", "energy.wall_work",
                       "energy.residual"},
                      "energy", 260, 760) +
               "<h3>Pressure solve</h3>\n" + figure({"iterations"}, "iterations a step", 160, 760);
        return out + "</section>\n";
    }

private:
    static constexpr std::size_t most = 16;

    bool is_probe(const std::string& name) const
    {
        return std::any_of(case_.probes.begin(), case_.probes.end(),
                           [&](const cases::ProbeSpec& probe) {
                               return name == probe.name || name.starts_with(probe.name + ".");
                           });
    }
    // Forces across a plane case are zero throughout; the marker integral repeats the pair forces.
    bool tells_something(const std::string& name)
    {
        const Range range = range_of(tables_.curve(name));
        return name.find(".marker_") == std::string::npos && range.high > range.low;
    }
    std::string figure(const std::vector<std::string>& names, const std::string& label, int height,
                       int width)
    {
        Plot plot;
        plot.label = label;
        plot.unit = unit_of_series(case_, names[0]);
        plot.height = height;
        plot.width = width;
        std::string legend;
        for (std::size_t n = 0; n < names.size(); ++n) {
            const auto known = tables_.columns();
            if (std::find(known.begin(), known.end(), names[n]) == known.end())
                continue;
            const Curve curve = tables_.curve(names[n]);
            const std::string style = names.size() == 1 ? "thin" : "c" + std::to_string(n);
            plot.x = {curve.time.front(), curve.time.back()};
            plot.lines.push_back({curve, style});
            legend += line_swatch(style, escaped(names[n].substr(names[n].find('.') + 1)));
        }
        if (plot.lines.empty())
            return {};
        return "<figure>" + svg(plot) +
               (names.size() > 1 ? "<div class=\"legend\">" + legend + "</div>" : "") +
               "</figure>\n";
    }

    const cases::Case& case_;
    RunTables& tables_;
};

} // namespace

std::string run_curves(const cases::Case& c, RunTables& tables)
{
    return RunCurves(c, tables).section();
}

} // namespace flotsam::tools
