#include "tools/bench_scene.h"

#include <array>
#include <cmath>
#include <random>

namespace flotsam::tools {

namespace {

constexpr double spacing = 0.01;    // m
constexpr double jitter = 0.02;      // of a spacing
constexpr double smoothing = 1.2;   // h / d
constexpr int layers = 3;           // of wall points

using Cells = std::array<int, 3>;

BenchScene empty_scene()
{
    BenchScene scene;
    scene.method.fluid.spacing = spacing;
    scene.method.fluid.finish(smoothing);
    scene.method.fluid.slip = {2.0 / 3.0};
    scene.method.groups = {"tank"};
    return scene;
}

template <class Visit> void each_cell(const Cells& low, const Cells& high, Visit&& visit)
{
    for (int k = low[2]; k < high[2]; ++k)
        for (int j = low[1]; j < high[1]; ++j)
            for (int i = low[0]; i < high[0]; ++i)
                visit(Vec3(spacing * Vec3(i + 0.5, j + 0.5, k + 0.5)));
}

void fill(const Cells& size, sph::Fluid& fluid)
{
    std::mt19937 generator(1);
    const auto shift = [&] { // in [-jitter, jitter], the same on every machine
        return jitter * spacing * (2.0 * static_cast<double>(generator()) / 4294967295.0 - 1.0);
    };
    each_cell({0, 0, 0}, size, [&](const Vec3& x) {
        const double dx = shift(), dy = shift(), dz = shift();
        fluid.position.push_back(x + Vec3(dx, dy, dz));
        fluid.id.push_back(static_cast<std::int64_t>(fluid.id.size()));
    });
    fluid.resize(fluid.position.size());
    std::fill(fluid.velocity.begin(), fluid.velocity.end(), Vec3::Zero());
}

// Floor and four sides around `size`, open above.
void enclose(const Cells& size, Boundary& wall)
{
    const Vec3 inner(spacing * size[0], spacing * size[1], spacing * size[2]);
    each_cell({-layers, -layers, -layers}, {size[0] + layers, size[1] + layers, size[2]}, [&](const Vec3& x) {
        const Vec3 nearest = x.cwiseMax(Vec3::Zero()).cwiseMin(inner);
        const Vec3 out = nearest - x;
        if (out.isZero())
            return;
        int blocked = 0, free_axis = 0;
        for (int axis = 0; axis < 3; ++axis)
            if (out[axis] != 0.0)
                ++blocked;
            else
                free_axis = axis;
        wall.position.push_back(x);
        wall.surface.push_back(nearest);
        wall.normal.push_back(out.normalized());
        wall.along.push_back(Vec3::Unit(free_axis));
        wall.blocked.push_back(static_cast<std::uint8_t>(blocked));
        wall.layer.push_back(static_cast<std::uint8_t>(out.cwiseAbs().maxCoeff() / spacing));
    });
    wall.resize(wall.position.size());
    for (auto* field : {&wall.velocity, &wall.acceleration})
        std::fill(field->begin(), field->end(), Vec3::Zero());
}

} // namespace

BenchScene make_block(Offset particles)
{
    BenchScene scene = empty_scene();
    const int side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(particles))));
    fill({side, side, side}, scene.state.fluid);
    return scene;
}

BenchScene make_dam(Offset particles)
{
    BenchScene scene = empty_scene();
    const int side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(particles))));
    fill({side, side, side}, scene.state.fluid);
    enclose({2 * side, side, side + side / 2}, scene.state.boundary);
    return scene;
}

} // namespace flotsam::tools
