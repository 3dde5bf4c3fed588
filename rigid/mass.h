// Mass, centre and principal axes of bodies.
//
// In two dimensions everything is per metre of depth, and only the inertia about y counts.
#pragma once

#include "core/shape.h"

#include <string>

namespace flotsam::rigid {

struct Material {
    double density = 0.0;   // kg/m^3; 0 when the mass is given
    double mass = 0.0;      // kg (2D: kg/m); 0 when the density is given
    double thickness = 0.0; // of a hollow body's wall, m; 0 = solid
};

// Volume integrals at unit density of the solid part.
//
// Solid bodies: Shape::exact(), or for unions without it the sum over particles of `spacing`.
// Hollow bodies are the shape without the places deeper than the wall's thickness: exact for
// balls, boxes and cylinders; for other shapes the wall is a thin shell of constant thickness on
// the surface (error of the order thickness / size).
struct Volume {
    MassProperties solid;
    bool exact = true;
    double particle_error = 0.0; // (2D: area) of the particle sum, relative; 0 when it was not made
};
Volume volume_of(const Shape& shape, double thickness, int dimension, double spacing);

// The same of the triangles of a closed surface as a shell of unit thickness.
MassProperties shell_properties(const Mesh& surface);

struct BodyMass {
    double mass = 0.0;
    Vec3 center = Vec3::Zero();   // of mass, where the shape stands
    Vec3 inertia = Vec3::Zero();  // about the principal axes
    Quat axes = Quat::Identity(); // principal axes -> axes of the shape as it stands
};
// The principal axes are the shape's own where those will do (a cube's are not unique).
BodyMass body_mass(const Shape& shape, const Volume& volume, const Material& material,
                   int dimension);

} // namespace flotsam::rigid
