#include "tools/units.h"

#include "cases/csv.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace flotsam::tools {

namespace {

struct Unit {
    std::string_view symbol, quantity;
    double si;
    bool in_suffix; // also told by "time_ms"
};

constexpr std::array units{Unit{"s", "time", 1.0, true},
                           Unit{"sec", "time", 1.0, false},
                           Unit{"ms", "time", 1e-3, true},
                           Unit{"us", "time", 1e-6, true},
                           Unit{"min", "time", 60.0, false},
                           Unit{"m", "length", 1.0, true},
                           Unit{"cm", "length", 1e-2, true},
                           Unit{"mm", "length", 1e-3, true},
                           Unit{"km", "length", 1e3, false},
                           Unit{"in", "length", 0.0254, false},
                           Unit{"ft", "length", 0.3048, false},
                           Unit{"Pa", "pressure", 1.0, true},
                           Unit{"hPa", "pressure", 100.0, true},
                           Unit{"kPa", "pressure", 1e3, true},
                           Unit{"MPa", "pressure", 1e6, true},
                           Unit{"bar", "pressure", 1e5, true},
                           Unit{"mbar", "pressure", 100.0, true},
                           Unit{"psi", "pressure", 6894.757293168, false},
                           Unit{"N", "force", 1.0, true},
                           Unit{"kN", "force", 1e3, true},
                           Unit{"N/m", "force a metre", 1.0, false},
                           Unit{"kN/m", "force a metre", 1e3, false},
                           Unit{"N m", "moment", 1.0, false},
                           Unit{"Nm", "moment", 1.0, false},
                           Unit{"m/s", "speed", 1.0, false},
                           Unit{"cm/s", "speed", 1e-2, false},
                           Unit{"mm/s", "speed", 1e-3, false},
                           Unit{"J", "energy", 1.0, false},
                           Unit{"m^2", "area", 1.0, false},
                           Unit{"m^3", "volume", 1.0, false},
                           Unit{"l", "volume", 1e-3, false},
                           Unit{"rad", "angle", 1.0, true},
                           Unit{"deg", "angle", 0.017453292519943295, true},
                           Unit{"°", "angle", 0.017453292519943295, false}};

const Unit* find(std::string_view symbol)
{
    const auto found = std::find_if(units.begin(), units.end(),
                                    [&](const Unit& unit) { return unit.symbol == symbol; });
    return found == units.end() ? nullptr : &*found;
}

std::string unit_of_probe(const cases::ProbeSpec& probe, const std::string& part, bool flat)
{
    using Kind = cases::ProbeSpec::Kind;
    switch (probe.kind) {
    case Kind::pressure:
        return "Pa";
    case Kind::level:
    case Kind::front:
        return "m";
    case Kind::velocity:
        return "m/s";
    case Kind::volume:
        return flat ? "m^2" : "m^3";
    case Kind::force:
        break;
    }
    const bool moment = part.starts_with("m") && !part.starts_with("marker_f");
    if (moment)
        return flat ? "N" : "N m";
    return flat ? "N/m" : "N";
}

} // namespace

std::string unit_of_series(const cases::Case& c, const std::string& series)
{
    const std::size_t dot = series.find('.');
    const std::string name = series.substr(0, dot);
    const std::string part = dot == std::string::npos ? "" : series.substr(dot + 1);
    for (const cases::ProbeSpec& probe : c.probes)
        if (probe.name == name)
            return unit_of_probe(probe, part, c.dimension == 2);
    if (name == "energy")
        return c.dimension == 2 ? "J/m" : "J";
    return series == "dt" ? "s" : "";
}

std::string unit_of_column(const std::string& column)
{
    if (const std::string unit = cases::unit_in(column); !unit.empty())
        return unit;
    const std::size_t underscore = column.rfind('_');
    if (underscore == std::string::npos)
        return {};
    const Unit* unit = find(std::string_view(column).substr(underscore + 1));
    return unit && unit->in_suffix ? std::string(unit->symbol) : std::string();
}

double unit_factor(const std::string& from, const std::string& to)
{
    const Unit *a = find(from), *b = find(to);
    if (!a || !b)
        return 1.0;
    return a->quantity == b->quantity ? a->si / b->si : 0.0;
}

} // namespace flotsam::tools
