#include "core/io/vtk_files.h"

#include "core/error.h"

#include <vtkAOSDataArrayTemplate.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>
#include <vtkZLibDataCompressor.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>

namespace flotsam::io {

namespace {

class QuietWindow : public vtkOutputWindow {
public:
    static QuietWindow* New();
    vtkTypeMacro(QuietWindow, vtkOutputWindow)
    void DisplayText(const char*) override {}
};
vtkStandardNewMacro(QuietWindow)

// A VTK array over memory that stays ours; VTK only reads it.
template <class T, class Array = vtkAOSDataArrayTemplate<T>>
vtkSmartPointer<Array> view(const char* name, const std::vector<T>& values, int components,
                            const char* unit = nullptr)
{
    auto array = vtkSmartPointer<Array>::New();
    array->SetName(name);
    array->SetNumberOfComponents(components);
    array->SetArray(const_cast<T*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
    if (unit != nullptr)
        array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), unit);
    return array;
}

template <class Array, class T>
void add_field(vtkFieldData* fields, const char* name, const T& value, const char* unit = nullptr)
{
    vtkNew<Array> array;
    array->SetName(name);
    array->InsertNextValue(value);
    if (unit != nullptr)
        array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), unit);
    fields->AddArray(array);
}

void add_header(vtkFieldData* fields, const FrameHeader& header)
{
    add_field<vtkDoubleArray>(fields, "TimeValue", header.time, "s");
    add_field<vtkTypeInt64Array>(fields, "Step", header.step);
    add_field<vtkStringArray>(fields, "Generator", header.generator);
}

// 0, step, 2 step, ...
template <class Array> vtkSmartPointer<Array> counting(std::size_t count, int step)
{
    auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfValues(static_cast<vtkIdType>(count));
    using Value = typename Array::ValueType;
    Value* values = array->GetPointer(0);
    for (std::size_t n = 0; n < count; ++n)
        values[n] = static_cast<Value>(n) * static_cast<Value>(step);
    return array;
}

template <class Array> void set_vertices(vtkCellArray* cells, std::size_t count)
{
    cells->SetData(counting<Array>(count + 1, 1).Get(), counting<Array>(count, 1).Get());
}

vtkSmartPointer<vtkUnstructuredGrid> make_grid(const ParticleFrame& frame)
{
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    vtkNew<vtkPoints> points;
    points->SetData(view("Points", frame.position, 3, "m"));
    grid->SetPoints(points);
    vtkNew<vtkCellArray> cells;
    if (frame.count() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        set_vertices<vtkTypeInt32Array>(cells, frame.count());
    else
        set_vertices<vtkTypeInt64Array>(cells, frame.count());
    grid->SetCells(VTK_VERTEX, cells);

    vtkPointData* data = grid->GetPointData();
    data->SetVectors(view("Velocity", frame.velocity, 3, "m/s"));
    data->SetScalars(view("Pressure", frame.pressure, 1, "Pa"));
    data->AddArray(view("Density", frame.density, 1, "kg/m^3"));
    data->AddArray(view("Type", frame.type, 1));
    data->AddArray(view("Id", frame.id, 1));
    data->AddArray(view("BodyId", frame.body, 1));
    data->AddArray(view("FreeSurface", frame.free_surface, 1, "1"));

    add_header(grid->GetFieldData(), frame.header);
    add_field<vtkDoubleArray>(grid->GetFieldData(), "ParticleSpacing", frame.spacing, "m");
    add_field<vtkDoubleArray>(grid->GetFieldData(), "SmoothingLength", frame.smoothing_length, "m");
    return grid;
}

vtkSmartPointer<vtkPolyData> make_surface(const SurfaceFrame& frame)
{
    auto surface = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkPoints> points;
    points->SetData(view("Points", frame.vertex, 3, "m"));
    surface->SetPoints(points);
    vtkNew<vtkCellArray> cells;
    cells->SetData(counting<vtkTypeInt32Array>(frame.count() + 1, 3).Get(),
                   view<std::int32_t, vtkTypeInt32Array>("Triangles", frame.triangle, 1).Get());
    surface->SetPolys(cells);

    vtkCellData* data = surface->GetCellData();
    data->AddArray(view("BodyId", frame.body, 1));
    data->SetScalars(view("Speed", frame.speed, 1, "m/s"));
    if (!frame.contact.empty()) {
        data->AddArray(view("Contact", frame.contact, 1));
        surface->GetPointData()->AddArray(view("Touches", frame.touches, 1));
    }
    vtkNew<vtkStringArray> names;
    names->SetName("Name");
    names->SetNumberOfValues(static_cast<vtkIdType>(frame.count()));
    for (std::size_t n = 0; n < frame.count(); ++n)
        names->SetValue(static_cast<vtkIdType>(n), frame.names[static_cast<std::size_t>(frame.body[n])]);
    data->AddArray(names);
    add_header(surface->GetFieldData(), frame.header);
    return surface;
}

void set_compression(vtkXMLWriter* writer, Compression compression)
{
    if (compression == Compression::none) {
        writer->SetCompressorTypeToNone();
    } else if (compression == Compression::lz4) {
        writer->SetCompressorTypeToLZ4();
    } else {
        vtkNew<vtkZLibDataCompressor> zlib;
        zlib->SetCompressionLevel(1); // higher levels cost 60 % more time for 1 % less size
        writer->SetCompressor(zlib);
    }
}

// VTK tells of most failures by GetErrorCode() (never by the result of Write), and its last flush
// by nothing at all; so the end of the file is looked at too.
void check_written(vtkXMLWriter* writer, const Path& path)
{
    const Path temporary = temporary_name(path);
    const auto fail = [&](const std::string& reason) {
        ::unlink(temporary.c_str());
        throw MachineError(path.string() + ": cannot write: " + reason);
    };
    if (const unsigned long code = writer->GetErrorCode(); code != 0)
        fail(vtkErrorCode::GetStringFromErrorCode(code));
    static constexpr std::string_view last = "</VTKFile>";
    char tail[last.size() + 1] = {};
    const FileHandle file(temporary, O_RDONLY);
    const off_t size = ::lseek(file.number(), 0, SEEK_END);
    const auto start = size - static_cast<off_t>(sizeof tail);
    const ssize_t got = start < 0 ? 0 : ::pread(file.number(), tail, sizeof tail, start);
    if (std::string_view(tail, static_cast<std::size_t>(std::max<ssize_t>(got, 0))).find(last)
        == std::string_view::npos)
        fail("the file is cut off");
}

template <class Writer, class Data>
void write_file(const Path& path, Data* data, Compression compression)
{
    const std::string temporary = temporary_name(path).string();
    vtkNew<Writer> writer;
    writer->SetFileName(temporary.c_str());
    writer->SetInputData(data);
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->SetHeaderTypeToUInt64();
    set_compression(writer, compression);
    writer->Write();
    check_written(writer, path);
    publish_file(path);
}

} // namespace

void prepare_vtk()
{
    static std::once_flag once;
    std::call_once(once, [] {
        ::setenv("VTK_SMP_BACKEND_IN_USE", "Sequential", 0);
        vtkNew<QuietWindow> quiet;
        vtkOutputWindow::SetInstance(quiet);
        vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
    });
}

void write_particles(const Path& path, const ParticleFrame& frame, Compression compression)
{
    expects(frame.is_consistent(), "all arrays of a particle frame have one entry a particle");
    prepare_vtk();
    write_file<vtkXMLUnstructuredGridWriter>(path, make_grid(frame).Get(), compression);
}

void write_surface(const Path& path, const SurfaceFrame& frame, Compression compression)
{
    expects(frame.is_consistent(), "all arrays of a surface frame fit its triangles");
    prepare_vtk();
    write_file<vtkXMLPolyDataWriter>(path, make_surface(frame).Get(), compression);
}

} // namespace flotsam::io
