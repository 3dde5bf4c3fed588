#include "contact/solids.h"

#include "core/error.h"
#include "core/parallel.h"
#include "rigid/motion.h"

#include <map>

namespace flotsam::contact {

namespace {

Pose wall_pose(const Wall& wall, const Pose& frame, double t)
{
    if (!wall.motion.moves())
        return frame;
    const double s = rigid::travel_at(wall.motion, t).s;
    if (!wall.motion.turns)
        return {frame.position + s * wall.motion.direction, frame.turn};
    const Mat3 turn = Eigen::AngleAxisd(s, wall.motion.direction).toRotationMatrix();
    return {wall.motion.about + turn * (frame.position - wall.motion.about), turn * frame.turn};
}

} // namespace

Solids make_solids(std::vector<rigid::BodyModel> models, std::vector<Wall> walls, int dimension,
                   double spacing)
{
    Solids solids;
    solids.dimension = dimension;
    solids.models = std::move(models);
    solids.walls = std::move(walls);
    std::map<const Shape*, ColliderPtr> known;
    for (const rigid::BodyModel& model : solids.models) {
        ColliderPtr& mine = known[model.shape.get()];
        if (!mine)
            mine = make_collider(model, dimension);
        solids.colliders.push_back(mine);
        solids.free.push_back(rigid::moves_freely(model) ? 1 : 0);
    }
    for (const Wall& wall : solids.walls) {
        Vec3 center;
        Quat turn;
        solids.colliders.push_back(make_collider(wall, dimension, spacing, center, turn));
        solids.wall_frame.push_back({center, turn.toRotationMatrix()});
    }
    return solids;
}

void fill_poses(const Solids& solids, const rigid::Bodies& bodies, double t, std::vector<Pose>& out)
{
    out.resize(solids.colliders.size());
    const auto count = static_cast<std::size_t>(solids.bodies());
    for (std::size_t i = 0; i < count; ++i)
        out[i] = {bodies.position[i], bodies.orientation[i].toRotationMatrix()};
    for (std::size_t w = 0; w < solids.walls.size(); ++w)
        out[count + w] = wall_pose(solids.walls[w], solids.wall_frame[w], t);
}

void fill_inertials(const Solids& solids, const rigid::Bodies& bodies, double t,
                    std::vector<Inertial>& out)
{
    out.resize(solids.colliders.size());
    const auto count = static_cast<std::size_t>(solids.bodies());
    for (std::size_t i = 0; i < count; ++i)
        out[i] = {bodies.position[i], rigid::inverse_mass(solids.models[i]),
                  rigid::inverse_inertia(solids.models[i], bodies.orientation[i])};
    for (std::size_t w = 0; w < solids.walls.size(); ++w) {
        out[count + w] = Inertial{};
        const rigid::Motion& motion = solids.walls[w].motion;
        if (motion.turns)
            out[count + w].center = motion.about;
        else if (motion.moves())
            out[count + w].center = rigid::travel_at(motion, t).s * motion.direction;
    }
}

void fill_twists(const Solids& solids, const rigid::Bodies& bodies, double t,
                 std::vector<Twist>& out)
{
    out.resize(solids.colliders.size());
    const auto count = static_cast<std::size_t>(solids.bodies());
    for (std::size_t i = 0; i < count; ++i)
        out[i] = {rigid::center_velocity(solids.models[i], bodies, i, t),
                  rigid::angular_velocity(solids.models[i], bodies, i, t)};
    for (std::size_t w = 0; w < solids.walls.size(); ++w) {
        out[count + w] = Twist{};
        const rigid::Motion& motion = solids.walls[w].motion;
        if (!motion.moves())
            continue;
        const Vec3 rate = rigid::travel_at(motion, t).rate * motion.direction;
        (motion.turns ? out[count + w].angular_velocity : out[count + w].velocity) = rate;
    }
}

void take_twists(const Solids& solids, std::span<const Twist> twists, rigid::Bodies& bodies)
{
    for (std::size_t i = 0; i < solids.models.size(); ++i)
        rigid::set_velocity(solids.models[i], bodies, i, twists[i].velocity,
                            twists[i].angular_velocity);
}

} // namespace flotsam::contact
