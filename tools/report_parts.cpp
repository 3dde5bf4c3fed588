#include "tools/report_parts.h"

#include "cases/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace flotsam::tools {

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return out;
}

std::string pretty_unit(const std::string& unit)
{
    if (unit == "m^2")
        return "m²";
    if (unit == "m^3")
        return "m³";
    return escaped(unit);
}

std::string number_with_unit(double value, const std::string& unit, bool sign, int digits)
{
    if (!std::isfinite(value))
        return "none";
    const bool share = unit == "%";
    std::string text =
        cases::rounded_text(share ? 100.0 * value : value, share ? std::min(digits, 3) : digits);
    if (text.starts_with("-"))
        text.replace(0, 1, "−");
    else if (sign && value > 0.0)
        text = "+" + text;
    return unit.empty() ? text : text + " " + pretty_unit(unit);
}

std::string metric_words(const std::string& name)
{
    static const std::array<std::pair<const char*, const char*>, 17> words{
        {{"coverage", "share of the reference that the run covers"},
         {"rmse", "RMS error"},
         {"relative_rmse", "RMS error over the reference’s range"},
         {"max_error", "largest error"},
         {"relative_max_error", "largest error over the range"},
         {"correlation", "correlation"},
         {"arrival_error", "arrival time"},
         {"first_peak_error", "first peak, height"},
         {"first_peak_time_error", "first peak, time"},
         {"peak_error", "highest peak, height"},
         {"peak_time_error", "highest peak, time"},
         {"range_error", "lowest to highest value"},
         {"impulse_error", "impulse (integral over the window)"},
         {"inside_band", "samples inside the band"},
         {"speed_error", "speed between two values"},
         {"slope_error", "slope of the line of least squares between them"},
         {"time_shift", "time shift of the reference"}}};
    const auto found = std::find_if(words.begin(), words.end(),
                                    [&](const auto& entry) { return name == entry.first; });
    return found == words.end() ? escaped(name) : found->second;
}

bool has_sign(const std::string& metric)
{
    static const std::array<std::string_view, 10> signed_ones{
        "arrival_error",   "first_peak_error", "first_peak_time_error", "peak_error",
        "peak_time_error", "impulse_error",    "speed_error",           "slope_error",
        "time_shift",      "range_error"};
    return std::find(signed_ones.begin(), signed_ones.end(), metric) != signed_ones.end();
}

std::string limit_words(const Metric& metric)
{
    if (!metric.limit)
        return "–";
    return (metric.at_least ? "≥ " : "≤ ") + number_with_unit(*metric.limit, metric.unit);
}

std::string swatch(const std::string& mark, const std::string& words)
{
    return "<span><svg viewBox=\"0 0 26 10\">" + mark + "</svg>" + words + "</span>";
}

std::string line_swatch(const std::string& style, const std::string& words)
{
    return swatch("<path class=\"" + style + "\" d=\"M1 5L25 5\"/>", words);
}

std::string style_sheet()
{
    return R"(:root{--ink:#1d2429;--soft:#5b6670;--rule:#d9dee3;--sim:#1f5fa8;--exp:#c4501b;--band:#f6dfd1;
--good:#1c7c45;--bad:#b3261e}
*{box-sizing:border-box}
body{margin:0 auto;max-width:860px;padding:28px 24px 60px;color:var(--ink);background:#fff;
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;
font-variant-numeric:tabular-nums}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;font-weight:650}
h2{font-size:19px;margin:40px 0 6px;padding-top:14px;border-top:1px solid var(--rule);font-weight:650}
h3{font-size:15px;margin:22px 0 4px}
p{margin:6px 0}.soft{color:var(--soft)}.small{font-size:13px}
.verdict{display:flex;gap:14px;align-items:baseline;margin:18px 0 4px;padding:12px 16px;border-radius:6px;
border-left:6px solid var(--soft);background:#f3f5f7}
.verdict b{font-size:19px;white-space:nowrap}
.verdict.pass{border-color:var(--good);background:#eef7f1}.verdict.pass b{color:var(--good)}
.verdict.fail{border-color:var(--bad);background:#fcf0ef}.verdict.fail b{color:var(--bad)}
.pass-word{color:var(--good);font-weight:600}.fail-word{color:var(--bad);font-weight:600}
figure{margin:12px 0 4px}svg.plot{display:block;width:100%;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:13px;color:var(--soft);margin:2px 0 0 62px}
.legend svg{width:26px;height:10px;vertical-align:middle;margin-right:6px}
svg text{font-family:inherit;font-size:12px;fill:var(--soft)}svg .name{fill:var(--ink);font-size:13px}
svg .mid{text-anchor:middle}svg .end{text-anchor:end}
svg .grid{stroke:#e8ebee;stroke-width:1}svg .axis{stroke:#8b959e;stroke-width:1}
svg .zero{stroke:#8b959e;stroke-width:1;stroke-dasharray:2 3}
svg path{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
svg .sim{stroke:var(--sim);stroke-width:2}svg .thin{stroke:var(--sim);stroke-width:1.2}
svg .exp{stroke:var(--exp)}svg .dot{fill:var(--exp);stroke:#fff;stroke-width:1}
svg .rdot{fill:var(--sim);stroke:#fff;stroke-width:1}
svg .band{fill:var(--band);stroke:none}svg .gap{fill:#f1f2f4}
svg .c0{stroke:#1f5fa8}svg .c1{stroke:#c4501b}svg .c2{stroke:#1c7c45}svg .c3{stroke:#7a4ba0}
svg .c4{stroke:#a07900}svg .c5{stroke:#4d5963}
table{border-collapse:collapse;width:100%;font-size:14px;margin:10px 0}
th{text-align:left;font-weight:600;color:var(--soft);font-size:13px;border-bottom:1px solid #8b959e}
td,th{padding:4px 10px 4px 0;vertical-align:baseline}td{border-bottom:1px solid var(--rule)}
td.num,th.num{text-align:right;white-space:nowrap}td code{display:block;font-size:11.5px;line-height:1.2}tr.failed td{background:#fcf0ef}
dl{display:grid;grid-template-columns:minmax(150px,max-content) 1fr;gap:2px 18px;margin:10px 0;font-size:14px}
dt{color:var(--soft)}dd{margin:0}
.grid2{display:grid;grid-template-columns:1fr 1fr;gap:10px 20px}.grid2 figure{margin:6px 0}
.pictures{display:grid;grid-template-columns:1fr 1fr;gap:14px}.pictures img{width:100%;height:auto}
code{font:13px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
footer{margin-top:44px;padding-top:10px;border-top:1px solid var(--rule);color:var(--soft);font-size:13px}
@media(max-width:620px){.grid2,.pictures{grid-template-columns:1fr}body{padding:18px 14px}}
@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}
figure,table,dl,.verdict,.pictures img{break-inside:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}@page{margin:16mm}}
)";
}

std::vector<Path> pictures_in(const Path& run, std::size_t most)
{
    std::vector<Path> found;
    std::error_code error;
    for (std::filesystem::directory_iterator it(run, error), end; !error && it != end;
         it.increment(error))
        if (it->path().extension() == ".png")
            found.push_back(it->path());
    std::sort(found.begin(), found.end());
    std::vector<Path> chosen;
    const std::size_t count = std::min(most, found.size());
    for (std::size_t n = 0; n < count; ++n)
        chosen.push_back(found[count == 1 ? 0 : n * (found.size() - 1) / (count - 1)]);
    return chosen;
}

std::string base64(std::string_view bytes)
{
    static constexpr char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve(bytes.size() / 3 * 4 + 4);
    for (std::size_t n = 0; n < bytes.size(); n += 3) {
        const auto byte = [&](std::size_t k) {
            return n + k < bytes.size() ? static_cast<unsigned char>(bytes[n + k]) : 0u;
        };
        const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
        out += letters[group >> 18];
        out += letters[group >> 12 & 63];
        out += n + 1 < bytes.size() ? letters[group >> 6 & 63] : '=';
        out += n + 2 < bytes.size() ? letters[group & 63] : '=';
    }
    return out;
}

std::string picture(const Path& file)
{
    constexpr std::uintmax_t largest = 8u << 20;
    std::error_code error;
    if (std::filesystem::file_size(file, error) > largest || error)
        return {};
    const std::string bytes = read_whole_file(file);
    if (!bytes.starts_with("\x89PNG\r\n"))
        return {};
    return "<img alt=\"" + escaped(file.filename().string()) + "\" src=\"data:image/png;base64," +
           base64(bytes) + "\">\n";
}

} // namespace flotsam::tools
