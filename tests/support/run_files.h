// What a run directory must hold at any moment, however its run ended, measured against the
// directory of a run that nobody disturbed.
#pragma once

#include "coupling/checkpoint.h"
#include "coupling/checkpoint_format.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

namespace flotsam::tests {

// A dam breaks when its gate rises: moving walls, a probe, frames off the series' interval.
inline const std::string gate_case = R"(format = 1
dimension = 2
spacing = 0.05
end_time = 0.3
[fluid]
[[fluid.fill]]
box = { min = [0, 0], max = [1, 1] }
[[wall]]
name = "tank"
kind = "tank"
box = { min = [0, 0], max = [2, 2] }
open = ["z+"]
[[wall]]
name = "gate"
kind = "solid"
box = { min = [1, 0], max = [1.3, 2] }
motion = { velocity = 3, direction = [0, 0, 1], start = 0.05 }
[[probe]]
name = "P"
kind = "pressure"
at = [2, 0.2]
[output]
every = 0.03
checkpoint_minutes = 0.0004
)";

inline bool is_table(const std::string& name)
{
    return name == "series.csv" || name == "bodies.csv" || name == "contacts.csv";
}

inline bool is_result(const std::string& name)
{
    return name.ends_with(".vtu") || name.ends_with(".vtp") || name.ends_with(".pvd")
           || is_table(name);
}

inline std::map<std::string, std::string> results_in(const Path& run)
{
    std::map<std::string, std::string> results;
    for (const std::string& name : tree(run))
        if (is_result(name))
            results[name] = read_whole_file(run / name);
    const auto found = coupling::checkpoints_in(run / "checkpoint");
    if (!found.empty())
        results["checkpoint/" + found.front().filename().string()] = read_whole_file(found.front());
    return results;
}

// All frames, tables, indices and the last checkpoint, byte for byte.
inline void check_same_results(const std::map<std::string, std::string>& expected, const Path& run)
{
    const auto found = results_in(run);
    for (const auto& [name, bytes] : expected) {
        CAPTURE(name);
        REQUIRE(found.contains(name));
        CHECK((found.at(name) == bytes)); // double brackets: doctest would print megabytes
    }
    for (const auto& [name, bytes] : found) {
        CAPTURE(name);
        CHECK(expected.contains(name));
    }
}

inline bool is_temporary_name(const std::string& path)
{
    const std::string name = Path(path).filename().string();
    return name == ".flotsam.lock" || (name.starts_with(".") && name.ends_with(".part"));
}

// Every file under a final name is whole; a table or an index may end early, but between rows.
inline void check_whole_files(const std::map<std::string, std::string>& expected, const Path& run)
{
    static const std::string tail = "  </Collection>\n</VTKFile>\n";
    for (const std::string& name : tree(run)) {
        CAPTURE(name);
        if (is_temporary_name(name) || std::filesystem::is_directory(run / name))
            continue;
        const std::string bytes = read_whole_file(run / name);
        if (name.ends_with(".pvd")) {
            REQUIRE(bytes.ends_with(tail));
            const std::string listed = bytes.substr(0, bytes.size() - tail.size());
            CHECK((expected.at(name).starts_with(listed)));
        } else if (is_table(name)) {
            CHECK((expected.at(name).starts_with(bytes)));
            CHECK((bytes.empty() || bytes.back() == '\n'));
        } else if (is_result(name)) {
            REQUIRE(expected.contains(name));
            CHECK((expected.at(name) == bytes));
        } else if (name.ends_with(".checkpoint")) {
            CHECK_NOTHROW(coupling::read_blocks(run / name));
        } else if (name.ends_with("case.toml")) {
            CHECK((bytes.ends_with("\n") && bytes.find("[output]") != std::string::npos));
        } else if (name == "summary.json") {
            CHECK((bytes.starts_with("{") && bytes.ends_with("}\n")));
        }
    }
}

// A case, the results of running it undisturbed, and how long that took.
class Undisturbed {
public:
    // The text of a case file, or with `sets` the name of a shipped case and what is changed in it.
    explicit Undisturbed(const std::string& text = gate_case) : subject_((directory_ / "gate.toml").string())
    {
        write_whole_file(subject_, text);
        run_whole();
    }
    Undisturbed(const std::string& name, std::vector<std::string> sets)
        : subject_(name), sets_(std::move(sets))
    {
        run_whole();
    }
    std::string file() const { return subject_; }
    // As deep as a directory on a small disk: the kept case names its tables from there, and the
    // checkpoint's label follows from its text.
    std::string run(const std::string& name) const { return (directory_ / "runs" / name).string(); }
    const Path& directory() const { return directory_.path(); }
    const std::map<std::string, std::string>& results() const { return results_; }
    double seconds() const { return seconds_; }

    std::vector<std::string> words(const std::string& out) const
    {
        std::vector<std::string> words{"run", subject_};
        for (const std::string& set : sets_)
            words.insert(words.end(), {"--set", set});
        words.insert(words.end(), {"--out", out, "--quiet", "--threads", "1"});
        return words;
    }
    // Brings what is left of a run to its end, from its checkpoint or, if there was none yet, anew.
    void check_recovers(const std::string& out) const
    {
        const Ended resumed = call({"resume", out, "--quiet", "--threads", "1"});
        INFO(resumed.err);
        if (resumed.code != 0) {
            CHECK(resumed.code == 2);
            CHECK(resumed.is_one_line());
            const bool complete = resumed.says("the run is complete");
            const bool early = resumed.says("no checkpoint") || resumed.says("not a run directory");
            CHECK((complete || early));
            if (early) {
                auto again = words(out);
                again.emplace_back("--force");
                CHECK(call(again).code == 0);
            }
        }
        check_same_results(results_, out);
        for (const std::string& name : tree(out)) {
            CAPTURE(name);
            CHECK(!is_temporary_name(name));
        }
    }

private:
    void run_whole()
    {
        std::filesystem::create_directory(directory_ / "runs");
        const Ended ended = call(words(run("whole")));
        INFO(ended.err);
        REQUIRE(ended.code == 0);
        seconds_ = ended.seconds;
        results_ = results_in(run("whole"));
    }

    TemporaryDirectory directory_;
    std::string subject_;
    std::vector<std::string> sets_;
    std::map<std::string, std::string> results_;
    double seconds_ = 0.0;
};

} // namespace flotsam::tests
