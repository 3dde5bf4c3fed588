// A TOML file as a plain tree in which every key and value knows its place. What comes from the
// library is turned into this at once, so that the library's headers stay in value.cpp, and so that
// `--set key=value` is one more edit of the tree, checked like everything else.
#pragma once

#include "core/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace flotsam::cases {

struct Entry;

struct Value {
    enum class Kind { boolean, integer, number, text, list, table, date };
    Kind kind = Kind::table;
    SourcePlace place;
    bool boolean = false;
    std::int64_t integer = 0;
    double number = 0.0; // of an integer too
    std::string text;
    std::vector<Value> items;   // list
    std::vector<Entry> entries; // table, in the order of the file

    const Value* find(const std::string& key) const;
};

struct Entry {
    std::string key;
    SourcePlace place; // of the key
    Value value;
};

// "the text \"abc\"", "a list of 3", "true": what a message says was found.
std::string described(const Value& value);

// Limits of a case file. Beyond them a file is refused before it can cost memory or stack.
constexpr std::size_t max_file_bytes = 4u << 20;
constexpr int max_depth = 16;
constexpr int max_values = 100000;

// Throws UserError with the place of the first thing wrong.
Value parse_toml(const std::string& text, const std::string& file);

// The bytes of a file; UserError if it cannot be read or is larger than `limit`.
std::string read_text_file(const std::string& path, std::size_t limit, const std::string& what);

// Carries out "key=value" on the tree. Keys are dotted; a list's member is named by its number
// from 0 or by its `name`: wall.0.slip or wall.gate.slip. The value is TOML; what TOML does not
// understand is taken as text, so that words need no quotes.
void set_value(Value& root, const std::string& assignment);

// Carries out every entry of the table `changes` on the tree: tables are gone into, members of
// lists are named as above, everything else is replaced. Values keep the place of the change.
void merge_value(Value& root, const Value& changes);

} // namespace flotsam::cases
