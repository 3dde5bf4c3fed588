// Every shipped case keeps what is promised of every run. A new case or kind of body joins with one
// line below: its name, and what makes it small.
#include "tests/support/trusted.h"

using namespace flotsam::tests;

// clang-format off
#define EACH_CASE(JOINS)                                                                           \
    JOINS("dam-break", "spacing=0.0146", "end_time=0.3", "output.every=0.05")                      \
    JOINS("dam-break-3d", "spacing=0.04", "end_time=0.1", "output.every=0.02", "fluid.solver=multigrid") \
    JOINS("pillar-dam-break", "spacing=0.06", "end_time=0.1", "output.every=0.02")                 \
    JOINS("block-stack", "end_time=0.2", "output.every=0.05")                                      \
    JOINS("floating-box", "spacing=0.025", "end_time=0.3", "output.every=0.05")                    \
    JOINS("settling-disc", "spacing=6.25e-4", "end_time=0.2", "output.every=0.04")                 \
    JOINS("cylinder-entry", "spacing=0.02", "end_time=0.1", "output.every=0.02")                   \
    JOINS("dominoes", "end_time=0.3", "output.every=0.05")
// clang-format on

#define SHORT(NAME, ...)                                                                           \
    TEST_CASE(NAME " is whole and the same after anything that may happen to it")                  \
    {                                                                                              \
        check_trusted(NAME, {"output.checkpoint_minutes=0.0005", __VA_ARGS__});                    \
    }
#define LONG(NAME, ...)                                                                            \
    TEST_CASE(NAME " is whole and the same after hundreds of things that may happen to it")        \
    {                                                                                              \
        check_trusted(NAME, {"output.checkpoint_minutes=0.0005", __VA_ARGS__}, thorough());        \
    }

TEST_SUITE("case")
{
    EACH_CASE(SHORT)
}
TEST_SUITE("long")
{
    EACH_CASE(LONG)
}
