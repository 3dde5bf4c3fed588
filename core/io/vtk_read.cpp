#include "core/io/vtk_read.h"

#include "core/error.h"
#include "core/io/vtk_files.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataArrayRange.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

namespace flotsam::io {

namespace {

[[noreturn]] void refuse(const Path& path, const std::string& what)
{
    throw UserError({path.string(), 0, 0}, what);
}

// A file that is cut off is read by VTK as an empty one, without an error; so its end is looked at.
void expect_whole(const Path& path)
{
    static constexpr std::string_view last = "</VTKFile>";
    char tail[last.size() + 2] = {};
    const FileHandle file(path, O_RDONLY);
    const off_t size = ::lseek(file.number(), 0, SEEK_END);
    const auto start = std::max<off_t>(size - static_cast<off_t>(sizeof tail), 0);
    const ssize_t got = ::pread(file.number(), tail, sizeof tail, start);
    if (std::string_view(tail, static_cast<std::size_t>(std::max<ssize_t>(got, 0))).find(last) ==
        std::string_view::npos)
        refuse(path, "the file is cut off: it does not end with </VTKFile>");
}

template <class Reader> void read(Reader* reader, const Path& path)
{
    prepare_vtk();
    expect_whole(path);
    reader->SetFileName(path.c_str());
    reader->Update();
    if (reader->GetErrorCode() != 0)
        refuse(path, "cannot be read as a file of ParaView's");
}

template <class T>
std::vector<T> values(const Path& path, vtkDataArray* array, const char* name, int components,
                      vtkIdType count)
{
    if (array == nullptr)
        refuse(path, "has no array '" + std::string(name) + "'");
    if (array->GetNumberOfComponents() != components || array->GetNumberOfTuples() != count)
        refuse(path, "array '" + std::string(name) + "' has " +
                         std::to_string(array->GetNumberOfTuples()) + " x " +
                         std::to_string(array->GetNumberOfComponents()) + " values, expected " +
                         std::to_string(count) + " x " + std::to_string(components));
    std::vector<T> out(static_cast<std::size_t>(count) * static_cast<std::size_t>(components));
    if (auto* same = vtkAOSDataArrayTemplate<T>::FastDownCast(array)) {
        std::copy_n(same->GetPointer(0), out.size(), out.begin());
        return out;
    }
    std::size_t n = 0;
    for (const auto value : vtk::DataArrayValueRange(array))
        out[n++] = static_cast<T>(value);
    return out;
}

template <class T>
std::vector<T> values(const Path& path, vtkDataSetAttributes* data, const char* name,
                      int components, vtkIdType count)
{
    return values<T>(path, data->GetArray(name), name, components, count);
}

double number(vtkFieldData* fields, const char* name)
{
    vtkDataArray* array = fields->GetArray(name);
    return array != nullptr && array->GetNumberOfValues() > 0 ? array->GetComponent(0, 0) : 0.0;
}

FrameHeader header_of(vtkFieldData* fields)
{
    FrameHeader header;
    header.time = number(fields, "TimeValue");
    header.step = static_cast<std::int64_t>(number(fields, "Step"));
    auto* generator = vtkStringArray::SafeDownCast(fields->GetAbstractArray("Generator"));
    if (generator != nullptr && generator->GetNumberOfValues() > 0)
        header.generator = generator->GetValue(0);
    return header;
}

std::vector<float> places(const Path& path, vtkPointSet* set)
{
    if (set->GetPoints() == nullptr)
        return {};
    return values<float>(path, set->GetPoints()->GetData(), "Points", 3, set->GetNumberOfPoints());
}

} // namespace

ParticleFrame read_particles(const Path& path)
{
    vtkNew<vtkXMLUnstructuredGridReader> reader;
    read(reader.Get(), path);
    vtkUnstructuredGrid* grid = reader->GetOutput();
    const vtkIdType count = grid->GetNumberOfPoints();
    vtkPointData* data = grid->GetPointData();
    ParticleFrame frame;
    frame.header = header_of(grid->GetFieldData());
    frame.spacing = number(grid->GetFieldData(), "ParticleSpacing");
    frame.smoothing_length = number(grid->GetFieldData(), "SmoothingLength");
    frame.position = places(path, grid);
    frame.velocity = values<float>(path, data, "Velocity", 3, count);
    frame.pressure = values<float>(path, data, "Pressure", 1, count);
    frame.density = values<float>(path, data, "Density", 1, count);
    frame.type = values<std::uint8_t>(path, data, "Type", 1, count);
    frame.id = values<std::int64_t>(path, data, "Id", 1, count);
    frame.body = values<std::int32_t>(path, data, "BodyId", 1, count);
    frame.free_surface = values<float>(path, data, "FreeSurface", 1, count);
    if (!(frame.spacing > 0.0))
        refuse(path, "has no ParticleSpacing");
    return frame;
}

SurfaceFrame read_surface(const Path& path)
{
    vtkNew<vtkXMLPolyDataReader> reader;
    read(reader.Get(), path);
    vtkPolyData* surface = reader->GetOutput();
    SurfaceFrame frame;
    frame.header = header_of(surface->GetFieldData());
    frame.vertex = places(path, surface);
    vtkCellArray* cells = surface->GetPolys();
    const vtkIdType count = cells->GetNumberOfCells();
    if (cells->GetNumberOfConnectivityIds() != 3 * count)
        refuse(path, "has faces that are no triangles");
    frame.triangle =
        values<std::int32_t>(path, cells->GetConnectivityArray(), "connectivity", 1, 3 * count);
    frame.body = values<std::int32_t>(path, surface->GetCellData(), "BodyId", 1, count);
    frame.speed = values<float>(path, surface->GetCellData(), "Speed", 1, count);
    auto* names = vtkStringArray::SafeDownCast(surface->GetCellData()->GetAbstractArray("Name"));
    for (std::size_t n = 0; n < frame.body.size(); ++n) {
        const std::int32_t body = frame.body[n];
        if (body < 0 || body >= count)
            refuse(path, "triangle " + std::to_string(n) + " belongs to no solid");
        if (static_cast<std::size_t>(body) >= frame.names.size())
            frame.names.resize(static_cast<std::size_t>(body) + 1);
        if (names != nullptr && names->GetNumberOfValues() == count)
            frame.names[static_cast<std::size_t>(body)] =
                names->GetValue(static_cast<vtkIdType>(n));
    }
    if (!frame.is_consistent())
        refuse(path, "has a triangle without its corners");
    return frame;
}

} // namespace flotsam::io
