#include "core/io/image_file.h"

#include "core/error.h"
#include "core/io/vtk_files.h"

#include <vtkImageData.h>
#include <vtkJPEGWriter.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkPointData.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

namespace flotsam::io {

namespace {

// VTK counts rows from the bottom.
void fill(vtkImageData* data, const Image& image)
{
    data->SetDimensions(image.width, image.height, 1);
    data->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
    auto* to = static_cast<unsigned char*>(data->GetScalarPointer());
    const std::size_t row = 3 * static_cast<std::size_t>(image.width);
    for (int y = 0; y < image.height; ++y)
        std::copy_n(image.at(0, y), row, to + row * static_cast<std::size_t>(image.height - 1 - y));
}

template <class Writer> std::string encoded(Writer* writer, const Image& image)
{
    prepare_vtk();
    vtkNew<vtkImageData> data;
    fill(data, image);
    writer->SetInputData(data);
    writer->WriteToMemoryOn();
    writer->Write();
    vtkUnsignedCharArray* bytes = writer->GetResult();
    if (writer->GetErrorCode() != 0 || bytes == nullptr || bytes->GetNumberOfValues() == 0)
        throw MachineError("cannot make a picture of " + std::to_string(image.width) + " x " +
                           std::to_string(image.height) + " pixels");
    return {reinterpret_cast<const char*>(bytes->GetPointer(0)),
            static_cast<std::size_t>(bytes->GetNumberOfValues())};
}

} // namespace

Image::Image(int wide, int high)
    : width(wide), height(high),
      rgb(3 * static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), 255)
{
    expects(wide > 0 && high > 0, "a picture has pixels");
}

std::string png(const Image& image)
{
    vtkNew<vtkPNGWriter> writer;
    writer->SetCompressionLevel(6);
    return encoded(writer.Get(), image);
}

std::string jpeg(const Image& image, int quality)
{
    vtkNew<vtkJPEGWriter> writer;
    writer->SetQuality(quality);
    return encoded(writer.Get(), image);
}

} // namespace flotsam::io
