#include "tools/pictures.h"

#include "core/parallel.h"
#include "coupling/settling_step.h"
#include "coupling/time_plan.h"
#include "rigid/motion.h"
#include "tools/version.h"

#include <algorithm>
#include <cmath>

namespace flotsam::tools {

namespace {

io::FrameOptions frame_options(const cases::Case& c, const RunDirectory& directory,
                               std::optional<double> resume_at)
{
    io::FrameOptions options;
    options.directory = directory.path();
    options.compression = c.output.compression == "none"  ? io::Compression::none
                          : c.output.compression == "lz4" ? io::Compression::lz4
                                                          : io::Compression::zlib;
    options.resume_at = resume_at;
    return options;
}

bool any_moves(const coupling::Method& m)
{
    return std::any_of(m.solids.begin(), m.solids.end(),
                       [](const coupling::Solid& solid) { return solid.motion.moves(); });
}

// One solid more in a frame: its mesh, each vertex put where `place` says, and the speed there.
template <class Place, class Speed>
void add_solid(io::SurfaceFrame& frame, const std::string& name, const Mesh& mesh, Place&& place,
               Speed&& speed)
{
    const auto first = static_cast<std::int32_t>(frame.vertex.size() / 3);
    std::vector<Vec3> corner;
    for (const Vec3& local : mesh.vertex) {
        corner.push_back(place(local));
        for (int k = 0; k < 3; ++k)
            frame.vertex.push_back(static_cast<float>(corner.back()[k]));
    }
    for (const auto& triangle : mesh.triangle) {
        Vec3 middle = Vec3::Zero();
        for (const Index n : triangle) {
            frame.triangle.push_back(first + n);
            middle += corner[static_cast<std::size_t>(n)] / 3.0;
        }
        frame.body.push_back(static_cast<std::int32_t>(frame.names.size()));
        frame.speed.push_back(static_cast<float>(speed(middle)));
    }
    frame.names.push_back(name);
}

// Kind of contact and touching vertices of body i, the last in the frame; nothing where no body
// settles.
void add_contact(io::SurfaceFrame& frame, const coupling::State& s, const coupling::Method& m,
                 std::size_t i)
{
    if (!coupling::has_settling(m))
        return;
    frame.contact.resize(frame.count(), 0);
    const std::size_t first = frame.touches.size();
    frame.touches.resize(frame.vertex.size() / 3, 0);
    const contact::SettlingModel& model = m.settling[i].model;
    if (!m.settling[i].settles())
        return;
    contact::SettlingSupport support;
    contact::find_support(model, coupling::settling_body(s, m, i), support);
    for (std::size_t t = frame.count(); t-- > 0 && frame.body[t] == frame.body.back();)
        frame.contact[t] = static_cast<std::uint8_t>(support.kind);
    // Vertices are rounded to single precision.
    const double reach = model.epsilon + 1e-6 * model.shape->length;
    for (std::size_t n = first; n < frame.touches.size(); ++n) {
        const Vec3 x(frame.vertex[3 * n], frame.vertex[3 * n + 1], frame.vertex[3 * n + 2]);
        frame.touches[n] = contact::height_over(model.surface, x) <= reach ? 1 : 0;
    }
}

} // namespace

std::string generator_of(const cases::Case& c)
{
    return "flotsam " FLOTSAM_VERSION " (" FLOTSAM_COMMIT "), case " + c.name;
}

Pictures::Pictures(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
                   std::optional<double> resume_at)
    : case_(c), built_(built),
      every_(c.output.every > 0.0 ? c.output.every : c.end_time / 100.0),
      walls_move_(any_moves(built.method)), writer_(frame_options(c, directory, resume_at))
{
}

bool Pictures::due(double time) const
{
    return time == coupling::multiple(every_, std::round(time / every_));
}

io::FrameHeader Pictures::header(const coupling::State& s) const
{
    return {std::llround(std::ceil(s.time / every_ - 1e-9)), s.time, s.step, generator_of(case_)};
}

void Pictures::write_first(const coupling::State& s)
{
    if (!walls_move_)
        write_walls(s);
    write(s);
}

void Pictures::write(const coupling::State& s)
{
    if (!case_.dry())
        write_water(s);
    if (!case_.bodies.empty())
        write_bodies(s);
    if (walls_move_)
        write_walls(s);
}

void Pictures::write_water(const coupling::State& s)
{
    io::ParticleFrame frame;
    frame.header = header(s);
    frame.spacing = built_.method.fluid.spacing;
    frame.smoothing_length = built_.method.fluid.kernel.h;
    frame.resize(static_cast<std::size_t>(s.fluid.size()));
    parallel_for(s.fluid.size(), [&](Offset n) {
        const auto i = static_cast<std::size_t>(n);
        for (std::size_t k = 0; k < 3; ++k) {
            frame.position[3 * i + k] = static_cast<float>(s.fluid.position[i][static_cast<int>(k)]);
            frame.velocity[3 * i + k] = static_cast<float>(s.fluid.velocity[i][static_cast<int>(k)]);
        }
        frame.pressure[i] = static_cast<float>(s.fluid.pressure[i]);
        frame.density[i] = static_cast<float>(s.fluid.density[i]);
        frame.type[i] = 0;
        frame.id[i] = s.fluid.id[i];
        frame.body[i] = -1;
        frame.free_surface[i] = static_cast<float>(s.fluid.surface[i]);
    });
    writer_.submit(std::move(frame));
}

void Pictures::write_bodies(const coupling::State& s)
{
    io::SurfaceFrame frame;
    frame.header = header(s);
    const auto models = built_.method.models();
    std::size_t kind = 0;
    for (std::size_t i = 0; i < models.size(); ++i) {
        while (kind + 1 < built_.bodies.first.size() &&
               static_cast<std::size_t>(built_.bodies.first[kind + 1]) <= i)
            ++kind;
        const Vec3& center = s.bodies.position[i];
        const Vec3 v = rigid::center_velocity(models[i], s.bodies, i, s.time);
        const Vec3 turn = rigid::angular_velocity(models[i], s.bodies, i, s.time);
        add_solid(
            frame, models[i].name, built_.bodies.pictures[kind],
            [&](const Vec3& x) { return Vec3(s.bodies.orientation[i] * x + center); },
            [&](const Vec3& x) { return (v + turn.cross(x - center)).norm(); });
        add_contact(frame, s, built_.method, i);
    }
    writer_.submit_bodies(std::move(frame));
}

void Pictures::write_walls(const coupling::State& s)
{
    io::SurfaceFrame frame;
    frame.header = header(s);
    for (const cases::WallPicture& wall : built_.pictures) {
        const rigid::Motion& motion = built_.method.solids[wall.solid].motion;
        const double rate = motion.moves() ? std::abs(rigid::travel_at(motion, s.time).rate) : 0.0;
        add_solid(
            frame, wall.name, wall.mesh,
            [&](const Vec3& x) { return rigid::place_at(motion, x, s.time); },
            [&](const Vec3& x) {
                return motion.turns ? rate * motion.direction.cross(x - motion.about).norm() : rate;
            });
    }
    if (walls_move_)
        writer_.submit_walls(std::move(frame));
    else
        writer_.submit_static_walls(std::move(frame));
}

} // namespace flotsam::tools
