#include "cases/estimate.h"

#include "cases/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace flotsam::cases {

namespace {

constexpr double pi = std::numbers::pi;

Bounds common(const Bounds& a, const Bounds& b)
{
    return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)};
}
Bounds both(const Bounds& a, const Bounds& b)
{
    return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)};
}

bool opens(const WallSpec& wall, const std::string& face)
{
    return std::find(wall.open.begin(), wall.open.end(), face) != wall.open.end();
}

// Where a tank can have water: its bounds, and beyond the open faces of an upright box.
Bounds reach(const WallSpec& wall, const Shape& shape)
{
    Bounds box = shape.bounds();
    if (wall.shape.kind != ShapeSpec::Kind::box || wall.shape.angle != 0.0)
        return box;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string letter(1, "xyz"[axis]);
        if (opens(wall, letter + "-"))
            box.min[axis] = -1e9;
        if (opens(wall, letter + "+"))
            box.max[axis] = 1e9;
    }
    return box;
}

// Before an open face of an upright box, beside the tank or not.
bool is_beyond_open_face(const WallSpec& wall, const Vec3& x)
{
    if (wall.shape.kind != ShapeSpec::Kind::box || wall.shape.angle != 0.0)
        return false;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string letter(1, "xyz"[axis]);
        if ((x[axis] < wall.shape.min[axis] && opens(wall, letter + "-")) ||
            (x[axis] > wall.shape.max[axis] && opens(wall, letter + "+")))
            return true;
    }
    return false;
}

bool holds_water(const Case& c, const CaseShapes& shapes, const Vec3& x)
{
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        const BodySpec& body = c.bodies[n];
        for (int m = 0; m < body.copies(); ++m)
            if (shapes.bodies[n]->distance(x - body.place_of(m)) < 0.0)
                return false;
    }
    bool tanks = false, inside = false;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        if (c.walls[w].tank) {
            tanks = true;
            inside =
                inside || shapes.walls[w]->distance(x) < 0.0 || is_beyond_open_face(c.walls[w], x);
        } else if (shapes.walls[w]->distance(x) < 0.0) {
            return false;
        }
    }
    return inside || !tanks;
}

// Where a fill can have water at all: its bounds inside those of the tanks and the domain.
Bounds reach(const Case& c, const CaseShapes& shapes, const Bounds& domain, const Shape& fill)
{
    Bounds box = common(fill.bounds(), domain);
    Bounds tanks{Vec3::Constant(1e9), Vec3::Constant(-1e9)};
    for (std::size_t w = 0; w < c.walls.size(); ++w)
        if (c.walls[w].tank)
            tanks = both(tanks, reach(c.walls[w], *shapes.walls[w]));
    if (tanks.min.x() < tanks.max.x())
        box = common(box, tanks);
    for (int axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on) {
            box.min[axis] = std::max(box.min[axis], c.periodic[axis].from);
            box.max[axis] = std::min(box.max[axis], c.periodic[axis].to);
        }
    if (c.dimension == 2)
        box.min.y() = box.max.y() = 0.0;
    return box;
}

} // namespace

CaseShapes make_shapes(const Case& c)
{
    CaseShapes shapes;
    for (const WallSpec& wall : c.walls)
        shapes.walls.push_back(make_shape(wall.shape, c.dimension));
    for (const FillSpec& fill : c.fluid.fills)
        shapes.fills.push_back(make_shape(fill.shape, c.dimension));
    for (const BodySpec& body : c.bodies)
        shapes.bodies.push_back(make_body_shape(body, c.dimension));
    return shapes;
}

namespace {

// By midpoints of a coarse grid: exact for upright boxes, within a few percent otherwise.
double water_volume(const Case& c, const CaseShapes& shapes, const Bounds& domain)
{
    const int n = c.dimension == 2 ? 160 : 28;
    double total = 0.0;
    for (std::size_t f = 0; f < shapes.fills.size(); ++f) {
        const Bounds box = reach(c, shapes, domain, *shapes.fills[f]);
        Vec3 step = box.size() / n;
        if (c.dimension == 2)
            step.y() = 1.0;
        if ((step.array() <= 0.0).any())
            continue;
        Offset inside = 0;
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < (c.dimension == 2 ? 1 : n); ++j)
                for (int i = 0; i < n; ++i) {
                    Vec3 x = box.min + Vec3(i + 0.5, j + 0.5, k + 0.5).cwiseProduct(step);
                    if (c.dimension == 2)
                        x.y() = 0.0;
                    bool taken = false; // by an earlier fill
                    for (std::size_t e = 0; e < f && !taken; ++e)
                        taken = shapes.fills[e]->distance(x) < 0.0;
                    if (!taken && shapes.fills[f]->distance(x) < 0.0 && holds_water(c, shapes, x))
                        ++inside;
                }
        total += static_cast<double>(inside) * step.prod();
    }
    return total;
}

WallExtent box_extent(const WallSpec& wall, const Bounds& domain, int dimension)
{
    WallExtent e;
    const bool turned = wall.shape.angle != 0.0;
    const Bounds whole{wall.shape.min, wall.shape.max};
    const Bounds box = turned ? whole : common(whole, domain);
    const Vec3 size = box.size().cwiseMax(0.0);
    const bool flat = dimension == 2;
    e.size = flat ? size.x() * size.z() : size.prod();
    for (int axis = 0; axis < 3; axis += flat ? 2 : 1) {
        const double area = flat ? size[2 - axis] : size[(axis + 1) % 3] * size[(axis + 2) % 3];
        const std::string letter(1, "xyz"[axis]);
        e.surface += 2.0 * area;
        e.closed += opens(wall, letter + "-") || box.min[axis] > whole.min[axis] ? 0.0 : area;
        e.closed += opens(wall, letter + "+") || box.max[axis] < whole.max[axis] ? 0.0 : area;
    }
    return e;
}

WallExtent plane_extent(const ShapeSpec& shape, const Bounds& domain, int dimension)
{
    const Vec3 size = domain.size();
    const Vec3 n = shape.direction.cwiseAbs();
    const bool flat = dimension == 2;
    const double across = flat ? n.x() * size.x() + n.z() * size.z() : n.dot(size);
    const double area = (flat ? size.x() * size.z() : size.prod()) / std::max(across, 1e-9);
    return {std::numeric_limits<double>::infinity(), area, area, false};
}

WallExtent wall_extent(const WallSpec& wall, const Shape& shape, const Bounds& domain,
                       int dimension)
{
    const ShapeSpec& s = wall.shape;
    if (s.kind == ShapeSpec::Kind::box)
        return box_extent(wall, domain, dimension);
    if (s.kind == ShapeSpec::Kind::plane)
        return plane_extent(s, domain, dimension);
    if (dimension == 2 && s.kind == ShapeSpec::Kind::cylinder)
        return {pi * s.radius * s.radius, 2.0 * pi * s.radius, 2.0 * pi * s.radius, false};
    if (s.kind == ShapeSpec::Kind::join) {
        WallExtent sum;
        for (const ShapeSpec& part : s.parts) {
            WallSpec alone;
            alone.tank = wall.tank;
            alone.shape = part;
            const WallExtent e =
                wall_extent(alone, *make_shape(part, dimension), domain, dimension);
            sum = {sum.size + e.size, sum.surface + e.surface, sum.closed + e.closed, false};
        }
        return sum;
    }
    const MassProperties exact = shape.exact().value_or(MassProperties{});
    WallExtent e{exact.volume, exact.area, exact.area, false};
    const auto cap = [](double r) { return pi * r * r; };
    if (opens(wall, "rim"))
        e.closed -= cap(s.radius);
    if (opens(wall, "from"))
        e.closed -= cap(s.kind == ShapeSpec::Kind::cone ? s.radius_from : s.radius);
    if (opens(wall, "to"))
        e.closed -= cap(s.kind == ShapeSpec::Kind::cone ? s.radius_to : s.radius);
    return e;
}

// Volume of the layers: S t +- M t^2 with the mean curvature integral of a compact convex shape,
// M = S^2 / (3 V) (exact for cubes and balls); in the plane P t +- 4 t^2.
double layer_volume(const WallExtent& e, double thickness, int dimension)
{
    if (e.surface <= 0.0)
        return 0.0;
    const double bend =
        dimension == 2 ? (std::isinf(e.size) ? 0.0 : 4.0) : e.surface * e.surface / (3.0 * e.size);
    const double share = e.closed / e.surface;
    const double flat = e.closed * thickness, round = share * bend * thickness * thickness;
    if (e.tank)
        return flat + round;
    // A solid thinner than its shells is filled whole.
    return 2.0 * bend * thickness < e.surface ? std::min(flat - round, e.size) : e.size;
}

// Contact samples the surfaces of finite solids, and of tanks that are not plain
// (contact/collider.h).
bool has_own_points(const WallSpec& wall)
{
    using Kind = ShapeSpec::Kind;
    const Kind kind = wall.shape.kind;
    const bool plain = kind == Kind::box || kind == Kind::sphere || kind == Kind::cylinder;
    return kind != Kind::plane && !(wall.tank && plain);
}

} // namespace

CaseMeasure measure(const Case& c, const CaseShapes& shapes, const Bounds& domain)
{
    CaseMeasure m;
    m.dimension = c.dimension;
    m.dry = c.dry();
    m.water = water_volume(c, shapes, domain);
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        m.walls.push_back(wall_extent(c.walls[w], *shapes.walls[w], domain, c.dimension));
        m.walls.back().tank = c.walls[w].tank;
        if (!c.bodies.empty() && has_own_points(c.walls[w])) {
            m.largest_met = std::max(m.largest_met, m.walls.back().surface);
            m.all_met += m.walls.back().surface;
        }
    }
    for (std::size_t n = 0; n < c.bodies.size(); ++n) {
        WallSpec alone;
        alone.shape = c.bodies[n].shape;
        const Bounds anywhere{Vec3::Constant(-1e9), Vec3::Constant(1e9)};
        m.bodies.push_back({wall_extent(alone, *shapes.bodies[n], anywhere, c.dimension),
                            shapes.bodies[n]->bounds().size().maxCoeff(), c.bodies[n].copies()});
    }
    return m;
}

ParticleEstimate estimate_particles(const CaseMeasure& m, double spacing)
{
    const double particle = std::pow(spacing, m.dimension);
    ParticleEstimate estimate;
    estimate.fluid = m.water / particle;
    if (m.dry) // walls and bodies have particles for the water only
        return estimate;
    const auto shell = [&](const WallExtent& e) {
        return layer_volume(e, wall_layers * spacing, m.dimension) / particle;
    };
    for (const WallExtent& wall : m.walls)
        estimate.wall += shell(wall);
    for (const BodyExtent& body : m.bodies)
        estimate.wall += body.copies * shell(body.shape);
    return estimate;
}

} // namespace flotsam::cases
