// Bodies that are put together from balls ([F] section 2.2): each ball touches for itself, exactly
// and with its own radius, so that there are no sampled points, edges or corners.
#include "contact/touch.h"

namespace flotsam::contact {

namespace {

// Ball i of the owner against anything that is not made of balls.
void against_surface(const Sides& s, std::uint32_t i, const PairView& pair, bool swapped,
                     std::vector<Meeting>& out)
{
    const Ball& ball = s.a.balls[i];
    const Vec3 c = s.pose_a.to_world(ball.center);
    if (s.b.far_from(s.pose_b.to_local(c)) > ball.radius + pair.skin)
        return;
    thread_local std::vector<Touch> touches;
    touches.clear();
    touch_ball(s, c, ball.radius, pair, touches);
    for (std::size_t n = 0; n < touches.size(); ++n) {
        const Touch& t = touches[n];
        Meeting m;
        m.id = round_contact | (swapped ? 1U << 29 : 0U) | i << 8 | static_cast<std::uint32_t>(n);
        m.point = t.point;
        m.normal = swapped ? Vec3(-t.normal) : t.normal;
        m.gap = t.gap;
        (swapped ? m.face_a : m.face_b) = t.face;
        m.curvature = 1.0 / ball.radius + s.b.curvature;
        out.push_back(m);
    }
}

// [F] Eq. 3, 4: the gap is the distance of the centres less both radii.
void against_balls(const PairView& pair, std::vector<Meeting>& out)
{
    const auto &mine = pair.a->balls, &theirs = pair.b->balls;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const Vec3 c = pair.pose_a.to_world(mine[i].center);
        if ((c - pair.pose_b.position).norm() > mine[i].radius + pair.b->radius + pair.skin)
            continue;
        for (std::size_t j = 0; j < theirs.size(); ++j) {
            const Vec3 line = c - pair.pose_b.to_world(theirs[j].center);
            const double length = line.norm();
            const double gap = length - mine[i].radius - theirs[j].radius;
            if (gap >= pair.skin || gap <= -pair.deepest || length == 0.0)
                continue;
            Meeting m;
            m.id = round_contact | static_cast<std::uint32_t>(i << 14 | j);
            m.normal = line / length;
            m.point = c - mine[i].radius * m.normal;
            m.gap = gap;
            m.curvature = 1.0 / mine[i].radius + 1.0 / theirs[j].radius;
            out.push_back(m);
        }
    }
}

} // namespace

void meet_balls(const PairView& pair, std::vector<Meeting>& out)
{
    if (!pair.a->balls.empty() && !pair.b->balls.empty())
        return against_balls(pair, out);
    const bool swapped = pair.a->balls.empty();
    const Sides s = sides(pair, swapped);
    for (std::size_t i = 0; i < s.a.balls.size(); ++i)
        against_surface(s, static_cast<std::uint32_t>(i), pair, swapped, out);
}

} // namespace flotsam::contact
