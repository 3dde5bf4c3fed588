// Shapes that settle in the tests, about 1 m large, with what is known of their stable poses.
#pragma once

#include "core/mesh.h"
#include "core/shape.h"
#include "tests/contact/settling_support.h"

#include <utility>
#include <vector>

namespace flotsam::tests {

// A profile in the x-z plane (counter-clockwise seen from -y), from y = -depth/2 to depth/2, cut
// into triangles as a fan around `middle`, which must see every corner.
Mesh extruded(const std::vector<std::pair<double, double>>& profile, double depth,
              std::pair<double, double> middle);

Mesh tetrahedron(double edge);
// A ball of 1,280 triangles whose 642 corners stand at random distances, 0.6 to 1.4 of `radius`.
Mesh jagged(double radius, std::uint64_t seed);

struct NamedShape {
    const char* name;
    ShapePtr shape;
};
// box, prism, L, C, cone, star
std::vector<NamedShape> settling_shapes();

// A flat side of the hull on which the body may rest.
struct Side {
    Vec3 out = Vec3::Zero(); // its normal, body frame
    double area = 0.0;
    double solid_angle = 0.0; // seen from the centre of mass, as a share of 4 pi
    bool stable = false;      // the centre of mass stands over it
};
// Triangles whose normals differ by less than 1e-6 rad are one side.
std::vector<Side> sides_of(const contact::SettlingShape& shape);

// The side that points down most nearly, and the angle it misses by, rad.
std::pair<std::size_t, double> side_below(const std::vector<Side>& sides, const Quat& orientation,
                                          const Vec3& up);

} // namespace flotsam::tests
