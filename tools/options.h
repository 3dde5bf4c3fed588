// Words of a sub-command to options, with the project's way of saying what is wrong.
#pragma once

#include <boost/program_options.hpp>

#include <string>
#include <vector>

namespace flotsam::tools {

struct Parsed {
    boost::program_options::variables_map values;
    std::string subject; // CASE or DIR
    bool help = false;   // was asked for, and printed

    bool has(const char* name) const { return values.count(name) > 0; }
    std::vector<std::string> list(const char* name) const;
    std::string text(const char* name) const; // empty if not given
    // Within its range; UserError otherwise.
    int number(const char* name, int least, int most) const;
    double seconds(const char* name) const; // 0 or more
};

// `subject` names the one positional argument ("case", "directory"); empty = there is none.
// Throws UserError for unknown options, missing values and a missing subject.
Parsed parse(const std::vector<std::string>& words,
             const boost::program_options::options_description& options, const std::string& usage,
             const std::string& sentence, const std::string& subject);

} // namespace flotsam::tools
