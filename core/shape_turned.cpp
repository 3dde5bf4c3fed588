#include "core/error.h"
#include "core/shape.h"

namespace flotsam {

namespace {

// x = to + Q (y - about) for every y of the shape as it was; a shape that is only turned has
// to = about.
class Turned final : public Shape {
public:
    Turned(ShapePtr shape, const Quat& turn, const Vec3& about, const Vec3& to)
        : shape_(std::move(shape)), turn_(turn), matrix_(turn.toRotationMatrix()), about_(about),
          to_(to)
    {
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        SurfacePoint s = shape_->nearest(back(x));
        s.point = forth(s.point);
        s.normal = matrix_ * s.normal;
        s.along = matrix_ * s.along;
        return s;
    }
    double distance(const Vec3& x) const override { return shape_->distance(back(x)); }

    Bounds bounds() const override
    {
        const Bounds b = shape_->bounds();
        const Vec3 middle = forth(0.5 * (b.min + b.max));
        const Vec3 reach = matrix_.cwiseAbs() * (0.5 * b.size());
        return {(middle - reach).cwiseMax(-1e9), (middle + reach).cwiseMin(1e9)};
    }

    Mesh triangles(double edge) const override
    {
        Mesh mesh = shape_->triangles(edge);
        for (Vec3& x : mesh.vertex)
            x = forth(x);
        return mesh;
    }

    std::optional<MassProperties> exact() const override
    {
        std::optional<MassProperties> m = shape_->exact();
        if (m) {
            m->center = forth(m->center);
            m->inertia = matrix_ * m->inertia * matrix_.transpose();
        }
        return m;
    }

    std::vector<std::string> face_names() const override { return shape_->face_names(); }
    Quat frame() const override { return turn_ * shape_->frame(); }

    // F^-1 Q^-1 x = F^-1 y + F^-1 (Q^-1 to - about)
    Bounds frame_bounds() const override
    {
        const Vec3 shift = shape_->frame().inverse() * Vec3(matrix_.transpose() * to_ - about_);
        const Bounds b = shape_->frame_bounds();
        return {b.min + shift, b.max + shift};
    }

    std::vector<Vec3> face_points(int face) const override
    {
        std::vector<Vec3> points = shape_->face_points(face);
        for (Vec3& x : points)
            x = forth(x);
        return points;
    }

    ShapePtr extended(std::uint32_t faces, double length) const override
    {
        ShapePtr longer = shape_->extended(faces, length);
        return longer ? std::make_shared<Turned>(std::move(longer), turn_, about_, to_) : nullptr;
    }

    std::vector<ShapePtr> parts() const override
    {
        std::vector<ShapePtr> all = shape_->parts();
        for (ShapePtr& part : all)
            part = std::make_shared<Turned>(std::move(part), turn_, about_, to_);
        return all;
    }

private:
    Vec3 forth(const Vec3& y) const { return to_ + matrix_ * (y - about_); }
    Vec3 back(const Vec3& x) const { return about_ + matrix_.transpose() * (x - to_); }

    ShapePtr shape_;
    Quat turn_;
    Mat3 matrix_;
    Vec3 about_, to_;
};

} // namespace

ShapePtr make_turned(ShapePtr shape, double angle, const Vec3& axis, const Vec3& about)
{
    expects(shape != nullptr && axis.norm() > 0.0, "a shape is turned about an axis with a length");
    if (angle == 0.0)
        return shape;
    return std::make_shared<Turned>(std::move(shape),
                                    Quat(Eigen::AngleAxisd(angle, axis.normalized())), about, about);
}

ShapePtr make_placed(ShapePtr shape, const Quat& turn, const Vec3& shift)
{
    expects(shape != nullptr, "a shape is placed");
    return std::make_shared<Turned>(std::move(shape), turn.normalized(), Vec3::Zero(), shift);
}

} // namespace flotsam
