#include "tools/render/letters.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace flotsam::render {

namespace {

// Places are two digits of base 36, x and y; the line of writing is at y = 4, small letters reach
// 12, capitals 16. A stroke of straight pieces begins with '-'. Others are quadratic B-splines: 'c'
// from the first to the last place, 'o' closed.
constexpr float line_of_writing = 4.0f, capital = 12.0f, gap = 3.6f, blank = 4.0f;

const std::map<std::uint32_t, const char*>& alphabet()
{
    static const std::map<std::uint32_t, const char*> letters{
        {'0', "o04848g0g"},
        {'1', "-1d4g44"},
        {'2', "c0c0g8g8b04 -0484"},
        {'3', "c0d0g8g8a3a c3a8a840407"},
        {'4', "-646g0888"},
        {'5', "-7g1g0a c0a3c8c840406"},
        {'6', "o04848c0c c6g0g08"},
        {'7', "-0g8g34"},
        {'8', "o1a7a7g1g o04848a0a"},
        {'9', "o08888g0g c8c8424"},
        {'a', "o04848c0c -8c84"},
        {'b', "o04848c0c -0g04"},
        {'c', "c7a6c0c046476"},
        {'d', "o04848c0c -8g84"},
        {'e', "-0888 c888c0c046476"},
        {'f', "c6g3g3c -3c34 -0c6c"},
        {'g', "o04848c0c -8c84 c84803011"},
        {'h', "-0g04 c080c7c78 -7874"},
        {'i', "-0c04 -0g"},
        {'j', "-2c23 c232000 -2g"},
        {'k', "-0g04 -6c08 -3a74"},
        {'l', "-0g07 c070434"},
        {'m', "-0c04 c090c5c58 -5854 c585cacaa8 -a8a4"},
        {'n', "-0c04 c080c7c78 -7874"},
        {'o', "o04848c0c"},
        {'p', "o04848c0c -0c00"},
        {'q', "o04848c0c -8c80"},
        {'r', "-0c04 c080c5c"},
        {'s', "c6b5c0c0878741405"},
        {'t', "-2g26 c262454 -0c5c"},
        {'u', "-0c08 c08047478 -7c74"},
        {'v', "-0c448c"},
        {'w', "-0c346c94cc"},
        {'x', "-0c74 -047c"},
        {'y', "-0c44 -8c20"},
        {'z', "-0c7c0474"},
        {'A', "-045ga4 -2888"},
        {'B', "-0g04 -0g3g c3g8g8a3a -0a3a c3a9a9434 -3404"},
        {'C', "c9d8g0g048497"},
        {'D', "-3g0g0434 c3g9g9434"},
        {'E', "-8g0g0484 -0a6a"},
        {'F', "-8g0g04 -0a6a"},
        {'G', "c9d8g0g04949a -9a6a"},
        {'H', "-0g04 -9g94 -0a9a"},
        {'I', "-0g04"},
        {'J', "-5g58 c58540407"},
        {'K', "-0g04 -8g09 -3c84"},
        {'L', "-0g0474"},
        {'M', "-040g57aga4"},
        {'N', "-040g949g"},
        {'O', "o04a4ag0g"},
        {'P', "-040g4g c4g9g9949 -4909"},
        {'Q', "o04a4ag0g -67a3"},
        {'R', "-040g4g c4g9g9949 -4909 -4994"},
        {'S', "c8e7g0g0a9a941406"},
        {'T', "-0g8g -4g44"},
        {'U', "-0g08 c08049498 -989g"},
        {'V', "-0g54ag"},
        {'W', "-0g346g94cg"},
        {'X', "-0g94 -049g"},
        {'Y', "-0g4a8g -4a44"},
        {'Z', "-0g8g0484"},
        {'.', "-04"},
        {',', "-1402"},
        {':', "-04 -0b"},
        {';', "-1402 -1b"},
        {'-', "-0959"},
        {'+', "-0a8a -4e46"},
        {'=', "-0888 -0c8c"},
        {'/', "-036h"},
        {'\\', "-0h63"},
        {'(', "c3h0d0632"},
        {')', "c0h3d3602"},
        {'[', "-3h0h0232"},
        {']', "-0h3h3202"},
        {'<', "-7d0a77"},
        {'>', "-0d7a07"},
        {'%', "o0b4b4g0g -8g24 o64a4a969"},
        {'_', "-0383"},
        {'\'', "-0g0d"},
        {'"', "-0g0d -3g3d"},
        {'*', "-0b6f -0f6b -3h39"},
        {'!', "-0g08 -04"},
        {'?', "c0d0g7g7b3937 -34"},
        {'~', "c0829591b"},
        {'|', "-0h02"},
        {'#', "-2g14 -6g54 -0c8c -0888"},
        {'&', "c84051c5d5g1g1d84"},
        {'@', "o262a6a66 c6a6589caghg0404848"},
        {'$', "c8e7g0g0a9a941406 -4h43"},
        {'^', "-0d3g6d"},
        {'{', "c3h1h1c0a -0a0a c0a1812232"},
        {'}', "c0h2h2c3a c3a282212"},
        {'`', "-0g2e"},
        {0xb2, "c0f0i4i4f0b -0b4b"},       // squared
        {0xb3, "c0g0i4i4f2f c2f4f4b0b0c"}, // cubed
        {0xb7, "-09"},                     // middle dot
        {0xd7, "-157b -1b75"},             // times
        {0xb0, "o0d4d4h0h"},               // degree
        {0x2212, "-0a8a"},                 // minus
        {0x2013, "-0a7a"},                 // dash
    };
    return letters;
}

int digit(char c) { return c >= 'a' ? c - 'a' + 10 : c - '0'; }

// Points of a quadratic B-spline: from middle to middle of its control lines.
void curve(const std::vector<Place>& control, bool closed, std::vector<Place>& out)
{
    constexpr int pieces = 8;
    const std::size_t n = control.size();
    const auto middle = [&](std::size_t a, std::size_t b) {
        return Place{0.5f * (control[a % n][0] + control[b % n][0]),
                     0.5f * (control[a % n][1] + control[b % n][1])};
    };
    const std::size_t first = closed ? 0 : 1, last = closed ? n : n - 1;
    for (std::size_t k = first; k < last; ++k) {
        const Place& c = control[k];
        const Place a = !closed && k == 1 ? control[0] : middle(k + n - 1, k);
        const Place b = !closed && k + 2 == n ? control[n - 1] : middle(k, k + 1);
        for (int p = 0; p <= pieces; ++p) {
            const float t = static_cast<float>(p) / pieces, s = 1.0f - t;
            out.push_back({s * s * a[0] + 2.0f * s * t * c[0] + t * t * b[0],
                           s * s * a[1] + 2.0f * s * t * c[1] + t * t * b[1]});
        }
    }
}

struct Letter {
    std::vector<std::vector<Place>> strokes;
    float width = 0.0f;
};

Letter parse(std::string_view text)
{
    Letter letter;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view stroke = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::vector<Place> control;
        for (std::size_t n = 1; n + 1 < stroke.size(); n += 2)
            control.push_back({static_cast<float>(digit(stroke[n])),
                               static_cast<float>(digit(stroke[n + 1])) - line_of_writing});
        std::vector<Place> points;
        if (stroke[0] == '-')
            points = control;
        else
            curve(control, stroke[0] == 'o', points);
        for (const Place& p : points)
            letter.width = std::max(letter.width, p[0]);
        letter.strokes.push_back(std::move(points));
    }
    return letter;
}

// The next character; a broken byte counts as one of its own.
std::uint32_t next_character(std::string_view& text)
{
    const auto byte = [&](std::size_t n) {
        return n < text.size() ? static_cast<std::uint8_t>(text[n]) : std::uint8_t{0};
    };
    const auto goes_on = [&](std::size_t n) { return (byte(n) & 0xc0) == 0x80; };
    std::uint32_t code = byte(0);
    std::size_t length = 1;
    if ((code & 0xe0) == 0xc0 && goes_on(1)) {
        code = ((code & 0x1fu) << 6) | (byte(1) & 0x3fu);
        length = 2;
    } else if ((code & 0xf0) == 0xe0 && goes_on(1) && goes_on(2)) {
        code = ((code & 0x0fu) << 12) | ((byte(1) & 0x3fu) << 6) | (byte(2) & 0x3fu);
        length = 3;
    }
    text.remove_prefix(length);
    return code;
}

} // namespace

Writing write(std::string_view utf8, float height)
{
    const float scale = height / capital;
    Writing writing;
    float x = 0.0f;
    while (!utf8.empty()) {
        const std::uint32_t code = next_character(utf8);
        if (code == ' ') {
            x += blank;
            continue;
        }
        const auto known = alphabet().find(code);
        const Letter letter = parse(known == alphabet().end() ? "-040c6c6404" : known->second);
        for (auto stroke : letter.strokes) {
            for (Place& p : stroke)
                p = {(x + p[0]) * scale, p[1] * scale};
            writing.strokes.push_back(std::move(stroke));
        }
        writing.width = (x + letter.width) * scale;
        x += letter.width + gap;
    }
    return writing;
}

} // namespace flotsam::render
