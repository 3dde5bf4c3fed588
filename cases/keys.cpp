#include "cases/keys.h"

#include "core/error.h"

#include <algorithm>

namespace flotsam::cases {

namespace {

using Words = std::vector<std::string>;

const Words shapes_3d{"box",  "sphere", "ellipsoid", "cylinder", "cone",
                      "bowl", "plane",  "mesh",      "union"};
const Words shapes_2d{"box", "disc", "plane", "union"};

Words with_shapes(Words words)
{
    words.insert(words.end(), shapes_3d.begin(), shapes_3d.end());
    words.insert(words.end(), {"disc", "turn"});
    return words;
}

const std::vector<std::pair<std::string, Words>>& table()
{
    static const std::vector<std::pair<std::string, Words>> keys{
        {"",
         {"format", "title", "dimension", "spacing", "end_time", "time_step", "gravity", "periodic",
          "domain", "contact_model", "coupling", "load", "soft", "fluid", "wall", "body", "contact", "probe", "output",
          "reference", "preset"}},
        {"fluid",
         {"density", "viscosity", "smagorinsky", "relaxation", "smoothing_ratio", "shifting", "cfl",
          "may_leave", "tolerance", "max_iterations", "surface", "solver", "pressure_zero",
          "hydrostatics", "sealed", "fill"}},
        {"fluid.fill", with_shapes({"velocity"})},
        {"wall", with_shapes({"name", "kind", "open", "slip", "wall_law", "young", "poisson", "motion"})},
        {"body", with_shapes({"name", "type", "density", "mass", "hollow", "slip", "young", "poisson", "motion", "locked", "at",
                              "velocity", "angular_velocity", "orientation", "array", "settling"})},
        {"settling",
         {"surface", "epsilon", "damping", "scheme", "inertia", "line_residual", "final_speed",
          "from", "until", "below"}},
        {"orientation", {"angle", "axis"}},
        {"array", {"count", "step"}},
        {"contact",
         {"between", "friction", "wet_friction", "restitution", "restitution_rest", "uplift",
          "tangential_restitution", "clearance"}},
        {"soft", {"young", "poisson", "step_share"}},
        {"motion",
         {"velocity", "acceleration", "sinusoid", "table", "column", "degrees", "direction", "axis",
          "about", "start", "travel"}},
        {"sinusoid", {"amplitude", "frequency", "phase"}},
        {"turn", {"angle", "axis", "about"}},
        {"probe",
         {"name", "kind", "at", "radius", "normal", "direction", "wall", "about", "region"}},
        {"output", {"every", "series_every", "bodies_every", "compression", "checkpoint_minutes"}},
        {"reference",
         {"name", "file", "series", "columns", "band", "where", "time_scale", "value_scale",
          "value_offset", "time_shift", "window", "smooth", "arrival_at", "speed_between",
          "limits"}},
        {"limits",
         {"rmse", "relative_rmse", "max_error", "relative_max_error", "correlation",
          "arrival_error", "first_peak_error", "first_peak_time_error", "peak_error",
          "peak_time_error", "range_error", "impulse_error", "inside_band", "speed_error",
          "slope_error", "time_shift"}},
        {"periodic", {"x", "y", "z"}},
        {"part", with_shapes({})},
        {"box", {"min", "max"}},
        {"sphere", {"center", "radius"}},
        {"disc", {"center", "radius"}},
        {"ellipsoid", {"center", "radii"}},
        {"cylinder", {"from", "to", "radius"}},
        {"cone", {"from", "to", "radius_from", "radius_to"}},
        {"bowl", {"center", "radius"}},
        {"plane", {"point", "normal"}},
        {"mesh", {"file", "scale", "at"}}};
    return keys;
}

} // namespace

const std::vector<std::string>& keys_of(std::string_view section)
{
    const auto found = std::find_if(table().begin(), table().end(),
                                    [&](const auto& entry) { return entry.first == section; });
    expects(found != table().end(), "a section of the case file has a list of keys");
    return found->second;
}

const std::vector<std::string>& all_sections()
{
    static const Words sections = [] {
        Words names;
        for (const auto& [name, keys] : table())
            names.push_back(name);
        return names;
    }();
    return sections;
}

const std::vector<std::string>& shape_keys(int dimension)
{
    return dimension == 2 ? shapes_2d : shapes_3d;
}

const std::vector<std::pair<std::string, std::string>>& homes_of_keys()
{
    // In TOML a top-level key after the first [section] silently joins that section.
    static const std::string top = "the top level, above the first [section]";
    static const std::vector<std::pair<std::string, std::string>> homes{
        {"format", top},
        {"title", top},
        {"dimension", top},
        {"spacing", top},
        {"end_time", top},
        {"time_step", top},
        {"gravity", top},
        {"periodic", top},
        {"domain", top},
        {"density", "[fluid]"},
        {"viscosity", "[fluid]"},
        {"smagorinsky", "[fluid]"},
        {"relaxation", "[fluid]"},
        {"smoothing_ratio", "[fluid]"},
        {"shifting", "[fluid]"},
        {"cfl", "[fluid]"},
        {"may_leave", "[fluid]"},
        {"tolerance", "[fluid]"},
        {"max_iterations", "[fluid]"},
        {"surface", "[fluid]"},
        {"solver", "[fluid]"},
        {"pressure_zero", "[fluid]"},
        {"hydrostatics", "[fluid]"},
        {"sealed", "[fluid]"},
        {"fill", "[[fluid.fill]]"},
        {"slip", "[[wall]]"},
        {"wall_law", "[[wall]]"},
        {"open", "[[wall]]"},
        {"motion", "[[wall]]"},
        {"contact_model", top},
        {"coupling", top},
        {"load", top},
        {"mass", "[[body]]"},
        {"hollow", "[[body]]"},
        {"locked", "[[body]]"},
        {"settling", "[[body]]"},
        {"friction", "[[contact]]"},
        {"wet_friction", "[[contact]]"},
        {"restitution", "[[contact]]"},
        {"restitution_rest", "[[contact]]"},
        {"uplift", "[[contact]]"},
        {"tangential_restitution", "[[contact]]"},
        {"clearance", "[[contact]]"},
        {"young", "[soft], a [[body]] or a [[wall]]"},
        {"poisson", "[soft], a [[body]] or a [[wall]]"},
        {"step_share", "[soft]"},
        {"every", "[output]"},
        {"series_every", "[output]"},
        {"bodies_every", "[output]"},
        {"compression", "[output]"},
        {"checkpoint_minutes", "[output]"},
        {"start", "the wall's motion"},
        {"travel", "the wall's motion"}};
    return homes;
}

} // namespace flotsam::cases
