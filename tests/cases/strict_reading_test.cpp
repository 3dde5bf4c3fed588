#include "cases/keys.h"
#include "cases/section.h"
#include "cases/words.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace flotsam;
using namespace flotsam::tests;
using cases::keys_of;

namespace {

// A case in which `line` stands in the section of that name.
std::string case_with(const std::string& section, const std::string& line)
{
    const auto shape = [&](const std::string& inside) {
        return replaced(good_case, "box = { min = [0, 0, 0], max = [1, 1, 1] }", inside);
    };
    const std::string gate =
        good_case +
        "[[wall]]\nname = \"g\"\nkind = \"solid\"\nsphere = { center = [1,0,0], radius = 1 }\n";
    if (section.empty())
        return replaced(good_case, "title = \"test\"", line);
    if (section == "fluid")
        return replaced(good_case, "density = 1000.0", line);
    if (section == "fluid.fill")
        return replaced(good_case, "[[fluid.fill]]\n", "[[fluid.fill]]\n" + line + "\n");
    if (section == "wall")
        return good_case + line + "\n";
    const std::string block =
        good_case + "[[body]]\nname = \"b\"\ndensity = 500\nsphere = { center = [1,0,0], radius = "
                    "1 }\n";
    if (section == "body")
        return good_case + "[[body]]\n" + line + "\n";
    if (section == "orientation" || section == "array" || section == "settling")
        return block + section + " = { " + line + " }\n";
    if (section == "contact")
        return block + "[[contact]]\n" + line + "\n";
    if (section == "motion")
        return gate + "motion = { " + line + " }\n";
    if (section == "sinusoid")
        return gate + "motion = { direction = [1,0,0], sinusoid = { " + line + " } }\n";
    if (section == "turn")
        return good_case + "turn = { " + line + " }\n";
    if (section == "probe")
        return good_case + "[[probe]]\n" + line + "\n";
    if (section == "output")
        return good_case + "[output]\n" + line + "\n";
    if (section == "reference")
        return good_case + "[[reference]]\n" + line + "\n";
    if (section == "limits")
        return good_case +
               "[[reference]]\nfile = \"r\"\nseries = \"s\"\ncolumns = [\"a\", \"b\"]\nlimits = "
               "{ " +
               line + " }\n";
    if (section == "periodic")
        return replaced(good_case, "title = \"test\"", "periodic = { " + line + " }");
    if (section == "part")
        return shape("union = [{ " + line + " }]");
    if (section == "disc") {
        return replaced(flat_case, "box = { min = [0, 0], max = [1, 1] }",
                        "disc = { " + line + " }");
    }
    return shape(section + " = { " + line + " }");
}

// Slips of the finger: a letter lost, doubled, swapped with the next, replaced, added.
std::vector<std::string> typos(const std::string& key)
{
    std::vector<std::string> list;
    const std::size_t middle = key.size() / 2;
    if (key.size() >= 4)
        list.push_back(key.substr(0, middle) + key.substr(middle + 1));
    if (key.size() >= 3) {
        list.push_back(key.substr(0, middle) + key[middle] + key.substr(middle));
        std::string swapped = key;
        std::swap(swapped[middle - 1], swapped[middle]);
        if (swapped != key)
            list.push_back(swapped);
        list.push_back(key + "s");
    }
    if (key.size() >= 4) {
        std::string replaced_letter = key;
        replaced_letter[middle] = 'q';
        list.push_back(replaced_letter);
        std::string capital = key;
        capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
        list.push_back(capital);
    }
    return list;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the edit distance counts lost and added and replaced and swapped letters")
    {
        CHECK(cases::edit_distance("density", "density") == 0);
        CHECK(cases::edit_distance("densty", "density") == 1);
        CHECK(cases::edit_distance("denisty", "density") == 1);
        CHECK(cases::edit_distance("", "abc") == 3);
        CHECK(cases::edit_distance("time-step", "time_step") == 0);
        CHECK(cases::edit_distance("kitten", "sitting") == 3);
        CHECK(cases::nearest_word("x", {"at", "by"}) == "");
    }

    TEST_CASE("nine of ten typos of every key get the right suggestion")
    {
        int tried = 0, right = 0;
        for (const std::string& section : cases::all_sections())
            for (const std::string& key : keys_of(section))
                for (const std::string& typo : typos(key)) {
                    const auto& known = keys_of(section);
                    if (std::find(known.begin(), known.end(), typo) != known.end())
                        continue;
                    const std::string message = refusal(case_with(section, typo + " = 1"));
                    ++tried;
                    CAPTURE(section);
                    CAPTURE(message);
                    REQUIRE(message.find("unknown key '" + typo + "'") != std::string::npos);
                    right +=
                        message.find("did you mean '" + key + "'?") != std::string::npos ? 1 : 0;
                }
        MESSAGE(right << " of " << tried << " typos got the right suggestion");
        CHECK(tried > 500);
        CHECK(right >= 9 * tried / 10);
    }

    TEST_CASE("every numeric key is accepted at its limits and refused beyond them and as NaN")
    {
        struct Ranged {
            std::string section, line; // # stands for the value
            double low, high;
            bool low_is_inside = true;
        };
        const double far = cases::farthest;
        const std::string sphere = "center = [0,0,0], radius = ";
        const std::vector<Ranged> keys{
            {"", "spacing = #", 1e-6, 1e3},
            {"", "end_time = #", 0, 1e6, false},
            {"", "gravity = [0, 0, #]", -1e4, 1e4},
            {"", "domain = { min = [-1e5,-1e5,#], max = [1e5,1e5,1e5] }", -far, far},
            {"fluid", "density = #", 1e-3, 1e5},
            {"fluid", "viscosity = #", 0, 1e6},
            {"fluid", "smagorinsky = #", 0, 1},
            {"fluid", "relaxation = #", 0, 1},
            {"fluid", "smoothing_ratio = #", 1, 1.5},
            {"fluid", "shifting = #", 0, 2},
            {"fluid", "cfl = #", 0, 0.5, false},
            {"fluid", "tolerance = #", 1e-12, 0.1},
            {"fluid.fill", "velocity = [0, #, 0]", -1e4, 1e4},
            {"wall", "slip = [#, 1]", 0, 1e6},
            {"wall", "slip = [1, #]", 0, 1e6},
            {"motion", "direction = [1,0,0], velocity = #", -1e4, 1e4},
            {"motion", "direction = [1,0,0], acceleration = #", -1e6, 1e6},
            {"motion", "direction = [1,0,0], velocity = 1, start = #", 0, 1e6},
            {"motion", "direction = [1,0,0], velocity = 1, travel = #", 0, far},
            {"motion", "velocity = 1, about = [#, 0, 0]", -far, far},
            {"sinusoid", "frequency = 1, amplitude = #", 0, far, false},
            {"sinusoid", "amplitude = 1, frequency = #", 0, 1e5, false},
            {"sinusoid", "amplitude = 1, frequency = 1, phase = #", -360, 360},
            {"turn", "angle = #", -360, 360},
            {"turn", "angle = 1, about = [#, 0, 0]", -far, far},
            {"sphere", sphere + "#", 0, far, false},
            {"sphere", "radius = 1, center = [#, 0, 0]", -far, far},
            {"bowl", sphere + "#", 0, far, false},
            {"disc", "center = [0,0], radius = #", 0, far, false},
            {"ellipsoid", "center = [0,0,0], radii = [1, #, 1]", 0, far, false},
            {"cylinder", "from = [0,0,0], to = [0,0,1], radius = #", 0, far, false},
            {"cylinder", "from = [0,0,#], to = [0,1,1], radius = 1", -far, far},
            {"cylinder", "to = [0,0,#], from = [0,1,1], radius = 1", -far, far},
            {"cone", "from = [0,0,0], to = [0,0,1], radius_to = 1, radius_from = #", 0, far},
            {"cone", "from = [0,0,0], to = [0,0,1], radius_from = 1, radius_to = #", 0, far},
            {"probe", "name = \"P\"\nkind = \"pressure\"\nat = [#, 0, 0]", -far, far},
            {"probe", "name = \"P\"\nkind = \"pressure\"\nat = [0, 0, 0]\nradius = #", 0, far},
            {"probe", "name = \"P\"\nkind = \"velocity\"\nat = [0, #, 0]", -far, far},
            {"probe", "name = \"P\"\nkind = \"force\"\nwall = \"tank\"\nabout = [#, 0, 0]", -far,
             far},
            {"output", "every = #", 0, 1e6},
            {"output", "series_every = #", 0, 1e6},
            {"output", "checkpoint_minutes = #", 0, 1e6},
            {"limits", "rmse = #", 0, 1e12},
        };
        constexpr double inf = std::numeric_limits<double>::infinity();
        for (const Ranged& key : keys) {
            CAPTURE(key.line);
            const auto said = [&](double value) {
                std::string text =
                    case_with(key.section, replaced(key.line, "#", cases::number_text(value)));
                for (const char* once : {"spacing = 0.1\n", "end_time = 1.0\n"})
                    if (key.line.starts_with(std::string(once).substr(0, 8)))
                        text = replaced(text, once, "");
                return refusal(text);
            };
            const auto is_range = [](const std::string& message) {
                return message.find("must be a number") != std::string::npos;
            };
            CHECK(is_range(said(key.low)) == !key.low_is_inside);
            CHECK_FALSE(is_range(said(std::nextafter(key.low, inf))));
            CHECK_FALSE(is_range(said(key.high)));
            CHECK(is_range(said(std::nextafter(key.low, -inf))));
            CHECK(is_range(said(std::nextafter(key.high, inf))));
            CHECK(is_range(said(inf)));
            CHECK(is_range(said(-inf)));
            CHECK(is_range(said(std::nan(""))));
        }
    }

    TEST_CASE("every whole-number key is accepted at its limits and refused beyond them")
    {
        CHECK(refusal(case_with("fluid", "max_iterations = 1")) == "");
        CHECK(refusal(case_with("fluid", "max_iterations = 1000000")) == "");
        CHECK(refusal(case_with("fluid", "max_iterations = 0")).find("from 1 to 1000000") !=
              std::string::npos);
        CHECK(refusal(case_with("fluid", "max_iterations = 1000001")) != "");
        CHECK(refusal(case_with("fluid", "max_iterations = 9223372036854775807")) != "");
        CHECK(refusal(case_with("", "dimension = 1")) != "");
        CHECK(refusal(case_with("", "dimension = 3")) == "");
        CHECK(refusal(case_with("", "time_step = 1e-3")) == "");
        CHECK(refusal(case_with("", "time_step = 0")) != "");
        CHECK(refusal(case_with("", "time_step = nan")) != "");
    }
}
