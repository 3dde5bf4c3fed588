#include "tools/stage.h"

#include "cases/words.h"
#include "core/error.h"
#include "core/io/vtk_read.h"
#include "core/numbers.h"
#include "core/parallel.h"
#include "tools/render/solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flotsam::tools {

namespace {

constexpr double huge = std::numeric_limits<double>::infinity();

struct Reach { // grows around what is put into it
    Vec3 low = Vec3::Constant(huge), high = Vec3::Constant(-huge);

    bool empty() const { return !(high.x() >= low.x()); }
    void add(const Vec3& a, const Vec3& b)
    {
        low = low.cwiseMin(a);
        high = high.cwiseMax(b);
    }
    void add(const Reach& other)
    {
        if (!other.empty())
            add(other.low, other.high);
    }
};

Reach reach_of(const io::SurfaceFrame& frame)
{
    Reach reach;
    for (std::size_t n = 0; n + 2 < frame.vertex.size(); n += 3) {
        const Vec3 x(frame.vertex[n], frame.vertex[n + 1], frame.vertex[n + 2]);
        if (x.allFinite())
            reach.add(x, x);
    }
    return reach;
}

// All of the water but the outermost 1 in 200 each way, in two dimensions 1 in 70 upward, which may
// be spray.
Reach reach_of(const io::ParticleFrame& frame, bool flat)
{
    Reach reach;
    if (frame.count() == 0)
        return reach;
    std::vector<float> values(frame.count());
    Vec3 low, high;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t n = 0; n < frame.count(); ++n)
            values[n] = frame.position[3 * n + axis];
        std::erase_if(values, [](float v) { return !std::isfinite(v); });
        if (values.empty())
            return reach;
        const auto at = [&](double share) {
            const auto n =
                static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
            std::nth_element(values.begin(), values.begin() + n, values.end());
            return static_cast<double>(values[static_cast<std::size_t>(n)]);
        };
        low[static_cast<int>(axis)] = at(0.005) - 0.5 * frame.spacing;
        high[static_cast<int>(axis)] = at(flat && axis == 2 ? 0.985 : 0.995) + 0.5 * frame.spacing;
        values.resize(frame.count());
    }
    reach.add(low, high);
    return reach;
}

// Two dimensions: all water at y = 0, or bodies that are all of one thickness about it.
bool is_flat(const std::vector<Moment>& samples)
{
    float thickness = -1.0f;
    for (const Moment& m : samples) {
        if (m.fluid && m.fluid->count() > 0) {
            for (std::size_t n = 0; n < m.fluid->count(); ++n)
                if (m.fluid->position[3 * n + 1] != 0.0f)
                    return false;
            return true;
        }
        if (!m.bodies)
            continue;
        for (std::size_t n = 1; n < m.bodies->vertex.size(); n += 3) {
            const float half = std::abs(m.bodies->vertex[n]);
            if (thickness >= 0.0f && half != thickness)
                return false;
            thickness = half;
        }
    }
    return thickness > 0.0f;
}

// Walls as far as they are near what happens; in three dimensions not much higher than it.
Bounds clip_of(const Reach& happens, bool flat)
{
    const Vec3 size = happens.high - happens.low;
    const double largest = size.maxCoeff();
    const double beside = 0.5 * largest, below = 0.1 * largest;
    const double above = (flat ? 0.14 : 0.02) * largest;
    Bounds clip;
    clip.min = happens.low - Vec3(beside, beside, below);
    clip.max = happens.high + Vec3(beside, beside, above);
    if (flat) {
        clip.min.y() = -huge;
        clip.max.y() = huge;
    }
    return clip;
}

std::string name_in(const std::string& generator)
{
    static constexpr std::string_view before = ", case ";
    const std::size_t at = generator.find(before);
    return at == std::string::npos ? std::string() : generator.substr(at + before.size());
}

void choose_size(Stage& stage, const StageWish& wish)
{
    stage.width = wish.width;
    stage.height = wish.height;
    if (stage.width > 0)
        return;
    // As wide as a screen, or as high as one: whichever the scene fills first.
    const render::Margins m = render::margins(1280, 720, true);
    const double aspect = render::aspect(stage.view, stage.box);
    const double high = std::clamp((1280 - 2 * m.side) / aspect + m.top + m.bottom, 320.0, 860.0);
    const double wide = std::clamp((high - m.top - m.bottom) * aspect + 2 * m.side, 640.0, 1280.0);
    stage.width = 2 * static_cast<int>(wide / 2.0);
    stage.height = 2 * static_cast<int>(high / 2.0);
}

// ---- the scene ---------------------------------------------------------------------------------

const render::Colour wall_grey = render::colour_of(226, 229, 233),
                     solid_grey = render::colour_of(196, 199, 204),
                     panel_grey = render::colour_of(248, 249, 250),
                     edge_grey = render::colour_of(120, 128, 138),
                     dark_edge = render::colour_of(60, 52, 46);

void add_water(render::Scene& scene, const io::ParticleFrame& frame, const Field& field,
               std::pair<double, double> range)
{
    scene.spheres.position = frame.position;
    scene.spheres.shade.resize(frame.count());
    scene.spheres.colours =
        render::colours(field.both_ways ? render::Map::diverging : render::Map::sequential);
    const auto low = static_cast<float>(range.first);
    const auto scale = static_cast<float>(255.0 / (range.second - range.first));
    parallel_for(static_cast<Offset>(frame.count()), [&](Offset i) {
        const auto n = static_cast<std::size_t>(i);
        const float share = (field.value(frame, n) - low) * scale;
        scene.spheres.shade[n] =
            static_cast<std::uint8_t>(share >= 0.0f ? std::min(share + 0.5f, 255.0f) : 0.0f);
    });
}

render::SolidLook wall_look(const Stage& stage)
{
    render::SolidLook look;
    look.colour = [flat = stage.flat](std::size_t, bool around) {
        return !around ? solid_grey : flat ? panel_grey : wall_grey;
    };
    look.edge = edge_grey;
    look.edge_width = stage.flat ? 2.0f : 1.3f;
    look.clip = stage.clip;
    look.flat = stage.flat;
    look.ghosts = true;
    return look;
}

render::SolidLook body_look(const Stage& stage)
{
    render::SolidLook look;
    look.colour = [](std::size_t number, bool) { return render::solid_colour(number); };
    look.edge = dark_edge;
    look.edge_width = stage.flat ? 1.6f : 1.1f;
    look.clip = {Vec3::Constant(-huge), Vec3::Constant(huge)};
    look.flat = stage.flat;
    return look;
}

} // namespace

Moment read_moment(const RunFrame& frame)
{
    Moment m;
    m.time = frame.time;
    if (!frame.fluid.empty())
        m.fluid = io::read_particles(frame.fluid);
    if (!frame.bodies.empty())
        m.bodies = io::read_surface(frame.bodies);
    if (!frame.walls.empty())
        m.walls = io::read_surface(frame.walls);
    return m;
}

Stage make_stage(const std::vector<Moment>& samples, const StageWish& wish)
{
    Stage stage;
    stage.flat = is_flat(samples);
    Reach happens, walls;
    for (const Moment& m : samples) {
        if (m.fluid) {
            happens.add(reach_of(*m.fluid, stage.flat));
            stage.spacing = m.fluid->spacing;
            stage.name = name_in(m.fluid->header.generator);
        }
        if (m.bodies) {
            happens.add(reach_of(*m.bodies));
            stage.name = name_in(m.bodies->header.generator);
        }
        if (m.walls)
            walls.add(reach_of(*m.walls));
    }
    if (happens.empty())
        happens.add(walls);
    if (happens.empty())
        happens.add(Vec3::Zero(), Vec3::Ones());
    stage.view = wish.view.value_or(stage.flat ? render::View{0.0, 0.0, true, 1.0}
                                               : render::View{28.0, 22.0, false, 1.0});
    stage.view.zoom = wish.zoom;
    stage.clip = clip_of(happens, stage.flat);
    Reach shown = happens;
    if (!walls.empty())
        shown.add(walls.low.cwiseMax(stage.clip.min).cwiseMin(happens.high),
                  walls.high.cwiseMin(stage.clip.max).cwiseMax(happens.low));
    stage.box = {shown.low, shown.high};
    choose_size(stage, wish);
    return stage;
}

render::View find_view(const std::string& text)
{
    struct Known {
        const char* name;
        render::View view;
    };
    static constexpr std::array<Known, 6> known{{{"front", {0.0, 0.0, true, 1.0}},
                                                 {"back", {180.0, 0.0, true, 1.0}},
                                                 {"left", {-90.0, 0.0, true, 1.0}},
                                                 {"right", {90.0, 0.0, true, 1.0}},
                                                 {"top", {0.0, 90.0, true, 1.0}},
                                                 {"corner", {28.0, 22.0, false, 1.0}}}};
    std::vector<std::string> names;
    for (const Known& k : known) {
        if (text == k.name)
            return k.view;
        names.emplace_back(k.name);
    }
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos)
        throw UserError("--view: there is no view '" + text + "'" + cases::suggestion(text, names) +
                        " Or two angles: AROUND,ABOVE");
    const auto around = parse_number(text.substr(0, comma)),
               above = parse_number(text.substr(comma + 1));
    if (!around || !above || !std::isfinite(*around) || !(std::abs(*above) <= 90.0))
        throw UserError("--view '" + text +
                        "': expected AROUND,ABOVE in degrees, ABOVE from -90 to 90");
    return {*around, *above, false, 1.0};
}

io::Image draw_moment(const Moment& moment, const Stage& stage, const Field& field,
                      std::pair<double, double> range, int width, int height, bool with_legend,
                      render::Studio& studio)
{
    const render::Margins m = render::margins(width, height, with_legend);
    const render::Frame frame{static_cast<float>(m.side), static_cast<float>(m.top),
                              static_cast<float>(width - m.side),
                              static_cast<float>(height - m.bottom)};
    const render::Camera camera = render::fit(stage.view, stage.box, frame);
    render::Scene scene;
    const auto size = static_cast<float>(stage.box.size().norm());
    const auto spacing = static_cast<float>(stage.spacing);
    // So large that water has no holes: a little more than half a cell's diagonal in a plane, less
    // in space.
    scene.spheres.radius = (stage.flat ? 0.78f : 0.62f) * spacing;
    scene.relief = stage.flat ? 0.4f : 1.0f;
    scene.shadow = std::max(3.0f * spacing, 0.03f * size);
    scene.depth_step = std::max(0.6f * spacing, 0.002f * size);
    if (moment.fluid)
        add_water(scene, *moment.fluid, field, range);
    if (moment.walls)
        render::add_solids(scene, *moment.walls, wall_look(stage), camera);
    if (moment.bodies)
        render::add_solids(scene, *moment.bodies, body_look(stage), camera);
    return render::draw(scene, camera, width, height, studio);
}

} // namespace flotsam::tools
