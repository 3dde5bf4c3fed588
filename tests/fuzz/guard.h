// What every reader promises for any byte string: it returns, or says in a UserError what is wrong;
// and its memory stays below a multiple of the size of its input. Anything else stops the fuzzer.
#pragma once

#include "core/error.h"

#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace flotsam::fuzz {

inline std::atomic<std::int64_t> live{0}, peak{0}; // bytes since the input began

inline void on_malloc(const volatile void*, std::size_t size)
{
    const std::int64_t now = live += static_cast<std::int64_t>(size);
    if (now > peak)
        peak = now;
}

inline void on_free(const volatile void* p)
{
    if (p != nullptr)
        live -=
            static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(p)));
}

inline const int installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);

// `base` bytes for tables that are built once, and `times` the size of the input.
template <class Read>
void guarded(const std::uint8_t* data, std::size_t size, std::int64_t base, std::int64_t times,
             Read&& read)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    live = peak = 0;
    try {
        read(bytes);
    } catch (const UserError& error) {
        if (*error.what() == '\0')
            std::abort();
    }
    if (peak > base + times * static_cast<std::int64_t>(size)) {
        std::fprintf(stderr, "memory: %lld bytes for an input of %zu\n",
                     static_cast<long long>(peak.load()), size);
        std::abort();
    }
}

} // namespace flotsam::fuzz
