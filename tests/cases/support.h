// Case texts for tests, and what a refused one says.
#pragma once

#include "cases/read.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace flotsam::tests {

// A small valid case; every test changes one thing of it.
inline const std::string good_case = R"(format = 1
title = "test"
spacing = 0.1
end_time = 1.0

[fluid]
density = 1000.0

[[fluid.fill]]
box = { min = [0, 0, 0], max = [1, 1, 1] }

[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0, 0], max = [2, 1, 2] }
open = ["z+"]
)";

// The same in two dimensions.
inline const std::string flat_case = R"(format = 1
dimension = 2
spacing = 0.1
end_time = 1.0
[fluid]
[[fluid.fill]]
box = { min = [0, 0], max = [1, 1] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [2, 2] }
open = ["z+"]
)";

inline std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The message with which a case is refused; empty when it is accepted.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {})
{
    try {
        cases::parse_case(text, "case.toml", overrides);
        return {};
    } catch (const UserError& error) {
        return error.what();
    }
}

// A folder of its own under the system's temporary one, removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::random_device random;
        path_ = std::filesystem::temp_directory_path() /
                ("flotsam-cases-" + std::to_string(random()) + std::to_string(random()));
        std::filesystem::create_directories(path_);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::string file(const std::string& name, const std::string& content) const
    {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path.string();
    }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

// A closed 2D tank full of water.
inline const std::string closed_case = R"(format = 1
dimension = 2
spacing = 0.1
end_time = 1.0
[fluid]
[[fluid.fill]]
box = { min = [0, 0], max = [2, 2] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [2, 2] }
)";

} // namespace flotsam::tests
