#include "core/sampling.h"

#include "core/error.h"
#include "core/lattice_blocks.h"
#include "core/mass_properties.h"

#include <cmath>
#include <limits>

namespace flotsam {

namespace {

constexpr double endless = 1e8; // bounds beyond this have no end
constexpr double rounding =
    1e-6; // of a spacing: points meant to lie on a surface or at a clearance

// Where the lattice cells begin along one axis of a shape's box.
double cell_corner(double low, double high, double d)
{
    if (low <= -endless && high >= endless)
        return 0.0;
    if (low <= -endless)
        return high;
    if (high < endless && high - low < d * (1.0 - 1e-9))
        return 0.5 * (low + high) - 0.5 * d; // thinner than a cell: a layer in its middle
    return low;
}

Shell inside(double d) { return {-std::numeric_limits<double>::infinity(), rounding * d}; }

// Bounds of the shape that hold its lattice points; a plane problem needs y = 0 only.
LatticeRange range_inside(const Shape& shape, const Lattice& lattice)
{
    const Bounds b = shape.bounds();
    for (int k = 0; k < 3; ++k)
        expects((lattice.dimension == 2 && k == 1) || (b.min[k] > -endless && b.max[k] < endless),
                "a shape that is filled with particles has an end");
    return lattice_range(lattice, b);
}

// The fluid's side of a wall. Past an open face there is no wall but its rim.
class FluidSpace {
public:
    enum class Side {
        solid,   // in the wall, or nearer than the clearance
        outside, // beside it: free of this wall, but not held by it either
        inside   // held by a tank, or straight out of its open face
    };

    FluidSpace(const WallPart& wall, double clearance) : wall_(wall), clearance_(clearance)
    {
        std::uint32_t open = 0;
        for (const int face : wall.open)
            open |= 1U << face;
        if (wall.tank && open != 0)
            carried_on_ = wall.shape->extended(open, 1e6);
        expects(!wall.tank || open == 0 || carried_on_, "faces that may be left open are flat");
    }

    Side side(const Vec3& x) const
    {
        if (!wall_.tank)
            return wall_.shape->distance(x) >= clearance_ ? Side::outside : Side::solid;
        const Shape& held = carried_on_ ? *carried_on_ : *wall_.shape;
        if (held.distance(x) <= -clearance_)
            return Side::inside;
        const SurfacePoint s = wall_.shape->nearest(x);
        bool past_open_face = false;
        for (const int face : wall_.open)
            past_open_face = past_open_face || (s.faces >> face & 1U) != 0;
        return past_open_face && s.distance >= clearance_ ? Side::outside : Side::solid;
    }

private:
    const WallPart& wall_;
    double clearance_;
    ShapePtr carried_on_; // the shape with its open faces far away
};

} // namespace

Lattice lattice_for(const Shape& shape, double spacing, int dimension)
{
    expects(spacing > 0.0 && (dimension == 2 || dimension == 3),
            "a lattice has a spacing and two or three dimensions");
    const Bounds b = shape.frame_bounds();
    Vec3 origin;
    for (int k = 0; k < 3; ++k)
        origin[k] = cell_corner(b.min[k], b.max[k], spacing);
    if (dimension == 2)
        origin.y() = 0.0;
    Lattice lattice{spacing, dimension, origin, shape.frame()};
    if (!lattice.turn.vec().isZero(0.0)) {
        lattice.origin = lattice.turn * origin;
        if (dimension == 2)
            lattice.origin.y() = 0.0;
    }
    return lattice;
}

Vec3 lattice_point(const Lattice& lattice, Offset i, Offset j, Offset k)
{
    const auto center = [&](Offset n) { return lattice.spacing * (static_cast<double>(n) + 0.5); };
    const bool flat = lattice.dimension == 2;
    const Vec3 step(center(i), flat ? 0.0 : center(j), center(k));
    const bool straight = lattice.turn.vec().isZero(0.0);
    Vec3 x = lattice.origin + (straight ? step : Vec3(lattice.turn * step));
    if (flat)
        x.y() = 0.0;
    return x;
}

LatticeRange lattice_range(const Lattice& lattice, const Bounds& bounds)
{
    Vec3 middle = 0.5 * (bounds.min + bounds.max), half = 0.5 * bounds.size();
    if (lattice.dimension == 2)
        middle.y() = half.y() = 0.0;
    const Mat3 back = lattice.turn.inverse().toRotationMatrix();
    const Vec3 at = back * (middle - lattice.origin), reach = back.cwiseAbs() * half;
    LatticeRange range;
    for (int k = 0; k < 3; ++k) {
        const double low = (at[k] - reach[k]) / lattice.spacing - 0.5,
                     high = (at[k] + reach[k]) / lattice.spacing - 0.5;
        expects(std::abs(low) < 1e9 && std::abs(high) < 1e9,
                "a lattice is laid over a bounded space");
        range.from[static_cast<std::size_t>(k)] = static_cast<Offset>(std::ceil(low - rounding));
        range.to[static_cast<std::size_t>(k)] =
            static_cast<Offset>(std::floor(high + rounding)) + 1;
    }
    if (lattice.dimension == 2) {
        range.from[1] = 0;
        range.to[1] = 1;
    }
    return range;
}

std::vector<Vec3> sample_fill(const Shape& shape, const Lattice& lattice,
                              const std::vector<WallPart>& walls, double clearance)
{
    const double d = lattice.spacing;
    std::vector<FluidSpace> spaces;
    bool tanks = false;
    for (const WallPart& wall : walls) {
        spaces.emplace_back(wall, clearance - rounding * d);
        tanks = tanks || wall.tank;
    }
    return gather<Vec3>(lattice, range_inside(shape, lattice), shape, inside(d),
                        [&](const Vec3& x) -> std::optional<Vec3> {
                            if (shape.distance(x) > rounding * d)
                                return std::nullopt;
                            bool held = !tanks; // where there are tanks, one has to hold it
                            for (const FluidSpace& space : spaces) {
                                const FluidSpace::Side side = space.side(x);
                                if (side == FluidSpace::Side::solid)
                                    return std::nullopt;
                                held = held || side == FluidSpace::Side::inside;
                            }
                            return held ? std::optional(x) : std::nullopt;
                        });
}

BodySample sample_body(const Shape& shape, const Lattice& lattice)
{
    const double d = lattice.spacing;
    using Place = std::pair<Vec3, SurfacePoint>;
    const auto places = gather<Place>(lattice, range_inside(shape, lattice), shape, inside(d),
                                      [&](const Vec3& x) -> std::optional<Place> {
                                          const SurfacePoint s = shape.nearest(x);
                                          if (s.distance > rounding * d)
                                              return std::nullopt;
                                          return Place(x, s);
                                      });
    BodySample body;
    body.volume = lattice.dimension == 2 ? d * d : d * d * d;
    for (const auto& [x, s] : places) {
        body.position.push_back(x);
        body.surface.push_back(s);
    }
    return body;
}

MassProperties particle_sum(const BodySample& body, int dimension)
{
    MassProperties m;
    const auto count = static_cast<double>(body.position.size());
    if (body.position.empty())
        return m;
    for (const Vec3& x : body.position)
        m.center += x;
    m.center /= count;
    m.volume = count * body.volume;
    for (const Vec3& x : body.position)
        m.inertia += point_inertia(body.volume, x - m.center);
    // Of a cube of side d about its own middle: v d^2 / 6 about each axis; of a square, about y.
    const double d = dimension == 2 ? std::sqrt(body.volume) : std::cbrt(body.volume);
    const Vec3 own =
        dimension == 2 ? Vec3(1.0 / 12.0, 1.0 / 6.0, 1.0 / 12.0) : Vec3(Vec3::Constant(1.0 / 6.0));
    m.inertia.diagonal() += m.volume * d * d * own;
    return m;
}

} // namespace flotsam
