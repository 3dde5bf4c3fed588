#include "contact/settling.h"

#include "contact/settling_motion.h"

#include <algorithm>
#include <cmath>

namespace flotsam::contact {

namespace {

constexpr double touching = 1e-10;    // of L: overlap that is rounding
constexpr double largest_turn = 0.05; // rad a stride: the fourth-order error is about 1e-9
constexpr double weightless = 1e-6;   // of the weight: a pull that is rounding
constexpr int most_landings = 200;    // in a step

class Settling {
public:
    Settling(const SettlingModel& m, SettlingBody& b, SettlingBook& book, SettlingWork& work)
        : m_(m), b_(b), book_(book), work_(work),
          rate_(std::sqrt(m.gravity.norm() / m.shape->length))
    {
    }

    void pass(double dt)
    {
        int landings = 0;
        while (dt > 0.0 && b_.stage != Stage::at_rest) {
            const bool falls = b_.stage == Stage::falling;
            const bool lands = falls ? fall(dt) : m_.shape->smooth ? roll(dt) : turn(dt);
            if (!lands)
                continue;
            seat();
            find_support(m_, b_, work_.support);
            land(m_, work_.support, b_, book_);
            if (++landings == most_landings) { // it shakes: take the rest of the step off
                book_.impact += kinetic_energy(m_, b_);
                ++book_.unclear;
                b_.velocity = b_.spin = b_.momentum = Vec3::Zero();
                return;
            }
        }
    }

private:
    double overlap() const { return touching * m_.shape->length; }
    double lowest_of(const SettlingBody& b) const { return lowest(m_, b.position, b.orientation); }

    // How far in time one goes before looking again.
    double stride(double left) const
    {
        return std::min(left, largest_turn / std::max(b_.spin.norm(), rate_));
    }

    // To at(h), or to where the lowest place touches before; then true.
    template <class At> bool go(double& left, double h, At&& at)
    {
        SettlingBody next = at(h);
        if (lowest_of(next) >= -overlap()) {
            b_ = next;
            left = h < left ? left - h : 0.0;
            return false;
        }
        double above = 0.0, below = h;
        SettlingBody touch = b_;
        while (below - above > 1e-15 * h) {
            const double middle = 0.5 * (above + below);
            next = at(middle);
            const double height = lowest_of(next);
            (height >= -overlap() ? above : below) = middle;
            if (height >= -overlap())
                touch = next;
            if (height >= -overlap() && height <= 0.0)
                break;
        }
        b_ = touch;
        left -= above;
        return true;
    }

    bool fall(double& left)
    {
        const auto at = [&](double t) { return fallen(m_, b_, t); };
        // Far above, a turn cannot bring anything down to the surface.
        const double h = stride(left);
        const SettlingBody next = at(h);
        if (std::min(lowest_bound(m_, next.position, next.orientation),
                     lowest_bound(m_, b_.position, b_.orientation)) > m_.epsilon) {
            b_ = next;
            left = h < left ? left - h : 0.0;
            return false;
        }
        return go(left, h, at);
    }

    bool turn(double& left)
    {
        let_go();
        return go(left, stride(left), [&](double t) { return turned(m_, b_, t); });
    }

    // An end of a line that would have to pull while the other presses carries nothing: the body
    // goes on about the other. (If the whole line would have to pull, the body would leap: it is
    // held, as [D21] holds it.)
    void let_go()
    {
        if (b_.stage != Stage::on_line || m_.scheme == SettlingScheme::paper ||
            m_.inertia_about == InertiaAbout::centre)
            return;
        const CarryingForces force = carrying_forces(m_, b_);
        const double least = -weightless * m_.mass * m_.gravity.norm();
        if (std::min(force.at_a, force.at_b) >= least || force.at_a + force.at_b <= 0.0)
            return;
        const bool first = force.at_a < force.at_b;
        const Index leaves = first ? b_.pivot_a : b_.pivot_b,
                    stays = first ? b_.pivot_b : b_.pivot_a;
        if (!(lift_of(m_, b_, leaves, stays) > 0.0))
            return; // let go it would sink: without slip nothing but the line is left
        b_.pivot_a = b_.pivot_b = stays;
        b_.stage = Stage::on_point;
    }

    bool roll(double& left)
    {
        if (rests(m_, b_)) {
            book_.impact += kinetic_energy(m_, b_);
            b_.stage = Stage::at_rest;
            b_.velocity = b_.spin = Vec3::Zero();
            return false;
        }
        const double h = m_.scheme == SettlingScheme::paper ? left : stride(left);
        b_ = rolled(m_, b_, h, book_.damping);
        left = h < left ? left - h : 0.0;
        return false;
    }

    // What sank by rounding is lifted by it.
    void seat()
    {
        const double low = lowest_of(b_);
        if (low < 0.0)
            b_.position -= low * m_.surface.normal;
    }

    const SettlingModel& m_;
    SettlingBody& b_;
    SettlingBook& book_;
    SettlingWork& work_;
    double rate_; // sqrt(g / L), 1/s
};

} // namespace

void settle(const SettlingModel& m, SettlingBody& b, double dt, SettlingBook& book,
            SettlingWork& work)
{
    Settling(m, b, book, work).pass(dt);
}

} // namespace flotsam::contact
