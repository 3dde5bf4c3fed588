#include "contact/narrow.h"

#include <algorithm>

namespace flotsam::contact {

namespace {

using Kind = rigid::Form::Kind;

bool is_ball(const Collider& c) { return c.form.kind == Kind::sphere && !c.inside_out; }

bool is_round_solid(const Collider& c) { return is_round(c.form) && !c.inside_out; }

} // namespace

void merge_coincident(std::vector<Meeting>& list, double tolerance)
{
    std::sort(list.begin(), list.end(),
              [](const Meeting& x, const Meeting& y) { return x.id < y.id; });
    std::size_t kept = 0;
    for (std::size_t n = 0; n < list.size(); ++n) {
        const bool known = std::any_of(
            list.begin(), list.begin() + static_cast<std::ptrdiff_t>(kept), [&](const Meeting& m) {
                return (m.point - list[n].point).squaredNorm() < tolerance * tolerance &&
                       m.normal.dot(list[n].normal) > 0.99;
            });
        if (!known)
            list[kept++] = list[n];
    }
    list.resize(kept);
}

void meet(const PairView& pair, std::vector<Meeting>& out)
{
    out.clear();
    const Collider &a = *pair.a, &b = *pair.b;
    if (!a.balls.empty() || !b.balls.empty())
        return meet_balls(pair, out);
    if (is_ball(a))
        return meet_ball(pair, false, out);
    if (is_ball(b))
        return meet_ball(pair, true, out);
    for (const bool swapped : {false, true}) {
        const Collider& owner = swapped ? b : a;
        if (is_round_solid(owner))
            meet_round(pair, swapped, out);
        else
            meet_points(pair, swapped, out);
    }
    meet_edges(pair, out);
    // Points 1e-6 of the bodies apart are one. Two round solids have each found the same places, a
    // gap and a little more apart.
    const double apart = is_round_solid(a) && is_round_solid(b) ? 0.02 : 1e-6;
    merge_coincident(out, apart * std::min(a.radius, b.radius));
}

} // namespace flotsam::contact
