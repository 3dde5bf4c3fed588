#include "core/ply_header.h"

#include "core/text_scan.h"

#include <algorithm>
#include <array>
#include <limits>

namespace flotsam {

namespace {

std::optional<PlyType> type_named(std::string_view name)
{
    using Kind = PlyType::Kind;
    static constexpr std::array<std::pair<std::string_view, PlyType>, 16> types{{
        {"char", {1, Kind::integer}},
        {"int8", {1, Kind::integer}},
        {"uchar", {1, Kind::natural}},
        {"uint8", {1, Kind::natural}},
        {"short", {2, Kind::integer}},
        {"int16", {2, Kind::integer}},
        {"ushort", {2, Kind::natural}},
        {"uint16", {2, Kind::natural}},
        {"int", {4, Kind::integer}},
        {"int32", {4, Kind::integer}},
        {"uint", {4, Kind::natural}},
        {"uint32", {4, Kind::natural}},
        {"float", {4, Kind::real}},
        {"float32", {4, Kind::real}},
        {"double", {8, Kind::real}},
        {"float64", {8, Kind::real}},
    }};
    for (const auto& [known, type] : types)
        if (known == name)
            return type;
    return std::nullopt;
}

class HeaderReader {
public:
    HeaderReader(std::string_view bytes, const std::string& name)
        : scan_(bytes, name), whole_(bytes)
    {
    }

    PlyHeader read()
    {
        if (scan_.word_of_line() != "ply")
            scan_.fail("does not begin with 'ply'");
        bool has_format = false;
        for (scan_.rest_of_line();; scan_.rest_of_line()) {
            const std::string_view word = scan_.word_of_line();
            if (word == "end_header")
                break;
            has_format = has_format || word == "format";
            read_line(word);
        }
        if (!has_format)
            scan_.fail("the header names no format");
        scan_.rest_of_line();
        header_.bytes = whole_.size() - scan_.remaining().size();
        check_elements();
        return std::move(header_);
    }

private:
    void read_line(std::string_view word)
    {
        if (word == "format")
            read_format();
        else if (word == "element")
            read_element();
        else if (word == "property")
            read_property();
        else if (word.empty() && scan_.at_end())
            scan_.fail("the header has no end");
        else if (word != "comment" && word != "obj_info")
            scan_.fail("unknown word in the header: " + shown(word));
    }

    void read_format()
    {
        const std::string_view word = scan_.word_of_line();
        if (word == "ascii")
            header_.format = PlyHeader::Format::ascii;
        else if (word == "binary_little_endian")
            header_.format = PlyHeader::Format::little_endian;
        else if (word == "binary_big_endian")
            header_.format = PlyHeader::Format::big_endian;
        else
            scan_.fail("unknown format " + shown(word) +
                       " (known: ascii, binary_little_endian, binary_big_endian)");
    }

    void read_element()
    {
        PlyElement element;
        element.name = scan_.word_of_line();
        const std::string_view word = scan_.word_of_line();
        const std::optional<long long> count = whole_number(word);
        if (!count || *count < 0)
            scan_.fail("expected how many there are of " + shown(element.name) + ", found " +
                       shown(word));
        element.count = static_cast<std::uint64_t>(*count);
        if (element.count > whole_.size())
            scan_.fail("announces " + std::to_string(element.count) + " of " + shown(element.name) +
                       ", but the file has only " + std::to_string(whole_.size()) + " bytes");
        header_.elements.push_back(std::move(element));
    }

    PlyType read_type(std::string_view word) const
    {
        const std::optional<PlyType> type = type_named(word);
        if (!type)
            scan_.fail("unknown type " + shown(word));
        return *type;
    }

    void read_property()
    {
        if (header_.elements.empty())
            scan_.fail("a property stands before the first element");
        PlyElement& element = header_.elements.back();
        PlyProperty property;
        std::string_view word = scan_.word_of_line();
        if (word == "list") {
            property.count = read_type(scan_.word_of_line());
            if (property.count->kind == PlyType::Kind::real)
                scan_.fail("the length of a list is a whole number");
            word = scan_.word_of_line();
        }
        property.type = read_type(word);
        property.name = scan_.word_of_line();
        if (element.name == "vertex" && !property.count && property.name.size() == 1)
            property.axis = property.name == "x"   ? 0
                            : property.name == "y" ? 1
                            : property.name == "z" ? 2
                                                   : -1;
        property.corners = element.name == "face" && property.count &&
                           (property.name == "vertex_indices" || property.name == "vertex_index");
        if (property.corners && property.type.kind == PlyType::Kind::real)
            scan_.fail("vertex numbers are whole numbers");
        element.properties.push_back(std::move(property));
    }

    const PlyElement& only(const std::string& name) const
    {
        const auto named = [&](const PlyElement& e) { return e.name == name; };
        const auto& all = header_.elements;
        if (std::count_if(all.begin(), all.end(), named) != 1)
            scan_.fail("expected one element '" + name + "' in the header");
        return *std::find_if(all.begin(), all.end(), named);
    }

    void check_elements() const
    {
        for (const PlyElement& e : header_.elements)
            if (e.count > 0 && e.properties.empty())
                scan_.fail("the element " + shown(e.name) + " has no properties");
        const PlyElement &vertex = only("vertex"), &face = only("face");
        for (int axis = 0; axis < 3; ++axis)
            if (std::count_if(vertex.properties.begin(), vertex.properties.end(),
                              [axis](const PlyProperty& p) { return p.axis == axis; }) != 1)
                scan_.fail("a vertex needs the properties x, y and z");
        if (std::count_if(face.properties.begin(), face.properties.end(),
                          [](const PlyProperty& p) { return p.corners; }) != 1)
            scan_.fail("a face needs one list 'vertex_indices'");
        if (vertex.count == 0 || face.count == 0)
            scan_.fail("holds no faces");
        if (vertex.count > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
            scan_.fail("has more vertices than can be numbered");
    }

    TextScan scan_;
    std::string_view whole_;
    PlyHeader header_;
};

} // namespace

PlyHeader read_ply_header(std::string_view bytes, const std::string& name)
{
    return HeaderReader(bytes, name).read();
}

} // namespace flotsam
