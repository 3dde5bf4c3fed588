// In a file of its own, so that no caller is compiled with new and delete in sight of each other.
#include "tests/support/counting_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> count{0};
}

// The replaced forms all end in malloc and free.
void* operator new(std::size_t size)
{
    ++count;
    if (void* memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t align)
{
    ++count;
    const auto a = static_cast<std::size_t>(align);
    if (void* memory = std::aligned_alloc(a, (size + a - 1) / a * a))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

long flotsam::tests::allocations() { return count; }
