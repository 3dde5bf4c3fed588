// film.html: the frames of a run as one page, with a slider and a play button. Everything is inside
// it; it asks nothing of the network and needs no server.
#pragma once

#include "core/files.h"

#include <string>
#include <vector>

namespace flotsam::tools {

// Written frame by frame, so that a long film needs no memory.
class Film {
public:
    Film(const Path& path, const std::string& title);
    void add(const std::string& jpeg, const std::string& time);
    void finish();

private:
    WholeFile file_;
};

} // namespace flotsam::tools
