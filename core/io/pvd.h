// The .pvd index of a series of files: which file shows which time. Names are relative to it, so a
// run directory can be moved; it is rewritten whole for every file added.
#pragma once

#include "core/files.h"

#include <vector>

namespace flotsam::io {

class PvdIndex {
public:
    struct Entry {
        double time = 0.0; // s
        std::string file;
    };

    explicit PvdIndex(Path path) : path_(std::move(path)) {}

    // The index as found, without the entries later than `until`; empty if there is none.
    // UserError with the line if the file is not one of ours.
    static PvdIndex load(Path path, double until);

    void add(double time, std::string file); // and writes
    void write() const;
    const std::vector<Entry>& entries() const { return entries_; }
    bool lists(std::string_view file) const;

private:
    Path path_;
    std::vector<Entry> entries_;
};

} // namespace flotsam::io
