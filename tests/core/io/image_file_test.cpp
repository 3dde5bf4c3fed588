// Pictures as files, read back by VTK's readers.
#include "core/io/image_file.h"

#include "tests/support/temporary.h"

#include <doctest/doctest.h>
#include <vtkImageData.h>
#include <vtkJPEGReader.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>

#include <cmath>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

io::Image gradient()
{
    io::Image image(70, 41);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            image.at(x, y)[0] = static_cast<std::uint8_t>(3 * x);
            image.at(x, y)[1] = static_cast<std::uint8_t>(5 * y);
            image.at(x, y)[2] = static_cast<std::uint8_t>(x + y);
        }
    return image;
}

template <class Reader> double largest_difference(const std::string& bytes, const io::Image& image)
{
    const TemporaryDirectory directory;
    write_whole_file(directory / "picture", bytes);
    vtkNew<Reader> reader;
    reader->SetFileName((directory / "picture").c_str());
    reader->Update();
    vtkImageData* data = reader->GetOutput();
    REQUIRE(data->GetDimensions()[0] == image.width);
    REQUIRE(data->GetDimensions()[1] == image.height);
    double largest = 0.0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            for (int k = 0; k < 3; ++k)
                largest = std::max(largest, std::abs(data->GetScalarComponentAsDouble(
                                                         x, image.height - 1 - y, 0, k) -
                                                     image.at(x, y)[k]));
    return largest;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a PNG picture reads back exactly and a JPEG picture to 16 of 255")
    {
        const io::Image image = gradient();
        CHECK(largest_difference<vtkPNGReader>(io::png(image), image) == 0.0);
        // Quality 90 quantises by at most a few steps in each of three colour channels.
        CHECK(largest_difference<vtkJPEGReader>(io::jpeg(image, 90), image) <= 16.0);
    }
}
