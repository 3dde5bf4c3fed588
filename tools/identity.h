// What a run is made from: which files it reads, and whether two cases have the same physics.
#pragma once

#include "cases/case.h"
#include "core/files.h"

#include <cstdint>
#include <string>
#include <vector>

namespace flotsam::tools {

// The part of a resolved case that the physics depends on: no title, end time, output, references.
std::string physics_of(const std::string& resolved_case);

// Of the physics and of the contents of the meshes and tables it names. MachineError if one of them
// cannot be read.
std::uint64_t physics_hash(const cases::Case& c, const std::string& resolved_case);

// "'spacing' was 0.1, is 0.05; ..." for the physics of two resolved cases; empty if they agree.
std::string differences(const std::string& before, const std::string& now);

// The case file, meshes, tables and references.
std::vector<Path> input_files(const cases::Case& c);

// UserError if a run in `out` would replace one of the case's own files.
void refuse_to_replace_inputs(const cases::Case& c, const Path& out);

// case.toml of a run directory, headed by the name of the case, which resuming takes from there.
std::string with_case_name(const std::string& resolved_case, const std::string& name);
std::string case_name_in(const std::string& text); // empty if there is none

} // namespace flotsam::tools
