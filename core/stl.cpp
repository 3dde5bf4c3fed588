#include "core/stl.h"

#include "core/error.h"
#include "core/input_file.h"
#include "core/text_scan.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>

namespace flotsam {

namespace {

constexpr std::size_t header_bytes = 84; // 80 of comment, 4 of count
constexpr std::size_t triangle_bytes = 50;
constexpr std::size_t most_triangles = std::numeric_limits<Index>::max() / 3;

std::uint32_t little_endian(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t k = 4; k-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    return value;
}

void add_triangle(Mesh& mesh, const std::array<Vec3, 3>& corners)
{
    const auto n = static_cast<Index>(mesh.vertex.size());
    mesh.vertex.insert(mesh.vertex.end(), corners.begin(), corners.end());
    mesh.triangle.push_back({n, n + 1, n + 2});
}

void refuse_too_many(std::size_t triangles, const std::string& name)
{
    if (triangles > most_triangles)
        throw UserError({name, 0, 0},
                        "has more than " + std::to_string(most_triangles) + " triangles");
}

Mesh parse_binary(std::string_view bytes, std::uint32_t count, const std::string& name)
{
    refuse_too_many(count, name);
    Mesh mesh;
    mesh.vertex.reserve(3 * static_cast<std::size_t>(count));
    mesh.triangle.reserve(count);
    for (std::uint32_t t = 0; t < count; ++t) {
        std::array<Vec3, 3> corners;
        for (std::size_t v = 0; v < 3; ++v)
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t at = header_bytes + triangle_bytes * t + 12 + 12 * v + 4 * k;
                const double x =
                    static_cast<double>(std::bit_cast<float>(little_endian(bytes, at)));
                if (!std::isfinite(x))
                    throw UserError({name, 0, 0}, "triangle " + std::to_string(t + 1) +
                                                      " at byte " + std::to_string(at) +
                                                      " has a vertex that is not a finite number");
                corners[v][static_cast<Eigen::Index>(k)] = x;
            }
        add_triangle(mesh, corners);
    }
    return mesh;
}

bool same_word(std::string_view word, std::string_view expected)
{
    return std::equal(
        word.begin(), word.end(), expected.begin(), expected.end(),
        [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

class AsciiStl {
public:
    AsciiStl(std::string_view text, const std::string& name) : scan_(text, name), name_(name) {}

    Mesh parse()
    {
        expect("solid");
        scan_.rest_of_line();
        while (true) {
            const std::string_view word = scan_.word();
            if (same_word(word, "facet")) {
                facet();
            } else if (same_word(word, "endsolid")) {
                scan_.rest_of_line();
                if (!another_solid())
                    return std::move(mesh_);
            } else if (word.empty()) {
                scan_.fail("the file ends without 'endsolid': it looks cut off");
            } else {
                scan_.fail("expected 'facet' or 'endsolid', found " + shown(word));
            }
        }
    }

private:
    void expect(std::string_view expected)
    {
        const std::string_view word = scan_.word();
        if (same_word(word, expected))
            return;
        if (word.empty())
            scan_.fail("the file ends where '" + std::string(expected) +
                       "' was expected: it looks cut off");
        scan_.fail("expected '" + std::string(expected) + "', found " + shown(word));
    }

    Vec3 numbers(bool finite)
    {
        Vec3 x;
        for (int k = 0; k < 3; ++k) {
            const std::string_view word = scan_.word();
            const std::optional<double> value = finite_number(word);
            if (!value && word.empty())
                scan_.fail("the file ends inside a triangle: it looks cut off");
            if (!value && finite)
                scan_.fail("expected a finite number, found " + shown(word));
            x[k] = value.value_or(0.0);
        }
        return x;
    }

    void facet()
    {
        refuse_too_many(mesh_.triangle.size() + 1, name_);
        expect("normal");
        numbers(false); // not used, and some programs write nan for slivers
        expect("outer");
        expect("loop");
        std::array<Vec3, 3> corners;
        for (Vec3& x : corners) {
            expect("vertex");
            x = numbers(true);
        }
        expect("endloop");
        expect("endfacet");
        add_triangle(mesh_, corners);
    }

    bool another_solid()
    {
        const std::string_view word = scan_.word();
        if (word.empty())
            return false;
        if (!same_word(word, "solid"))
            scan_.fail("expected 'solid' or the end of the file, found " + shown(word));
        scan_.rest_of_line();
        return true;
    }

    TextScan scan_;
    std::string name_;
    Mesh mesh_;
};

bool looks_like_text(std::string_view bytes)
{
    return std::none_of(bytes.begin(),
                        bytes.begin() +
                            static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 1024)),
                        [](char c) { return static_cast<unsigned char>(c) < 9; });
}

} // namespace

Mesh parse_stl(std::string_view bytes, const std::string& name)
{
    const SourcePlace file{name, 0, 0};
    if (bytes.empty())
        throw UserError(file, "is empty");
    // "solid" may also open the comment of a binary file, so the size decides first.
    const bool has_header = bytes.size() >= header_bytes;
    const std::uint32_t count = has_header ? little_endian(bytes, 80) : 0;
    const std::uint64_t asked = header_bytes + triangle_bytes * static_cast<std::uint64_t>(count);
    const bool fits = has_header && asked == bytes.size();
    Mesh mesh;
    if (fits)
        mesh = parse_binary(bytes, count, name);
    else if (same_word(TextScan(bytes, name).word(), "solid") && looks_like_text(bytes))
        mesh = AsciiStl(bytes, name).parse();
    else if (!has_header)
        throw UserError(file,
                        "is too short for an STL file: " + std::to_string(bytes.size()) + " bytes");
    else
        throw UserError(file, "its header (byte 80) announces " + std::to_string(count) +
                                  " triangles, that is " + std::to_string(asked) +
                                  " bytes, but the file has " + std::to_string(bytes.size()));
    if (mesh.triangle.empty())
        throw UserError(file, "holds no triangles");
    return mesh;
}

Mesh read_stl(const std::string& path) { return parse_stl(read_input_file(path), path); }

} // namespace flotsam
