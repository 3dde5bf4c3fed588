#include "core/io/mesh_file.h"

#include "core/error.h"
#include "core/mesh_check.h"
#include "core/polygon.h"
#include "geometry_support.h"
#include "mesh_bytes.h"

#include <doctest/doctest.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkOBJWriter.h>
#include <vtkPLYWriter.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSTLWriter.h>

#include <cstring>
#include <limits>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

// Reads and checks; the message of the UserError, or "accepted".
std::string verdict_of(const std::string& path)
{
    try {
        Mesh mesh = io::read_mesh(path, 1.0);
        accept_mesh(mesh, path);
        return "accepted";
    } catch (const UserError& error) {
        return error.what();
    }
}

void check_refused(const std::string& ending, const std::string& bytes, const std::string& part)
{
    const TemporaryFile file(ending, bytes);
    const std::string verdict = verdict_of(file.path());
    CAPTURE(verdict);
    CHECK(verdict.find(part) != std::string::npos);
    CHECK(verdict.find(file.path()) == 0); // the file's name comes first
    CHECK(verdict.find('\n') == std::string::npos);
}

void check_accepted(const std::string& ending, const std::string& bytes, double volume = 1.0)
{
    const TemporaryFile file(ending, bytes);
    CAPTURE(verdict_of(file.path()));
    Mesh mesh = io::read_mesh(file.path(), 0.5);
    const MeshReport report = accept_mesh(mesh, file.path());
    CHECK(report.volume == doctest::Approx(0.125 * volume).epsilon(1e-6));
}

Mesh without_last_triangle(Mesh mesh)
{
    mesh.triangle.pop_back();
    return mesh;
}

Mesh with_flipped(Mesh mesh, std::size_t t)
{
    std::swap(mesh.triangle[t][0], mesh.triangle[t][1]);
    return mesh;
}

const float nan_float = std::numeric_limits<float>::quiet_NaN();

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("STL and OBJ and PLY files of one tetrahedron give the same volume")
    {
        const Mesh t = tetrahedron();
        check_accepted(".stl", binary_stl(t));
        check_accepted(".STL", binary_stl(t, 4, "solid but binary"));
        check_accepted(".stl", ascii_stl(t));
        check_accepted(".obj", obj(t));
        check_accepted(".ply", ply_header("ascii", 4, 4) + ascii_ply_data(t));
        std::string no_last_newline = ply_header("ascii", 4, 4) + ascii_ply_data(t);
        no_last_newline.pop_back();
        check_accepted(".ply", no_last_newline);
        check_accepted(".ply",
                       ply_header("ascii", 4, 4, "vertex_index", "double") + ascii_ply_data(t));
        check_accepted(".ply", ply_header("binary_little_endian", 4, 4) +
                                   binary_ply_data(t, [](auto x) { return raw(x); }));
        check_accepted(".ply", ply_header("binary_big_endian", 4, 4) +
                                   binary_ply_data(t, [](auto x) { return swapped(x); }));
    }

    TEST_CASE(
        "an OBJ cube of squares with texture and normals and negative numbers is cut into triangles")
    {
        const std::string cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv "
                                 "0 1 1\nvt 0 0\nvn 0 0 1\n";
        check_accepted(".obj",
                       cube + "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
        check_accepted(
            ".obj",
            cube +
                "f 4/1/1 3/1/1 2/1/1 1/1/1\nf 5/1/1 6/1/1 7/1/1 8/1/1\nf 1/1/1 2/1/1 6/1/1 5/1/1\n"
                "f 2/1/1 3/1/1 7/1/1 6/1/1\nf 3/1/1 4/1/1 8/1/1 7/1/1\nf 4/1/1 1/1/1 5/1/1 "
                "8/1/1\n");
        check_accepted(".obj", cube + "f -5 -6 -7 -8\nf -4 -3 -2 -1\nf 1//1 2//1 6//1 5//1\nf 2 3 "
                                      "7 6 # side\nf 3 4 \\\n 8 7\nf 4/1 1/1 5/1 8/1\n");
    }

    TEST_CASE("meshes written by VTK in each of its formats are read back whole")
    {
        const Mesh ball = bumpy_ball(0.2);
        vtkNew<vtkPolyData> data;
        vtkNew<vtkPoints> points;
        for (const Vec3& x : ball.vertex)
            points->InsertNextPoint(x.data());
        vtkNew<vtkCellArray> cells;
        for (const auto& t : ball.triangle)
            cells->InsertNextCell({t[0], t[1], t[2]});
        data->SetPoints(points);
        data->SetPolys(cells);
        const auto check_written = [&](auto& writer, const std::string& ending) {
            const TemporaryFile file(ending);
            writer->SetInputData(data);
            writer->SetFileName(file.path().c_str());
            writer->Write();
            Mesh mesh = io::read_mesh(file.path(), 1.0);
            const MeshReport report = accept_mesh(mesh, file.path());
            CHECK(report.triangles == static_cast<Offset>(ball.triangle.size()));
            CHECK(report.vertices == static_cast<Offset>(ball.vertex.size()));
            CHECK(report.volume == doctest::Approx(mesh_properties(ball).volume).epsilon(1e-5));
        };
        for (const int kind : {VTK_ASCII, VTK_BINARY}) {
            vtkNew<vtkSTLWriter> stl;
            stl->SetFileType(kind);
            check_written(stl, ".stl");
            vtkNew<vtkPLYWriter> ply;
            ply->SetFileType(kind);
            check_written(ply, ".ply");
        }
        vtkNew<vtkOBJWriter> obj_writer;
        check_written(obj_writer, ".obj");
    }

    TEST_CASE("a star-shaped face is cut into triangles of its own area")
    {
        Mesh star;
        std::vector<Index> corners;
        double area = 0.0; // shoelace
        for (int n = 0; n < 14; ++n) {
            const double r = n % 2 == 0 ? 1.0 : 0.35, a = 2.0 * std::numbers::pi * n / 14.0;
            star.vertex.push_back(Vec3(r * std::cos(a), r * std::sin(a), 0.2 * r * std::cos(a)));
            corners.push_back(n);
        }
        for (std::size_t n = 0; n < 14; ++n) {
            const Vec3 &p = star.vertex[n], &q = star.vertex[(n + 1) % 14];
            area += 0.5 * (p.x() * q.y() - q.x() * p.y());
        }
        REQUIRE(cut_polygon(corners, star));
        CHECK(star.triangle.size() == 12);
        double sum = 0.0;
        for (std::size_t t = 0; t < star.triangle.size(); ++t) {
            CHECK(area_vector(star, t).z() > 0.0);
            sum += 0.5 * area_vector(star, t).z();
        }
        CHECK(sum == doctest::Approx(area));
    }

    TEST_CASE("broken STL files are refused with the reason and the place")
    {
        const Mesh t = tetrahedron();
        const std::string good = binary_stl(t), ascii = ascii_stl(t);
        check_refused(".stl", "", "is empty");
        check_refused(".stl", good.substr(0, 40), "too short for an STL file: 40 bytes");
        check_refused(".stl", good.substr(0, good.size() - 20),
                      "announces 4 triangles, that is 284 bytes, but the file has 264");
        check_refused(".stl", binary_stl({}, 0), "holds no triangles");
        check_refused(".stl", binary_stl(t, 0),
                      "announces 0 triangles, that is 84 bytes, but the file has 284");
        check_refused(".stl", binary_stl(t, 4294967295U), "announces 4294967295 triangles");
        std::string bad = good;
        bad.replace(84 + 50 + 12 + 12 + 4, 4, raw(nan_float));
        check_refused(".stl", bad,
                      "triangle 2 at byte 162 has a vertex that is not a finite number");
        check_refused(".stl", ascii.substr(0, ascii.find("endsolid")), "without 'endsolid'");
        check_refused(".stl", ascii.substr(0, ascii.rfind("endloop")), "looks cut off");
        std::string garbage = ascii;
        garbage.replace(garbage.find("vertex ") + 7, 3, "1,5");
        check_refused(".stl", garbage, ":4:11: expected a finite number, found '1,5");
        garbage = ascii;
        garbage.replace(garbage.find("vertex ") + 7, 8, "nan     ");
        check_refused(".stl", garbage, "found 'nan'");
        check_refused(".stl", "solid\nfacet normal 0 0 1 outer circle",
                      ":2:26: expected 'loop', found 'circle'");
        check_refused(".stl", "solid nothing\nendsolid nothing\n", "holds no triangles");
        check_refused(".stl", ascii + "more",
                      "expected 'solid' or the end of the file, found 'more'");
    }

    TEST_CASE("broken OBJ files are refused with the reason and the place")
    {
        const std::string good = obj(tetrahedron());
        check_refused(".obj", "", "holds no faces");
        check_refused(".obj", good + "f 1 2 5\n", ":11:7: refers to vertex 5, but the file has 4");
        check_refused(".obj", good + "f 1 2 0\n", "expected the number of a vertex, found '0'");
        check_refused(".obj", good + "f -1 -2 -5\n",
                      "refers to vertex -5, but the file has 4 up to here");
        check_refused(".obj", "f -1 -2 -3\n" + good,
                      ":1:3: refers to vertex -1, but the file has 0 up to here");
        check_refused(".obj", good + "f 1/a b/1 3/1\n",
                      "expected the number of a vertex, found 'b/1'");
        check_refused(".obj", good + "f 1 2\n", "expected at least 3 corners, found 2");
        check_refused(".obj", good + "f 1 2 99999999999999999999\n",
                      "expected the number of a vertex");
        check_refused(".obj", good + "v 1 nan 2\n", ":11:5: expected a finite number, found 'nan'");
        check_refused(".obj", good + "v 1 2\n", "expected 3 numbers, found 2");
        check_refused(".obj", good + "v 1 1e999 2\n", "expected a finite number");
        check_refused(".obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nv 0.4 0.9 0\nf 1 2 3 4 5\n",
                      "crosses itself");
        std::string many = good + "f";
        for (int n = 0; n < 1001; ++n)
            many += " 1";
        check_refused(".obj", many, "a face of more than 1000 corners is not read");
        check_refused(".obj", std::string("\0\1\2\3garbage", 11), "holds no faces");
    }

    TEST_CASE("broken PLY files are refused with the reason and the place")
    {
        const Mesh t = tetrahedron();
        const std::string data = ascii_ply_data(t),
                          binary = binary_ply_data(t, [](auto x) { return raw(x); });
        check_refused(".ply", "", "does not begin with 'ply'");
        check_refused(".ply", "ply\nformat ascii 1.0\n", "the header has no end");
        check_refused(".ply", ply_header("binary_middle_endian", 4, 4) + binary,
                      ":2:8: unknown format 'binary_middle_endian'");
        check_refused(".ply", ply_header("ascii", 4, 9) + data,
                      "announces 9 of 'face', but the file ends in number 5");
        check_refused(".ply", ply_header("ascii", 4000000000, 4) + data,
                      "announces 4000000000 of 'vertex', but the file has only");
        check_refused(".ply", ply_header("binary_little_endian", 4, 5) + binary,
                      "announces 5 of 'face', but the file ends in number 5");
        check_refused(".ply", ply_header("binary_little_endian", 120, 4) + binary,
                      "announces 120 of 'vertex', but the file ends in number");
        check_refused(
            ".ply", ply_header("binary_little_endian", 4, 4) + binary.substr(0, binary.size() - 3),
            "ends in number 4");
        std::string bad = binary;
        bad.replace(12, 4, raw(nan_float));
        check_refused(".ply", ply_header("binary_little_endian", 4, 4) + bad,
                      "vertex 2 is not a finite number");
        bad = binary;
        bad.replace(48 + 1, 4, raw(std::int32_t{77}));
        check_refused(".ply", ply_header("binary_little_endian", 4, 4) + bad,
                      "face 1 refers to a vertex that does not exist; there are 4, counted from 0");
        check_refused(".ply",
                      ply_header("ascii", 4, 4) + data.substr(0, data.size() - 8) + "3 1 2 -1\n",
                      "face 4 refers to a vertex that does not exist");
        check_refused(".ply", ply_header("ascii", 4, 4, "corners") + data,
                      "a face needs one list 'vertex_indices'");
        check_refused(".ply",
                      "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int "
                      "vertex_indices\nend_header\n3 0 1 2\n",
                      "expected one element 'vertex'");
        check_refused(".ply", "ply\nformat ascii 1.0\nelement vertex many\n",
                      ":3:16: expected how many there are of 'vertex', found 'many'");
    }

    TEST_CASE("surfaces that enclose nothing are refused each for its own reason")
    {
        const Mesh t = tetrahedron(), ball = bumpy_ball(0.3);
        check_refused(".stl", binary_stl(without_last_triangle(t)),
                      "the surface is not closed: 3 edges belong to one triangle only");
        check_refused(".stl", binary_stl(with_flipped(ball, 17)),
                      "1 triangle is flipped: neighbouring triangles disagree");
        check_refused(".stl", binary_stl(with_flipped(with_flipped(ball, 17), 80)),
                      "2 triangles are flipped");
        Mesh twice = t; // a second tetrahedron on the edge 0-1
        twice.vertex.insert(twice.vertex.end(), {Vec3(0, -2, 0), Vec3(0, 0, -3)});
        twice.triangle.insert(twice.triangle.end(), {{0, 4, 1}, {0, 1, 5}, {1, 4, 5}, {4, 0, 5}});
        check_refused(".stl", binary_stl(twice), "1 edge is shared by more than two triangles");
        const Mesh flat{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)},
                        {{0, 1, 2}, {0, 0, 1}, {2, 1, 0}}};
        check_refused(".stl", binary_stl(flat), "no triangle has an area (3 triangles dropped)");
        const Mesh sheet{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{0, 1, 2}, {0, 2, 1}}};
        check_refused(".stl", binary_stl(sheet), "encloses no volume");
        Mesh big = without_last_triangle(t);
        for (Vec3& x : big.vertex)
            x *= 400.0;
        check_refused(".stl", binary_stl(big),
                      "the mesh is 1200 m long; is it in millimetres? scale = 0.001");
        Mesh two = t; // another one far away, inside out
        for (std::size_t v = 0; v < 4; ++v)
            two.vertex.push_back(0.5 * t.vertex[v] + Vec3(9, 0, 0));
        for (const auto& f : t.triangle)
            two.triangle.push_back({f[0] + 4, f[2] + 4, f[1] + 4});
        check_refused(".stl", binary_stl(two), "1 separate part is inside out");
    }

    TEST_CASE("what is not a mesh file is refused")
    {
        const std::string folder = std::filesystem::temp_directory_path().string();
        CHECK(verdict_of(folder + "/flotsam-there-is-no-such-file.stl")
                  .find("there is no such file") != std::string::npos);
        CHECK(verdict_of(folder + "/flotsam-there-is-no-such-file.ply")
                  .find("there is no such file") != std::string::npos);
        CHECK(verdict_of("/dev/null.stl").find("there is no such file") != std::string::npos);
        const TemporaryFile name(".stl");
        std::filesystem::remove(name.path());
        std::filesystem::create_directory(name.path());
        CHECK(verdict_of(name.path()).find("is a directory, not a file") != std::string::npos);
        check_refused(".step", "ISO-10303-21;",
                      "unknown kind of mesh file '.step' (known: .stl, .obj, .ply)");
        check_refused("", "solid", "unknown kind of mesh file");
    }

    TEST_CASE(
        "a mesh that is wholly inside out is turned and slivers are dropped and both are reported")
    {
        Mesh mesh = tetrahedron();
        for (auto& t : mesh.triangle)
            std::swap(t[0], t[1]);
        mesh.triangle.push_back({1, 1, 2});
        const MeshReport report = check_mesh(mesh);
        CHECK(report.accepted());
        CHECK(report.turned);
        CHECK(report.zero_area == 1);
        CHECK(report.volume == doctest::Approx(1.0));
        CHECK(mesh_properties(mesh).volume == doctest::Approx(1.0));
        CHECK(
            describe(report) ==
            "4 triangles, 1 x 2 x 3 m, volume 1 m^3, area 9 m^2; 1 triangle without area dropped; "
            "it was inside out and has been turned");
    }

    TEST_CASE("a hollow is no fault and its volume is taken off")
    {
        Mesh mesh = make_box(Vec3(0, 0, 0), Vec3(2, 2, 2))->triangles(5.0);
        const Mesh hole = make_box(Vec3(0.5, 0.5, 0.5), Vec3(1.5, 1.5, 1.5))->triangles(5.0);
        const auto start = static_cast<Index>(mesh.vertex.size());
        mesh.vertex.insert(mesh.vertex.end(), hole.vertex.begin(), hole.vertex.end());
        for (const auto& t : hole.triangle)
            mesh.triangle.push_back({start + t[0], start + t[2], start + t[1]});
        CHECK(check_mesh(mesh).accepted());
        CHECK(check_mesh(mesh).volume == doctest::Approx(7.0));
        const ShapePtr shape = make_mesh_shape(mesh);
        CHECK(shape->distance(Vec3(1, 1, 1)) == doctest::Approx(0.5));
        CHECK(shape->distance(Vec3(0.2, 1, 1)) == doctest::Approx(-0.2));
    }

    TEST_CASE("a flat triangle that holds two faces together is kept")
    {
        // The edge 0-1 has a vertex in its middle on one side only; a flat triangle closes the gap.
        Mesh mesh = tetrahedron();
        mesh.vertex.push_back(Vec3(0.5, 0, 0)); // on the edge 0-1
        mesh.triangle = {{0, 2, 4}, {4, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 4, 1}};
        const MeshReport report = check_mesh(mesh);
        CHECK(report.accepted());
        const ShapePtr shape = make_mesh_shape(mesh);
        CHECK(shape->distance(Vec3(0.5, -0.1, -0.1)) == doctest::Approx(0.1 * std::sqrt(2.0)));
        CHECK(shape->distance(Vec3(0.5, 0.1, 0.05)) == doctest::Approx(-0.05));
    }

    TEST_CASE("every truncation and thousands of changed bytes of mesh files end in a verdict")
    {
        const Mesh t = tetrahedron();
        const std::vector<std::pair<std::string, std::string>> files{
            {".stl", binary_stl(t)},
            {".stl", ascii_stl(t)},
            {".obj", obj(t)},
            {".ply", ply_header("ascii", 4, 4) + ascii_ply_data(t)},
            {".ply", ply_header("binary_little_endian", 4, 4) +
                         binary_ply_data(t, [](auto x) { return raw(x); })}};
        std::mt19937 generator(1);
        int accepted = 0, refused = 0;
        for (const auto& [ending, good] : files)
            for (std::size_t n = 0; n < 2 * good.size(); ++n) {
                std::string bytes = good.substr(0, std::min(n, good.size()));
                if (n >= good.size())
                    bytes[n - good.size()] = static_cast<char>(generator());
                const TemporaryFile file(ending, bytes);
                ++(verdict_of(file.path()) == "accepted" ? accepted : refused);
            }
        CHECK(accepted > 100); // bytes in comments do not matter
        CHECK(refused > 1500);
    }
}
