// `flotsam render`: frames of a run as pictures and as a film, without a display.
#include "core/error.h"
#include "core/numbers.h"
#include "tools/render/ink.h"
#include "tools/bench_timing.h"
#include "tools/commands.h"
#include "tools/film.h"
#include "tools/options.h"
#include "tools/painter.h"
#include "tools/threads.h"

#include <omp.h>

#include <cmath>
#include <iostream>

namespace flotsam::tools {

namespace po = boost::program_options;

namespace {

constexpr int smallest = 64, largest = 8192; // pixels
constexpr int film_quality = 85;
constexpr int sheet_width = 1280; // pixels

po::options_description render_options()
{
    const auto text = [] { return po::value<std::string>(); };
    po::options_description options("Options");
    options.add_options()("field", text()->default_value("speed"),
                          ("what the water is coloured by: " + field_keys()).c_str())(
        "range", text(), "A:B: values of the first and the last colour, SI units")(
        "view", text(),
        "front, back, left, right, top, corner, or AROUND,ABOVE in degrees (default: front in 2D, "
        "corner in 3D)")("zoom", po::value<double>()->default_value(1.0), "of the camera")(
        "every", po::value<int>()->default_value(1), "only each n-th frame")(
        "times", text(), "A,B,...: only the frames nearest to these times, s")(
        "size", text(), "WxH: pixels of a picture (default: 1280 wide, as high as the scene)")(
        "sheet", "also frames/sheet.png: all of them side by side, with one colour bar")(
        "threads", po::value<int>()->default_value(0),
        "number of threads")("force", "replace frames/ and film.html");
    return options;
}

std::pair<int, int> size_of(const std::string& text)
{
    const std::size_t x = text.find('x');
    const auto side = [](std::string_view digits) {
        const auto value = parse_number(digits);
        return value && *value == std::floor(*value) && *value >= smallest && *value <= largest
                   ? static_cast<int>(*value)
                   : 0;
    };
    const std::pair size{x == std::string::npos ? 0 : side(text.substr(0, x)),
                         x == std::string::npos ? 0 : side(text.substr(x + 1))};
    if (size.first == 0 || size.second == 0)
        throw UserError("--size '" + text + "': expected WxH, pixels from " +
                        std::to_string(smallest) + " to " + std::to_string(largest));
    return size;
}

std::pair<double, double> range_of(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const auto low = parse_number(std::string_view(text).substr(0, std::min(colon, text.size())));
    const auto high =
        colon == std::string::npos ? std::nullopt : parse_number(text.substr(colon + 1));
    if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || !(*high > *low))
        throw UserError("--range '" + text + "': expected two numbers A:B, the second larger");
    return {*low, *high};
}

std::vector<double> times_of(const std::string& text)
{
    std::vector<double> times;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const auto time = parse_number(text.substr(from, comma - from));
        if (!time || !std::isfinite(*time))
            throw UserError("--times '" + text + "': expected times A,B,... in seconds");
        times.push_back(*time);
        from = comma + 1;
    }
    return times;
}

struct Request {
    Path run;
    const Field* field = nullptr;
    std::optional<std::pair<double, double>> range;
    StageWish wish;
    int every = 1;
    std::vector<double> times;
    bool sheet = false, force = false;
};

Request request_of(const Parsed& parsed)
{
    Request r;
    r.run = parsed.subject;
    r.field = &find_field(parsed.text("field"));
    if (parsed.has("range"))
        r.range = range_of(parsed.text("range"));
    if (parsed.has("view"))
        r.wish.view = find_view(parsed.text("view"));
    r.wish.zoom = parsed.values["zoom"].as<double>();
    if (!(r.wish.zoom >= 0.01 && r.wish.zoom <= 1000.0))
        throw UserError("--zoom: expected a number from 0.01 to 1000");
    if (parsed.has("size"))
        std::tie(r.wish.width, r.wish.height) = size_of(parsed.text("size"));
    r.every = parsed.number("every", 1, 1000000);
    if (parsed.has("times"))
        r.times = times_of(parsed.text("times"));
    r.sheet = parsed.has("sheet");
    r.force = parsed.has("force");
    return r;
}

std::string number_name(std::size_t number)
{
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
    return digits + ".png";
}

// The directory for the pictures, empty; nothing but pictures is ever removed from it.
Path make_room(const Request& r)
{
    const Path frames = r.run / "frames";
    const Path film = r.run / "film.html";
    std::error_code error;
    if (!r.force &&
        (std::filesystem::exists(frames, error) || std::filesystem::exists(film, error)))
        throw UserError(r.run.string() + ": has frames or a film already; use --force");
    std::filesystem::create_directories(frames, error);
    if (error)
        throw_file_error(frames, "cannot create", error.value());
    for (const auto& entry : std::filesystem::directory_iterator(frames))
        if (entry.path().extension() == ".png")
            std::filesystem::remove(entry.path());
    std::filesystem::remove(film);
    return frames;
}

// How many side by side fill a page best: no empty places, and wider than high.
int places_across(int count, double cell_aspect)
{
    int best = 1;
    double least = 1e300;
    for (int across = 1; across <= count; ++across) {
        const int down = (count + across - 1) / across;
        const double page = cell_aspect * across / down;
        const double empty = static_cast<double>(across * down - count) / count;
        const double bad = std::abs(std::log(page / 1.8)) + empty;
        if (bad < least) {
            least = bad;
            best = across;
        }
    }
    return best;
}

// All frames side by side, with one colour bar.
class Sheet {
public:
    Sheet(const Painter& painter, std::size_t frames, bool with_legend)
    {
        const int count = static_cast<int>(frames);
        const double aspect = render::aspect(painter.stage.view, painter.stage.box);
        across_ = places_across(count, aspect);
        const int down = (count + across_ - 1) / across_;
        cell_width_ = sheet_width / across_;
        // Without the colour bar, which all have in common.
        const render::Margins m = render::margins(cell_width_, cell_width_, false);
        const double inside = (cell_width_ - 2 * m.side) / aspect;
        cell_height_ = std::clamp(static_cast<int>(inside) + m.top + m.bottom, smallest, largest);
        const int under =
            with_legend ? render::margins(sheet_width, cell_height_ * down, true).bottom : 0;
        image_ = io::Image(cell_width_ * across_, cell_height_ * down + under);
    }
    void add(Painter& painter, const Moment& m)
    {
        io::Image cell = painter.scene(m, cell_width_, cell_height_, false);
        render::put_heading(cell, painter.time(m), "");
        const int left = cell_width_ * (next_ % across_), top = cell_height_ * (next_ / across_);
        for (int y = 0; y < cell.height; ++y)
            std::copy_n(cell.at(0, y), 3 * cell.width, image_.at(left, top + y));
        ++next_;
    }
    io::Image& image() { return image_; }

private:
    int across_ = 1, cell_width_ = 0, cell_height_ = 0, next_ = 0;
    io::Image image_;
};

struct Times {
    double read = 0.0, draw = 0.0, write = 0.0; // s
};

void report(const Request& r, const Times& t, std::size_t count, const Stage& stage)
{
    const auto each = [count](double seconds) {
        return fixed(seconds / static_cast<double>(count), 3);
    };
    std::cout << "Pictures: " << count << " of " << stage.width << " x " << stage.height
              << " pixels in " << (r.run / "frames").string()
              << "\nFilm:     " << (r.run / "film.html").string() << "\nSeconds a frame: read "
              << each(t.read) << ", draw " << each(t.draw) << ", write " << each(t.write) << "\n";
}

void render_run(const Request& r)
{
    const std::vector<RunFrame> all = frames_of(r.run);
    const std::vector<RunFrame> chosen =
        r.times.empty() ? every_nth(all, r.every) : nearest_to(all, r.times);
    Painter painter = make_painter(all, chosen, *r.field, r.range, r.wish);
    const bool wet = !chosen.front().fluid.empty();
    const Path directory = make_room(r);
    Film film(r.run / "film.html", painter.stage.name.empty() ? "flotsam" : painter.stage.name);
    std::optional<Sheet> sheet;
    if (r.sheet)
        sheet.emplace(painter, chosen.size(), wet);
    Times times;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
        Stopwatch watch;
        const Moment moment = read_moment(chosen[n]);
        times.read += watch.seconds();
        const double read = watch.seconds();
        const io::Image image = painter.paint(moment);
        if (sheet)
            sheet->add(painter, moment);
        times.draw += watch.seconds() - read;
        const double drawn = watch.seconds();
        write_whole_file(directory / number_name(n), io::png(image));
        film.add(io::jpeg(image, film_quality), painter.time(moment));
        times.write += watch.seconds() - drawn;
    }
    film.finish();
    if (sheet) {
        if (wet)
            render::put_legend(sheet->image(), legend_of(*painter.field, painter.range).legend);
        write_whole_file(directory / "sheet.png", io::png(sheet->image()));
    }
    report(r, times, chosen.size(), painter.stage);
}

} // namespace

int render_command(const Words& words)
{
    const Parsed parsed =
        parse(words, render_options(), "render DIR",
              "Draws the frames of a run: frames/NNNN.png and film.html. Needs no "
              "display.",
              "directory");
    if (parsed.help)
        return 0;
    const Request request = request_of(parsed);
    omp_set_num_threads(choose_threads(parsed.number("threads", 0, 4096)));
    render_run(request);
    return 0;
}

} // namespace flotsam::tools
