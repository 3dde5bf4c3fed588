#include "rigid/make_body.h"

#include "core/error.h"
#include "core/surface_mesh.h"
#include "rigid/form.h"

#include <algorithm>

namespace flotsam::rigid {

namespace {

// Boxes, balls and cylinders are made anew, so that they lie exactly about the origin.
ShapePtr in_body_frame(const ShapePtr& shape, const BodyMass& mass, int dimension)
{
    const Form form = form_of(*shape, dimension);
    if (form.kind == Form::Kind::box)
        return make_box(-form.half, form.half);
    if (form.kind == Form::Kind::sphere && dimension == 3)
        return make_ellipsoid(Vec3::Zero(), Vec3::Constant(form.radius));
    if (form.kind == Form::Kind::sphere) {
        const Vec3 y = 0.5 * shape->bounds().size().y() * Vec3::UnitY();
        return make_cylinder(-y, y, form.radius);
    }
    const Quat back = mass.axes.conjugate();
    if (form.kind == Form::Kind::cylinder && dimension == 3)
        return make_cylinder(back * Vec3(form.from - mass.center),
                             back * Vec3(form.to - mass.center), form.radius);
    return make_placed(shape, back, -(back * mass.center));
}

double radius_of(const Shape& shape, double spacing, int dimension)
{
    const Form form = form_of(shape, dimension);
    if (form.kind == Form::Kind::sphere)
        return form.radius;
    const auto reach = [dimension](Vec3 x) {
        if (dimension == 2)
            x.y() = 0.0;
        return x.norm();
    };
    const Bounds b = shape.bounds();
    const double corner = reach(b.min.cwiseAbs().cwiseMax(b.max.cwiseAbs()));
    double farthest = 0.0;
    for (const Vec3& x : shape.triangles(spacing).vertex)
        farthest = std::max(farthest, reach(x));
    // Corners of triangles lie on the surface; between them a curved one may rise a little more.
    return std::min(corner, 1.01 * farthest);
}

} // namespace

MadeBody make_body(const BodyPlan& plan, int dimension, double spacing)
{
    expects(plan.shape != nullptr && spacing > 0.0, "a body has a shape and a spacing");
    expects(plan.mode != Mode::prescribed || plan.motion.moves(), "a prescribed body has a motion");
    MadeBody made;
    made.volume = volume_of(*plan.shape, plan.material.thickness, dimension, spacing);
    const BodyMass mass = body_mass(*plan.shape, made.volume, plan.material, dimension);
    expects(mass.mass > 0.0 && mass.inertia.minCoeff() > 0.0, "a body has mass and inertia");
    BodyModel& model = made.model;
    model.name = plan.name;
    model.shape = in_body_frame(plan.shape, mass, dimension);
    model.surface = dimension == 2 ? sample_outline(*model.shape, spacing)
                                   : sample_surface(*model.shape, spacing);
    model.mass = mass.mass;
    model.inertia = mass.inertia;
    model.radius = radius_of(*model.shape, spacing, dimension);
    model.mode = plan.mode;
    model.motion = plan.motion;
    model.start_position = mass.center;
    model.start_orientation = mass.axes;
    model.translates = plan.translates;
    model.rotates = plan.rotates;
    if (dimension == 2) {
        model.start_position.y() = 0.0;
        model.translates.y() = 0.0;
        model.rotates.x() = model.rotates.z() = 0.0;
    }
    return made;
}

BodyModel copy_of(const BodyModel& model, std::string name, const Vec3& shift)
{
    BodyModel copy = model;
    copy.name = std::move(name);
    copy.start_position += shift;
    return copy;
}

} // namespace flotsam::rigid
