// Sharp edges of a solid and the face normals that meet at its edge and corner points.
#pragma once

#include "contact/collider.h"

namespace flotsam::contact {

// Fills edges: straight ones whole, curved ones in pieces of the shape's coarsest mesh.
void find_edges(Collider& c);

// Appends the normals of the faces that meet at x (a point on an edge or a corner).
void face_normals_at(const Collider& c, const Vec3& x, std::vector<Vec3>& out);

// Every face is flat and ends at sharp edges (boxes, unions of boxes, polyhedra).
bool flat_faced(const Collider& c);

} // namespace flotsam::contact
