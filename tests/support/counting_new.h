// How often the program has asked for memory. Link counting_new.cpp, which replaces operator new.
#pragma once

namespace flotsam::tests {

long allocations();

} // namespace flotsam::tests
