// Whether a mesh encloses a volume, and how large it is.
//
// Equal vertices are welded and triangles without area dropped; both are counted. A wholly
// inside-out mesh is turned. Everything else that would make "inside" ambiguous is refused: open
// edges, edges of more than two triangles, neighbours that disagree about which side is outside.
// That a surface cuts through itself is not looked for.
#pragma once

#include "core/mesh.h"
#include "core/types.h"

#include <string>

namespace flotsam {

struct MeshReport {
    Offset triangles = 0, vertices = 0; // after cleaning
    Offset zero_area = 0;               // triangles dropped
    Offset not_finite = 0;              // vertices that are not finite numbers
    Offset out_of_range = 0;            // triangles with a vertex that does not exist
    Offset open_edges = 0;              // used by one triangle
    Offset crowded_edges = 0;           // used by more than two
    Offset flipped = 0;                 // triangles to turn before neighbours agree
    Offset inside_out_parts = 0;        // separate closed parts with their inside outside
    bool turned = false;                // the whole mesh was inside out and has been turned
    double volume = 0.0;                // m^3
    double area = 0.0;                  // m^2
    Bounds bounds;                      // m

    bool accepted() const
    {
        return triangles > 0 &&
               not_finite + out_of_range + open_edges + crowded_edges + flipped +
                       inside_out_parts ==
                   0 &&
               volume > 0.0;
    }
};

// Cleans `mesh` and measures it; no exception, whatever its state.
MeshReport check_mesh(Mesh& mesh);

// As check_mesh; a mesh that is not accepted is a UserError that names the file and the fault.
MeshReport accept_mesh(Mesh& mesh, const std::string& name);

// What is wrong with it, one clause; empty if nothing is.
std::string fault(const MeshReport& report);
// "the mesh is 1200 m long; is it in millimetres? scale = 0.001"; empty for ordinary sizes.
std::string scale_hint(const MeshReport& report);
// Size, volume, area, what was cleaned, and the hint: a line for the log.
std::string describe(const MeshReport& report);

} // namespace flotsam
