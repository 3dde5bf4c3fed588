#include "cases/preset.h"

#include "cases/words.h"

#include <algorithm>

namespace flotsam::cases {

namespace {

constexpr std::size_t max_presets = 20;

void expect_table(const Entry& entry, const std::string& name)
{
    if (entry.value.kind != Value::Kind::table)
        throw UserError(entry.place, "'" + name + "' must be a table of the keys it changes: write [" +
                                         name + "], but is " + described(entry.value));
}

Preset preset_of(const Entry& entry)
{
    expect_table(entry, "preset." + entry.key);
    const Value& changes = entry.value;
    if (changes.entries.empty())
        throw UserError(entry.place, "[preset." + entry.key + "] changes nothing");
    for (const char* key : {"format", "preset"})
        for (const Entry& change : changes.entries)
            if (change.key == key)
                throw UserError(change.place, "a preset cannot change '" + change.key + "'");
    return {entry.key, changes};
}

} // namespace

std::vector<Preset> take_presets(Value& root)
{
    std::vector<Preset> presets;
    const auto found = std::find_if(root.entries.begin(), root.entries.end(),
                                    [](const Entry& e) { return e.key == "preset"; });
    if (found == root.entries.end())
        return presets;
    expect_table(*found, "preset.NAME");
    if (found->value.entries.size() > max_presets)
        throw UserError(found->place, "more than " + std::to_string(max_presets) + " presets");
    for (const Entry& entry : found->value.entries)
        presets.push_back(preset_of(entry));
    root.entries.erase(found);
    return presets;
}

void apply_preset(Value& root, const std::vector<Preset>& presets, const std::string& name,
                  const std::string& file)
{
    std::vector<std::string> names;
    for (const Preset& preset : presets) {
        if (preset.name == name)
            return merge_value(root, preset.changes);
        names.push_back(preset.name);
    }
    throw UserError({file, 0, 0}, "there is no preset '" + name + "'" +
                                      (names.empty() ? ": this case has none"
                                                     : "; presets are " + joined(names)));
}

} // namespace flotsam::cases
