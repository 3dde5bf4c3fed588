#include "rigid/mass.h"

#include "core/error.h"
#include "core/mass_properties.h"
#include "core/sampling.h"
#include "core/surface_mesh.h"
#include "rigid/form.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace flotsam::rigid {

namespace {

// The room inside a wall of that thickness; empty for shapes whose room is not a simple shape.
ShapePtr room_inside(const Form& form, double thickness)
{
    switch (form.kind) {
    case Form::Kind::sphere:
        return make_ellipsoid(form.center, Vec3::Constant(form.radius - thickness));
    case Form::Kind::box: {
        const Vec3 half = form.half - Vec3::Constant(thickness);
        return make_placed(make_box(-half, half), form.turn, form.center);
    }
    case Form::Kind::cylinder: {
        const Vec3 step = thickness * (form.to - form.from).normalized();
        return make_cylinder(form.from + step, form.to - step, form.radius - thickness);
    }
    default:
        return nullptr;
    }
}

MassProperties without(const MassProperties& whole, const MassProperties& room)
{
    MassProperties minus = room;
    minus.volume = -room.volume;
    minus.inertia = -room.inertia;
    const std::array<MassProperties, 2> parts{whole, minus};
    MassProperties rest = combined(parts);
    rest.area = whole.area + room.area;
    return rest;
}

// A prism along y, cut out per metre of depth.
MassProperties per_metre(MassProperties m, double depth)
{
    const double area = m.volume / depth;
    m.area = (m.area - 2.0 * area) / depth; // length of the outline
    m.volume = area;
    m.inertia /= depth;
    m.center.y() = 0.0;
    return m;
}

// In two dimensions a room is as deep as its body.
MassProperties hollow(const Shape& shape, const MassProperties& whole, double thickness,
                      int dimension)
{
    const Form form = form_of(shape, dimension);
    const double depth = shape.bounds().size().y();
    if (dimension == 2) {
        const Vec3 y = 0.5 * depth * Vec3::UnitY(), c(form.center.x(), 0.0, form.center.z());
        if (form.kind == Form::Kind::sphere)
            return without(whole, *make_cylinder(c - y, c + y, form.radius - thickness)->exact());
        expects(form.kind == Form::Kind::box, "hollow plane bodies are discs or rectangles");
        const Vec3 half(form.half.x() - thickness, form.half.y(), form.half.z() - thickness);
        return without(whole, *make_placed(make_box(-half, half), form.turn, c)->exact());
    }
    if (const ShapePtr room = room_inside(form, thickness))
        return without(whole, *room->exact());
    const double size = shape.bounds().size().maxCoeff();
    MassProperties shell = shell_properties(shape.triangles(size / 64.0));
    shell.volume *= thickness;
    shell.inertia *= thickness;
    return shell;
}

bool diagonal(const Mat3& m)
{
    Mat3 off = m;
    off.diagonal().setZero();
    return off.cwiseAbs().maxCoeff() <= 1e-10 * m.diagonal().maxCoeff();
}

Quat principal_axes(const Mat3& inertia, const Quat& frame)
{
    for (const Quat& q : {frame, Quat::Identity()}) {
        const Mat3 r = q.toRotationMatrix();
        if (diagonal(r.transpose() * inertia * r))
            return q;
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
    Mat3 axes = solver.eigenvectors();
    for (int k = 0; k < 2; ++k) { // signs that do not depend on the solver's whim
        Eigen::Index largest = 0;
        axes.col(k).cwiseAbs().maxCoeff(&largest);
        if (axes(largest, k) < 0.0)
            axes.col(k) = -axes.col(k);
    }
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return Quat(axes).normalized();
}

} // namespace

MassProperties shell_properties(const Mesh& surface)
{
    // Integral of x x^T over a triangle: A/12 (s s^T + a a^T + b b^T + c c^T), s = a + b + c.
    const Bounds bounds = mesh_bounds(surface);
    const Vec3 amid = 0.5 * (bounds.min + bounds.max);
    MassProperties m;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (std::size_t t = 0; t < surface.triangle.size(); ++t) {
        const Vec3 a = corner(surface, t, 0) - amid, b = corner(surface, t, 1) - amid,
                   c = corner(surface, t, 2) - amid, s = a + b + c;
        const double area = 0.5 * area_vector(surface, t).norm();
        m.area += area;
        first += area / 3.0 * s;
        second += area / 12.0 *
                  (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
    m.volume = m.area;
    const Vec3 offset = first / m.area;
    second -= m.area * offset * offset.transpose();
    m.center = amid + offset;
    m.inertia = second.trace() * Mat3::Identity() - second;
    return m;
}

Volume volume_of(const Shape& shape, double thickness, int dimension, double spacing)
{
    Volume volume;
    const std::optional<MassProperties> exact = shape.exact();
    const BodySample sample = sample_body(shape, lattice_for(shape, spacing, dimension));
    MassProperties sum = particle_sum(sample, dimension);
    if (!exact) {
        expects(thickness == 0.0, "a hollow body has an exact volume");
        expects(sum.volume > 0.0, "a body holds a particle");
        return {sum, false, 0.0};
    }
    const double depth = shape.bounds().size().y();
    const double true_volume = dimension == 2 ? exact->volume / depth : exact->volume;
    volume.particle_error = sum.volume / true_volume - 1.0;
    volume.solid = thickness > 0.0 ? hollow(shape, *exact, thickness, dimension) : *exact;
    if (dimension == 2)
        volume.solid = per_metre(volume.solid, depth);
    return volume;
}

BodyMass body_mass(const Shape& shape, const Volume& volume, const Material& material,
                   int dimension)
{
    const MassProperties& m = volume.solid;
    BodyMass body;
    body.mass = material.mass > 0.0 ? material.mass : material.density * m.volume;
    const double density = body.mass / m.volume;
    body.center = m.center;
    if (dimension == 2) {
        // Turned about y only: the frame is the shape's own, the other two never matter.
        body.axes = shape.frame();
        body.inertia = Vec3::Constant(density * m.inertia(1, 1));
        return body;
    }
    body.axes = principal_axes(m.inertia, shape.frame());
    const Mat3 r = body.axes.toRotationMatrix();
    body.inertia = density * (r.transpose() * m.inertia * r).diagonal();
    return body;
}

} // namespace flotsam::rigid
