#include "core/json.h"

#include "core/error.h"
#include "core/json_read.h"

#include <doctest/doctest.h>

#include <limits>

using namespace flotsam;

TEST_SUITE("unit")
{
    TEST_CASE("JSON keeps the order of its members and nests")
    {
        Json summary;
        summary["case"] = "dam-break";
        summary["steps"] = std::int64_t{3'000'000'000};
        summary["time"]["wall"] = 12.5;
        summary["time"]["simulated"] = 0.1;
        summary["finished"] = true;
        summary["limits"].push(1);
        summary["limits"].push(2.5);
        summary["none"].push(Json())["inner"] = 1;
        summary["time"]["wall"] = 13.0;
        CHECK(summary.text() == R"({
  "case": "dam-break",
  "steps": 3000000000,
  "time": {
    "wall": 13,
    "simulated": 0.1
  },
  "finished": true,
  "limits": [1, 2.5],
  "none": [
    {
      "inner": 1
    }
  ]
}
)");
    }

    TEST_CASE("JSON escapes quotes and backslashes and control characters")
    {
        CHECK(Json("a\"b\\c\nd\te\x01 ü").text() == "\"a\\\"b\\\\c\\nd\\u0009e\\u0001 ü\"\n");
        Json object;
        object["\"x\""] = 1;
        CHECK(object.text() == "{\n  \"\\\"x\\\"\": 1\n}\n");
    }

    TEST_CASE("numbers without a JSON form are null")
    {
        CHECK(Json(std::numeric_limits<double>::quiet_NaN()).text() == "null\n");
        CHECK(Json(-std::numeric_limits<double>::infinity()).text() == "null\n");
        CHECK(Json().text() == "null\n");
    }

    TEST_CASE("a number has no members and an object is no list")
    {
        Json number = 1.0;
        CHECK_THROWS_AS(number["x"], InternalError);
        Json object;
        object["x"] = 1;
        CHECK_THROWS_AS(object.push(1), InternalError);
    }

    TEST_CASE("JSON that was written is read back with its nesting and its numbers")
    {
        Json j;
        j["name"] = "a \"b\"\n\\";
        j["n"]["x"] = 0.1;
        j["n"]["none"] = Json();
        j["list"].push(true);
        j["list"].push(-2.5e-3);
        j["empty"] = Json::list();
        const JsonValue read = parse_json(j.text(), "s.json");
        CHECK(read["name"].as_text() == "a \"b\"\n\\");
        CHECK(read["n"]["x"].as_number() == 0.1);
        CHECK(!read["n"]["none"].as_number());
        CHECK(!read["absent"]["deeper"].as_number());
        REQUIRE(read["list"].members.size() == 2);
        CHECK(read["list"].members[0].value.boolean);
        CHECK(read["list"].members[1].value.number == -2.5e-3);
        CHECK(read["empty"].kind == JsonValue::Kind::list);
    }

    TEST_CASE("what is not JSON is refused with its line and never crashes")
    {
        CHECK_THROWS_WITH(parse_json("{\n\"a\": 1,\n\"b\" 2}", "s.json"),
                          "s.json:3:1: not JSON: expected ':'");
        for (const char* text : {"", "{", "[", "\"", "\"\\", "\"\\u00", "{\"a\"}", "[1,]", "nul", "1 2", "+", "{1:2}"}) {
            CAPTURE(text);
            CHECK_THROWS_AS(parse_json(text, "s.json"), UserError);
        }
        CHECK_THROWS_AS(parse_json(std::string(100000, '['), "s.json"), UserError);
    }
}
