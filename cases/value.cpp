#include "cases/value.h"

#include "cases/words.h"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace flotsam::cases {

const Value* Value::find(const std::string& key) const
{
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    return entry == entries.end() ? nullptr : &entry->value;
}

std::string described(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::boolean:
        return value.boolean ? "true" : "false";
    case Value::Kind::integer:
        return std::to_string(value.integer);
    case Value::Kind::number:
        return number_text(value.number);
    case Value::Kind::text:
        return "the text \"" + value.text.substr(0, 60) + (value.text.size() > 60 ? "..." : "") +
               "\"";
    case Value::Kind::list:
        return "a list of " + std::to_string(value.items.size());
    case Value::Kind::table:
        return "a table";
    default:
        return "a date or time";
    }
}

namespace {

SourcePlace place_of(const toml::source_region& region, const std::string& file)
{
    return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

// The library limits nested values but not dotted keys (a.a.a...), whose tables are destroyed
// recursively: a long enough name would end on the stack's limit. So names are measured first.
void refuse_deep_names(const std::string& text, const std::string& file)
{
    int line = 1, dots = 0;
    std::size_t line_start = 0;
    for (std::size_t n = 0; n < text.size(); ++n) {
        const char c = text[n];
        if (c == '\n') {
            ++line;
            line_start = n + 1;
            dots = 0;
        } else if (c == '#') {
            n = std::min(text.find('\n', n), text.size()) - 1;
        } else if (c == '"' || c == '\'') {
            const bool triple = text.compare(n, 3, std::string(3, c)) == 0;
            const std::string end(triple ? 3u : 1u, c);
            n += end.size();
            while (n < text.size() && text.compare(n, end.size(), end) != 0 &&
                   (triple || text[n] != '\n')) {
                line += text[n] == '\n' ? 1 : 0;
                n += c == '"' && text[n] == '\\' ? 2 : 1;
            }
            n += n < text.size() && text[n] == '\n' ? 0 : end.size();
            --n;
        } else if (c == '.') {
            if (++dots > max_depth)
                throw UserError({file, line, static_cast<int>(n - line_start) + 1},
                                "a name has more than " + std::to_string(max_depth) + " parts");
        } else if (c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
            dots = 0;
        }
    }
}

class Converter {
public:
    explicit Converter(const std::string& file) : file_(file) {}

    Value convert(const toml::node& node, int depth)
    {
        Value value;
        value.place = place_of(node.source(), file_);
        if (depth > max_depth)
            throw UserError(value.place, "nested more than " + std::to_string(max_depth) + " deep");
        if (++count_ > max_values)
            throw UserError(value.place,
                            "more than " + count_text(max_values) + " values in a case");
        if (const auto* table = node.as_table())
            fill_table(value, *table, depth);
        else if (const auto* array = node.as_array())
            fill_list(value, *array, depth);
        else
            fill_leaf(value, node);
        return value;
    }

private:
    void fill_table(Value& value, const toml::table& table, int depth)
    {
        value.kind = Value::Kind::table;
        for (const auto& [key, node] : table)
            value.entries.push_back(
                {std::string(key.str()), place_of(key.source(), file_), convert(node, depth + 1)});
        // The library sorts keys by name; the first mistake to report is the first in the file.
        std::stable_sort(value.entries.begin(), value.entries.end(),
                         [](const Entry& a, const Entry& b) {
                             return std::pair(a.place.line, a.place.column) <
                                    std::pair(b.place.line, b.place.column);
                         });
    }

    void fill_list(Value& value, const toml::array& array, int depth)
    {
        value.kind = Value::Kind::list;
        for (const toml::node& node : array)
            value.items.push_back(convert(node, depth + 1));
    }

    static void fill_leaf(Value& value, const toml::node& node)
    {
        if (const auto* b = node.as_boolean()) {
            value.kind = Value::Kind::boolean;
            value.boolean = b->get();
        } else if (const auto* i = node.as_integer()) {
            value.kind = Value::Kind::integer;
            value.integer = i->get();
            value.number = static_cast<double>(i->get());
        } else if (const auto* f = node.as_floating_point()) {
            value.kind = Value::Kind::number;
            value.number = f->get();
        } else if (const auto* s = node.as_string()) {
            value.kind = Value::Kind::text;
            value.text = s->get();
        } else {
            value.kind = Value::Kind::date;
        }
    }

    const std::string& file_;
    int count_ = 0;
};

std::string one_line(std::string_view text)
{
    std::string line(text);
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    return line.substr(0, 300);
}

} // namespace

Value parse_toml(const std::string& text, const std::string& file)
{
    if (text.size() > max_file_bytes)
        throw UserError({file, 0, 0},
                        "larger than " + bytes_text(max_file_bytes) + ", which no case needs");
    if (const auto zero = text.find('\0'); zero != std::string::npos)
        throw UserError({file, 0, 0},
                        "not a text file: a zero byte at offset " + std::to_string(zero));
    refuse_deep_names(text, file);
    try {
        const toml::table table = toml::parse(text, file);
        return Converter(file).convert(table, 0);
    } catch (const toml::parse_error& error) {
        throw UserError(place_of(error.source(), file),
                        "not TOML: " + one_line(error.description()));
    }
}

std::string read_text_file(const std::string& path, std::size_t limit, const std::string& what)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw UserError({path, 0, 0}, "cannot open this " + what);
    std::string text;
    std::vector<char> block(1u << 16);
    while (in && text.size() <= limit) {
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad())
        throw UserError({path, 0, 0}, "cannot read this " + what);
    if (text.size() > limit)
        throw UserError({path, 0, 0}, "larger than " + bytes_text(static_cast<double>(limit)) +
                                          ", the most for a " + what);
    return text;
}

namespace {

void put_place(Value& value, const SourcePlace& place)
{
    value.place = place;
    for (Value& item : value.items)
        put_place(item, place);
    for (Entry& entry : value.entries) {
        entry.place = place;
        put_place(entry.value, place);
    }
}

Value parse_setting(const std::string& text, const SourcePlace& place)
{
    const auto start = text.find_first_not_of(" \t");
    const char first = start == std::string::npos ? '\0' : text[start];
    Value value;
    try {
        const Value parsed = parse_toml("value = " + text, place.file);
        if (parsed.entries.size() != 1)
            throw UserError("more than one value");
        value = parsed.entries[0].value;
    } catch (const UserError&) {
        if (first == '\0')
            throw UserError(place, "a value is missing after '='");
        if (first == '[' || first == '{' || first == '"' || first == '\'')
            throw UserError(place, "the value " + one_line(text) + " is not TOML");
        value.kind = Value::Kind::text;
        value.text = text.substr(start, text.find_last_not_of(" \t") - start + 1);
    }
    put_place(value, place);
    return value;
}

Value* named_member(std::vector<Value>& items, const std::string& part)
{
    std::size_t number = 0;
    const auto parsed = std::from_chars(part.data(), part.data() + part.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == part.data() + part.size())
        return number < items.size() ? &items[number] : nullptr;
    for (Value& item : items)
        if (const Value* name = item.find("name"); name && name->text == part)
            return &item;
    return nullptr;
}

// The member of a list, or the value of a table's key (made if absent).
Value& step_into(Value& at, const std::string& part, const std::string& path,
                 const SourcePlace& place)
{
    if (at.kind == Value::Kind::list) {
        if (Value* member = named_member(at.items, part))
            return *member;
        std::vector<std::string> names;
        for (const Value& item : at.items)
            if (const Value* name = item.find("name"))
                names.push_back(name->text);
        throw UserError(place, "'" + path + "' has no member '" + part + "' (it has " +
                                   std::to_string(at.items.size()) + ", numbered from 0)" +
                                   suggestion(part, names));
    }
    if (at.kind != Value::Kind::table)
        throw UserError(place,
                        "'" + path + "' is " + described(at) + ", so it has no '" + part + "'");
    for (Entry& entry : at.entries)
        if (entry.key == part)
            return entry.value;
    at.entries.push_back({part, place, {}});
    at.entries.back().value.place = place;
    return at.entries.back().value;
}

} // namespace

void set_value(Value& root, const std::string& assignment)
{
    const SourcePlace place{"--set " + one_line(assignment), 0, 0};
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UserError(place, "must be key=value");
    std::string key = assignment.substr(0, equals);
    key.erase(std::remove(key.begin(), key.end(), ' '), key.end());

    Value* at = &root;
    std::string path;
    int depth = 0;
    for (std::size_t from = 0; from <= key.size();) {
        const std::size_t to = std::min(key.find('.', from), key.size());
        const std::string part = key.substr(from, to - from);
        if (part.empty() || ++depth > max_depth)
            throw UserError(place,
                            part.empty() ? "a part of the key is empty" : "the key is too deep");
        at = &step_into(*at, part, path, place);
        path += path.empty() ? part : "." + part;
        from = to + 1;
    }
    *at = parse_setting(assignment.substr(equals + 1), place);
}

namespace {

void merge_at(Value& at, const Value& changes, const std::string& path)
{
    for (const Entry& change : changes.entries) {
        Value& target = step_into(at, change.key, path, change.place);
        const bool opens = change.value.kind == Value::Kind::table &&
                           (target.kind == Value::Kind::table || target.kind == Value::Kind::list);
        if (opens)
            merge_at(target, change.value, path.empty() ? change.key : path + "." + change.key);
        else
            target = change.value;
    }
}

} // namespace

void merge_value(Value& root, const Value& changes) { merge_at(root, changes, ""); }

} // namespace flotsam::cases
