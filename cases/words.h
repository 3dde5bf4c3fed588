// Words for messages: the nearest known word to a misspelt one, and numbers as people write them.
#pragma once

#include "core/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace flotsam::cases {

// Letters to insert, delete, replace or swap with their neighbour to turn a into b. Case of letters
// and - against _ count for nothing.
int edit_distance(std::string_view a, std::string_view b);

// The known word closest to `word`, empty when none is close: at most a third of its letters wrong,
// or one word inside the other ("dynamic_viscosity" and "viscosity").
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'x'?", or the known words, ready to end a message.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

// a, b, c
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

// The shortest text that reads back to the same bits, whatever the locale.
std::string number_text(double value);
// The same rounded to `digits` significant digits, for sentences.
std::string rounded_text(double value, int digits = 3);
// One line of a table in `flotsam explain`.
std::string row_text(const std::string& left, const std::string& right);
// [x, y, z]
std::string vector_text(const Vec3& v);
// 12,345,678
std::string count_text(Offset count);
// 1.5 GB
std::string bytes_text(double bytes);

} // namespace flotsam::cases
