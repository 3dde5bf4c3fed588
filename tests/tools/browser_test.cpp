// report.html and film.html in Debian's Chromium without a display: no error in its console, nothing asked of the
// network, curves that have a length on the screen. Skipped with a message where there is no
// Chromium.
#include "core/io/pvd.h"
#include "core/io/vtk_files.h"
#include "tests/core/io/frames.h"
#include "tests/support/run_directory.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

const char* browser()
{
    for (const char* name : {"/usr/bin/chromium", "/usr/bin/chromium-browser"})
        if (std::filesystem::exists(name))
            return name;
    return nullptr;
}

struct Page {
    int code = -1;
    std::string dom;     // after loading
    std::string console; // what pages said there
    std::string network; // the log of requests

    // Requests of the page itself, which is of file://; the browser makes some of its own.
    bool asked_for_something() const
    {
        std::istringstream lines(network);
        for (std::string line; std::getline(lines, line);)
            if (line.find("{site=file://") != std::string::npos &&
                (line.find("\"url\":\"http") != std::string::npos ||
                 line.find("\"url\":\"ws") != std::string::npos))
                return true;
        return false;
    }
    bool has_error() const { return console.find(":CONSOLE") != std::string::npos; }
    bool has(const std::string& part) const { return dom.find(part) != std::string::npos; }
};

Page open_page(const TemporaryDirectory& directory, const std::string& html)
{
    write_whole_file(directory / "page.html", html);
    const std::string at = directory.path().string();
    const std::string command =
        "cd '" + at + "' && HOME='" + at + "' timeout 60 " + browser() +
        " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
        "--disable-sync"
        " --disable-background-networking --disable-component-update --disable-default-apps"
        " --disable-extensions --user-data-dir='" +
        at +
        "/profile' --host-resolver-rules='MAP * ~NOTFOUND'"
        " --enable-logging=stderr --virtual-time-budget=2000 --log-net-log='" +
        at + "/net.json' --dump-dom 'file://" + at + "/page.html' > dom.html 2> console.txt";
    Page page;
    page.code = WEXITSTATUS(std::system(command.c_str()));
    page.dom = read_whole_file(directory / "dom.html");
    page.console = read_whole_file(directory / "console.txt");
    page.network = read_whole_file(directory / "net.json");
    return page;
}

std::string changed(std::string html, const std::string& from, const std::string& to)
{
    const std::size_t at = html.find(from);
    REQUIRE(at != std::string::npos);
    return html.replace(at, from.size(), to);
}

std::string without_policy(const std::string& html)
{
    const std::size_t from = html.find("<meta http-equiv=\"Content-Security-Policy\"");
    REQUIRE(from != std::string::npos);
    std::string open = html;
    return open.erase(from, html.find('>', from) + 1 - from);
}

std::string report_of_a_comparison(const TemporaryDirectory& directory)
{
    make_run(
        directory / "run",
        "[[reference]]\nfile = \"../m.csv\"\nseries = \"front\"\ncolumns = [\"time\", \"x\"]\n");
    write_whole_file(directory / "m.csv", small_measurement);
    REQUIRE(call({"validate", (directory / "run").string()}).code == 0);
    return read_whole_file(directory / "run/report.html");
}

// A film of three frames in which some particles move.
std::string film_of_a_run(const TemporaryDirectory& directory)
{
    const Path run = directory / "run";
    std::filesystem::create_directories(run);
    io::PvdIndex fluid(run / "fluid.pvd");
    for (int n = 0; n < 3; ++n) {
        io::ParticleFrame frame = particles(400, n, 0.5 * n);
        for (float& x : frame.position)
            x += 0.2f * static_cast<float>(n);
        const std::string name = "fluid_00000" + std::to_string(n) + ".vtu";
        io::write_particles(run / name, frame, io::Compression::zlib);
        fluid.add(0.5 * n, name);
    }
    REQUIRE(call({"render", run.string(), "--size", "320x200"}).code == 0);
    return read_whole_file(run / "film.html");
}

// Moves the film's slider as a hand would, presses a key, and tells what is seen.
constexpr const char* moving = R"(<script>
const said = [], tell = () => said.push(document.getElementById('time').textContent), first = shown.src;
tell();
slider.value = 2; slider.dispatchEvent(new Event('input')); tell();
document.body.dataset.changed = shown.src !== first ? 'changed' : 'same';
document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'})); tell();
document.getElementById('play').click();
document.body.dataset.play = document.getElementById('play').textContent;
document.body.dataset.said = said.join(' | ');
const picture = new Image();
picture.onload = () => { document.body.dataset.size = picture.naturalWidth + 'x' + picture.naturalHeight; };
picture.src = shown.src;
</script></body>)";

// Asks the browser itself how long the drawn curves are.
constexpr const char* measuring = R"(<script>
const all = [...document.querySelectorAll('svg.plot path')];
const lengths = all.map(p => p.getTotalLength()), box = document.querySelector('path.sim').getBoundingClientRect();
document.body.dataset.curves = all.length;
document.body.dataset.shortest = Math.min(...lengths) > 100 ? 'long' : 'short';
document.body.dataset.sim = box.width > 300 && box.height > 50 ? 'seen' : 'unseen';
document.body.dataset.dots = document.querySelectorAll('svg.plot circle.dot').length;
</script></body>)";

} // namespace

TEST_SUITE("case")
{
    TEST_CASE("a browser shows the report without an error or a request and its curves are there")
    {
        if (!browser()) {
            MESSAGE("skipped: no Chromium here; tools/setup --browser installs it");
            return;
        }
        const TemporaryDirectory directory;
        const std::string html = report_of_a_comparison(directory);
        const Page page = open_page(directory, html);
        CHECK(page.code == 0);
        CHECK(page.has("simulation − reference"));
        CHECK(!page.has_error());
        CHECK(!page.asked_for_something());

        const Page measured =
            open_page(directory, changed(without_policy(html), "</body>", measuring));
        CHECK(measured.has("data-shortest=\"long\""));
        CHECK(measured.has("data-sim=\"seen\""));
        CHECK(measured.has("data-dots=\"10\""));
        CHECK(measured.has(
            "data-curves=\"10\"")); // curve, residual, front, P1, 5 energies, iterations
    }

    TEST_CASE("the browser test finds a request and an error when there is one")
    {
        if (!browser()) {
            MESSAGE("skipped: no Chromium here; tools/setup --browser installs it");
            return;
        }
        const TemporaryDirectory directory;
        const std::string html = report_of_a_comparison(directory);
        const std::string picture = "<img src=\"http://flotsam.invalid/a.png\"></body>";
        const Page open = open_page(directory, changed(without_policy(html), "</body>", picture));
        CHECK(open.asked_for_something());
        const Page guarded = open_page(directory, changed(html, "</body>", picture));
        CHECK(guarded.has_error()); // its policy forbids it
        CHECK(!guarded.asked_for_something());
        const Page broken = open_page(directory, changed(without_policy(html), "</body>",
                                                         "<script>no_such()</script></body>"));
        CHECK(broken.has_error());
        const Page empty = open_page(
            directory, changed(without_policy(changed(html, "<path class=\"sim\" d=\"",
                                                      "<path class=\"sim\" d=\"M0 0Z\" data-d=\"")),
                               "</body>", measuring));
        CHECK(empty.has("data-sim=\"unseen\""));
    }

    TEST_CASE("a browser plays the film of 3 frames and its slider and keys change the picture")
    {
        if (!browser()) {
            MESSAGE("skipped: no Chromium here; tools/setup --browser installs it");
            return;
        }
        const TemporaryDirectory directory;
        const std::string html = film_of_a_run(directory);
        const Page page = open_page(directory, changed(html, "</body>", moving));
        CHECK(page.code == 0);
        CHECK(!page.has_error());
        CHECK(!page.asked_for_something());
        CHECK(page.has("data-said=\"t = 0.0 s, 1 of 3 | t = 1.0 s, 3 of 3 | t = 0.5 s, 2 of 3\""));
        CHECK(page.has("data-changed=\"changed\""));
        CHECK(page.has("data-play=\"Pause\""));
        CHECK(page.has("data-size=\"320x200\""));
    }
}
