#include "cases/domain.h"

#include "cases/shapes.h"

namespace flotsam::cases {

namespace {

constexpr double endless = 1e7; // beyond any place a case may name

void include(Bounds& box, const Bounds& other)
{
    for (int axis = 0; axis < 3; ++axis)
        if (other.min[axis] > -endless && other.max[axis] < endless) {
            box.min[axis] = std::min(box.min[axis], other.min[axis]);
            box.max[axis] = std::max(box.max[axis], other.max[axis]);
        }
}

Bounds content(const Case& c, const CaseShapes& shapes, const std::vector<rigid::Motion>& motions)
{
    Bounds box{Vec3::Constant(1e9), Vec3::Constant(-1e9)};
    const auto around = [&](const Shape& shape) {
        Bounds b = shape.bounds();
        if (c.dimension == 2)
            b.min.y() = b.max.y() = 0.0;
        return b;
    };
    for (const ShapePtr& fill : shapes.fills)
        include(box, around(*fill));
    for (std::size_t w = 0; w < shapes.walls.size(); ++w)
        if (c.walls[w].shape.kind != ShapeSpec::Kind::plane)
            include(box, sweep(motions[w], around(*shapes.walls[w]), c.end_time).box);
    for (std::size_t n = 0; n < shapes.bodies.size(); ++n) {
        const BodySpec& body = c.bodies[n];
        const Bounds first = around(*shapes.bodies[n]);
        const Vec3 last = body.place_of(body.copies() - 1);
        include(box, first);
        include(box, {first.min + last, first.max + last});
    }
    return box;
}

} // namespace

Bounds choose_domain(const Case& c, const CaseShapes& shapes,
                     const std::vector<rigid::Motion>& motions)
{
    Bounds domain;
    if (c.domain) {
        domain = *c.domain;
    } else {
        domain = content(c, shapes, motions);
        const Vec3 size = domain.size();
        Eigen::Index up = 2;
        const bool falls = c.gravity.cwiseAbs().maxCoeff(&up) > 0.0;
        const double side = falls ? 4.0 * c.spacing : size.maxCoeff();
        domain.min.array() -= side;
        domain.max.array() += side;
        if (falls && c.gravity[up] < 0.0)
            domain.max[up] += 2.0 * size[up];
        else if (falls)
            domain.min[up] -= 2.0 * size[up];
    }
    for (int axis = 0; axis < 3; ++axis)
        if (c.periodic[axis].on) {
            domain.min[axis] = c.periodic[axis].from;
            domain.max[axis] = c.periodic[axis].to;
        }
    if (c.dimension == 2) {
        domain.min.y() = -c.spacing;
        domain.max.y() = c.spacing;
    }
    return domain;
}

} // namespace flotsam::cases
