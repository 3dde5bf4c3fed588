// Quickhull (Barber, Dobkin and Huhdanpaa 1996): every face keeps the points outside it; the
// farthest of them becomes a corner, the faces it sees go, and new ones join it to their rim. Each
// point is looked at about log N times.
#include "core/convex_hull.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

struct Face {
    std::array<Index, 3> corner{};
    std::array<Index, 3> across{}; // face beyond the edge from corner k to the next
    Vec3 normal = Vec3::Zero();    // unit
    double height = 0.0;           // normal . x of the face
    std::vector<Index> outside;    // points that stand out of it
    Index farthest = -1;
    double most = 0.0;
    bool alive = true;
};

struct RimEdge {
    Index from = 0, to = 0;
    Index beyond = 0; // the face that stays
};

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

class Hull {
public:
    Hull(std::span<const Vec3> points, double tolerance) : points_(points), tolerance_(tolerance) {}

    Mesh make()
    {
        if (points_.size() < 4 || !start())
            return {};
        for (std::size_t f = 0; f < faces_.size(); ++f)
            if (faces_[f].alive && faces_[f].farthest >= 0 && !add(static_cast<Index>(f)))
                return {};
        return mesh();
    }

private:
    const Vec3& point(Index n) const { return points_[at(n)]; }
    double above(const Face& face, Index n) const
    {
        return face.normal.dot(point(n)) - face.height;
    }

    template <class F> Index farthest(F&& measure) const
    {
        Index best = 0;
        double most = measure(points_[0]);
        for (std::size_t n = 1; n < points_.size(); ++n)
            if (const double m = measure(points_[n]); m > most) {
                most = m;
                best = static_cast<Index>(n);
            }
        return best;
    }

    Index make_face(Index a, Index b, Index c)
    {
        Face face;
        face.corner = {a, b, c};
        face.normal = (point(b) - point(a)).cross(point(c) - point(a)).normalized();
        face.height = face.normal.dot(point(a) + point(b) + point(c)) / 3.0;
        faces_.push_back(std::move(face));
        return static_cast<Index>(faces_.size()) - 1;
    }

    // To the first of the faces that it stands out of.
    void sort_in(Index n, Index first)
    {
        for (auto f = at(first); f < faces_.size(); ++f) {
            const double height = above(faces_[f], n);
            if (height <= tolerance_)
                continue;
            faces_[f].outside.push_back(n);
            // Of equally high ones, on an edge along the face, a corner: a little of a strictly
            // convex measure decides.
            const double measure = height + tie_ * (point(n) - point(0)).squaredNorm();
            if (measure > faces_[f].most) {
                faces_[f].most = measure;
                faces_[f].farthest = n;
            }
            return;
        }
    }

    // Four corners far from one another.
    bool start()
    {
        const Index a = farthest([&](const Vec3& x) { return (x - point(0)).squaredNorm(); });
        const auto away = [&](const Vec3& x) { return (x - point(a)).squaredNorm(); };
        const Index b = farthest(away);
        const double size = std::sqrt(away(point(b)));
        const Vec3 along = (point(b) - point(a)) / size;
        // Of equally far ones a corner: a little of a strictly convex measure decides.
        Index c = farthest([&](const Vec3& x) {
            return along.cross(x - point(a)).squaredNorm() + 1e-9 * away(x);
        });
        const Vec3 up = along.cross(point(c) - point(a)).normalized();
        Index d = farthest(
            [&](const Vec3& x) { return std::abs(up.dot(x - point(a))) + 1e-9 / size * away(x); });
        const double height = up.dot(point(d) - point(a));
        tie_ = 1e-9 / size;
        if (!(std::abs(height) > tolerance_))
            return false;
        if (height < 0.0)
            std::swap(c, d); // the base is seen from outside
        make_face(a, c, b);
        make_face(a, b, d);
        make_face(b, c, d);
        make_face(c, a, d);
        faces_[0].across = {3, 2, 1};
        faces_[1].across = {0, 2, 3};
        faces_[2].across = {0, 3, 1};
        faces_[3].across = {0, 1, 2};
        for (std::size_t n = 0; n < points_.size(); ++n)
            sort_in(static_cast<Index>(n), 0);
        return true;
    }

    // Faces that see the point, from `face` outwards, and the rim around them.
    void look_around(Index face, Index n)
    {
        seen_.assign(1, face);
        rim_.clear();
        faces_[at(face)].alive = false;
        for (std::size_t k = 0; k < seen_.size(); ++k) {
            const Face& f = faces_[at(seen_[k])];
            for (std::size_t e = 0; e < 3; ++e) {
                Face& next = faces_[at(f.across[e])];
                if (!next.alive)
                    continue;
                if (above(next, n) > 1e-3 * tolerance_) {
                    next.alive = false;
                    seen_.push_back(f.across[e]);
                }
            }
        }
        for (const Index s : seen_) {
            const Face& f = faces_[at(s)];
            for (std::size_t e = 0; e < 3; ++e)
                if (faces_[at(f.across[e])].alive)
                    rim_.push_back({f.corner[e], f.corner[(e + 1) % 3], f.across[e]});
        }
    }

    // The rim in the order of walking around it; false if it is not one simple loop.
    bool order_rim()
    {
        for (std::size_t k = 0; k + 1 < rim_.size(); ++k) {
            std::size_t next = k + 1;
            while (next < rim_.size() && rim_[next].from != rim_[k].to)
                ++next;
            if (next == rim_.size())
                return false;
            std::swap(rim_[k + 1], rim_[next]);
        }
        return rim_.size() >= 3 && rim_.back().to == rim_.front().from;
    }

    bool add(Index face)
    {
        const Index n = faces_[at(face)].farthest;
        look_around(face, n);
        if (!order_rim())
            return false;
        const auto first = static_cast<Index>(faces_.size());
        const auto count = static_cast<Index>(rim_.size());
        for (Index k = 0; k < count; ++k) {
            const RimEdge& edge = rim_[at(k)];
            const Index f = make_face(edge.from, edge.to, n);
            faces_[at(f)].across = {edge.beyond, first + (k + 1) % count,
                                    first + (k + count - 1) % count};
            Face& beyond = faces_[at(edge.beyond)];
            for (std::size_t e = 0; e < 3; ++e)
                if (beyond.corner[e] == edge.to && beyond.corner[(e + 1) % 3] == edge.from)
                    beyond.across[e] = f;
        }
        for (const Index s : seen_) {
            const std::vector<Index> left = std::move(faces_[at(s)].outside);
            for (const Index m : left)
                if (m != n)
                    sort_in(m, first);
        }
        return true;
    }

    Mesh mesh() const
    {
        Mesh hull;
        std::vector<Index> number(points_.size(), -1);
        for (const Face& face : faces_) {
            if (!face.alive)
                continue;
            std::array<Index, 3> triangle{};
            for (std::size_t k = 0; k < 3; ++k) {
                Index& mine = number[at(face.corner[k])];
                if (mine < 0) {
                    mine = static_cast<Index>(hull.vertex.size());
                    hull.vertex.push_back(point(face.corner[k]));
                }
                triangle[k] = mine;
            }
            hull.triangle.push_back(triangle);
        }
        return hull;
    }

    std::span<const Vec3> points_;
    double tolerance_;
    double tie_ = 0.0;
    std::vector<Face> faces_;
    std::vector<Index> seen_;
    std::vector<RimEdge> rim_;
};

} // namespace

Mesh convex_hull(std::span<const Vec3> points, double tolerance)
{
    return Hull(points, tolerance).make();
}

} // namespace flotsam
