// Three kinds of trouble, three treatments.
//   the user's    UserError     wrong input: one line with file, line, column; exit code 2
//   the machine's MachineError  disk, memory: one line; exit code 4
//   ours          expects()     a broken promise inside the program
// Bad numbers are not exceptions: a step returns a verdict (coupling/step.h), and the run loop
// retries or stops with exit code 3.
#pragma once

#include <stdexcept>
#include <string>

namespace flotsam {

// Where in an input file something was found; line 0 = the file as a whole.
struct SourcePlace {
    std::string file;
    int line = 0;
    int column = 0;
};

// "file:line:column: " or "file: " or "", ready to stand before a message.
std::string place_prefix(const SourcePlace& place);

class UserError : public std::runtime_error {
public:
    explicit UserError(const std::string& what) : std::runtime_error(what) {}
    UserError(const SourcePlace& place, const std::string& what)
        : std::runtime_error(place_prefix(place) + what)
    {
    }
};

class MachineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

// A promise of our own code; the sentence says what was promised.
inline void expects(bool condition, const char* sentence)
{
    if (!condition)
        throw InternalError(sentence);
}

} // namespace flotsam
