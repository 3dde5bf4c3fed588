#include "core/obj.h"

#include "core/polygon.h"
#include "core/text_scan.h"

#include <limits>
#include <optional>

namespace flotsam {

namespace {

class ObjReader {
public:
    ObjReader(std::string_view bytes, const std::string& name)
        : scan_(bytes, name), count_(count_vertices(bytes, name))
    {
    }

    Mesh read()
    {
        // Faces may come before their vertices, so they are cut when all vertices are there.
        TextScan faces = scan_;
        for (; !scan_.at_end(); scan_.rest_of_line())
            if (scan_.word_of_line() == "v")
                read_vertex();
        long long before = 0;
        for (scan_ = faces; !scan_.at_end(); scan_.rest_of_line()) {
            const std::string_view word = scan_.word_of_line();
            before += word == "v";
            if (word == "f")
                read_face(before);
        }
        if (mesh_.triangle.empty())
            scan_.fail_file("holds no faces");
        return std::move(mesh_);
    }

private:
    static long long count_vertices(std::string_view bytes, const std::string& name)
    {
        long long count = 0;
        for (TextScan scan(bytes, name); !scan.at_end(); scan.rest_of_line())
            count += scan.word_of_line() == "v";
        if (count > std::numeric_limits<Index>::max())
            throw UserError({name, 0, 0}, "has more vertices than can be numbered");
        return count;
    }

    void read_vertex()
    {
        Vec3 x;
        for (int k = 0; k < 3; ++k) {
            const std::string_view word = scan_.word_of_line();
            const std::optional<double> value = finite_number(word);
            if (word.empty())
                scan_.fail("expected 3 numbers, found " + std::to_string(k));
            if (!value)
                scan_.fail("expected a finite number, found " + shown(word));
            x[k] = *value;
        }
        mesh_.vertex.push_back(x);
    }

    // Corners v, v/vt, v//vn or v/vt/vn; v counts from 1, or backwards from the last vertex before.
    void read_face(long long before)
    {
        corners_.clear();
        for (std::string_view word = scan_.word_of_line(); !word.empty() && word.front() != '#';
             word = scan_.word_of_line()) {
            if (word == "\\") { // the face goes on in the next line
                scan_.rest_of_line();
                continue;
            }
            const std::optional<long long> number = whole_number(word.substr(0, word.find('/')));
            if (!number || *number == 0)
                scan_.fail("expected the number of a vertex, found " + shown(word));
            if (*number > count_ || *number < -before)
                scan_.fail("refers to vertex " + std::to_string(*number) + ", but the file has " +
                           std::to_string(*number > 0 ? count_ : before) +
                           (*number > 0 ? "" : " up to here"));
            corners_.push_back(static_cast<Index>(*number > 0 ? *number - 1 : before + *number));
        }
        if (corners_.size() < 3)
            scan_.fail("expected at least 3 corners, found " + std::to_string(corners_.size()));
        if (!cut_polygon(corners_, mesh_))
            scan_.fail(corners_.size() > most_corners
                           ? "a face of more than " + std::to_string(most_corners) +
                                 " corners is not read"
                           : "the face crosses itself and cannot be cut into triangles");
    }

    TextScan scan_;
    long long count_; // vertices in the whole file
    std::vector<Index> corners_;
    Mesh mesh_;
};

} // namespace

Mesh parse_obj(std::string_view bytes, const std::string& name)
{
    return ObjReader(bytes, name).read();
}

} // namespace flotsam
