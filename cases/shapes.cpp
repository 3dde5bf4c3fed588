#include "cases/shapes.h"

#include "cases/csv.h"
#include "core/io/mesh_file.h"
#include "core/mesh_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flotsam::cases {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

ShapePtr mesh_shape(const ShapeSpec& spec)
{
    try {
        Mesh mesh = io::read_mesh(spec.file, spec.scale);
        for (Vec3& x : mesh.vertex)
            x += spec.at;
        accept_mesh(mesh, spec.file);
        return make_mesh_shape(std::move(mesh));
    } catch (const UserError& error) {
        throw UserError(spec.place, error.what());
    }
}

ShapePtr plain_shape(const ShapeSpec& spec, int dimension, double depth)
{
    const Vec3 deep = dimension == 2 ? Vec3(0.0, depth, 0.0) : Vec3(Vec3::Zero());
    switch (spec.kind) {
    case ShapeSpec::Kind::box:
        return make_box(spec.min - deep, spec.max + deep);
    case ShapeSpec::Kind::sphere:
        return make_ellipsoid(spec.center, Vec3::Constant(spec.radius));
    case ShapeSpec::Kind::ellipsoid:
        return make_ellipsoid(spec.center, spec.radii);
    case ShapeSpec::Kind::cylinder:
        return dimension == 2 ? make_cylinder(spec.center - deep, spec.center + deep, spec.radius)
                              : make_cylinder(spec.from, spec.to, spec.radius);
    case ShapeSpec::Kind::cone:
        return make_cone(spec.from, spec.to, spec.radius_from, spec.radius_to);
    case ShapeSpec::Kind::bowl:
        return make_bowl(spec.center, spec.radius);
    case ShapeSpec::Kind::plane:
        return make_plane(spec.point, spec.direction);
    case ShapeSpec::Kind::mesh:
        return mesh_shape(spec);
    default:
        break;
    }
    std::vector<ShapePtr> parts;
    for (const ShapeSpec& part : spec.parts)
        parts.push_back(make_shape(part, dimension, depth));
    return make_union(std::move(parts));
}

rigid::Table motion_table(const MotionSpec& spec)
{
    const CsvTable csv = read_csv(spec.file);
    if (csv.columns.size() < 2)
        throw UserError({csv.file, csv.header_line, 1},
                        "a motion needs two columns: time and value");
    if (csv.rows() < 2)
        throw UserError({csv.file, csv.line.back(), 1}, "a motion needs at least two rows");
    const std::size_t column = spec.column.empty() ? 1 : csv.index_of(spec.column);
    csv.expect_rising(0);
    csv.expect_full(column);
    std::vector<double> value = csv.numbers(column);
    const double first = value.front();
    for (double& v : value)
        v = (v - first) * (spec.turns && spec.degrees ? degree : 1.0);
    return rigid::make_table(csv.numbers(0), std::move(value));
}

} // namespace

ShapePtr make_shape(const ShapeSpec& spec, int dimension, double depth)
{
    ShapePtr shape = plain_shape(spec, dimension, depth);
    if (spec.angle == 0.0)
        return shape;
    return make_turned(std::move(shape), spec.angle * degree, spec.axis, spec.about);
}

ShapePtr make_body_shape(const BodySpec& spec, int dimension, double depth)
{
    ShapePtr shape = make_shape(spec.shape, dimension, depth);
    if (spec.angle != 0.0) {
        const std::optional<MassProperties> exact = shape->exact();
        const Bounds box = shape->bounds();
        Vec3 center = exact ? exact->center : Vec3(0.5 * (box.min + box.max));
        if (dimension == 2)
            center.y() = 0.0;
        shape = make_turned(std::move(shape), spec.angle * degree, spec.axis, center);
    }
    return spec.at.isZero(0.0) ? shape : make_placed(shape, Quat::Identity(), spec.at);
}

rigid::Motion make_motion(const MotionSpec& spec)
{
    using Law = rigid::Motion::Law;
    const double unit = spec.turns ? degree : 1.0;
    rigid::Motion motion;
    motion.turns = spec.turns;
    motion.direction = spec.turns ? spec.axis : spec.direction;
    motion.about = spec.about;
    motion.value = spec.value * unit;
    motion.amplitude = spec.amplitude * unit;
    motion.frequency = spec.frequency;
    motion.phase = spec.phase * degree;
    motion.start = spec.start;
    motion.travel = spec.travel * unit;
    switch (spec.law) {
    case MotionSpec::Law::none:
        motion.law = Law::rest;
        break;
    case MotionSpec::Law::velocity:
        motion.law = Law::velocity;
        break;
    case MotionSpec::Law::acceleration:
        motion.law = Law::acceleration;
        break;
    case MotionSpec::Law::sinusoid:
        motion.law = Law::sinusoid;
        break;
    case MotionSpec::Law::table:
        motion.law = Law::table;
        motion.table = motion_table(spec);
        break;
    }
    return motion;
}

Sweep sweep(const rigid::Motion& motion, const Bounds& box, double end)
{
    Sweep result{box, 0.0};
    const bool tabled = motion.law == rigid::Motion::Law::table; // moves from its first row on
    if (!motion.moves() || (motion.start >= end && !tabled))
        return result;
    // One period of a sinusoid says it all; samples over a long run could miss its peaks.
    if (motion.law == rigid::Motion::Law::sinusoid)
        end = std::min(end, motion.start + 1.0 / motion.frequency);
    constexpr int times = 1000;
    for (int n = 0; n <= times; ++n) {
        const double from = tabled ? 0.0 : motion.start;
        const double t = from + (end - from) * n / times;
        const double rate = std::abs(rigid::travel_at(motion, t).rate);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x0(corner & 1 ? box.max.x() : box.min.x(),
                          corner & 2 ? box.max.y() : box.min.y(),
                          corner & 4 ? box.max.z() : box.min.z());
            const Vec3 x = rigid::place_at(motion, x0, t);
            result.box.min = result.box.min.cwiseMin(x);
            result.box.max = result.box.max.cwiseMax(x);
            const double arm =
                motion.turns ? motion.direction.cross(x0 - motion.about).norm() : 1.0;
            result.speed = std::max(result.speed, rate * arm);
        }
    }
    return result;
}

namespace {

// The plane inside the box: corners of the cut, in order around it, as a fan of triangles.
Mesh cut_plane(const Vec3& point, const Vec3& normal, const Bounds& box)
{
    std::vector<Vec3> cut;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 4; ++side) {
            const int b = (axis + 1) % 3, c = (axis + 2) % 3;
            Vec3 from = box.min, to;
            from[b] = side & 1 ? box.max[b] : box.min[b];
            from[c] = side & 2 ? box.max[c] : box.min[c];
            to = from;
            to[axis] = box.max[axis];
            const double h0 = normal.dot(from - point), h1 = normal.dot(to - point);
            if ((h0 < 0.0) != (h1 < 0.0))
                cut.push_back(from + (to - from) * (h0 / (h0 - h1)));
        }
    Mesh mesh;
    if (cut.size() < 3)
        return mesh;
    Vec3 center = Vec3::Zero();
    for (const Vec3& x : cut)
        center += x / static_cast<double>(cut.size());
    const Vec3 u = normal.unitOrthogonal(), v = normal.cross(u);
    const auto angle = [&](const Vec3& x) {
        return std::atan2(v.dot(x - center), u.dot(x - center));
    };
    std::sort(cut.begin(), cut.end(),
              [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
    mesh.vertex = cut;
    for (std::size_t n = 1; n + 1 < cut.size(); ++n)
        mesh.triangle.push_back({0, static_cast<Index>(n), static_cast<Index>(n + 1)});
    return mesh;
}

} // namespace

Mesh wall_picture(const WallSpec& wall, const Case& c, const Bounds& domain)
{
    if (wall.shape.kind == ShapeSpec::Kind::plane) {
        Bounds slab = domain;
        if (c.dimension == 2) {
            slab.min.y() = -0.5 * c.spacing;
            slab.max.y() = 0.5 * c.spacing;
        }
        return cut_plane(wall.shape.point, wall.shape.direction, slab);
    }
    const ShapePtr shape = make_shape(wall.shape, c.dimension, 0.5 * c.spacing);
    const Vec3 size = shape->bounds().size();
    Mesh mesh = shape->triangles(std::max(size.maxCoeff() / 20.0, c.spacing));
    const auto names = shape->face_names();
    const auto is_open = [&](const std::array<Index, 3>& t) {
        const auto vertex = [&](std::size_t n) {
            return mesh.vertex[static_cast<std::size_t>(t[n])];
        };
        const int face = shape->nearest((vertex(0) + vertex(1) + vertex(2)) / 3.0).face;
        return face >= 0 && std::find(wall.open.begin(), wall.open.end(),
                                      names[static_cast<std::size_t>(face)]) != wall.open.end();
    };
    if (!wall.open.empty())
        std::erase_if(mesh.triangle, is_open);
    if (wall.tank) // faces look at the water
        for (auto& t : mesh.triangle)
            std::swap(t[1], t[2]);
    return mesh;
}

} // namespace flotsam::cases
