// Checkpoints. This build does not mind wrong checksums, or no change would get past them.
#include "coupling/checkpoint.h"
#include "fuzz/guard.h"

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const flotsam::Path file = "/dev/shm/flotsam-fuzz-" + std::to_string(getpid());
    flotsam::fuzz::guarded(data, size, 4 << 20, 16, [](const std::string& bytes) {
        {
            const flotsam::FileHandle out(file, O_WRONLY | O_CREAT | O_TRUNC);
            flotsam::expects(::write(out.number(), bytes.data(), bytes.size()) ==
                                 static_cast<ssize_t>(bytes.size()),
                             "a fuzzer's file is written");
        }
        flotsam::coupling::State state;
        flotsam::coupling::read_checkpoint(file, state, std::nullopt);
    });
    return 0;
}
