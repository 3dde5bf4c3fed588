#include "contact/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::contact {

namespace {

constexpr double same_normal = 0.999; // cosine

struct Place {
    double x = 0.0, y = 0.0; // in the plane of the patch
    std::size_t meeting = 0;
};

double area2(const Place& o, const Place& a, const Place& b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

struct Work {
    std::vector<std::uint8_t> done, keep;
    std::vector<Place> places, hull;
};

// Andrew's chain, without points on straight sides (to 1e-6 of the patch's extent).
void convex_hull(std::vector<Place>& p, std::vector<Place>& hull)
{
    std::sort(p.begin(), p.end(), [](const Place& a, const Place& b) {
        if (a.x != b.x)
            return a.x < b.x;
        return a.y != b.y ? a.y < b.y : a.meeting < b.meeting;
    });
    double extent = 0.0;
    for (const Place& q : p)
        extent = std::max({extent, std::abs(q.x - p[0].x), std::abs(q.y - p[0].y)});
    const double flat = 1e-6 * extent * extent;
    hull.clear();
    const auto add = [&](const Place& q, std::size_t floor) {
        while (hull.size() >= floor + 2 && area2(hull[hull.size() - 2], hull.back(), q) <= flat)
            hull.pop_back();
        hull.push_back(q);
    };
    for (const Place& q : p)
        add(q, 0);
    const std::size_t lower = hull.size() - 1;
    for (std::size_t n = p.size() - 1; n-- > 0;)
        add(p[n], lower);
    if (hull.size() > 1)
        hull.pop_back();
}

// Drops corners, each time the one whose loss costs least area.
void thin_out(std::vector<Place>& hull, std::size_t most)
{
    while (hull.size() > most) {
        std::size_t least = 0;
        double cost = std::numeric_limits<double>::infinity();
        for (std::size_t n = 0; n < hull.size(); ++n) {
            const Place &before = hull[(n + hull.size() - 1) % hull.size()],
                        &after = hull[(n + 1) % hull.size()];
            const double lost = std::abs(area2(before, hull[n], after));
            if (lost < cost) {
                cost = lost;
                least = n;
            }
        }
        hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(least));
    }
}

} // namespace

void reduce(std::vector<Meeting>& list, int most)
{
    if (list.size() <= 4)
        return;
    thread_local Work work;
    work.done.assign(list.size(), 0);
    work.keep.assign(list.size(), 0);
    for (std::size_t first = 0; first < list.size(); ++first) {
        if (work.done[first])
            continue;
        const Vec3 n = list[first].normal, u = n.unitOrthogonal(), v = n.cross(u);
        const Vec3 origin = list[first].point;
        work.places.clear();
        std::size_t deepest = first;
        for (std::size_t m = first; m < list.size(); ++m) {
            if (work.done[m] || list[m].normal.dot(n) < same_normal)
                continue;
            work.done[m] = 1;
            const Vec3 from = list[m].point - origin;
            work.places.push_back({u.dot(from), v.dot(from), m});
            if (list[m].gap < list[deepest].gap - 1e-12)
                deepest = m;
        }
        work.keep[deepest] = 1;
        if (work.places.size() > 4) {
            convex_hull(work.places, work.hull);
            thin_out(work.hull, static_cast<std::size_t>(most));
            // The deepest of a level patch is one of its corners as well as any other.
            double lowest_corner = std::numeric_limits<double>::infinity();
            for (const Place& p : work.hull)
                lowest_corner = std::min(lowest_corner, list[p.meeting].gap);
            if (lowest_corner <= list[deepest].gap + 1e-9)
                work.keep[deepest] = 0;
            for (const Place& p : work.hull)
                work.keep[p.meeting] = 1;
        } else {
            for (const Place& p : work.places)
                work.keep[p.meeting] = 1;
        }
    }
    std::size_t kept = 0;
    for (std::size_t m = 0; m < list.size(); ++m)
        if (work.keep[m])
            list[kept++] = list[m];
    list.resize(kept);
}

} // namespace flotsam::contact
