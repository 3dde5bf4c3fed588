// The directory a run writes into: made, guarded against a second run, cleared on demand.
//
// The guard is a lock file with process id and host. While a run lives it also holds flock() on it,
// so a lock left by a killed run on this host is found stale and taken over; one left on another
// host cannot be judged from here and is respected.
#pragma once

#include "core/files.h"

namespace flotsam {

enum class OpenRun {
    fresh,   // refuses a directory that holds anything
    replace, // --force: removes what an earlier run wrote, and nothing else
    resume,  // continues: only the temporary files of an interrupted write are removed
};

// True for the names a run writes at the top of its directory, and their temporary forms.
bool is_run_output(std::string_view name);

class RunDirectory {
public:
    // UserError if the directory is taken or, for `fresh`, not empty.
    RunDirectory(Path path, OpenRun how);
    RunDirectory(const RunDirectory&) = delete;
    RunDirectory& operator=(const RunDirectory&) = delete;
    ~RunDirectory();

    const Path& path() const { return path_; }
    Path operator/(std::string_view name) const { return path_ / name; }

private:
    void take_lock();
    void release_lock();

    Path path_;
    FileHandle lock_;
};

} // namespace flotsam
