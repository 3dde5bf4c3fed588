#include "cases/list.h"

#include "cases/domain.h"
#include "cases/find.h"
#include "cases/pace.h"
#include "cases/read.h"
#include "cases/shapes.h"
#include "cases/words.h"

#include <algorithm>
#include <cmath>

namespace flotsam::cases {

namespace {

// "12 k particles, about 20 s"
std::string cost_text(const Case& c)
{
    const CaseShapes shapes = make_shapes(c);
    std::vector<rigid::Motion> motions;
    for (const WallSpec& wall : c.walls)
        motions.push_back(make_motion(wall.motion));
    const Bounds domain = choose_domain(c, shapes, motions);
    const ParticleEstimate particles = estimate_particles(measure(c, shapes, domain), c.spacing);
    const StepLimits limits = step_limits(c, shapes, domain, motions);
    if (c.dry()) {
        int bodies = 0;
        for (const BodySpec& body : c.bodies)
            bodies += body.copies();
        return count_text(bodies) + " bodies, " +
               count_text(std::llround(c.end_time / std::min(limits.choice.dt, c.end_time))) +
               " steps, " + duration_text(run_time(c, particles, limits));
    }
    const double count = particles.fluid + particles.wall;
    const std::string number = count < 999.5     ? rounded_text(count, 2)
                               : count < 999.5e3 ? rounded_text(count / 1e3, 2) + " k"
                                                 : rounded_text(count / 1e6, 2) + " M";
    return number + " particles, " +
           duration_text(run_time(c, particles, limits));
}

std::string line_of(const std::string& name)
{
    try {
        const std::string file = find_case(name);
        const Case c = read_case(file);
        if (c.dry())
            return c.title + ": " + cost_text(c);
        Case coarse = c;
        coarse.spacing *= 2.0;
        return c.title + ": " + cost_text(c) + " (spacing=" + rounded_text(coarse.spacing) + ": " +
               cost_text(coarse) + ")";
    } catch (const UserError& error) {
        return std::string("cannot be read: ") + error.what();
    }
}

} // namespace

std::string list_cases()
{
    const auto names = shipped_names();
    std::size_t width = 0;
    for (const std::string& name : names)
        width = std::max(width, name.size());
    std::string text;
    for (const std::string& name : names)
        text += name + std::string(width + 2 - name.size(), ' ') + line_of(name) + "\n";
    return text;
}

} // namespace flotsam::cases
