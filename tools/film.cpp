#include "tools/film.h"

#include "tools/report_parts.h"

namespace flotsam::tools {

namespace {

constexpr const char* style = R"(:root{--ink:#1d2429;--soft:#5b6670;--rule:#d9dee3}
body{margin:0 auto;max-width:1300px;padding:16px;color:var(--ink);background:#fff;
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;
font-variant-numeric:tabular-nums}
h1{font-size:18px;font-weight:650;margin:0 0 8px}
#shown{display:block;width:100%;max-height:calc(100vh - 150px);object-fit:contain;border:1px solid var(--rule);border-radius:4px}
.bar{display:flex;gap:12px;align-items:center;margin:10px 0 0}
.bar input{flex:1;min-width:80px}
button,select{font:inherit;padding:3px 12px;border:1px solid var(--rule);border-radius:4px;background:#f3f5f7;color:var(--ink)}
#play{min-width:80px}output{min-width:150px;text-align:right}
.soft{color:var(--soft);font-size:13px}
#frames{display:none})";

constexpr const char* script = R"(
const frames = [...document.querySelectorAll('#frames img')];
const shown = document.getElementById('shown'), slider = document.getElementById('slider');
const time = document.getElementById('time'), play = document.getElementById('play');
const rate = document.getElementById('rate');
let number = 0, timer = null;
function show(n) {
  number = Math.min(Math.max(n, 0), frames.length - 1);
  shown.src = frames[number].src;
  shown.alt = 'frame at ' + frames[number].alt;
  slider.value = number;
  time.textContent = frames[number].alt + ', ' + (number + 1) + ' of ' + frames.length;
}
function stop() { clearInterval(timer); timer = null; play.textContent = 'Play'; }
function start() {
  if (number === frames.length - 1) show(0);
  timer = setInterval(() => number < frames.length - 1 ? show(number + 1) : stop(), 1000 / rate.value);
  play.textContent = 'Pause';
}
function toggle() { timer ? stop() : start(); }
slider.max = frames.length - 1;
slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
play.addEventListener('click', toggle);
rate.addEventListener('change', () => { if (timer) { stop(); start(); } });
document.addEventListener('keydown', event => {
  const jump = {ArrowLeft: number - 1, ArrowRight: number + 1, Home: 0, End: frames.length - 1}[event.key];
  if (event.target === rate) return;
  if (event.key === ' ') { event.preventDefault(); toggle(); }
  else if (jump !== undefined) { event.preventDefault(); stop(); show(jump); }
});
show(0);
)";

} // namespace

Film::Film(const Path& path, const std::string& title) : file_(path)
{
    file_.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                // Nothing may be loaded from anywhere.
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<title>" +
                escaped(title) + "</title>\n<style>\n" + style +
                "\n</style>\n</head>\n<body>\n<h1>" + escaped(title) +
                "</h1>\n<img id=\"shown\" alt=\"\">\n<div id=\"frames\">\n");
}

void Film::add(const std::string& jpeg, const std::string& time)
{
    file_.write("<img alt=\"" + escaped(time) + "\" src=\"data:image/jpeg;base64," + base64(jpeg) +
                "\">\n");
}

void Film::finish()
{
    file_.write(
        std::string("</div>\n<div class=\"bar\">\n<button id=\"play\">Play</button>\n"
                    "<input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" "
                    "aria-label=\"frame\">\n<output id=\"time\"></output>\n"
                    "<select id=\"rate\" aria-label=\"frames a second\">"
                    "<option value=\"5\">5 / s</option><option value=\"12\" selected>12 / s"
                    "</option><option value=\"25\">25 / s</option></select>\n</div>\n"
                    "<p class=\"soft\">Space plays and stops; arrow keys go frame by frame, "
                    "Home and End to the first and the last.</p>\n<script>") +
        script + "</script>\n</body>\n</html>\n");
    file_.commit();
}

} // namespace flotsam::tools
