// Spheres, triangles and walls in a picture: what covers what, and the same bits for any threads.
#include "tools/render/draw.h"
#include "tools/render/solids.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <numbers>
#include <random>

using namespace flotsam;
using namespace flotsam::render;

namespace {

constexpr int size = 200;

// Looks along +y at the box -1 .. 1; 80 pixels a metre.
Camera front()
{
    return fit({0.0, 0.0, true, 1.0}, {Vec3::Constant(-1.0), Vec3::Ones()}, {20, 20, 180, 180});
}

void add_sphere(Scene& scene, const Vec3f& at, std::uint8_t shade)
{
    scene.spheres.position.insert(scene.spheres.position.end(), {at.x(), at.y(), at.z()});
    scene.spheres.shade.push_back(shade);
}

Scene spheres(float radius)
{
    Scene scene;
    scene.spheres.radius = radius;
    scene.spheres.colours = colours(Map::sequential);
    scene.shadow = 0.1f;
    return scene;
}

std::uint32_t seen_in_the_middle(const Scene& scene, const Camera& camera)
{
    DepthBuffer buffer;
    Drawn drawn;
    buffer.resize(size, size);
    splat(scene, camera, buffer, drawn);
    return buffer.thing[buffer.at(size / 2, size / 2)];
}

Offset covered(const Scene& scene, const Camera& camera)
{
    DepthBuffer buffer;
    Drawn drawn;
    buffer.resize(size, size);
    splat(scene, camera, buffer, drawn);
    return std::count_if(buffer.thing.begin(), buffer.thing.end(),
                         [](std::uint32_t n) { return n != 0; });
}

// A box from a to b, its faces looking outward or inward.
io::SurfaceFrame box(const Vec3f& a, const Vec3f& b, bool outward)
{
    io::SurfaceFrame frame;
    frame.names = {"box"};
    for (int n = 0; n < 8; ++n)
        for (int k = 0; k < 3; ++k)
            frame.vertex.push_back((n >> k & 1) ? b[k] : a[k]);
    const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& f : faces)
        for (int half = 0; half < 2; ++half) {
            const int u = f[1 + half], v = f[2 + half];
            for (const int corner : {f[0], outward ? u : v, outward ? v : u})
                frame.triangle.push_back(corner);
            frame.body.push_back(0);
            frame.speed.push_back(0.0f);
        }
    return frame;
}

SolidLook plain_look()
{
    SolidLook look;
    look.colour = [](std::size_t, bool) { return Colour{0.5f, 0.5f, 0.5f}; };
    look.clip = {Vec3::Constant(-10.0), Vec3::Constant(10.0)};
    return look;
}

// Water drops and bodies, without any order.
Scene crowd()
{
    Scene scene = spheres(0.03f);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-1.2f, 1.2f);
    for (int n = 0; n < 20000; ++n)
        add_sphere(scene, {anywhere(random), anywhere(random), anywhere(random)},
                   static_cast<std::uint8_t>(n % 256));
    return scene;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a sphere covers the pixels of its disc to 1 percent")
    {
        Scene scene = spheres(0.5f);
        add_sphere(scene, Vec3f::Zero(), 0);
        const double disc = std::numbers::pi * 40.0 * 40.0;
        CHECK(std::abs(static_cast<double>(covered(scene, front())) - disc) < 0.01 * disc);
    }

    TEST_CASE("of two spheres the nearer is seen and of two at one place the first")
    {
        for (const bool far_first : {true, false}) {
            Scene scene = spheres(0.3f);
            add_sphere(scene, {0.0f, far_first ? 0.5f : -0.5f, 0.0f}, 0);
            add_sphere(scene, {0.0f, far_first ? -0.5f : 0.5f, 0.0f}, 1);
            CHECK(seen_in_the_middle(scene, front()) == (far_first ? 2 : 1));
        }
        Scene same = spheres(0.3f);
        add_sphere(same, Vec3f::Zero(), 0);
        add_sphere(same, Vec3f::Zero(), 1);
        CHECK(seen_in_the_middle(same, front()) == 1);
    }

    TEST_CASE("a solid box hides the water behind it and a tank shows the water inside")
    {
        for (const bool outward : {true, false}) {
            Scene scene = spheres(0.2f);
            add_sphere(scene, Vec3f::Zero(), 0);
            add_solids(scene, box(Vec3f::Constant(-0.6f), Vec3f::Constant(0.6f), outward),
                       plain_look(), front());
            CHECK((seen_in_the_middle(scene, front()) == 1) == !outward);
        }
    }

    TEST_CASE("walls outside the clip box are not drawn")
    {
        Scene scene;
        SolidLook look = plain_look();
        look.clip.max.z() = 0.0; // half of the face of 96 x 96 pixels
        add_solids(scene, box(Vec3f::Constant(-0.6f), Vec3f::Constant(0.6f), true), look, front());
        CHECK(covered(scene, front()) == 96 * 48);
        look.clip = {Vec3::Constant(5.0), Vec3::Constant(6.0)};
        Scene nothing_left;
        add_solids(nothing_left, box(Vec3f::Constant(-0.6f), Vec3f::Constant(0.6f), true), look,
                   front());
        CHECK(nothing_left.triangles.empty());
        CHECK(nothing_left.lines.empty());
    }

    TEST_CASE("the edges of a box are 12 lines and of them 9 are seen from a corner")
    {
        const auto lines = [](const View& view) {
            Scene scene;
            const Camera camera =
                fit(view, {Vec3::Constant(-1.0), Vec3::Ones()}, {20, 20, 180, 180});
            add_solids(scene, box(Vec3f::Constant(-0.6f), Vec3f::Constant(0.6f), true),
                       plain_look(), camera);
            return scene.lines.size();
        };
        CHECK(lines({30.0, 20.0, true, 1.0}) == 9);
        CHECK(lines({0.0, 0.0, true, 1.0}) == 4); // of one face
    }

    TEST_CASE("a picture of 20000 spheres and a box has the same bits for 1 to 7 threads")
    {
        Scene scene = crowd();
        const View view{30.0, 20.0, false, 1.0};
        const Camera camera = fit(view, {Vec3::Constant(-1.0), Vec3::Ones()}, {20, 20, 180, 180});
        add_solids(scene, box(Vec3f::Constant(-0.5f), Vec3f(0.9f, 0.2f, 0.1f), true), plain_look(),
                   camera);
        const int before = omp_get_max_threads();
        omp_set_num_threads(1);
        Studio studio;
        const io::Image one = draw(scene, camera, size, size, studio);
        for (const int threads : {2, 3, 7}) {
            omp_set_num_threads(threads);
            CHECK(draw(scene, camera, size, size, studio).rgb == one.rgb);
        }
        omp_set_num_threads(before);
    }

    TEST_CASE("numbers that are none and places behind the eye do no harm")
    {
        Scene scene = crowd();
        const float none = std::nanf(""), far = 1e30f;
        for (const float bad : {none, far, -far, INFINITY}) {
            add_sphere(scene, {bad, 0.0f, 0.0f}, 0);
            add_sphere(scene, {0.0f, bad, bad}, 0);
            add_solids(scene, box({bad, 0.0f, 0.0f}, {0.1f, bad, 0.2f}, true), plain_look(),
                       front());
        }
        // From the middle of it all: some spheres are behind, some nearer than a pixel's width.
        Camera inside =
            fit({30.0, 20.0, false, 1.0}, {Vec3::Constant(-1.0), Vec3::Ones()}, {20, 20, 180, 180});
        inside.eye = Vec3f::Zero();
        add_solids(scene, box(Vec3f::Constant(-0.5f), Vec3f::Constant(0.5f), false), plain_look(),
                   inside);
        Studio studio;
        CHECK(draw(scene, inside, size, size, studio).width == size);
        CHECK(draw(scene, front(), size, size, studio).width == size);
    }

    TEST_CASE("every corner of the box is inside the frame from 24 directions and touches it")
    {
        const Bounds room{Vec3(-1.0, 0.0, 0.5), Vec3(3.0, 0.4, 2.0)};
        for (int around = 0; around < 360; around += 45)
            for (const double above : {-60.0, 10.0, 90.0}) {
                const Frame frame{10, 20, 310, 180};
                const Camera camera =
                    fit({static_cast<double>(around), above, above < 0.0, 1.0}, room, frame);
                float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
                for (int n = 0; n < 8; ++n) {
                    const Vec3f x((n & 1 ? room.max : room.min).cast<float>().x(),
                                  (n & 2 ? room.max : room.min).cast<float>().y(),
                                  (n & 4 ? room.max : room.min).cast<float>().z());
                    const Vec3f v = camera.view(x);
                    left = std::min(left, camera.picture_x(v));
                    right = std::max(right, camera.picture_x(v));
                    top = std::min(top, camera.picture_y(v));
                    bottom = std::max(bottom, camera.picture_y(v));
                }
                CHECK(left > 9.9f);
                CHECK(right < 310.1f);
                CHECK(top > 19.9f);
                CHECK(bottom < 180.1f);
                CHECK((right - left > 299.5f || bottom - top > 159.5f));
            }
    }
}
