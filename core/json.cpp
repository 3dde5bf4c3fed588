#include "core/json.h"

#include "core/error.h"
#include "core/numbers.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

std::string quoted(std::string_view text)
{
    static constexpr char hex[] = "0123456789abcdef";
    std::string out = "\"";
    for (char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (code < 0x20) {
            out += "\\u00";
            out += hex[code >> 4];
            out += hex[code & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

} // namespace

Json::Json(bool value) : text_(value ? "true" : "false") {}

Json::Json(double value) : text_(std::isfinite(value) ? shortest(value) : "null") {}

Json::Json(std::string_view text) : text_(quoted(text)) {}

Json Json::list()
{
    Json empty;
    empty.kind_ = Kind::list;
    return empty;
}

Json& Json::operator[](std::string_view name)
{
    expects(kind_ == Kind::object || is_null(), "only an object has members");
    kind_ = Kind::object;
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [name](const auto& member) { return member.first == name; });
    if (found != members_.end())
        return found->second;
    return members_.emplace_back(std::string(name), Json()).second;
}

Json& Json::push(Json value)
{
    expects(kind_ == Kind::list || is_null(), "only a list is added to");
    kind_ = Kind::list;
    return members_.emplace_back(std::string(), std::move(value)).second;
}

// A short list of scalars stays on one line.
bool Json::is_flat() const
{
    return kind_ == Kind::list && members_.size() <= 16
           && std::all_of(members_.begin(), members_.end(),
                          [](const auto& member) { return member.second.kind_ == Kind::scalar; });
}

void Json::write(std::string& out, int level) const
{
    if (kind_ == Kind::scalar) {
        out += text_;
        return;
    }
    const bool flat = is_flat() || members_.empty();
    out += kind_ == Kind::object ? '{' : '[';
    for (std::size_t n = 0; n < members_.size(); ++n) {
        if (n > 0)
            out += flat ? ", " : ",";
        if (!flat)
            out += "\n" + std::string(static_cast<std::size_t>(2 * (level + 1)), ' ');
        if (kind_ == Kind::object)
            out += quoted(members_[n].first) + ": ";
        members_[n].second.write(out, level + 1);
    }
    if (!flat)
        out += "\n" + std::string(static_cast<std::size_t>(2 * level), ' ');
    out += kind_ == Kind::object ? '}' : ']';
}

std::string Json::text() const
{
    std::string out;
    write(out, 0);
    return out + '\n';
}

} // namespace flotsam
