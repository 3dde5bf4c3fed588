// Case files: reading alone, as building opens the files that a case names.
#include "cases/read.h"
#include "fuzz/guard.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // A tree of values, a Case with its defaults, and once more for each preset.
    flotsam::fuzz::guarded(data, size, 8 << 20, 4000, [](const std::string& bytes) {
        flotsam::cases::parse_case(bytes, "fuzz.toml");
    });
    return 0;
}
