#include "core/obj.h"
#include "core/mesh_check.h"
#include "fuzz/guard.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    flotsam::fuzz::guarded(data, size, 1 << 20, 400, [](const std::string& bytes) {
        flotsam::Mesh mesh = flotsam::parse_obj(bytes, "fuzz.obj");
        flotsam::accept_mesh(mesh, "fuzz.obj");
    });
    return 0;
}
