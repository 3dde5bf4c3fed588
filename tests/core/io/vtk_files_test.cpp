#include "core/io/vtk_files.h"

#include "tests/core/io/frames.h"
#include "tests/support/temporary.h"

#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <doctest/doctest.h>

using namespace flotsam;
using tests::TemporaryDirectory;

namespace {

std::string unit_of(vtkDataArray* array)
{
    const char* unit = array->GetInformation()->Get(vtkDataArray::UNITS_LABEL());
    return unit == nullptr ? "" : unit;
}

double field(vtkDataSet* data, const char* name)
{
    vtkDataArray* array = data->GetFieldData()->GetArray(name);
    REQUIRE(array != nullptr);
    REQUIRE(array->GetNumberOfTuples() == 1);
    return array->GetTuple1(0);
}

void check_particles(const Path& path, const io::ParticleFrame& frame)
{
    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    CHECK(reader->GetErrorCode() == 0);
    vtkUnstructuredGrid* grid = reader->GetOutput();
    const auto count = static_cast<vtkIdType>(frame.count());
    REQUIRE(grid->GetNumberOfPoints() == count);
    REQUIRE(grid->GetNumberOfCells() == count);
    vtkPointData* data = grid->GetPointData();
    CHECK(data->GetNumberOfArrays() == 7);
    const auto array = [&](const char* name, int type, const char* unit) {
        vtkDataArray* found = data->GetArray(name);
        REQUIRE(found != nullptr);
        CHECK(found->GetNumberOfTuples() == count);
        CHECK(found->GetDataTypeSize() == type);
        CHECK(unit_of(found) == unit);
        return found;
    };
    vtkDataArray* velocity = array("Velocity", 4, "m/s");
    vtkDataArray* pressure = array("Pressure", 4, "Pa");
    vtkDataArray* density = array("Density", 4, "kg/m^3");
    vtkDataArray* type = array("Type", 1, "");
    vtkDataArray* id = array("Id", 8, "");
    vtkDataArray* body = array("BodyId", 4, "");
    vtkDataArray* surface = array("FreeSurface", 4, "1");
    CHECK(data->GetVectors() == velocity);
    CHECK(data->GetScalars() == pressure);
    int wrong = 0;
    for (vtkIdType n = 0; n < count; ++n) {
        const auto k = static_cast<std::size_t>(n);
        wrong += grid->GetCellType(n) != VTK_VERTEX || grid->GetCell(n)->GetPointId(0) != n;
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t v = 3 * k + static_cast<std::size_t>(axis);
            wrong += grid->GetPoint(n)[axis] != static_cast<double>(frame.position[v]);
            wrong += velocity->GetComponent(n, axis) != static_cast<double>(frame.velocity[v]);
        }
        wrong += pressure->GetTuple1(n) != static_cast<double>(frame.pressure[k]);
        wrong += density->GetTuple1(n) != static_cast<double>(frame.density[k]);
        wrong += type->GetTuple1(n) != static_cast<double>(frame.type[k]);
        wrong += id->GetTuple1(n) != static_cast<double>(frame.id[k]);
        wrong += body->GetTuple1(n) != static_cast<double>(frame.body[k]);
        wrong += surface->GetTuple1(n) != static_cast<double>(frame.free_surface[k]);
    }
    CHECK(wrong == 0);
    CHECK(field(grid, "TimeValue") == frame.header.time);
    CHECK(field(grid, "Step") == static_cast<double>(frame.header.step));
    CHECK(field(grid, "ParticleSpacing") == frame.spacing);
    CHECK(field(grid, "SmoothingLength") == frame.smoothing_length);
    auto* generator
        = vtkStringArray::SafeDownCast(grid->GetFieldData()->GetAbstractArray("Generator"));
    REQUIRE(generator != nullptr);
    CHECK(generator->GetValue(0) == frame.header.generator);
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("particles read back as written for every compression")
    {
        const TemporaryDirectory dir;
        const auto frame = tests::particles(1000);
        for (auto compression : {io::Compression::zlib, io::Compression::lz4, io::Compression::none}) {
            io::write_particles(dir / "fluid.vtu", frame, compression);
            check_particles(dir / "fluid.vtu", frame);
        }
        CHECK(dir.names() == std::vector<std::string>{"fluid.vtu"});
    }

    TEST_CASE("files of one particle and of none are valid")
    {
        const TemporaryDirectory dir;
        for (std::size_t count : {1, 0}) {
            io::write_particles(dir / "fluid.vtu", tests::particles(count), io::Compression::zlib);
            check_particles(dir / "fluid.vtu", tests::particles(count));
        }
    }

    TEST_CASE("the particle file says appended raw zlib data with 64-bit headers in single precision")
    {
        const TemporaryDirectory dir;
        io::write_particles(dir / "fluid.vtu", tests::particles(100), io::Compression::zlib);
        const std::string text = read_whole_file(dir / "fluid.vtu");
        const std::string head = text.substr(0, text.find("<AppendedData"));
        for (const char* part : {"header_type=\"UInt64\"", "vtkZLibDataCompressor", "format=\"appended\"",
                                 "type=\"Float32\" Name=\"Points\"", "Int32\" Name=\"connectivity\""})
            CHECK_MESSAGE(head.find(part) != std::string::npos, part);
        CHECK(head.find("format=\"ascii\"") == std::string::npos);
        CHECK(text.find("<AppendedData encoding=\"raw\">") != std::string::npos);
    }

    TEST_CASE("surfaces read back with body and name and speed of every triangle")
    {
        const TemporaryDirectory dir;
        const auto frame = tests::surface();
        io::write_surface(dir / "bodies.vtp", frame, io::Compression::zlib);
        vtkNew<vtkXMLPolyDataReader> reader;
        reader->SetFileName((dir / "bodies.vtp").c_str());
        reader->Update();
        vtkPolyData* surface = reader->GetOutput();
        REQUIRE(surface->GetNumberOfPoints() == 4);
        REQUIRE(surface->GetNumberOfPolys() == 2);
        CHECK(surface->GetCell(1)->GetPointId(2) == 3);
        CHECK(surface->GetPoint(3)[2] == 2.0);
        CHECK(surface->GetCellData()->GetArray("BodyId")->GetTuple1(1) == 1.0);
        CHECK(surface->GetCellData()->GetArray("Speed")->GetTuple1(1) == 1.5);
        CHECK(unit_of(surface->GetCellData()->GetArray("Speed")) == "m/s");
        auto* names
            = vtkStringArray::SafeDownCast(surface->GetCellData()->GetAbstractArray("Name"));
        REQUIRE(names != nullptr);
        CHECK(names->GetValue(0) == "gate");
        CHECK(names->GetValue(1) == "girder");
        CHECK(field(surface, "TimeValue") == 0.3);
    }

    TEST_CASE("a surface without triangles is a valid file")
    {
        const TemporaryDirectory dir;
        io::SurfaceFrame none;
        none.header.time = 2.5;
        io::write_surface(dir / "bodies.vtp", none, io::Compression::zlib);
        vtkNew<vtkXMLPolyDataReader> reader;
        reader->SetFileName((dir / "bodies.vtp").c_str());
        reader->Update();
        CHECK(reader->GetErrorCode() == 0);
        CHECK(reader->GetOutput()->GetNumberOfCells() == 0);
        CHECK(field(reader->GetOutput(), "TimeValue") == 2.5);
    }

    TEST_CASE("a full disk leaves no particle file whatever the size that fits")
    {
        const TemporaryDirectory dir;
        const auto frame = tests::particles(3000);
        io::write_particles(dir / "fluid.vtu", frame, io::Compression::none);
        const auto whole = std::filesystem::file_size(dir / "fluid.vtu");
        std::filesystem::remove(dir / "fluid.vtu");
        for (const auto fits : {std::uintmax_t{0}, std::uintmax_t{1000}, whole / 2, whole - 1}) {
            const std::string told = tests::on_a_full_disk(fits, [&] {
                io::write_particles(dir / "fluid.vtu", frame, io::Compression::none);
            });
            CAPTURE(told);
            CHECK(told.starts_with((dir / "fluid.vtu").string() + ": cannot write: "));
            CHECK(told.find('\n') == std::string::npos);
            CHECK(dir.names().empty());
        }
    }

    TEST_CASE("a directory that is a file gives one line and VTK prints nothing")
    {
        const TemporaryDirectory dir;
        write_whole_file(dir / "file", "x");
        const Path path = dir / "file" / "fluid.vtu";
        const FileHandle printed(dir / "printed", O_WRONLY | O_CREAT);
        const int terminal = dup(2);
        dup2(printed.number(), 2);
        std::string told;
        try {
            io::write_particles(path, tests::particles(3), io::Compression::zlib);
        } catch (const MachineError& error) {
            told = error.what();
        }
        dup2(terminal, 2);
        close(terminal);
        CHECK(told == path.string() + ": cannot write: Not a directory");
        CHECK(read_whole_file(dir / "printed").empty());
    }
}
