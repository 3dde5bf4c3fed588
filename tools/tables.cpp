#include "tools/tables.h"

#include "coupling/energy.h"
#include "coupling/time_plan.h"
#include "rigid/motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace flotsam::tools {

namespace {

using Names = std::vector<std::string>;

constexpr const char* extra_row = "extra_row";
constexpr const char* extra_bodies = "extra_bodies";

struct Columns {
    Names names;
    std::vector<double>* values = nullptr;

    void operator()(const char* name, double value)
    {
        if (values)
            values->push_back(value);
        else
            names.emplace_back(name);
    }
};

// One place for names and values, so that they cannot fall out of step.
void water_columns(Columns& out, const coupling::EnergyAudit& energy,
                   const coupling::EventCounts& events)
{
    out("energy.kinetic", energy.kinetic);
    out("energy.potential", energy.potential);
    out("energy.viscous", energy.viscous);
    out("energy.shifting", energy.shifting);
    out("energy.wall_work", energy.wall_work);
    out("energy.left", energy.left);
    out("energy.residual", energy.residual);
    out("events.clamped", static_cast<double>(events.clamped));
    out("events.guarded", static_cast<double>(events.guarded));
    out("events.pushed", static_cast<double>(events.pushed));
    out("events.left", static_cast<double>(events.left));
}

void settling_columns(Columns& out, const coupling::EnergyAudit& energy,
                      const contact::SettlingState& settling)
{
    std::array<double, 5> bodies{}; // by stage
    for (const std::int64_t stage : settling.stage)
        bodies[static_cast<std::size_t>(stage)] += 1.0;
    out("settling.falling", bodies[1]);
    out("settling.on_point", bodies[2]);
    out("settling.on_line", bodies[3]);
    out("settling.at_rest", bodies[4]);
    out("settling.landings", static_cast<double>(settling.book.landings));
    out("settling.rebounds", static_cast<double>(settling.book.rebounds));
    out("body_energy.settled", energy.body_settled);
    out("events.unclear", static_cast<double>(settling.book.unclear));
}

bool anything_settles(const cases::Case& c)
{
    return std::any_of(c.bodies.begin(), c.bodies.end(),
                       [](const cases::BodySpec& body) { return body.settling.has_value(); });
}

void body_columns(Columns& out, const coupling::EnergyAudit& energy,
                  const contact::EnergyBook& book, const contact::ContactReport& report,
                  const coupling::EventCounts& events)
{
    out("contacts", static_cast<double>(report.contacts));
    out("contact_iterations", report.iterations);
    out("contact_depth", report.deepest);
    out("body_energy.kinetic", energy.body_kinetic);
    out("body_energy.potential", energy.body_potential);
    out("body_energy.compression", book.compression);
    out("body_energy.dissipated", book.dissipated);
    out("body_energy.released", book.released);
    out("body_energy.impact_friction", book.collision_friction);
    out("body_energy.resting_normal", book.resting_normal);
    out("body_energy.resting_friction", book.resting_friction);
    out("body_energy.driven", book.driven);
    out("body_energy.water_work", energy.body_water_work);
    out("body_energy.uplift_work", energy.body_uplift);
    out("body_energy.lost_by_water", energy.to_bodies);
    out("body_energy.early_fall", energy.body_early_fall);
    out("body_energy.lifted", energy.body_lifted);
    out("body_energy.residual", energy.body_residual);
    out("events.unsettled", static_cast<double>(events.unsettled));
    out("events.bare", static_cast<double>(events.bare));
}

Names series_columns(const cases::Case& c, const coupling::Instruments& instruments)
{
    Columns out;
    out("step", 0.0);
    out("dt", 0.0);
    if (!c.dry()) {
        out("iterations", 0.0);
        out("residual", 0.0);
    }
    out.names.insert(out.names.end(), instruments.columns().begin(), instruments.columns().end());
    if (!c.dry())
        water_columns(out, {}, {});
    if (!c.bodies.empty())
        body_columns(out, {}, {}, {}, {});
    if (anything_settles(c))
        settling_columns(out, {}, {});
    out("events.retried", 0.0);
    return out.names;
}

const Names water_names{"pressure_fx", "pressure_fy", "pressure_fz", "pressure_tx", "pressure_ty",
                        "pressure_tz", "shear_fx", "shear_fy", "shear_fz", "shear_tx", "shear_ty",
                        "shear_tz", "marker_fx", "marker_fy", "marker_fz", "marker_tx", "marker_ty",
                        "marker_tz", "uplift_fx", "uplift_fy", "uplift_fz"};
const Names body_names{"body", "x",  "y",  "z",  "qw", "qx", "qy", "qz",
                       "turn_x", "turn_y", "turn_z", "vx", "vy", "vz", "wx", "wy", "wz",
                       "contact_fx", "contact_fy", "contact_fz"};
const Names contact_names{"pair", "normal_impulse", "tangential_impulse", "points",
                          "normal_force", "fx", "fy", "fz"};

SeriesWriter open(const RunDirectory& directory, const char* file, const Names& columns,
                  std::optional<double> resume_at)
{
    return resume_at ? SeriesWriter::resume(directory / file, columns, *resume_at)
                     : SeriesWriter(directory / file, columns);
}

} // namespace

std::optional<double> kept_until(double time, const std::optional<coupling::Counters>& resumed,
                                 const char* extra)
{
    if (!resumed)
        return std::nullopt;
    return resumed->contains(extra) ? std::nextafter(time, -1.0) : time;
}

Tables::Tables(const cases::Case& c, const cases::Built& built, const RunDirectory& directory,
               const std::optional<coupling::Counters>& resumed)
    : case_(c), built_(built), instruments_(built.probes),
      series_(open(directory, "series.csv", series_columns(c, instruments_),
                   kept_until(built.state.time, resumed, extra_row)))
{
    if (c.bodies.empty())
        return;
    const auto until = kept_until(built.state.time, resumed, extra_bodies);
    Names names = body_names;
    if (!c.dry())
        names.insert(names.end(), water_names.begin(), water_names.end());
    bodies_ = open(directory, "bodies.csv", names, until);
    contacts_ = open(directory, "contacts.csv", contact_names, until);
    if (anything_settles(c))
        settling_.emplace(built, directory, until);
}

void Tables::write_first(const coupling::State& s)
{
    write_row(s);
    if (bodies_)
        write_bodies(s);
}

void Tables::write_due(const coupling::State& s, const coupling::StepReport& report, double dt)
{
    dt_ = dt;
    solve_ = report.pressure.solve;
    contact_ = report.bodies.contact;
    if (s.time >= next_row_)
        write_row(s);
    if (bodies_ && coupling::contacts_due(s, built_.method))
        write_bodies(s);
}

void Tables::write_last(const coupling::State& s, coupling::Counters& counters)
{
    if (last_row_ != s.time) {
        write_row(s);
        counters[extra_row] = 1;
    }
    if (bodies_ && last_bodies_ != s.time) {
        write_bodies(s);
        counters[extra_bodies] = 1;
    }
}

void Tables::sync()
{
    series_.sync();
    if (bodies_)
        bodies_->sync();
    if (contacts_)
        contacts_->sync();
    if (settling_)
        settling_->sync();
}

void Tables::write_row(const coupling::State& s)
{
    row_.assign({static_cast<double>(s.step), dt_});
    Columns out{{}, &row_};
    const coupling::EnergyAudit energy = coupling::audit_energy(s, built_.method);
    if (!case_.dry()) {
        out("iterations", solve_.iterations);
        out("residual", solve_.residual);
        const auto measured = instruments_.measure(s, built_.method);
        row_.insert(row_.end(), measured.begin(), measured.end());
        water_columns(out, energy, s.events);
    }
    if (bodies_)
        body_columns(out, energy, s.contact.energy, contact_, s.events);
    if (settling_)
        settling_columns(out, energy, s.settling);
    out("events.retried", static_cast<double>(s.events.retried));
    series_.row(s.time, row_);
    last_row_ = s.time;
    next_row_ = row_after(s.time);
}

// When the next row is due; every step makes one if no interval is given.
double Tables::row_after(double time) const
{
    const double every = case_.output.series_every;
    return every > 0.0 ? coupling::next_multiple(every, time) : time;
}

// Forces are means over the time since the rows before.
void Tables::write_bodies(const coupling::State& s)
{
    const double interval = s.time - s.contacts_since;
    const auto per_second = [interval](double sum) { return interval > 0.0 ? sum / interval : 0.0; };
    const auto& parties = built_.bodies.parties;
    const std::size_t count = built_.method.models().size();
    impulse_.assign(count, Vec3::Zero());
    for (const contact::PairImpulse& pair : s.contact.pairs.totals()) {
        const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
        impulse_[a] += pair.impulse;
        if (b < count)
            impulse_[b] -= pair.impulse;
        const Vec3 force = pair.impulse.unaryExpr(per_second);
        row_.assign({pair.normal, pair.tangential, static_cast<double>(pair.points),
                     per_second(pair.normal), force.x(), force.y(), force.z()});
        contacts_->row(s.time, parties[a].name + " - " + parties[b].name, row_);
    }
    for (std::size_t i = 0; i < count; ++i)
        write_body(s, i, interval);
    if (settling_)
        settling_->write(s);
    last_bodies_ = s.time;
}

// Turned since the start: as a quaternion, and as degrees about one axis times that axis.
void Tables::write_body(const coupling::State& s, std::size_t i, double interval)
{
    const rigid::BodyModel& model = built_.method.models()[i];
    Quat q = s.bodies.orientation[i] * model.start_orientation.conjugate();
    if (q.w() < 0.0)
        q.coeffs() = -q.coeffs();
    const double sine = q.vec().norm();
    const Vec3 turn = sine > 0.0 ? Vec3(360.0 / std::numbers::pi * std::atan2(sine, q.w()) / sine *
                                        q.vec())
                                 : Vec3(Vec3::Zero());
    const Vec3 spin = rigid::angular_velocity(model, s.bodies, i, s.time);
    const Vec3 v = rigid::center_velocity(model, s.bodies, i, s.time);
    const Vec3 force = interval > 0.0 ? Vec3(impulse_[i] / interval) : Vec3(Vec3::Zero());
    row_.clear();
    const auto put = [this](const Vec3& x) { row_.insert(row_.end(), {x.x(), x.y(), x.z()}); };
    put(s.bodies.position[i]);
    row_.insert(row_.end(), {q.w(), q.x(), q.y(), q.z()});
    for (const Vec3& x : {turn, v, spin, force})
        put(x);
    if (!case_.dry()) {
        const sph::WallLoads& loads = s.work.loads;
        const std::size_t g = built_.method.body_group[i];
        const bool none = s.body_work.place.empty(); // before the first step
        for (const auto* kind : {&loads.pressure, &loads.viscous, &loads.marker}) {
            const sph::Load load = none ? sph::Load{} : (*kind)[g];
            put(load.force);
            put(none ? load.moment : load.moment - s.body_work.place[i].cross(load.force));
        }
        put(none ? Vec3(Vec3::Zero()) : Vec3(s.body_work.uplift[i].head<3>()));
    }
    bodies_->row(s.time, model.name, row_);
}

} // namespace flotsam::tools
