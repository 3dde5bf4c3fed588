// Just enough JSON to write summary.json and metrics.json.
//
//   Json summary;
//   summary["case"] = "dam-break";
//   summary["time"]["wall"] = 12.5;
//   summary["warnings"].push("two particles left");
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flotsam {

class Json {
public:
    Json() = default; // null; becomes an object or a list when used as one
    Json(bool value);
    Json(double value); // NaN and infinities have no JSON form: null
    Json(std::string_view text);
    Json(const char* text) : Json(std::string_view(text)) {}
    Json(const std::string& text) : Json(std::string_view(text)) {}
    template <std::integral T> Json(T value) : text_(std::to_string(value)) {}

    static Json list(); // an empty one

    // The member of that name, added at the end if there is none.
    Json& operator[](std::string_view name);
    // Adds to a list, and returns what was added.
    Json& push(Json value);

    // Indented by two spaces a level, with a newline at the end.
    std::string text() const;

private:
    enum class Kind { scalar, object, list };
    void write(std::string& out, int level) const;
    bool is_flat() const;
    bool is_null() const { return kind_ == Kind::scalar && text_ == "null"; }

    Kind kind_ = Kind::scalar;
    std::string text_ = "null"; // of a scalar
    std::vector<std::pair<std::string, Json>> members_; // names are empty in a list
};

} // namespace flotsam
