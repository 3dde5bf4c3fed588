#include "core/sampling.h"

#include <cmath>
#include <numbers>

namespace flotsam {

namespace {

using std::numbers::pi;

int whole(double number) { return std::max(1, static_cast<int>(std::lround(number))); }

// Evenly around a circle, about d apart.
void add_circle(const Vec3& center, const Vec3& u, const Vec3& v, double radius, double d,
                std::vector<Vec3>& out)
{
    if (radius < 0.25 * d) {
        out.push_back(center);
        return;
    }
    const int count = whole(2.0 * pi * radius / d);
    for (int n = 0; n < count; ++n) {
        const double angle = 2.0 * pi * (n + 0.5) / count;
        out.push_back(center + radius * (std::cos(angle) * u + std::sin(angle) * v));
    }
}

} // namespace

std::vector<Vec3> disc_places(const Vec3& center, const Vec3& axis, double radius, double d,
                              int layers)
{
    std::vector<Vec3> places;
    const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u);
    for (int k = 0; k < layers && radius - (k + 0.5) * d > -0.25 * d; ++k)
        add_circle(center, u, v, radius - (k + 0.5) * d, d, places);
    return places;
}

std::vector<Vec3> ball_places(const Vec3& center, double radius, double d, int layers)
{
    std::vector<Vec3> places;
    for (int k = 0; k < layers && radius - (k + 0.5) * d > -0.25 * d; ++k) {
        const double r = radius - (k + 0.5) * d;
        if (r < 0.25 * d) {
            places.push_back(center);
            continue;
        }
        const int rings = whole(pi * r / d);
        for (int n = 0; n < rings; ++n) {
            const double angle = pi * (n + 0.5) / rings;
            add_circle(center + r * std::cos(angle) * Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY(),
                       r * std::sin(angle), d, places);
        }
    }
    return places;
}

std::vector<Vec3> cylinder_places(const Vec3& from, const Vec3& to, double radius, double d,
                                  int layers)
{
    std::vector<Vec3> places;
    const double length = (to - from).norm();
    const Vec3 axis = (to - from) / length;
    const int slices = whole(length / d);
    const int rings = whole(radius / d) + 1;
    for (int n = 0; n < slices; ++n) {
        const bool at_end = n < layers || n >= slices - layers;
        const auto slice = disc_places(from + axis * length * (n + 0.5) / slices, axis, radius, d,
                                       at_end ? rings : layers);
        places.insert(places.end(), slice.begin(), slice.end());
    }
    return places;
}

} // namespace flotsam
