#include "cases/csv.h"
#include "fuzz/guard.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    flotsam::fuzz::guarded(data, size, 1 << 20, 400, [](const std::string& bytes) {
        const auto table = flotsam::cases::parse_csv(bytes, "fuzz.csv");
        for (std::size_t n = 0; n < table.columns.size(); ++n)
            table.numbers(n);
        if (!table.columns.empty())
            table.expect_rising(0);
    });
    return 0;
}
