#include "contact/settling.h"

#include "core/convex_hull.h"
#include "core/surface_mesh.h"
#include "rigid/form.h"

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

bool is_smooth(const rigid::BodyModel& body)
{
    const rigid::Form form = rigid::form_of(*body.shape, 3);
    return form.kind == rigid::Form::Kind::sphere ||
           (form.kind == rigid::Form::Kind::round && body.shape->face_names().empty());
}

} // namespace

SettlingShape settling_shape(const rigid::BodyModel& body, double spacing)
{
    SettlingShape s;
    if (is_smooth(body)) {
        s.smooth = true;
        s.axes = body.shape->frame().toRotationMatrix();
        const Bounds box = body.shape->frame_bounds();
        s.radii = 0.5 * box.size();
        s.length = 2.0 * s.radii.maxCoeff();
        s.box = body.shape->bounds();
        return s;
    }
    const Mesh surface = body.shape->triangles(spacing);
    const double size = mesh_bounds(surface).size().maxCoeff();
    Mesh hull = convex_hull(surface.vertex, 1e-9 * size);
    s.corner = hull.vertex.empty() ? surface.vertex : std::move(hull.vertex);
    s.triangle = std::move(hull.triangle);
    s.box = {s.corner[0], s.corner[0]};
    for (const Vec3& x : s.corner) {
        s.box.min = s.box.min.cwiseMin(x);
        s.box.max = s.box.max.cwiseMax(x);
        s.length = std::max(s.length, 2.0 * x.norm());
    }
    return s;
}

SettlingModel settling_model(const rigid::BodyModel& body,
                             std::shared_ptr<const SettlingShape> shape,
                             const SettlingSurface& surface, const Vec3& gravity)
{
    SettlingModel m;
    m.mass = body.mass;
    m.inertia = body.inertia;
    m.surface = surface;
    m.gravity = gravity;
    m.epsilon = 1e-3 * shape->length;
    m.line_residual = std::pow(m.epsilon / shape->length, 2);
    m.final_speed = std::sqrt(2.0 * gravity.norm() * m.epsilon);
    m.shape = std::move(shape);
    return m;
}

} // namespace flotsam::contact
