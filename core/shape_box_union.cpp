// The faces of all boxes cut space into a grid of cells, each full or empty. The surface is made of
// the rectangles between a full cell and an empty one, so faces buried where boxes touch or overlap
// are not there at all.
#include "core/shape_box_union.h"

#include "core/box_tree.h"
#include "core/mass_properties.h"
#include "core/surface_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flotsam {

namespace {

struct CutGrid {
    std::array<std::vector<double>, 3> cut; // planes by axis, rising
    std::vector<std::uint8_t> full;

    int cells(int axis) const
    {
        return static_cast<int>(cut[static_cast<std::size_t>(axis)].size()) - 1;
    }
    double at(int axis, int n) const
    {
        return cut[static_cast<std::size_t>(axis)][static_cast<std::size_t>(n)];
    }
    bool is_full(const std::array<int, 3>& c) const
    {
        for (int k = 0; k < 3; ++k)
            if (c[static_cast<std::size_t>(k)] < 0 || c[static_cast<std::size_t>(k)] >= cells(k))
                return false;
        return full[number(c)] != 0;
    }
    std::size_t number(const std::array<int, 3>& c) const
    {
        return static_cast<std::size_t>(c[0] + static_cast<Offset>(cells(0)) *
                                                   (c[1] + static_cast<Offset>(cells(1)) * c[2]));
    }
    Bounds box(const std::array<int, 3>& c) const
    {
        return {Vec3(at(0, c[0]), at(1, c[1]), at(2, c[2])),
                Vec3(at(0, c[0] + 1), at(1, c[1] + 1), at(2, c[2] + 1))};
    }
    template <class F> void each_full(F&& f) const
    {
        std::array<int, 3> c{};
        for (c[2] = 0; c[2] < cells(2); ++c[2])
            for (c[1] = 0; c[1] < cells(1); ++c[1])
                for (c[0] = 0; c[0] < cells(0); ++c[0])
                    if (full[number(c)])
                        f(c);
    }
};

// Planes closer than 1e-10 of the whole length are one: boxes meant to touch do touch.
std::vector<double> cuts_along(int axis, std::span<const Bounds> boxes)
{
    std::vector<double> all;
    for (const Bounds& b : boxes) {
        all.push_back(b.min[axis]);
        all.push_back(b.max[axis]);
    }
    std::sort(all.begin(), all.end());
    std::vector<double> cut{all.front()};
    const double same = 1e-10 * (all.back() - all.front());
    for (double x : all)
        if (x > cut.back() + same)
            cut.push_back(x);
    return cut;
}

CutGrid cut_space(std::span<const Bounds> boxes)
{
    CutGrid grid;
    for (int k = 0; k < 3; ++k)
        grid.cut[static_cast<std::size_t>(k)] = cuts_along(k, boxes);
    const double cells = static_cast<double>(grid.cells(0)) * grid.cells(1) * grid.cells(2);
    if (cells > 2e7)
        return grid;
    grid.full.assign(static_cast<std::size_t>(cells), 0);
    for (const Bounds& b : boxes) {
        std::array<int, 3> low{}, high{};
        for (int k = 0; k < 3; ++k) {
            const auto a = static_cast<std::size_t>(k);
            const auto nearest = [&](double x) {
                int n = 0;
                while (n < grid.cells(k) &&
                       std::abs(grid.at(k, n + 1) - x) <= std::abs(grid.at(k, n) - x))
                    ++n;
                return n;
            };
            low[a] = nearest(b.min[k]);
            high[a] = nearest(b.max[k]);
        }
        std::array<int, 3> c{};
        for (c[2] = low[2]; c[2] < high[2]; ++c[2])
            for (c[1] = low[1]; c[1] < high[1]; ++c[1])
                for (c[0] = low[0]; c[0] < high[0]; ++c[0])
                    grid.full[grid.number(c)] = 1;
    }
    return grid;
}

class BoxUnion final : public Shape {
public:
    explicit BoxUnion(CutGrid grid) : grid_(std::move(grid))
    {
        std::vector<MassProperties> cells;
        double area = 0.0;
        grid_.each_full([&](const std::array<int, 3>& c) {
            const Bounds box = grid_.box(c);
            cells.push_back(*make_box(box.min, box.max)->exact());
            for (int face = 0; face < 6; ++face) {
                std::array<int, 3> beyond = c;
                beyond[static_cast<std::size_t>(face / 2)] += face % 2 == 0 ? -1 : 1;
                if (grid_.is_full(beyond))
                    continue;
                Bounds side = box;
                (face % 2 == 0 ? side.max : side.min)[face / 2] =
                    (face % 2 == 0 ? box.min : box.max)[face / 2];
                side_.push_back(side);
                face_.push_back(face);
                const Vec3 s = side.size();
                area += s.x() * s.y() + s.y() * s.z() + s.z() * s.x(); // one of them is 0
            }
        });
        exact_ = combined(cells);
        exact_.area = area;
        tree_ = BoxTree(side_);
    }

    SurfacePoint nearest(const Vec3& x) const override
    {
        const Found found = search(x);
        SurfacePoint s;
        s.point = found.point;
        const Vec3 from = x - s.point;
        const double length = from.norm(), sign = contains(x) ? -1.0 : 1.0;
        s.distance = sign * length;
        // The nearest point lies on as many faces as the way to it has components.
        int free_axis = 0;
        s.blocked = 0;
        for (int k = 0; k < 3; ++k) {
            if (std::abs(from[k]) > 1e-9 * length)
                ++s.blocked;
            else
                free_axis = k;
        }
        if (s.blocked <= 1) {
            s.blocked = 1;
            const int face = face_[static_cast<std::size_t>(found.side)];
            s.normal = Vec3::Unit(face / 2) * (face % 2 == 0 ? -1.0 : 1.0);
            return s;
        }
        s.normal = sign / length * from;
        if (s.blocked == 2)
            s.along = Vec3::Unit(free_axis);
        return s;
    }

    double distance(const Vec3& x) const override
    {
        const double length = (x - search(x).point).norm();
        return contains(x) ? -length : length;
    }

    Bounds bounds() const override
    {
        Bounds b;
        for (int k = 0; k < 3; ++k) {
            b.min[k] = grid_.at(k, 0);
            b.max[k] = grid_.at(k, grid_.cells(k));
        }
        return b;
    }

    Mesh triangles(double edge) const override
    {
        // Rectangles that share an edge cut it alike, since cuts depend on its length alone.
        Mesh mesh;
        for (std::size_t n = 0; n < side_.size(); ++n) {
            const int axis = face_[n] / 2;
            const bool low = face_[n] % 2 == 0;
            const Bounds& r = side_[n];
            const int a = (axis + 1) % 3, b = (axis + 2) % 3;
            const int na = pieces(r.size()[a], edge), nb = pieces(r.size()[b], edge);
            const auto place = [&](int i, int j) {
                Vec3 x = r.min;
                x[a] = i == na ? r.max[a] : r.min[a] + r.size()[a] * i / na;
                x[b] = j == nb ? r.max[b] : r.min[b] + r.size()[b] * j / nb;
                return x;
            };
            for (int j = 0; j < nb; ++j)
                for (int i = 0; i < na; ++i) {
                    const auto p = static_cast<Index>(mesh.vertex.size());
                    mesh.vertex.insert(mesh.vertex.end(), {place(i, j), place(i + 1, j),
                                                           place(i + 1, j + 1), place(i, j + 1)});
                    if (low)
                        mesh.triangle.insert(mesh.triangle.end(),
                                             {{p, p + 2, p + 1}, {p, p + 3, p + 2}});
                    else
                        mesh.triangle.insert(mesh.triangle.end(),
                                             {{p, p + 1, p + 2}, {p, p + 2, p + 3}});
                }
        }
        weld(mesh);
        return mesh;
    }

    std::optional<MassProperties> exact() const override { return exact_; }

private:
    struct Found {
        Vec3 point = Vec3::Zero();
        Index side = 0;
    };

    Found search(const Vec3& x) const
    {
        Found best;
        tree_.nearest(x, std::numeric_limits<double>::infinity(), [&](Index n, double& nearest2) {
            const Bounds& r = side_[static_cast<std::size_t>(n)];
            const Vec3 p = x.cwiseMax(r.min).cwiseMin(r.max);
            const double d2 = (x - p).squaredNorm();
            if (d2 < nearest2) {
                nearest2 = d2;
                best = {p, n};
            }
        });
        return best;
    }

    bool contains(const Vec3& x) const
    {
        std::array<int, 3> c{};
        for (int k = 0; k < 3; ++k) {
            const auto& cut = grid_.cut[static_cast<std::size_t>(k)];
            c[static_cast<std::size_t>(k)] =
                static_cast<int>(std::upper_bound(cut.begin(), cut.end(), x[k]) - cut.begin()) - 1;
        }
        return grid_.is_full(c);
    }

    CutGrid grid_;
    std::vector<Bounds> side_; // rectangles of the surface
    std::vector<int> face_;    // 2 axis + (high side)
    MassProperties exact_;
    BoxTree tree_;
};

} // namespace

ShapePtr make_box_union(std::span<const Bounds> boxes)
{
    CutGrid grid = cut_space(boxes);
    return grid.full.empty() ? nullptr : std::make_shared<BoxUnion>(std::move(grid));
}

} // namespace flotsam
