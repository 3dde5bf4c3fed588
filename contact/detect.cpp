#include "contact/detect.h"

#include "contact/reduce.h"
#include "core/parallel.h"

#include <algorithm>

namespace flotsam::contact {

namespace {

constexpr Offset chunk_pairs = 16;
constexpr double still = 1e-4; // of the smaller body's radius: who moves less need not look ahead

Pose moved(const Pose& pose, const Twist& twist, double dt)
{
    const Vec3 angle = dt * twist.angular_velocity;
    const double size = angle.norm();
    const Mat3 turn = size > 0.0 ? Mat3(Eigen::AngleAxisd(size, angle / size).toRotationMatrix())
                                 : Mat3(Mat3::Identity());
    return {pose.position + dt * twist.velocity, turn * pose.turn};
}

bool has_edges(const Collider& c)
{
    return (!is_round(c.form) && c.balls.empty()) || c.inside_out;
}

} // namespace

Detector::Detector(std::shared_ptr<const Solids> solids, PairRules rules, DetectOptions options)
    : solids_(std::move(solids)), rules_(std::move(rules)), options_(options)
{
}

Detector::Detector(Solids solids, PairRules rules, DetectOptions options)
    : Detector(std::make_shared<const Solids>(std::move(solids)), std::move(rules), options)
{
}

// What will have met at the end of the step and has not yet. Normals are those at the end; gaps are
// taken back by the way the point goes along the normal.
void Detector::look_ahead(const SolidPair& pair, const PairView& now, Chunk& chunk) const
{
    const auto i = static_cast<std::size_t>(pair.a), j = static_cast<std::size_t>(pair.b);
    PairView view = now;
    view.pose_a = moved(now.pose_a, twists_[i], dt_);
    view.pose_b = moved(now.pose_b, twists_[j], dt_);
    meet(view, chunk.ahead);
    const std::size_t known = chunk.work.size();
    for (Meeting m : chunk.ahead) {
        const auto end = chunk.work.begin() + static_cast<std::ptrdiff_t>(known);
        const auto same =
            std::lower_bound(chunk.work.begin(), end, m.id,
                             [](const Meeting& x, std::uint32_t id) { return x.id < id; });
        if (m.gap > 0.0 || (same != end && same->id == m.id))
            continue;
        const auto velocity = [&](std::size_t n, const Pose& pose) {
            return Vec3(twists_[n].velocity +
                        twists_[n].angular_velocity.cross(m.point - pose.position));
        };
        const Vec3 of_a = velocity(i, view.pose_a), of_b = velocity(j, view.pose_b);
        const double closing = -m.normal.dot(of_a - of_b);
        m.gap += dt_ * closing;
        m.point -= dt_ * of_a;
        // Behind the surface already, and not just so: another face's business.
        if (closing > 0.0 && m.gap > -still * now.a->radius && m.gap < now.skin)
            chunk.work.push_back(m);
    }
    std::sort(chunk.work.begin(), chunk.work.end(),
              [](const Meeting& x, const Meeting& y) { return x.id < y.id; });
}

void Detector::find_in(const SolidPair& pair, Chunk& chunk) const
{
    const auto i = static_cast<std::size_t>(pair.a), j = static_cast<std::size_t>(pair.b);
    const auto is_away = [this](std::size_t n) { return n < away.size() && away[n] != 0; };
    if (is_away(i) || is_away(j))
        return;
    PairView view;
    view.a = solids_->colliders[i].get();
    view.b = solids_->colliders[j].get();
    view.pose_a = poses_[i];
    view.pose_b = poses_[j];
    const double size = std::min(view.a->radius, view.b->radius);
    view.skin = reach_[i] + reach_[j] + options_.least_skin * size;
    view.deepest = 0.5 * size;
    view.behind = 0.02 * size;
    view.all_points = options_.most_points == 0;
    meet(view, chunk.work);
    if (has_edges(*view.a) && has_edges(*view.b) && way_[i] + way_[j] > still * size)
        look_ahead(pair, view, chunk);
    chunk.meetings += static_cast<Offset>(chunk.work.size());
    if (options_.most_points > 0 && view.a->balls.empty() && view.b->balls.empty())
        reduce(chunk.work, options_.most_points);
    for (const Meeting& m : chunk.work)
        chunk.contacts.push_back({{pair.a, pair.b, m.id},
                                  m.point,
                                  m.normal,
                                  m.gap,
                                  rules_.find(pair.a, m.face_a, pair.b, m.face_b),
                                  m.curvature < 0.0 ? view.a->curvature + view.b->curvature
                                                    : m.curvature});
}

// Who is hit in this step may get as fast as what hits it: it must see its other neighbours in
// time.
bool Detector::spread_reach(const std::vector<SolidPair>& pairs)
{
    spread_ = reach_;
    bool changed = false;
    for (const SolidPair& p : pairs) {
        const auto a = static_cast<std::size_t>(p.a), b = static_cast<std::size_t>(p.b);
        if (b >= solids_->models.size())
            continue;
        const double most = std::max(reach_[a], reach_[b]);
        for (const std::size_t n : {a, b})
            if (solids_->free[n] != 0 && most > spread_[n]) {
                spread_[n] = most;
                changed = true;
            }
    }
    if (changed)
        reach_.swap(spread_);
    return changed;
}

const std::vector<ContactPoint>& Detector::find(const rigid::Bodies& bodies, double t, double dt,
                                                double gravity)
{
    fill_poses(*solids_, bodies, t, poses_);
    fill_twists(*solids_, bodies, t, twists_);
    dt_ = dt;
    reach_.resize(twists_.size());
    way_.resize(twists_.size());
    for (std::size_t n = 0; n < twists_.size(); ++n) {
        const bool body = n < solids_->models.size();
        double speed = twists_[n].velocity.norm();
        if (body)
            speed += twists_[n].angular_velocity.norm() * solids_->colliders[n]->radius;
        way_[n] = dt * speed;
        const double falls = body && solids_->free[n] != 0 ? gravity * dt * dt : 0.0;
        reach_[n] = options_.skin_factor * (way_[n] + falls) + 0.5 * options_.clearance;
    }
    const std::vector<SolidPair>& pairs = broad_.find(*solids_, poses_, reach_);
    if (spread_reach(pairs))
        broad_.find(*solids_, poses_, reach_); // into the same list
    const auto count = static_cast<Offset>(pairs.size());
    const Offset chunks = (count + chunk_pairs - 1) / chunk_pairs;
    if (chunks_.size() < static_cast<std::size_t>(chunks))
        chunks_.resize(static_cast<std::size_t>(chunks));
    const auto work = [&](Offset c) {
        Chunk& chunk = chunks_[static_cast<std::size_t>(c)];
        chunk.contacts.clear();
        chunk.meetings = 0;
        for (Offset p = c * chunk_pairs; p < std::min(count, (c + 1) * chunk_pairs); ++p)
            find_in(pairs[static_cast<std::size_t>(p)], chunk);
    };
    if (chunks <= 2) // waking threads would cost more
        for (Offset c = 0; c < chunks; ++c)
            work(c);
    else
        parallel_for_uneven(chunks, 1, work);
    contacts_.clear();
    counts_ = {count, 0, 0};
    for (std::size_t c = 0; c < static_cast<std::size_t>(chunks); ++c) {
        contacts_.insert(contacts_.end(), chunks_[c].contacts.begin(), chunks_[c].contacts.end());
        counts_.meetings += chunks_[c].meetings;
    }
    counts_.contacts = static_cast<Offset>(contacts_.size());
    return contacts_;
}

} // namespace flotsam::contact
