// One table of a case file, read strictly: every key must be allowed, every value has a type and a
// range, and whatever is wrong is said in one line with file:line:column, key and expectation.
//
// A vector is written [x, y, z]; in two dimensions also [x, z], and a y other than 0 is refused.
#pragma once

#include "cases/value.h"
#include "core/types.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flotsam::cases {

// The allowed range of a number, and its unit for messages.
struct Limits {
    double low = -1e300, high = 1e300;
    bool above = false; // low itself is not allowed
    const char* unit = "";
};
// Places and lengths a case may name, m: within what single-precision searching can resolve.
constexpr double farthest = 1e5;
constexpr Limits anywhere{-farthest, farthest, false, "m"};
constexpr Limits length{0.0, farthest, true, "m"};

// "a number above 0 and at most 1e+05 (m)"
std::string described(const Limits& limits);

// What reading leaves behind besides the case itself.
struct Reading {
    int dimension = 3;
    std::string folder; // of the case file: other files are named relative to it
    std::vector<std::pair<std::string, std::string>> defaults; // key, value used
    std::vector<std::pair<std::string, SourcePlace>> places;   // of every value read, by key
};

class Section {
public:
    // `path` is how --set names it: "" at the top, "fluid", "wall.gate.motion".
    Section(const Value& table, std::string path, Reading& reading);

    // Names the keys this section may have; any other is refused with a suggestion. A key that is
    // a stranger here but at home in another section is sent there.
    void allow(std::vector<std::string> keys,
               const std::vector<std::pair<std::string, std::string>>& homes = {});
    // Refuses allowed keys that make no sense with another choice: "'radius' needs kind = ...".
    void refuse(const std::vector<std::string>& keys, const std::string& chosen_key,
                const std::string& because) const;

    bool has(const std::string& key) const { return table_->find(key) != nullptr; }
    const Value* value(const std::string& key) const { return table_->find(key); }
    const std::string& path() const { return path_; }
    void rename(std::string path) { path_ = std::move(path); }
    Reading& reading() const { return *reading_; }
    SourcePlace place() const { return table_->place; }
    SourcePlace place(const std::string& key) const; // of the key; of the table when absent
    std::string full_key(const std::string& key) const;

    // Each getter: required, and with a value to use (and note) when the key is absent.
    double number(const std::string& key, const Limits& limits) const;
    double number(const std::string& key, const Limits& limits, double fallback) const;
    int integer(const std::string& key, int low, int high) const;
    int integer(const std::string& key, int low, int high, int fallback) const;
    bool boolean(const std::string& key, bool fallback) const;
    std::string text(const std::string& key) const;
    std::string text(const std::string& key, const std::string& fallback) const;
    std::string choice(const std::string& key, const std::vector<std::string>& words) const;
    std::string choice(const std::string& key, const std::vector<std::string>& words,
                       const std::string& fallback) const;
    Vec3 vector(const std::string& key, const Limits& limits) const;
    Vec3 vector(const std::string& key, const Limits& limits, const Vec3& fallback) const;
    // A direction: any length but zero, returned with length one.
    Vec3 direction(const std::string& key) const;
    Vec3 direction(const std::string& key, const Vec3& fallback) const;
    Vec3 axis(const std::string& key, const Vec3& fallback) const; // of a rotation; 2D: y
    std::pair<double, double> pair(const std::string& key, const Limits& limits) const;
    std::pair<double, double> pair(const std::string& key, const Limits& limits,
                                   std::pair<double, double> fallback) const;
    std::vector<std::string> texts(const std::string& key, std::size_t most) const;
    // A file's path made absolute; relative ones start from the case's folder.
    std::string file(const std::string& key) const;

    Section section(const std::string& key) const; // required
    std::optional<Section> optional_section(const std::string& key) const;
    std::vector<Section> sections(const std::string& key, std::size_t most) const; // [[key]]

    // Notes that `text` stands in for an absent key.
    void note_default(const std::string& key, const std::string& text) const;
    [[noreturn]] void fail(const std::string& key, const std::string& what) const;

private:
    const Value& required(const std::string& key, const std::string& expected) const;
    const Value* noted(const std::string& key) const;
    std::string where() const; // " in [fluid]"
    double checked_number(const Value& value, const std::string& key, const Limits& limits,
                          const std::string& part) const;
    Vec3 checked_vector(const Value& value, const std::string& key, const Limits& limits) const;
    std::pair<double, double> checked_pair(const Value& value, const std::string& key,
                                           const Limits& limits) const;

    const Value* table_;
    std::string path_;
    Reading* reading_;
    std::vector<std::string> allowed_;
};

// "see file:line:column", to cite the other half of a contradiction.
std::string see(const SourcePlace& place);

} // namespace flotsam::cases
