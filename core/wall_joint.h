// Static walls that stand on each other: which faces are buried, and where the common inside edge
// is.
#pragma once

#include "core/sampling.h"

#include <optional>
#include <span>
#include <vector>

namespace flotsam {

// One wall and its solid side: around a tank, inside an obstacle.
class SolidWall {
public:
    explicit SolidWall(const WallPart& part);

    const WallPart& part() const { return *part_; }
    // Nearest point of the wetted surface: faces that lie on other walls are not part of it.
    SurfacePoint nearest(const Vec3& x) const { return wetted_->nearest(x); }
    bool carried_on() const { return wetted_ != part_->shape; }
    // The same as if face `face` were not there either; empty if it cannot be left out.
    std::optional<SurfacePoint> nearest_but(int face, const Vec3& x) const;
    // How deep x lies in the solid; negative in the fluid's space and past open faces.
    double depth(const Vec3& x) const;
    bool open(const SurfacePoint& s) const { return (s.faces & open_) != 0; }
    // x - p as layers count it: along the faces of a box, so that a tank's corner is a block of
    // layers; straight for other shapes.
    double layer_depth(const Vec3& x, const Vec3& p) const;
    // Unit normals out of the solid of the faces that meet at the surface point p.
    void add_normals(const Vec3& p, std::vector<Vec3>& normals) const;

    // Finds the faces of this wall that lie on or in one of the others.
    void bury(std::span<const SolidWall> others, int layers);

private:
    const WallPart* part_;
    ShapePtr wetted_;               // the shape, carried on past its buried faces
    std::vector<ShapePtr> without_; // by face: carried on past that one too
    std::uint32_t open_ = 0;
    bool box_ = false;
    Mat3 to_frame_; // from world to the shape's own axes
};

// Whether a surface point of wall `own` lies in another one. `walls` are all static walls.
bool lies_in_other(std::span<const SolidWall> walls, std::size_t own, const Vec3& surface);

// The point nearest to x where wetted surfaces meet, starting from a surface point that lies in
// another wall.
struct Joint {
    Vec3 surface = Vec3::Zero();
    int blocked = 1;
    Vec3 along = Vec3::Zero();
};
std::optional<Joint> join(std::span<const SolidWall> walls, double spacing, const Vec3& x,
                          const Vec3& surface);

} // namespace flotsam
