#include "core/ply.h"

#include "core/ply_header.h"
#include "core/polygon.h"
#include "core/text_scan.h"

#include <bit>

namespace flotsam {

namespace {

// Numbers one after the other; nothing past the end.
class BinaryNumbers {
public:
    BinaryNumbers(std::string_view bytes, std::string name, const PlyHeader& header)
        : bytes_(bytes), name_(std::move(name)),
          big_(header.format == PlyHeader::Format::big_endian), at_(header.bytes)
    {
    }

    std::optional<double> next(const PlyType& type)
    {
        if (bytes_.size() - at_ < type.bytes)
            return std::nullopt;
        std::uint64_t raw = 0;
        for (std::size_t k = 0; k < type.bytes; ++k)
            raw = raw << 8 |
                  static_cast<unsigned char>(bytes_[at_ + (big_ ? k : type.bytes - 1 - k)]);
        at_ += type.bytes;
        if (type.kind == PlyType::Kind::real)
            return type.bytes == 4
                       ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(raw)))
                       : std::bit_cast<double>(raw);
        if (type.kind == PlyType::Kind::natural)
            return static_cast<double>(raw);
        const unsigned spare =
            64 - 8 * static_cast<unsigned>(type.bytes); // brings the sign to the top
        return static_cast<double>(static_cast<std::int64_t>(raw << spare) >> spare);
    }
    std::size_t left() const { return bytes_.size() - at_; }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw UserError({name_, 0, 0}, what + " (byte " + std::to_string(at_) + ")");
    }

private:
    std::string_view bytes_;
    std::string name_;
    bool big_;
    std::size_t at_;
};

class TextNumbers {
public:
    TextNumbers(std::string_view bytes, const std::string& name, const PlyHeader& header)
        : scan_(bytes, name)
    {
        while (bytes.size() - scan_.remaining().size() < header.bytes)
            scan_.rest_of_line();
    }

    std::optional<double> next(const PlyType&)
    {
        const std::string_view word = scan_.word();
        if (word.empty())
            return std::nullopt;
        const std::optional<double> value = finite_number(word);
        if (!value)
            scan_.fail("expected a finite number, found " + shown(word));
        return value;
    }
    std::size_t left() const { return scan_.remaining().size(); }
    [[noreturn]] void fail(const std::string& what) const { scan_.fail(what); }

private:
    TextScan scan_;
};

template <class Numbers> class DataReader {
public:
    DataReader(Numbers numbers, const PlyHeader& header)
        : numbers_(std::move(numbers)), header_(header)
    {
        for (const PlyElement& e : header_.elements)
            if (e.name == "vertex")
                vertices_ = e.count;
    }

    Mesh read()
    {
        // Faces may come before vertices, so they are cut at the end.
        for (const PlyElement& element : header_.elements)
            for (std::uint64_t n = 0; n < element.count; ++n)
                for (const PlyProperty& property : element.properties)
                    read_property(element, n, property);
        std::size_t first = 0;
        for (std::size_t n = 0; n < face_end_.size(); first = face_end_[n++])
            if (!cut_polygon(std::span(corners_).subspan(first, face_end_[n] - first), mesh_))
                numbers_.fail("face " + std::to_string(n + 1) +
                              " crosses itself or has more than " + std::to_string(most_corners) +
                              " corners");
        return std::move(mesh_);
    }

private:
    void read_property(const PlyElement& element, std::uint64_t n, const PlyProperty& property)
    {
        double length = 1.0;
        if (property.count) {
            length = next(*property.count, element, n);
            if (!(length >= (property.corners ? 3.0 : 0.0)) || length != std::floor(length))
                numbers_.fail(instance(element, n) + " has a list of wrong length");
            if (length > static_cast<double>(numbers_.left()))
                cut_off(element, n);
        }
        for (double k = 0.0; k < length; k += 1.0) {
            const double value = next(property.type, element, n);
            if (property.axis >= 0)
                add_coordinate(property.axis, value, n);
            if (property.corners)
                add_corner(value, n);
        }
        if (property.corners)
            face_end_.push_back(corners_.size());
    }

    void add_coordinate(int axis, double value, std::uint64_t n)
    {
        if (!std::isfinite(value))
            numbers_.fail("vertex " + std::to_string(n + 1) + " is not a finite number");
        if (mesh_.vertex.size() == n)
            mesh_.vertex.emplace_back(Vec3::Zero());
        mesh_.vertex.back()[axis] = value;
    }

    void add_corner(double value, std::uint64_t n)
    {
        if (!(value >= 0.0 && value < static_cast<double>(vertices_) && value == std::floor(value)))
            numbers_.fail("face " + std::to_string(n + 1) +
                          " refers to a vertex that does not exist; there are " +
                          std::to_string(vertices_) + ", counted from 0");
        corners_.push_back(static_cast<Index>(value));
    }

    double next(const PlyType& type, const PlyElement& element, std::uint64_t n)
    {
        const std::optional<double> value = numbers_.next(type);
        if (!value)
            cut_off(element, n);
        return *value;
    }

    static std::string instance(const PlyElement& element, std::uint64_t n)
    {
        return element.name + " " + std::to_string(n + 1);
    }

    [[noreturn]] void cut_off(const PlyElement& element, std::uint64_t n) const
    {
        numbers_.fail("the header announces " + std::to_string(element.count) + " of " +
                      shown(element.name) + ", but the file ends in number " +
                      std::to_string(n + 1));
    }

    Numbers numbers_;
    const PlyHeader& header_;
    std::uint64_t vertices_ = 0;
    std::vector<Index> corners_; // of all faces
    std::vector<std::size_t> face_end_;
    Mesh mesh_;
};

} // namespace

Mesh parse_ply(std::string_view bytes, const std::string& name)
{
    const PlyHeader header = read_ply_header(bytes, name);
    if (header.format == PlyHeader::Format::ascii)
        return DataReader(TextNumbers(bytes, name, header), header).read();
    return DataReader(BinaryNumbers(bytes, name, header), header).read();
}

} // namespace flotsam
