// Presets: named tables of changes in a case file, [preset.quick], that `--preset quick` carries out
// before any --set.
#pragma once

#include "cases/value.h"

#include <string>
#include <vector>

namespace flotsam::cases {

struct Preset {
    std::string name;
    Value changes; // a table of keys, nested as dotted keys are
};

// Takes [preset] out of the tree. UserError where it is no table of tables.
std::vector<Preset> take_presets(Value& root);

// Carries out the preset of this name; UserError with the names there are if it is none of them.
void apply_preset(Value& root, const std::vector<Preset>& presets, const std::string& name,
                  const std::string& file);

} // namespace flotsam::cases
