#include "tools/run_frames.h"

#include "core/error.h"
#include "core/io/pvd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam::tools {

namespace {

std::vector<io::PvdIndex::Entry> entries_of(const Path& run, const char* name)
{
    const auto index = io::PvdIndex::load(run / name, std::numeric_limits<double>::infinity());
    for (const auto& entry : index.entries())
        if (Path(entry.file).filename() != Path(entry.file))
            throw UserError({(run / name).string(), 0, 0},
                            "'" + entry.file + "' is not a file beside it");
    return index.entries();
}

// Of the same time; both come from the same number, so they are equal to the bit.
Path at_time(const Path& run, const std::vector<io::PvdIndex::Entry>& entries, double time)
{
    for (const auto& entry : entries)
        if (entry.time == time)
            return run / entry.file;
    return {};
}

} // namespace

std::vector<RunFrame> frames_of(const Path& run)
{
    if (!std::filesystem::is_directory(run))
        throw UserError("there is no run directory '" + run.string() + "'");
    const auto fluid = entries_of(run, "fluid.pvd"), bodies = entries_of(run, "bodies.pvd"),
               walls = entries_of(run, "walls.pvd");
    const Path still = std::filesystem::exists(run / "walls.vtp") ? run / "walls.vtp" : Path();
    std::vector<RunFrame> frames;
    for (const auto& entry : fluid.empty() ? bodies : fluid)
        frames.push_back({entry.time, at_time(run, fluid, entry.time),
                          at_time(run, bodies, entry.time),
                          walls.empty() ? still : at_time(run, walls, entry.time)});
    if (frames.empty())
        throw UserError(run.string() + ": no frames: neither fluid.pvd nor bodies.pvd lists one");
    return frames;
}

std::vector<RunFrame> every_nth(const std::vector<RunFrame>& frames, int n)
{
    std::vector<RunFrame> chosen;
    for (std::size_t k = 0; k < frames.size(); k += static_cast<std::size_t>(n))
        chosen.push_back(frames[k]);
    return chosen;
}

std::vector<RunFrame> nearest_to(const std::vector<RunFrame>& frames,
                                 const std::vector<double>& times)
{
    std::vector<std::size_t> numbers;
    for (const double time : times) {
        const auto nearest = std::min_element(
            frames.begin(), frames.end(), [time](const RunFrame& a, const RunFrame& b) {
                return std::abs(a.time - time) < std::abs(b.time - time);
            });
        numbers.push_back(static_cast<std::size_t>(nearest - frames.begin()));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<RunFrame> chosen;
    for (const std::size_t n : numbers)
        chosen.push_back(frames[n]);
    return chosen;
}

std::vector<RunFrame> evenly(const std::vector<RunFrame>& frames, std::size_t most)
{
    if (frames.size() <= most)
        return frames;
    std::vector<RunFrame> chosen;
    for (std::size_t k = 0; k < most; ++k)
        chosen.push_back(frames[most > 1 ? k * (frames.size() - 1) / (most - 1) : 0]);
    return chosen;
}

} // namespace flotsam::tools
