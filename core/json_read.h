// Reads JSON that this program wrote itself (summary.json), into a plain tree. Anything that is not
// JSON is refused with its line; depth and size are limited.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flotsam {

struct JsonMember;

struct JsonValue {
    enum class Kind { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    bool boolean = false;
    double number = 0.0;
    std::string text;
    std::vector<JsonMember> members; // names are empty in a list

    // The member of that name, or a null if there is none; chains: j["energy"]["kinetic"].
    const JsonValue& operator[](const std::string& name) const;
    std::optional<double> as_number() const;
    std::string as_text() const; // empty unless it is a text
};

struct JsonMember {
    std::string name;
    JsonValue value;
};

// UserError with file and line.
JsonValue parse_json(const std::string& text, const std::string& file);

} // namespace flotsam
