// Every key a case file may have, by section. Reading allows exactly these; suggestions and tests
// use the same list.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flotsam::cases {

// Sections: "" (top level), "fluid", "fluid.fill", "wall", "body", "contact", "motion", "sinusoid", "turn", "probe",
// "output", "reference", "limits", "periodic", and one for each shape: "box", "sphere", ....
const std::vector<std::string>& keys_of(std::string_view section);
const std::vector<std::string>& all_sections();

// The shapes in the order messages list them.
const std::vector<std::string>& shape_keys(int dimension);

// Where a key that stands in the wrong section belongs: ("density", "[fluid]"), ....
const std::vector<std::pair<std::string, std::string>>& homes_of_keys();

} // namespace flotsam::cases
