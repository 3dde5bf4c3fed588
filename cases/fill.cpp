#include "cases/fill.h"

#include "cases/section.h"
#include "cases/shapes.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

bool is_home(const Case& c, const Vec3& x)
{
    for (int axis = 0; axis < 3; ++axis) {
        const PeriodicSpec& p = c.periodic[axis];
        if (p.on && (x[axis] < p.from || x[axis] >= p.to))
            return false;
    }
    return true;
}

namespace {

constexpr double clearance = 0.25; // of water from walls, in spacings

// The places of a lattice as numbers, to find those taken already.
std::vector<std::uint64_t> place_numbers(const Lattice& lattice, const std::vector<Vec3>& points)
{
    std::vector<std::uint64_t> numbers;
    numbers.reserve(points.size());
    const Quat back = lattice.turn.conjugate();
    for (const Vec3& x : points) {
        const Vec3 u = (back * (x - lattice.origin)) / lattice.spacing;
        std::uint64_t number = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const auto step = static_cast<std::int64_t>(std::floor(u[axis] + 1e-6)) + (1 << 20);
            number = (number << 21) | (static_cast<std::uint64_t>(step) & ((1u << 21) - 1u));
        }
        numbers.push_back(number);
    }
    return numbers;
}

bool overlap(const Bounds& a, const Bounds& b)
{
    return (a.min.array() < b.max.array()).all() && (b.min.array() < a.max.array()).all();
}

// Whether water cannot leave a tank: closed but where it repeats itself.
bool is_closed(const Case& c, const WallSpec& wall)
{
    for (const std::string& face : wall.open) {
        const auto axis = std::string("xyz").find(face[0]);
        const bool periodic = face.size() == 2 && axis != std::string::npos && c.periodic[axis].on;
        if (!periodic)
            return false;
    }
    return true;
}

} // namespace

std::vector<Vec3> Filler::places_in(const Shape& shape) const
{
    std::vector<Vec3> points = sample_fill(shape, lattice_, walls_, clearance * case_.spacing);
    std::erase_if(points, [&](const Vec3& x) { return !is_home(case_, x); });
    return points;
}

std::vector<Vec3> Filler::free_places(std::size_t f, const std::vector<Vec3>& taken) const
{
    std::vector<Vec3> points = places_in(*shapes_.fills[f]);
    bool meets = false;
    for (std::size_t e = 0; e < f; ++e)
        meets = meets || overlap(shapes_.fills[e]->bounds(), shapes_.fills[f]->bounds());
    if (!meets)
        return points;
    std::vector<std::uint64_t> old = place_numbers(lattice_, taken);
    std::sort(old.begin(), old.end());
    const auto mine = place_numbers(lattice_, points);
    std::size_t kept = 0;
    for (std::size_t n = 0; n < points.size(); ++n)
        if (!std::binary_search(old.begin(), old.end(), mine[n]))
            points[kept++] = points[n];
    points.resize(kept);
    return points;
}

std::vector<Offset> Filler::fill(const Bounds& domain, sph::Fluid& fluid) const
{
    std::vector<Offset> counts;
    for (std::size_t f = 0; f < shapes_.fills.size(); ++f) {
        const std::vector<Vec3> points = free_places(f, fluid.position);
        const FillSpec& spec = case_.fluid.fills[f];
        if (points.empty())
            throw UserError(
                spec.shape.place,
                "this fill holds no water: at spacing " + number_text(case_.spacing) +
                    " no particle of it lies inside a tank, outside the solids and in a "
                    "place no earlier fill has taken" +
                    see(case_.place("spacing")));
        for (const Vec3& x : points)
            if (!domain.contains(x))
                throw UserError(spec.shape.place, "this fill reaches out of the domain, at " +
                                                      vector_text(x) + see(case_.place("domain")));
        fluid.position.insert(fluid.position.end(), points.begin(), points.end());
        fluid.velocity.resize(fluid.position.size(), spec.velocity);
        counts.push_back(static_cast<Offset>(points.size()));
    }
    fluid.resize(fluid.position.size());
    for (std::size_t n = 0; n < fluid.id.size(); ++n)
        fluid.id[n] = static_cast<std::int64_t>(n);
    std::fill(fluid.pressure.begin(), fluid.pressure.end(), 0.0);
    std::fill(fluid.density.begin(), fluid.density.end(), case_.fluid.density);
    std::fill(fluid.filling.begin(), fluid.filling.end(), 1.0);
    std::fill(fluid.surface.begin(), fluid.surface.end(), 0.0);
    return counts;
}

bool Filler::is_sealed(Offset filled) const
{
    const Case& c = case_;
    if (c.fluid.sealed)
        return *c.fluid.sealed;
    std::size_t places = 0;
    bool tanks = false;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
        if (!c.walls[w].tank)
            continue;
        if (!is_closed(c, c.walls[w]))
            return false;
        tanks = true;
        places += places_in(*shapes_.walls[w]).size();
    }
    if (!tanks) {
        Vec3 min(0.0, -flat_depth, 0.0), max(0.0, flat_depth, 0.0);
        for (int axis = 0; axis < 3; ++axis) {
            if (c.dimension == 2 && axis == 1)
                continue;
            if (!c.periodic[axis].on)
                return false;
            min[axis] = c.periodic[axis].from;
            max[axis] = c.periodic[axis].to;
        }
        places = places_in(*make_box(min, max)).size();
    }
    const double layer = std::pow(static_cast<double>(places), (c.dimension - 1.0) / c.dimension);
    return static_cast<double>(places) - static_cast<double>(filled) < 0.5 * layer;
}

} // namespace flotsam::cases
