// Words and numbers of a text, with the place where they stand. Independent of the locale.
#pragma once

#include "core/error.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace flotsam {

// A finite number that fills the whole word; a leading + is allowed.
inline std::optional<double> finite_number(std::string_view word)
{
    if (!word.empty() && word.front() == '+')
        word.remove_prefix(1);
    double value = 0.0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

inline std::optional<long long> whole_number(std::string_view word)
{
    long long value = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

// A word as it may stand in an error message: short and printable.
inline std::string shown(std::string_view word)
{
    std::string text;
    for (char c : word.substr(0, 40))
        text += c >= 32 && c < 127 ? c : '?';
    return "'" + text + (word.size() > 40 ? "...'" : "'");
}

class TextScan {
public:
    TextScan(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

    // The next word, on this line or a later one; empty at the end.
    std::string_view word()
    {
        skip([](char c) { return is_space(c) || c == '\n'; });
        return take_word();
    }
    // The next word of this line; empty at its end.
    std::string_view word_of_line()
    {
        skip([](char c) { return is_space(c); });
        return take_word();
    }
    // The rest of the line; moves to the next one.
    std::string_view rest_of_line()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && text_[at_] != '\n')
            ++at_;
        const std::string_view rest = text_.substr(start, at_ - start);
        if (at_ < text_.size())
            step();
        return rest;
    }
    bool at_end() const { return at_ == text_.size(); }
    std::string_view remaining() const { return text_.substr(at_); }
    // Where the last word stands.
    SourcePlace place() const { return {file_, word_line_, word_column_}; }
    [[noreturn]] void fail(const std::string& what) const { throw UserError(place(), what); }
    // Trouble with the file as a whole.
    [[noreturn]] void fail_file(const std::string& what) const { throw UserError({file_, 0, 0}, what); }

private:
    static bool is_space(char c)
    {
        return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
    }
    void step()
    {
        if (text_[at_++] == '\n') {
            ++line_;
            line_start_ = at_;
        }
    }
    template <class Skipped> void skip(Skipped&& skipped)
    {
        while (at_ < text_.size() && skipped(text_[at_]))
            step();
    }
    std::string_view take_word()
    {
        const std::size_t start = at_;
        word_line_ = line_;
        word_column_ = static_cast<int>(at_ - line_start_) + 1;
        while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '\n')
            ++at_;
        return text_.substr(start, at_ - start);
    }

    std::string_view text_;
    std::string file_;
    std::size_t at_ = 0, line_start_ = 0;
    int line_ = 1, word_line_ = 1, word_column_ = 1;
};

} // namespace flotsam
