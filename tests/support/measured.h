// One row of the table "Bodies and contact" in docs/validation.md: what was measured against what
// it may be.
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

namespace flotsam::tests {

inline void measured(const char* what, double error, double limit)
{
    std::printf("| %s | %.1e | %.0e |\n", what, error, limit);
    const std::string row = what; // doctest would log the address of a pointer
    CAPTURE(row);
    CHECK(error <= limit);
}

} // namespace flotsam::tests
