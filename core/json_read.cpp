#include "core/json_read.h"

#include "core/error.h"
#include "core/numbers.h"

#include <algorithm>

namespace flotsam {

namespace {

constexpr int deepest = 32;

class Reader {
public:
    Reader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

    JsonValue whole()
    {
        JsonValue value = any(0);
        skip_space();
        if (at_ != text_.size())
            fail("something follows the end");
        return value;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        const auto before = static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
        const auto line = 1 + std::count(text_.begin(), text_.begin() + before, '\n');
        throw UserError({file_, static_cast<int>(line), 1}, "not JSON: " + what);
    }
    void skip_space()
    {
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }
    char next()
    {
        skip_space();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    void take(char c)
    {
        if (next() != c)
            fail(std::string("expected '") + c + "'");
        ++at_;
    }
    bool takes_word(std::string_view word)
    {
        if (text_.compare(at_, word.size(), word) != 0)
            return false;
        at_ += word.size();
        return true;
    }

    JsonValue any(int depth)
    {
        if (depth > deepest)
            fail("nested too deeply");
        JsonValue value;
        switch (next()) {
        case '{':
            return group(depth, '}', JsonValue::Kind::object);
        case '[':
            return group(depth, ']', JsonValue::Kind::list);
        case '"':
            value.kind = JsonValue::Kind::text;
            value.text = quoted();
            return value;
        default:
            return scalar();
        }
    }

    JsonValue group(int depth, char end, JsonValue::Kind kind)
    {
        JsonValue value;
        value.kind = kind;
        ++at_;
        while (next() != end) {
            if (!value.members.empty())
                take(',');
            std::string name;
            if (kind == JsonValue::Kind::object) {
                if (next() != '"')
                    fail("expected a name in quotes");
                name = quoted();
                take(':');
            }
            JsonValue member = any(depth + 1);
            value.members.push_back({std::move(name), std::move(member)});
        }
        ++at_;
        return value;
    }

    std::string quoted()
    {
        std::string out;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] != '\\') {
                out += text_[at_];
                continue;
            }
            if (++at_ >= text_.size())
                break;
            switch (text_[at_]) {
            case 'n':
                out += '\n';
                break;
            case 't':
                out += '\t';
                break;
            case 'r':
                out += '\r';
                break;
            case 'u': // our writer escapes control characters only
                out += ' ';
                at_ += 4;
                break;
            default:
                out += text_[at_];
            }
        }
        if (at_ >= text_.size())
            fail("a quote is not closed");
        ++at_;
        return out;
    }

    JsonValue scalar()
    {
        JsonValue value;
        if (takes_word("null"))
            return value;
        value.boolean = takes_word("true");
        if (value.boolean || takes_word("false")) {
            value.kind = JsonValue::Kind::boolean;
            return value;
        }
        const std::size_t end =
            std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
        const auto number = parse_number(std::string_view(text_).substr(at_, end - at_));
        if (!number)
            fail("expected a value");
        value.kind = JsonValue::Kind::number;
        value.number = *number;
        at_ = end;
        return value;
    }

    const std::string& text_;
    const std::string& file_;
    std::size_t at_ = 0;
};

} // namespace

const JsonValue& JsonValue::operator[](const std::string& name) const
{
    static const JsonValue none;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const auto& member) { return member.name == name; });
    return found == members.end() ? none : found->value;
}

std::optional<double> JsonValue::as_number() const
{
    return kind == Kind::number ? std::optional(number) : std::nullopt;
}

std::string JsonValue::as_text() const { return kind == Kind::text ? text : std::string(); }

JsonValue parse_json(const std::string& text, const std::string& file)
{
    return Reader(text, file).whole();
}

} // namespace flotsam
