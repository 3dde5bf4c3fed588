// What detection knows of a solid's surface, in the solid's own frame: its form, surface points
// with all normals that meet there, and its sharp edges. Bodies of the same shape share one.
#pragma once

#include "contact/distance_grid.h"
#include "core/sampling.h"
#include "core/shape.h"
#include "rigid/bodies.h"
#include "rigid/form.h"

#include <memory>
#include <optional>
#include <vector>

namespace flotsam::contact {

// One of the balls (in two dimensions: discs) that a body is put together from.
struct Ball {
    Vec3 center = Vec3::Zero();
    double radius = 0.0;
};

// A straight edge that sticks out. n is a normal of the edge when n . into <= 0 for both faces.
struct Edge {
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();
    Vec3 into_first = Vec3::Zero(), into_second = Vec3::Zero(); // unit, in each face, off the edge
    int face_first = -1, face_second = -1;                      // named faces, for pair rules

    // The face that lies flatter against something with normal n.
    int face_towards(const Vec3& n) const
    {
        return std::abs(n.dot(into_first)) <= std::abs(n.dot(into_second)) ? face_first
                                                                           : face_second;
    }
};

// Up to 16 neighbouring points and a ball around them, to skip many at once.
struct PointCluster {
    Vec3 center = Vec3::Zero();
    double radius = 0.0;
    Index first = 0, last = 0;
};

struct Collider {
    ShapePtr shape;
    rigid::Form form;
    int dimension = 3;
    bool inside_out = false;      // a tank: solid is around the shape
    std::uint32_t open = 0;       // faces of a tank without a wall
    ShapePtr carried_on;          // the tank's shape with its open faces far away
    bool convex = false;          // the solid, not the shape
    bool corners_suffice = false; // flat faces between sharp edges: a patch ends at corners
    std::vector<Ball> balls;      // of a union of nothing but balls: each touches for itself
    double curvature = 0.0;       // 1 / radius of what touches in soft contact, 1/m: see soft_law.h
    double arc = 0.0;             // round solids: how far a surface may rise between its points, m
    double radius = 0.0;          // around the origin of the frame; huge for planes
    Bounds bounds;
    std::shared_ptr<const DistanceGrid> grid; // of meshes and unions

    // Points in clusters; normals of point p: normal[first_normal[p]] .. of each face that meets
    // there, then, on edges and corners, their mean.
    std::vector<Vec3> position;
    std::vector<std::uint8_t> feature; // 1 face, 2 edge, 3 vertex
    std::vector<std::uint32_t> number; // in the body's surface sample
    std::vector<Index> first_normal;
    std::vector<Vec3> normal;
    std::vector<std::int8_t> normal_face;      // named face of each normal; -1 = none
    std::vector<PointCluster> clusters;        // of all points
    std::vector<PointCluster> corner_clusters; // of the vertices, which stand first
    std::vector<Edge> edges;

    // Nearest point of the solid's surface; nothing where an open face leaves no wall. The distance
    // is negative inside the solid, the normal points out of it.
    std::optional<SurfacePoint> nearest(const Vec3& x) const;
    // Cheap: how far x is at least from the solid.
    double far_from(const Vec3& x) const;
};
using ColliderPtr = std::shared_ptr<const Collider>;

ColliderPtr make_collider(const rigid::BodyModel& body, int dimension);

// A wall: solid inside its shape, or around it (a tank).
struct Wall {
    std::string name;
    ShapePtr shape; // as it stands at time 0
    bool tank = false;
    std::vector<int> open; // faces of a tank without a wall, Shape::face_names order
    rigid::Motion motion;
};
// `spacing`: of its own surface points, for bodies with edges or corners of walls in their faces.
// Boxes and balls are put about the origin of their frame; `center` and `turn` say where that is.
ColliderPtr make_collider(const Wall& wall, int dimension, double spacing, Vec3& center,
                          Quat& turn);

bool is_round(const rigid::Form& form);

} // namespace flotsam::contact
