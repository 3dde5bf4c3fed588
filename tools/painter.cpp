#include "tools/painter.h"

#include "core/error.h"
#include "tools/render/ink.h"
#include "tools/report_parts.h"

namespace flotsam::tools {

namespace {

constexpr std::size_t most_samples = 9; // frames looked at for the range and the camera

int digits_of(const std::vector<RunFrame>& frames)
{
    std::vector<double> times;
    for (const RunFrame& frame : frames)
        times.push_back(frame.time);
    return render::digits_of(times);
}

} // namespace

std::string Painter::time(const Moment& m) const
{
    return "t = " + render::time_text(m.time, digits);
}

io::Image Painter::scene(const Moment& m, int width, int height, bool with_legend)
{
    return draw_moment(m, stage, *field, range, width, height, with_legend, studio);
}

io::Image Painter::paint(const Moment& m)
{
    io::Image image = scene(m, stage.width, stage.height, m.fluid.has_value());
    render::put_heading(image, time(m), stage.name);
    if (m.fluid)
        render::put_legend(image, legend_of(*field, range).legend);
    return image;
}

Painter make_painter(const std::vector<RunFrame>& all, const std::vector<RunFrame>& chosen,
                     const Field& field, std::optional<std::pair<double, double>> range,
                     const StageWish& wish)
{
    std::vector<Moment> samples;
    for (const RunFrame& frame : evenly(all, most_samples))
        samples.push_back(read_moment(frame));
    Painter painter;
    painter.stage = make_stage(samples, wish);
    painter.field = &field;
    painter.digits = digits_of(chosen);
    if (range) {
        painter.range = *range;
        return painter;
    }
    std::vector<io::ParticleFrame> fluid;
    for (Moment& m : samples)
        if (m.fluid)
            fluid.push_back(std::move(*m.fluid));
    painter.range = usual_range(field, fluid);
    return painter;
}

std::string report_pictures(const Path& run)
{
    constexpr int quality = 85;
    if (!std::filesystem::exists(run / "fluid.pvd") && !std::filesystem::exists(run / "bodies.pvd"))
        return {};
    try {
        const std::vector<RunFrame> all = frames_of(run), chosen = evenly(all, 3);
        StageWish wish;
        wish.width = 720;
        wish.height = 480;
        Painter painter = make_painter(all, chosen, find_field("speed"), std::nullopt, wish);
        std::string images;
        for (const RunFrame& frame : chosen) {
            const Moment moment = read_moment(frame);
            images += "<img alt=\"" + escaped(painter.time(moment)) +
                      "\" src=\"data:image/jpeg;base64," +
                      base64(io::jpeg(painter.paint(moment), quality)) + "\">\n";
        }
        return images;
    } catch (const UserError&) {
        return {}; // a report is about numbers; `flotsam render` says what is wrong with a frame
    } catch (const MachineError&) {
        return {};
    }
}

} // namespace flotsam::tools
