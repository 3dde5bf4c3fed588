// Every shipped case keeps what is promised of every run. A new case or kind of body joins with one
// line below: its name, and what makes it small.
#include "tests/support/trusted.h"

using namespace flotsam::tests;

// clang-format off
#define EACH_CASE(JOINS)                                                                           \
    JOINS("dam-break", "spacing=0.0146", "end_time=0.3", "output.every=0.05")                      \
    JOINS("dam-break-3d", "spacing=0.04", "end_time=0.1", "output.every=0.02", "fluid.solver=multigrid") \
    JOINS("dam-break-long", "spacing=0.01", "end_time=0.2", "output.every=0.05")                   \
    JOINS("pillar-dam-break", "spacing=0.06", "end_time=0.1", "output.every=0.02")                 \
    JOINS("column-2d", "spacing=0.05", "end_time=0.3", "output.every=0.05", "fluid.solver=multigrid") \
    JOINS("tall-column", "spacing=0.1", "end_time=0.2", "output.every=0.05")                       \
    JOINS("buchner", "spacing=0.1", "end_time=0.3", "output.every=0.05")                           \
    JOINS("kleefsman", "spacing=0.14", "end_time=0.2", "output.every=0.05")                        \
    JOINS("lobovsky", "spacing=0.03", "end_time=0.2", "output.every=0.05")                         \
    JOINS("lobovsky-front", "spacing=0.03", "end_time=0.2", "output.every=0.05")                   \
    JOINS("lobovsky-3d", "spacing=0.05", "end_time=0.15", "output.every=0.05")                     \
    JOINS("moving-square", "spacing=0.2", "end_time=0.3", "output.every=0.05")                     \
    JOINS("sloshing", "spacing=0.012", "end_time=0.2", "output.every=0.05")                        \
    JOINS("block-stack", "end_time=0.2", "output.every=0.05")                                      \
    JOINS("floating-box", "spacing=0.025", "end_time=0.3", "output.every=0.05")                    \
    JOINS("archimedes", "spacing=0.05", "end_time=0.3", "output.every=0.05")                       \
    JOINS("light-block", "spacing=0.05", "end_time=0.3", "output.every=0.05")                      \
    JOINS("floating-heap", "spacing=0.04", "end_time=0.2", "output.every=0.05")                    \
    JOINS("settling-disc", "spacing=6.25e-4", "end_time=0.2", "output.every=0.04")                 \
    JOINS("cylinder-entry", "spacing=0.02", "end_time=0.1", "output.every=0.02")                   \
    JOINS("dominoes", "end_time=0.3", "output.every=0.05")                                         \
    JOINS("soft-stack", "end_time=0.03", "output.every=0.01", "output.bodies_every=0.01",              \
          "output.series_every=0.002")                                                             \
    JOINS("heave-roll", "spacing=0.05", "end_time=0.2", "output.every=0.05")                       \
    JOINS("floating-box-waves", "spacing=0.05", "end_time=0.2", "output.every=0.05")               \
    JOINS("sinking-cylinder", "spacing=0.5", "end_time=0.2", "output.every=0.05")                  \
    JOINS("two-discs", "spacing=6.25e-4", "end_time=0.1", "output.every=0.02")                     \
    JOINS("ten-cate", "spacing=0.0075", "time_step=0.002", "end_time=0.05", "output.every=0.01")   \
    JOINS("settling-shapes", "end_time=0.3", "output.every=0.05")
// clang-format on

#define SHORT(NAME, ...)                                                                           \
    TEST_CASE(NAME " is whole and the same after anything that may happen to it")                  \
    {                                                                                              \
        check_trusted(NAME, {"output.checkpoint_minutes=0.0005", __VA_ARGS__});                    \
    }
// Water, water with a body, and bodies alone at full counts; the others at a fifth of them.
#define LONG(NAME, ...)                                                                            \
    TEST_CASE(NAME " is whole and the same after dozens of things that may happen to it")          \
    {                                                                                              \
        const std::string name = NAME;                                                             \
        const bool full = name == "dam-break" || name == "floating-box" || name == "dominoes";     \
        check_trusted(NAME, {"output.checkpoint_minutes=0.0005", __VA_ARGS__},                     \
                      full ? thorough() : dozens());                                               \
    }

TEST_SUITE("case")
{
    EACH_CASE(SHORT)
}
TEST_SUITE("long")
{
    EACH_CASE(LONG)
}
