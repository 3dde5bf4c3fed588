#include "cases/words.h"

#include "core/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace flotsam::cases {

namespace {

char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return static_cast<char>(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

} // namespace

// Damerau-Levenshtein with adjacent swaps, three rows of the table.
int edit_distance(std::string_view a, std::string_view b)
{
    std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = folded(a[i - 1]) == folded(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                folded(a[i - 2]) == folded(b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known)
{
    constexpr std::size_t longest = 200; // nobody misspells more; keeps hostile input cheap
    if (word.empty() || word.size() > longest)
        return {};
    std::string best;
    int least = std::max(1, static_cast<int>((word.size() + 2) / 3)) + 1;
    for (const std::string& candidate : known) {
        if (candidate.size() > longest)
            continue;
        int distance = edit_distance(word, candidate);
        const bool inside = word.find(candidate) != std::string_view::npos ||
                            std::string_view(candidate).find(word) != std::string_view::npos;
        if (inside && std::min(word.size(), candidate.size()) >= 4)
            distance = std::min(distance, 2);
        // A word must keep some letters of its own: "x" is not a misspelt "at".
        if (distance >= static_cast<int>(std::max(word.size(), candidate.size())))
            continue;
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known)
{
    const std::string near = nearest_word(word, known);
    if (!near.empty())
        return "; did you mean '" + near + "'?";
    if (known.empty())
        return {};
    return "; known: " + joined(known);
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty())
            text += between;
        text += word;
    }
    return text;
}

std::string number_text(double value) { return shortest(value); }

std::string rounded_text(double value, int digits)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string vector_text(const Vec3& v)
{
    return "[" + number_text(v.x()) + ", " + number_text(v.y()) + ", " + number_text(v.z()) + "]";
}

std::string count_text(Offset count)
{
    std::string text = std::to_string(count);
    for (auto place = static_cast<int>(text.size()) - 3; place > (count < 0 ? 1 : 0); place -= 3)
        text.insert(static_cast<std::size_t>(place), ",");
    return text;
}

std::string bytes_text(double bytes)
{
    constexpr std::array<const char*, 5> units{"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < units.size()) {
        bytes /= 1000.0;
        ++unit;
    }
    const std::string number =
        bytes >= 99.5 ? std::to_string(std::llround(bytes)) : rounded_text(bytes, 2);
    return number + " " + units[unit];
}

std::string row_text(const std::string& left, const std::string& right)
{
    const std::size_t width = 26;
    return "  " + left + std::string(left.size() < width ? width - left.size() : 1, ' ') + right +
           "\n";
}

} // namespace flotsam::cases
