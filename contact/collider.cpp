#include "contact/collider.h"

#include "contact/collider_edges.h"
#include "core/error.h"
#include "rigid/make_body.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace flotsam::contact {

namespace {

using rigid::Form;

constexpr double endless = 1e8;

// Orders points so that neighbours stand together: by halving along the longest side.
void cluster(std::span<const Vec3> place, std::span<std::uint32_t> order, Index start,
             std::vector<PointCluster>& out)
{
    Bounds box{place[order[0]], place[order[0]]};
    for (const std::uint32_t n : order) {
        box.min = box.min.cwiseMin(place[n]);
        box.max = box.max.cwiseMax(place[n]);
    }
    if (order.size() <= 16) {
        const Vec3 middle = 0.5 * (box.min + box.max);
        double radius = 0.0;
        for (const std::uint32_t n : order)
            radius = std::max(radius, (place[n] - middle).norm());
        out.push_back({middle, radius, start, start + static_cast<Index>(order.size())});
        return;
    }
    Eigen::Index axis = 0;
    box.size().maxCoeff(&axis);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return place[a][axis] != place[b][axis] ? place[a][axis] < place[b][axis] : a < b;
    });
    const std::size_t half = order.size() / 2;
    cluster(place, order.first(half), start, out);
    cluster(place, order.subspan(half), start + static_cast<Index>(half), out);
}

// Points h apart on a circle of radius r leave an arc of height h^2 / 8r between them; doubled
// twice, since points are not quite even and not all circles have that radius.
double arc_height(const Collider& c, const SurfaceSample& sample)
{
    double area = 0.0;
    int faces = 0;
    for (std::size_t n = 0; n < sample.position.size(); ++n) {
        area += sample.area[n];
        faces += sample.feature[n] == 1;
    }
    if (faces == 0)
        return 0.0;
    const double h = c.dimension == 2 ? area / faces : std::sqrt(area / faces);
    const Vec3 size = c.bounds.size();
    const double least = c.dimension == 2 ? std::min(size.x(), size.z()) : size.minCoeff();
    return std::min(h, h * h / least);
}

void add_points(Collider& c, const SurfaceSample& sample)
{
    const auto count = static_cast<std::uint32_t>(sample.position.size());
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    const auto corners_end = std::stable_partition(
        order.begin(), order.end(), [&](std::uint32_t n) { return sample.feature[n] == 3; });
    const auto corners = static_cast<std::size_t>(corners_end - order.begin());
    const std::span<std::uint32_t> all(order);
    if (corners > 0)
        cluster(sample.position, all.first(corners), 0, c.corner_clusters);
    c.clusters = c.corner_clusters;
    if (corners < count)
        cluster(sample.position, all.subspan(corners), static_cast<Index>(corners), c.clusters);
    std::vector<Vec3> normals;
    for (const std::uint32_t n : order) {
        const Vec3& x = sample.position[n];
        c.position.push_back(x);
        c.feature.push_back(sample.feature[n]);
        c.number.push_back(n);
        c.first_normal.push_back(static_cast<Index>(c.normal.size()));
        normals.clear();
        if (sample.feature[n] > 1)
            face_normals_at(c, x, normals);
        c.normal.insert(c.normal.end(), normals.begin(), normals.end());
        c.normal.push_back(sample.normal[n]);
    }
    c.first_normal.push_back(static_cast<Index>(c.normal.size()));
    c.arc = arc_height(c, sample);
}

// The balls of a union of balls; none if any part is something else.
std::vector<Ball> balls_of(const Shape& shape, int dimension)
{
    std::vector<Ball> balls;
    for (const ShapePtr& part : shape.parts()) {
        const Form form = rigid::form_of(*part, dimension);
        if (form.kind != Form::Kind::sphere)
            return {};
        balls.push_back({form.center, form.radius});
    }
    return balls;
}

// Balls, cylinders and hollows touch by their own radius, anything else by the particles that its
// surface is sampled with, as penalty codes have it; walls are flat.
double contact_curvature(const Collider& c, const SurfaceSample* sample)
{
    if (c.form.kind == Form::Kind::sphere || c.form.kind == Form::Kind::cylinder)
        return (c.inside_out ? -1.0 : 1.0) / c.form.radius;
    if (!sample)
        return 0.0;
    double area = 0.0;
    int faces = 0;
    for (std::size_t n = 0; n < sample->position.size(); ++n) {
        area += sample->area[n];
        faces += sample->feature[n] == 1;
    }
    if (faces == 0)
        return 2.0 / c.radius;
    return 2.0 / (c.dimension == 2 ? area / faces : std::sqrt(area / faces));
}

void describe_form(Collider& c)
{
    c.form = rigid::form_of(*c.shape, c.dimension);
    if (!c.inside_out && c.form.kind == Form::Kind::other)
        c.balls = balls_of(*c.shape, c.dimension);
    const bool plane =
        !c.shape->exact() && c.shape->bounds().size().maxCoeff() > endless && c.dimension == 3;
    c.convex = !c.inside_out && (c.form.kind != Form::Kind::other || plane);
    c.bounds = c.shape->bounds();
    if (!c.inside_out && c.form.kind == Form::Kind::other && c.dimension == 3 &&
        c.bounds.size().maxCoeff() < endless)
        c.grid = std::make_shared<DistanceGrid>(*c.shape);
}

// The face that normal m of point x belongs to: seen from outside it and inside its neighbours.
std::int8_t face_of(const Shape& shape, const Vec3& x, const Vec3& m, const Vec3& mean, double step)
{
    const SurfacePoint s = shape.nearest(x + step * (1.5 * m - mean));
    return static_cast<std::int8_t>(s.face < 120 ? s.face : -1);
}

void name_faces(Collider& c)
{
    c.normal_face.assign(c.normal.size(), -1);
    if (c.shape->face_names().empty())
        return;
    const Vec3 size = c.bounds.size();
    const double step = 1e-3 * std::min(size.x(), size.z()), out = c.inside_out ? -1.0 : 1.0;
    for (std::size_t p = 0; p < c.position.size(); ++p) {
        const auto last = static_cast<std::size_t>(c.first_normal[p + 1] - 1);
        for (auto k = static_cast<std::size_t>(c.first_normal[p]); k <= last; ++k)
            c.normal_face[k] =
                face_of(*c.shape, c.position[p], out * c.normal[k], out * c.normal[last], step);
    }
}

} // namespace

bool is_round(const Form& form)
{
    return form.kind == Form::Kind::sphere || form.kind == Form::Kind::cylinder ||
           form.kind == Form::Kind::round;
}

std::optional<SurfacePoint> Collider::nearest(const Vec3& x) const
{
    if (!inside_out)
        return shape->nearest(x);
    SurfacePoint s = carried_on ? carried_on->nearest(x) : shape->nearest(x);
    if (carried_on) {
        const SurfacePoint true_one = shape->nearest(x);
        if (true_one.distance > 0.0 && (true_one.faces & open) != 0)
            return std::nullopt;
    }
    s.distance = -s.distance;
    s.normal = -s.normal;
    return s;
}

double Collider::far_from(const Vec3& x) const
{
    if (!inside_out) {
        const double past = (x - x.cwiseMax(bounds.min).cwiseMin(bounds.max)).norm();
        return grid ? std::max(past, grid->at_least(x)) : past;
    }
    return -(carried_on ? *carried_on : *shape).distance(x);
}

ColliderPtr make_collider(const rigid::BodyModel& body, int dimension)
{
    auto c = std::make_shared<Collider>();
    c->shape = body.shape;
    c->dimension = dimension;
    c->radius = body.radius;
    describe_form(*c);
    if (!is_round(c->form) && dimension == 3)
        find_edges(*c);
    add_points(*c, body.surface);
    name_faces(*c);
    c->corners_suffice = !is_round(c->form) && flat_faced(*c);
    c->curvature = contact_curvature(*c, &body.surface);
    return c;
}

ColliderPtr make_collider(const Wall& wall, int dimension, double spacing, Vec3& center, Quat& turn)
{
    auto c = std::make_shared<Collider>();
    c->dimension = dimension;
    c->inside_out = wall.tank;
    const Form form = rigid::form_of(*wall.shape, dimension);
    const bool centred = form.kind == Form::Kind::box || form.kind == Form::Kind::sphere;
    center = centred ? form.center : Vec3(Vec3::Zero());
    turn = form.kind == Form::Kind::box ? form.turn : Quat::Identity();
    c->shape = form.kind == Form::Kind::box ? make_box(-form.half, form.half)
               : centred                    ? make_placed(wall.shape, Quat::Identity(), -center)
                                            : wall.shape;
    for (const int face : wall.open)
        c->open |= 1U << face;
    if (c->open != 0)
        c->carried_on = c->shape->extended(c->open, 1e3 * c->shape->bounds().size().maxCoeff());
    expects(c->open == 0 || c->carried_on, "faces that may be left open can be carried on");
    describe_form(*c);
    const Vec3 size = c->bounds.size();
    c->radius = endless;
    c->curvature = contact_curvature(*c, nullptr);
    const bool bounded =
        (dimension == 2 ? std::max(size.x(), size.z()) : size.maxCoeff()) < endless;
    // A tank's own points look inward only where a mesh sticks out into it.
    if (!bounded || (wall.tank && c->form.kind != Form::Kind::other))
        return c;
    if (!is_round(c->form) && dimension == 3)
        find_edges(*c);
    SurfaceSample sample = dimension == 2 ? rigid::sample_outline(*c->shape, spacing)
                                          : sample_surface(*c->shape, spacing);
    if (wall.tank)
        for (Vec3& n : sample.normal)
            n = -n;
    add_points(*c, sample);
    name_faces(*c);
    c->corners_suffice = !is_round(c->form) && flat_faced(*c);
    return c;
}

} // namespace flotsam::contact
