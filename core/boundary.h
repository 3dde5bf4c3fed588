// What the fluid knows of solids: points in layers under a surface, each with the surface point
// nearest to it. Whether they belong to a tank, a gate or a drifting girder is not the fluid's
// business.
//
// The marker of a point ([A21] Eq. 35) is its mirror image in the surface: x_m = 2 x_s - x.
//
// blocked = how many directions the solid blocks at x_s: 1 on a face (along the normal), 2 in an
// inside edge (all but `along`), 3 in an inside corner. The projector on the blocked directions is
// n n^T, 1 - t t^T, or 1.
#pragma once

#include "core/types.h"

#include <vector>

namespace flotsam {

struct Boundary {
    std::vector<Vec3> position;        // m
    std::vector<Vec3> surface;         // x_s, nearest point of the true surface, m
    std::vector<Vec3> normal;          // unit, out of the solid, (x_s - x) / |x_s - x|
    std::vector<Vec3> along;           // unit, free direction of an inside edge (blocked = 2)
    std::vector<std::uint8_t> blocked; // 1, 2 or 3
    std::vector<std::uint16_t> owner;  // which solid: index into the list of solids
    std::vector<std::uint16_t> group;  // loads are summed by group: one per solid, or per face of it
    std::vector<std::uint8_t> layer;   // 0 next to the surface, then 1, 2
    std::vector<Vec3> velocity;        // of the solid at x_s, m/s
    std::vector<Vec3> acceleration;    // of the solid at x_s, m/s^2

    Offset size() const { return static_cast<Offset>(position.size()); }

    template <class F> void each_field(F&& f)
    {
        f("position", position);
        f("surface", surface);
        f("normal", normal);
        f("along", along);
        f("blocked", blocked);
        f("owner", owner);
        f("group", group);
        f("layer", layer);
        f("velocity", velocity);
        f("acceleration", acceleration);
    }

    void resize(std::size_t count)
    {
        each_field([count](const char*, auto& field) { field.resize(count); });
    }
};

// The part of `v` along the directions that boundary point w blocks.
inline Vec3 blocked_part(const Boundary& boundary, std::size_t w, const Vec3& v)
{
    switch (boundary.blocked[w]) {
    case 1: return boundary.normal[w] * boundary.normal[w].dot(v);
    case 2: return v - boundary.along[w] * boundary.along[w].dot(v);
    default: return v;
    }
}

} // namespace flotsam
