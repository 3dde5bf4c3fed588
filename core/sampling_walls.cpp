#include "core/error.h"
#include "core/lattice_blocks.h"
#include "core/sampling.h"
#include "core/wall_joint.h"

#include <cmath>
#include <unordered_map>

namespace flotsam {

namespace {

constexpr double rounding = 1e-6; // of a spacing

struct WallPoint {
    Vec3 position, surface, normal, along;
    int blocked = 1, layer = 0, face = -1;
};

// Points taken so far, sorted into cells of one spacing.
class TakenPlaces {
public:
    void add(const Vec3& x, double d)
    {
        width_ = std::max(width_, d);
        points_.push_back(x);
    }
    // Call before near(), after the last add().
    void sort()
    {
        cells_.clear();
        for (const Vec3& x : points_)
            cells_[key(cell(x.x()), cell(x.y()), cell(x.z()))].push_back(x);
    }
    bool near(const Vec3& x, double radius) const
    {
        if (points_.empty())
            return false;
        for (Offset i = cell(x.x() - radius); i <= cell(x.x() + radius); ++i)
            for (Offset j = cell(x.y() - radius); j <= cell(x.y() + radius); ++j)
                for (Offset k = cell(x.z() - radius); k <= cell(x.z() + radius); ++k)
                    if (const auto found = cells_.find(key(i, j, k)); found != cells_.end())
                        for (const Vec3& y : found->second)
                            if ((x - y).norm() < radius)
                                return true;
        return false;
    }

private:
    Offset cell(double x) const { return static_cast<Offset>(std::floor(x / width_)); }
    // Two cells with one key only share a list.
    static Offset key(Offset i, Offset j, Offset k)
    {
        return i * 73856093 ^ j * 19349663 ^ k * 83492791;
    }

    double width_ = 0.0;
    std::vector<Vec3> points_;
    std::unordered_map<Offset, std::vector<Vec3>> cells_;
};

bool inside_domain(const Vec3& x, const Bounds& domain, double margin, int dimension)
{
    for (int k = 0; k < 3; ++k)
        if (!(dimension == 2 && k == 1) &&
            (x[k] < domain.min[k] - margin || x[k] > domain.max[k] + margin))
            return false;
    return true;
}

// Works out the points of one wall among the static ones.
class WallSampler {
public:
    WallSampler(const SolidWall& wall, std::span<const SolidWall> fixed, int layers,
                const Bounds& domain, const TakenPlaces& taken)
        : wall_(wall), fixed_(fixed), d_(wall.part().lattice.spacing), layers_(layers),
          domain_(domain), taken_(taken)
    {
        while (own_ < fixed_.size() && &fixed_[own_].part() != &wall_.part())
            ++own_;
    }

    std::vector<WallPoint> points() const
    {
        const WallPart& part = wall_.part();
        const double thickness = layers_ * d_;
        Bounds space = part.shape->bounds();
        if (part.tank)
            space = {space.min - Vec3::Constant(thickness), space.max + Vec3::Constant(thickness)};
        space.min = space.min.cwiseMax(domain_.min - Vec3::Constant(thickness));
        space.max = space.max.cwiseMin(domain_.max + Vec3::Constant(thickness));
        const double tolerance = rounding * d_;
        const Shell shell = part.tank ? Shell{-tolerance, std::sqrt(3.0) * thickness + tolerance}
                                      : Shell{-thickness - tolerance, tolerance};
        if (!part.places.empty()) {
            std::vector<WallPoint> points;
            for (const Vec3& x : part.places)
                if (const std::optional<WallPoint> point = point_at(x))
                    points.push_back(*point);
            return points;
        }
        return gather<WallPoint>(part.lattice, lattice_range(part.lattice, space), *part.shape,
                                 shell, [this](const Vec3& x) { return point_at(x); });
    }

private:
    std::optional<WallPoint> point_at(const Vec3& x) const
    {
        const WallPart& part = wall_.part();
        if (!inside_domain(x, domain_, (layers_ + rounding) * d_, part.lattice.dimension))
            return std::nullopt;
        const SurfacePoint s = wall_.nearest(x);
        const double distance = wall_.carried_on() ? part.shape->distance(x) : s.distance;
        if ((part.tank ? -distance : distance) > rounding * d_)
            return std::nullopt; // in the fluid's space
        if (wall_.open(s) || !within_layers(wall_, x, s.point) || is_taken(x))
            return std::nullopt;
        WallPoint point = point_under(x, s);
        if (own_ < fixed_.size() && lies_in_other(fixed_, own_, s.point) &&
            !leave_cover(s.face, point))
            return std::nullopt;
        const double depth = wall_.layer_depth(x, point.surface) / d_;
        point.layer = std::min(static_cast<int>(std::floor(depth + rounding)), layers_ - 1);
        if (part.lattice.dimension == 2)
            flatten(point);
        return point;
    }

    WallPoint point_under(const Vec3& x, const SurfacePoint& s) const
    {
        return {x, s.point, wall_.part().tank ? Vec3(-s.normal) : s.normal, s.along, s.blocked,
                0, s.face};
    }

    // The surface point lies in another wall: takes the nearer of the common inside edge and the
    // wall's nearest other face. False if neither is within the layers.
    bool leave_cover(int face, WallPoint& point) const
    {
        const Vec3 x = point.position;
        bool found = false;
        if (const std::optional<Joint> joint = join(fixed_, d_, x, point.surface);
            joint && within_layers(wall_, x, joint->surface)) {
            found = true;
            const Vec3 way = joint->surface - x;
            point = {x,
                     joint->surface,
                     way.norm() > rounding * d_ ? Vec3(way.normalized()) : point.normal,
                     joint->along,
                     joint->blocked,
                     0,
                     -1};
        }
        const std::optional<SurfacePoint> other = wall_.nearest_but(face, x);
        if (other && !wall_.open(*other) && within_layers(wall_, x, other->point) &&
            !(found && (x - other->point).norm() >= (x - point.surface).norm()) &&
            !lies_in_other(fixed_, own_, other->point)) {
            found = true;
            point = point_under(x, *other);
        }
        return found;
    }

    // In the plane an inside edge is a corner: it leaves no direction free.
    static void flatten(WallPoint& point)
    {
        point.surface.y() = 0.0;
        point.normal.y() = 0.0;
        point.normal.normalize();
        if (point.blocked > 1)
            point.blocked = 3;
    }

    bool within_layers(const SolidWall& wall, const Vec3& x, const Vec3& surface) const
    {
        return wall.layer_depth(x, surface) <= (layers_ + rounding) * d_;
    }

    // Static walls before this one keep their place.
    bool is_taken(const Vec3& x) const
    {
        for (std::size_t w = 0; w < own_ && own_ < fixed_.size(); ++w) {
            const WallPart& other = fixed_[w].part();
            if (!other.tank && other.shape->distance(x) < -rounding * d_)
                return true;
            if (other.tank && fixed_[w].depth(x) > rounding * d_ &&
                within_layers(fixed_[w], x, other.shape->nearest(x).point))
                return true;
        }
        return own_ < fixed_.size() && taken_.near(x, (0.5 - rounding) * d_);
    }

    const SolidWall& wall_;
    std::span<const SolidWall> fixed_;
    double d_;
    int layers_;
    const Bounds& domain_;
    const TakenPlaces& taken_;
    std::size_t own_ = 0; // this wall among the fixed ones; past their end if it moves
};

void append(const WallPart& part, const std::vector<WallPoint>& points, Boundary& boundary)
{
    for (const WallPoint& p : points) {
        boundary.position.push_back(p.position);
        boundary.surface.push_back(p.surface);
        boundary.normal.push_back(p.normal);
        boundary.along.push_back(p.along);
        boundary.blocked.push_back(static_cast<std::uint8_t>(p.blocked));
        boundary.owner.push_back(part.owner);
        boundary.group.push_back(static_cast<std::uint16_t>(part.group + 1 + p.face));
        boundary.layer.push_back(static_cast<std::uint8_t>(p.layer));
        boundary.velocity.push_back(Vec3::Zero());
        boundary.acceleration.push_back(Vec3::Zero());
    }
}

} // namespace

Boundary sample_walls(const std::vector<WallPart>& walls, int layers, const Bounds& domain)
{
    expects(layers > 0, "a wall has at least one layer");
    std::vector<SolidWall> fixed;
    for (const WallPart& part : walls)
        if (!part.moves)
            fixed.emplace_back(part);
    const std::vector<SolidWall> as_they_are = fixed;
    for (SolidWall& wall : fixed)
        wall.bury(as_they_are, layers);
    Boundary boundary;
    TakenPlaces taken;
    for (const WallPart& part : walls) {
        const SolidWall alone(part);
        const SolidWall* wall = &alone;
        for (const SolidWall& f : fixed)
            if (&f.part() == &part)
                wall = &f;
        const std::vector<WallPoint> points =
            WallSampler(*wall, fixed, layers, domain, taken).points();
        append(part, points, boundary);
        if (!part.moves) {
            for (const WallPoint& p : points)
                taken.add(p.position, part.lattice.spacing);
            taken.sort();
        }
    }
    return boundary;
}

} // namespace flotsam
