// Checkpoints: the state in an own small binary format from which a run continues to the last bit.
//
//   header   "flotsamC", format, byte order, hash of the case, number of blocks, program, checksum
//   block    marker, type, length of name, count, name, checksum of the data, checksum of the lines
//            above, data: count values of double, 64-bit integer or three doubles
//   trailer  "flotsamE", size of the file, checksum of the two
//
// Blocks are State::each_array, State::each_scalar and the counters of the output. Every byte of
// the file is under a checksum or compared with what it must be, so no damaged file is read.
// Numbers stand as they are in memory, and a file of the other byte order is refused.
#pragma once

#include "core/files.h"
#include "coupling/state.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flotsam::coupling {

struct CheckpointLabel {
    std::uint64_t case_hash = 0; // of everything in the case that the physics depends on
    std::string program;         // version of the program that writes
};

// Numbers that the output needs to continue, by name.
using Counters = std::map<std::string, std::int64_t>;

struct Checkpoint {
    CheckpointLabel label;
    Counters counters;
};

void write_checkpoint(const Path& path, const State& s, const CheckpointLabel& label,
                      const Counters& counters);

// Fills the state that building the case has left (its boundary stays) and returns the rest. Checks
// everything before it changes anything. UserError with file, block and byte if the file is
// damaged, from another format or byte order, or, when a hash is given, of another case.
Checkpoint read_checkpoint(const Path& path, State& s, std::optional<std::uint64_t> case_hash);

// A directory with the last two checkpoints, named by their step.
class CheckpointKeeper {
public:
    CheckpointKeeper(Path directory, CheckpointLabel label);
    // Writes one more; then removes all but the two newest.
    void keep(const State& s, const Counters& counters);

private:
    Path directory_;
    CheckpointLabel label_;
};

// Newest first; empty if there are none.
std::vector<Path> checkpoints_in(const Path& directory);

} // namespace flotsam::coupling
