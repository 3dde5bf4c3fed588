#include "cases/section.h"

#include "cases/words.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace flotsam::cases {

std::string described(const Limits& limits)
{
    std::string text = "a number";
    const bool low = limits.low > -1e299, high = limits.high < 1e299;
    if (low && limits.above)
        text += " above " + number_text(limits.low);
    else if (low && high)
        text += " from " + number_text(limits.low);
    else if (low)
        text += " of at least " + number_text(limits.low);
    if (high)
        text += (low && !limits.above ? " to "
                 : low                ? " and at most "
                                      : " of at most ") +
                number_text(limits.high);
    if (*limits.unit)
        text += std::string(" (") + limits.unit + ")";
    return text;
}

std::string see(const SourcePlace& place)
{
    if (place.file.empty())
        return {};
    const std::string prefix = place_prefix(place);
    return " (see " + prefix.substr(0, prefix.size() - 2) + ")";
}

Section::Section(const Value& table, std::string path, Reading& reading)
    : table_(&table), path_(std::move(path)), reading_(&reading)
{
    if (table.kind == Value::Kind::table)
        return;
    const auto dot = path_.rfind('.');
    const std::string key = dot == std::string::npos ? path_ : path_.substr(dot + 1);
    const bool listed = table.kind == Value::Kind::list && !table.items.empty() &&
                        table.items[0].kind == Value::Kind::table;
    throw UserError(table.place, "'" + key + "' must be a table, but is " + described(table) +
                                     (listed ? ": write [" + key + "], not [[" + key + "]]" : ""));
}

std::string Section::where() const { return path_.empty() ? "" : " in [" + path_ + "]"; }

std::string Section::full_key(const std::string& key) const
{
    return path_.empty() ? key : path_ + "." + key;
}

SourcePlace Section::place(const std::string& key) const
{
    for (const Entry& entry : table_->entries)
        if (entry.key == key)
            return entry.value.place;
    return table_->place;
}

void Section::allow(std::vector<std::string> keys,
                    const std::vector<std::pair<std::string, std::string>>& homes)
{
    allowed_ = std::move(keys);
    for (const Entry& entry : table_->entries) {
        if (std::find(allowed_.begin(), allowed_.end(), entry.key) != allowed_.end())
            continue;
        const std::string message = "unknown key '" + entry.key.substr(0, 60) + "'" + where();
        for (const auto& [key, home] : homes)
            if (key == entry.key)
                throw UserError(entry.place, message + "; it belongs in " + home);
        throw UserError(entry.place, message + suggestion(entry.key, allowed_));
    }
}

void Section::refuse(const std::vector<std::string>& keys, const std::string& chosen_key,
                     const std::string& because) const
{
    for (const Entry& entry : table_->entries)
        if (std::find(keys.begin(), keys.end(), entry.key) != keys.end())
            throw UserError(entry.place, "'" + entry.key + "'" + where() + " " + because +
                                             (has(chosen_key) ? see(place(chosen_key)) : ""));
}

void Section::fail(const std::string& key, const std::string& what) const
{
    throw UserError(place(key), "'" + key + "'" + where() + " " + what);
}

const Value& Section::required(const std::string& key, const std::string& expected) const
{
    if (const Value* value = noted(key))
        return *value;
    throw UserError(place(), "'" + key + "' is missing" + where() + ": " + expected);
}

const Value* Section::noted(const std::string& key) const
{
    expects(allowed_.empty() || std::find(allowed_.begin(), allowed_.end(), key) != allowed_.end(),
            "a key is allowed before it is asked for");
    const Value* value = table_->find(key);
    if (value)
        reading_->places.emplace_back(full_key(key), value->place);
    return value;
}

void Section::note_default(const std::string& key, const std::string& text) const
{
    reading_->defaults.emplace_back(full_key(key), text);
}

double Section::checked_number(const Value& value, const std::string& key, const Limits& limits,
                               const std::string& part) const
{
    const bool numeric = value.kind == Value::Kind::integer || value.kind == Value::Kind::number;
    const bool inside = numeric && std::isfinite(value.number) && value.number <= limits.high &&
                        (limits.above ? value.number > limits.low : value.number >= limits.low);
    if (!inside)
        throw UserError(value.place, "'" + key + "'" + where() + part + " must be " +
                                         described(limits) + ", but is " + described(value));
    return value.number;
}

namespace {

std::string with_unit(const std::string& text, const char* unit)
{
    return *unit ? text + " " + unit : text;
}

} // namespace

double Section::number(const std::string& key, const Limits& limits) const
{
    return checked_number(required(key, described(limits)), key, limits, "");
}

double Section::number(const std::string& key, const Limits& limits, double fallback) const
{
    if (const Value* value = noted(key))
        return checked_number(*value, key, limits, "");
    note_default(key, with_unit(number_text(fallback), limits.unit));
    return fallback;
}

int Section::integer(const std::string& key, int low, int high) const
{
    const std::string expected =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    const Value& value = required(key, expected);
    if (value.kind != Value::Kind::integer || value.integer < low || value.integer > high)
        throw UserError(value.place, "'" + key + "'" + where() + " must be " + expected +
                                         ", but is " + described(value));
    return static_cast<int>(value.integer);
}

int Section::integer(const std::string& key, int low, int high, int fallback) const
{
    if (has(key))
        return integer(key, low, high);
    note_default(key, std::to_string(fallback));
    return fallback;
}

bool Section::boolean(const std::string& key, bool fallback) const
{
    const Value* value = noted(key);
    if (!value) {
        note_default(key, fallback ? "true" : "false");
        return fallback;
    }
    if (value->kind != Value::Kind::boolean)
        fail(key, "must be true or false, but is " + described(*value));
    return value->boolean;
}

std::string Section::text(const std::string& key) const
{
    const Value& value = required(key, "a text in quotes");
    if (value.kind != Value::Kind::text)
        fail(key, "must be a text in quotes, but is " + described(value));
    const bool printable = std::none_of(value.text.begin(), value.text.end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == 127;
    });
    if (value.text.empty() || value.text.size() > 1000 || !printable)
        fail(key, "must be one line of 1 to 1000 characters");
    return value.text;
}

std::string Section::text(const std::string& key, const std::string& fallback) const
{
    if (has(key))
        return text(key);
    note_default(key, "\"" + fallback + "\"");
    return fallback;
}

std::string Section::choice(const std::string& key, const std::vector<std::string>& words) const
{
    const std::string expected = "one of \"" + joined(words, "\", \"") + "\"";
    const Value& value = required(key, expected);
    if (value.kind != Value::Kind::text)
        fail(key, "must be " + expected + ", but is " + described(value));
    if (std::find(words.begin(), words.end(), value.text) == words.end()) {
        const std::string near = nearest_word(value.text, words);
        fail(key, "must be " + expected + ", but is " + described(value) +
                      (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    return value.text;
}

std::string Section::choice(const std::string& key, const std::vector<std::string>& words,
                            const std::string& fallback) const
{
    if (has(key))
        return choice(key, words);
    note_default(key, "\"" + fallback + "\"");
    return fallback;
}

Vec3 Section::checked_vector(const Value& value, const std::string& key, const Limits& limits) const
{
    const bool flat = reading_->dimension == 2;
    const std::string expected = flat ? "[x, z]" : "[x, y, z]";
    const std::size_t count = value.items.size();
    if (value.kind != Value::Kind::list || !(count == 3 || (flat && count == 2)))
        fail(key, "must be a vector " + expected + ", but is " + described(value));
    Vec3 v = Vec3::Zero();
    for (std::size_t n = 0; n < count; ++n) {
        const auto axis = static_cast<Eigen::Index>(count == 2 ? 2 * n : n);
        constexpr const char* parts[] = {", x,", ", y,", ", z,"};
        v[axis] = checked_number(value.items[n], key, limits, parts[axis]);
    }
    return v;
}

namespace {

// Only axes of rotation leave the x-z plane of two dimensions.
void refuse_depth(const Section& section, const std::string& key, const Vec3& v)
{
    const Reading& reading = section.reading();
    if (reading.dimension != 2 || v.y() == 0.0)
        return;
    const auto is_dimension = [](const auto& entry) { return entry.first == "dimension"; };
    const auto found = std::find_if(reading.places.begin(), reading.places.end(), is_dimension);
    section.fail(key, "has y = " + number_text(v.y()) +
                          ", but the case has two dimensions, x and z: write [x, z]" +
                          (found == reading.places.end() ? "" : see(found->second)));
}

// A direction that has length one already keeps its bits, so that a case written and read again
// is the same case.
Vec3 unit_vector(const Section& section, const std::string& key, const Vec3& v)
{
    const double norm = v.norm();
    if (!(norm > 1e-9))
        section.fail(key, "must be a direction, but its length is zero");
    return std::abs(norm - 1.0) < 1e-12 ? v : Vec3(v / norm);
}

constexpr Limits component{-1e6, 1e6, false, ""};

} // namespace

Vec3 Section::vector(const std::string& key, const Limits& limits) const
{
    Vec3 v = checked_vector(
        required(key, reading_->dimension == 2 ? "a vector [x, z]" : "a vector [x, y, z]"), key,
        limits);
    refuse_depth(*this, key, v);
    return v;
}

Vec3 Section::vector(const std::string& key, const Limits& limits, const Vec3& fallback) const
{
    if (has(key))
        return vector(key, limits);
    note_default(key, with_unit(vector_text(fallback), limits.unit));
    return fallback;
}

Vec3 Section::direction(const std::string& key) const
{
    const Value& value = required(key, "a direction [x, y, z]");
    Vec3 v = unit_vector(*this, key, checked_vector(value, key, component));
    refuse_depth(*this, key, v);
    return v;
}

Vec3 Section::direction(const std::string& key, const Vec3& fallback) const
{
    if (has(key))
        return direction(key);
    note_default(key, vector_text(fallback));
    return fallback;
}

Vec3 Section::axis(const std::string& key, const Vec3& fallback) const
{
    const Value* value = noted(key);
    if (!value) {
        note_default(key, vector_text(fallback));
        return fallback;
    }
    Vec3 v = unit_vector(*this, key, checked_vector(*value, key, component));
    if (reading_->dimension == 2 && std::abs(v.y()) != 1.0)
        fail(key, "must be [0, 1, 0] or [0, -1, 0] in two dimensions");
    return v;
}

std::pair<double, double> Section::checked_pair(const Value& value, const std::string& key,
                                                const Limits& limits) const
{
    if (value.kind != Value::Kind::list || value.items.size() != 2)
        fail(key, "must be two numbers [a, b], but is " + described(value));
    return {checked_number(value.items[0], key, limits, ", first number,"),
            checked_number(value.items[1], key, limits, ", second number,")};
}

std::pair<double, double> Section::pair(const std::string& key, const Limits& limits) const
{
    return checked_pair(required(key, "two numbers [a, b]"), key, limits);
}

std::pair<double, double> Section::pair(const std::string& key, const Limits& limits,
                                        std::pair<double, double> fallback) const
{
    if (has(key))
        return pair(key, limits);
    note_default(key,
                 "[" + number_text(fallback.first) + ", " + number_text(fallback.second) + "]");
    return fallback;
}

std::vector<std::string> Section::texts(const std::string& key, std::size_t most) const
{
    const Value* value = noted(key);
    if (!value)
        return {};
    if (value->kind != Value::Kind::list)
        fail(key, "must be a list of texts, but is " + described(*value));
    if (value->items.size() > most)
        fail(key, "may have at most " + std::to_string(most) + " members, but has " +
                      std::to_string(value->items.size()));
    std::vector<std::string> list;
    for (const Value& item : value->items) {
        if (item.kind != Value::Kind::text)
            throw UserError(item.place, "'" + key + "'" + where() +
                                            " must be a list of texts, but one is " +
                                            described(item));
        list.push_back(item.text);
    }
    return list;
}

std::string Section::file(const std::string& key) const
{
    const std::filesystem::path path(text(key));
    const auto whole = path.is_absolute() ? path : std::filesystem::path(reading_->folder) / path;
    return std::filesystem::absolute(whole).lexically_normal().string();
}

Section Section::section(const std::string& key) const
{
    return {required(key, "a table"), full_key(key), *reading_};
}

std::optional<Section> Section::optional_section(const std::string& key) const
{
    if (const Value* value = noted(key))
        return Section(*value, full_key(key), *reading_);
    return std::nullopt;
}

std::vector<Section> Section::sections(const std::string& key, std::size_t most) const
{
    const Value* value = noted(key);
    if (!value)
        return {};
    if (value->kind == Value::Kind::table)
        fail(key, "must be a list of tables: write [[" + full_key(key) + "]], not [" +
                      full_key(key) + "]");
    if (value->kind != Value::Kind::list)
        fail(key, "must be a list of tables, but is " + described(*value));
    if (value->items.size() > most)
        fail(key, "has " + count_text(static_cast<Offset>(value->items.size())) +
                      " members, more than " + count_text(static_cast<Offset>(most)));
    std::vector<Section> list;
    for (std::size_t n = 0; n < value->items.size(); ++n)
        list.emplace_back(value->items[n], full_key(key) + "." + std::to_string(n), *reading_);
    return list;
}

} // namespace flotsam::cases
