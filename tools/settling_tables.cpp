#include "tools/settling_tables.h"

#include "coupling/settling_step.h"

#include <array>
#include <limits>

namespace flotsam::tools {

namespace {

using Names = std::vector<std::string>;

const Names body_names{"body", "stage", "contact", "points", "on_face", "in_outline", "ax",
                       "ay",   "az",    "bx",      "by",     "bz",      "height",     "since"};
const Names point_names{"body", "x", "y", "z", "height"};

SeriesWriter open(const RunDirectory& directory, const char* file, const Names& columns,
                  std::optional<double> resume_at)
{
    return resume_at ? SeriesWriter::resume(directory / file, columns, *resume_at)
                     : SeriesWriter(directory / file, columns);
}

} // namespace

SettlingTables::SettlingTables(const cases::Built& built, const RunDirectory& directory,
                               std::optional<double> resume_at)
    : built_(built), bodies_(open(directory, "settling.csv", body_names, resume_at)),
      points_(open(directory, "settling_points.csv", point_names, resume_at))
{
}

void SettlingTables::write(const coupling::State& s)
{
    const coupling::Method& method = built_.method;
    for (std::size_t i = 0; i < method.settling.size(); ++i) {
        const contact::SettlingModel& m = method.settling[i].model;
        if (!method.settling[i].settles())
            continue;
        const contact::SettlingBody b = coupling::settling_body(s, method, i);
        contact::find_support(m, b, support_);
        const bool smooth = m.shape->smooth;
        const double none = std::numeric_limits<double>::quiet_NaN();
        const auto pivot = [&](Index n) -> Vec3 {
            if (smooth && b.stage == contact::Stage::on_point)
                return b.position + contact::smooth_contact(m, b.orientation);
            return n < 0 ? Vec3(Vec3::Constant(none)) : contact::corner_at(m, b, n);
        };
        const double points = smooth ? (support_.kind == contact::ContactKind::none ? 0.0 : 1.0)
                                     : static_cast<double>(support_.touching.size());
        row_.assign({static_cast<double>(b.stage), static_cast<double>(support_.kind), points,
                     support_.on_face ? 1.0 : 0.0, support_.in_outline ? 1.0 : 0.0});
        for (const Vec3& x : {pivot(b.pivot_a), pivot(b.pivot_b)})
            row_.insert(row_.end(), {x.x(), x.y(), x.z()});
        row_.push_back(contact::height_over(m.surface, b.position));
        row_.push_back(s.settling.since[i]);
        const std::string& name = method.models()[i].name;
        bodies_.row(s.time, name, row_);
        if (smooth || s.time == 0.0 || s.settling.since[i] > s.contacts_since)
            write_points(s, i, b);
    }
}

void SettlingTables::write_points(const coupling::State& s, std::size_t i,
                                  const contact::SettlingBody& b)
{
    const contact::SettlingModel& m = built_.method.settling[i].model;
    const auto put = [&](const Vec3& x) {
        points_.row(s.time, built_.method.models()[i].name,
                    std::array{x.x(), x.y(), x.z(), contact::height_over(m.surface, x)});
    };
    if (m.shape->smooth && support_.kind != contact::ContactKind::none)
        return put(b.position + contact::smooth_contact(m, b.orientation));
    for (const Index n : support_.touching)
        put(contact::corner_at(m, b, n));
}

void SettlingTables::sync()
{
    bodies_.sync();
    points_.sync();
}

} // namespace flotsam::tools
